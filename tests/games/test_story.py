"""The story of a game: chapters, undone actions, and the final score."""

import pytest

from games.engine import EAST, NOBODY, WEST
from games.engine.events import Event
from games.rulebook.editions import ruleset
from games.story import Names, Storyteller, standing, undone

NAMES = Names(ruleset("kessen"))

WEEK = Event("week-began", NOBODY, {"week": 3, "castles": [5, 4], "resources": [2, 3]}, {})
TURN = Event("turn-began", WEST, {"turn": "A"}, {})
CARDS = {"east": "date-plain", "west": "mori-plain"}
EAST_BIDS = Event("bid-sealed", EAST, {}, {"card": "date-plain", "wish": "first"})
REVEALED = Event("bids-revealed", NOBODY, {**CARDS, "winner": "west"}, {})
STOPPED = Event("finished", WEST, {"location": "gifu"}, {})
DECIDED = Event(
    "combat-ended", NOBODY, {"location": "gifu", "siege": False, "winner": "east", "east": 9, "west": 3}, {}
)


def test_chapters_by_week_and_phase_go_on_where_the_last_ones_stopped() -> None:
    teller = Storyteller(NAMES)
    level = Event("level-chosen", WEST, {"level": "minimal", "cards": [], "exchanged": False}, {})
    end = Event("movement-ended", WEST, {}, {})
    fight = Event("combat-declared", WEST, {"location": "gifu", "attacker": "west"}, {})
    over = Event("game-over", NOBODY, {"winner": "west", "victory": "points", "east": 9, "west": 21}, {})
    first = list(teller.tell(event.seen_by(NOBODY) for event in (WEEK, TURN, level)))
    assert [chapter.heading for chapter in first] == ["Week 3", "Week 3, first turn: West moves"]
    assert first[1].sentences == ["West paid no card, for a single move."]
    later = list(teller.tell(event.seen_by(NOBODY) for event in (level, end, fight, over)))
    assert [(chapter.heading, len(chapter.sentences)) for chapter in later] == [
        ("Week 3, first turn: West moves", 1),
        ("Week 3, first turn: West fights", 1),
        ("The end", 1),
    ]


@pytest.mark.parametrize(
    ("events", "actual"),
    [
        pytest.param([EAST_BIDS], ["East placed a bid."], id="a bid"),
        pytest.param(
            [EAST_BIDS, REVEALED],
            ["East bid 2 (a plain card of the Date), West 1 (a plain card of the Mori): West won the bid."],
            id="bids that are open",
        ),
        pytest.param([STOPPED], ["West stopped deploying."], id="one side has stopped"),
        pytest.param(
            [STOPPED, DECIDED], ["East won the battle of Gifu, impact 9 to 3."], id="a battle that is decided"
        ),
        pytest.param(
            [DECIDED, STOPPED],
            ["East won the battle of Gifu, impact 9 to 3.", "West stopped deploying."],
            id="one side has stopped in the next battle",
        ),
    ],
)
def test_causes_are_told_until_their_effect(events: list[Event], actual: list[str]) -> None:
    (chapter,) = Storyteller(NAMES, 2).tell(event.seen_by(EAST) for event in events)
    assert chapter.sentences == actual


def test_a_chapter_is_told_as_soon_as_the_next_begins() -> None:
    """Whoever watches a game that is being played need not wait for its end."""
    coming = iter([event.seen_by(NOBODY) for event in (WEEK, TURN, TURN)])
    first = next(Storyteller(NAMES).tell(coming))
    assert first.heading == "Week 3"
    assert list(coming) == [TURN.seen_by(NOBODY)]


def test_the_standing_counts_what_scores() -> None:
    view = {
        "locations": {
            "osaka": {"castle": "west"},
            "edo": {"castle": "west", "resource": "east"},
            "kiso": {"resource": None},
        },
        "disks": ["hideyori"],
        "result": {"points": {"east": 1, "west": 6}},
    }
    assert list(standing(NAMES, view)) == [
        "East, 1 point: no castle; the resource location Edo; no disk.",
        "West, 6 points: the castles of Osaka and Edo; no resource location; the disk of Toyotomi Hideyori.",
    ]


@pytest.mark.parametrize(
    ("side", "count", "text"),
    [("east", 1, "East took back its latest action."), ("west", 3, "West took back its latest 3 actions.")],
)
def test_undone_actions_are_told_in_words(side: str, count: int, text: str) -> None:
    assert undone(NAMES, side, count) == text
