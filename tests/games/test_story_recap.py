"""The recap since the last visit: complete if short, else its end with a count of the rest."""

from typing import Any

import pytest

from games.engine import NOBODY, WEST
from games.rulebook.editions import ruleset
from games.simulation import arena
from games.story import Chapter, Names, Recap, Storyteller, latest
from games.story.chapters import Sentence

KESSEN = ruleset("kessen")
NAMES = Names(KESSEN)

WEEK = {"event": "week-began", "week": 3, "castles": [5, 4], "resources": [2, 3]}
TURN = {"event": "turn-began", "side": "west", "turn": "A"}
LEVEL = {"event": "level-chosen", "side": "west", "level": "minimal", "cards": [], "exchanged": False}
FIGHT = {"event": "combat-declared", "side": "west", "location": "gifu", "attacker": "west"}
LOST = {"event": "blocks-lost", "side": "east", "location": "gifu", "kinds": ["date-two-mon"]}

STORY: list[dict[str, Any]] = [WEEK, TURN, LEVEL, FIGHT, LOST, LOST]


def shape(recap: Recap) -> list[tuple[str, int]]:
    return [(chapter.heading, len(chapter.sentences)) for chapter in recap.chapters]


def test_a_short_story_is_told_whole() -> None:
    recap = latest(NAMES, STORY)
    assert recap.chapters == list(Storyteller(NAMES).tell(STORY))
    assert (recap.left_out, recap.note) == (0, "")


@pytest.mark.parametrize(
    ("most", "kept", "note"),
    [
        (
            5,
            [("Week 3", 1), ("Week 3, first turn: West moves", 1), ("Week 3, first turn: West fights", 3)],
            "",
        ),
        (
            4,
            [("Week 3, first turn: West moves", 1), ("Week 3, first turn: West fights", 3)],
            "… and 1 thing before that",
        ),
        (3, [("Week 3, first turn: West fights", 3)], "… and 2 things before that"),
        (1, [("Week 3, first turn: West fights", 1)], "… and 4 things before that"),
    ],
)
def test_a_long_story_keeps_its_end(most: int, kept: list[tuple[str, int]], note: str) -> None:
    recap = latest(NAMES, STORY, most=most)
    assert shape(recap) == kept
    assert recap.note == note


def test_earlier_events_give_the_recap_its_heading() -> None:
    recap = latest(NAMES, STORY[4:], earlier=STORY[:4])
    assert recap.chapters == [
        Chapter("Week 3, first turn: West fights", [Sentence("East lost Date two-mon.")] * 2)
    ]


@pytest.mark.parametrize("events", [[], [{"event": "movement-ended", "side": "west"}]])
def test_empty_recap_has_no_chapter(events: list[dict[str, Any]]) -> None:
    assert latest(NAMES, events, earlier=[WEEK, TURN]) == Recap([], 0)


def test_every_point_of_a_game_has_its_recap() -> None:
    """However much of it is left out, what is told and what is not is all there is."""
    record = arena.record(KESSEN, arena.seat(KESSEN, ("random", "random"), "recap"), "recap")
    for viewer in (WEST, NOBODY):
        actual = [event.seen_by(viewer) for event in record.events]
        for point in range(0, len(actual), 7):
            whole = latest(NAMES, actual[point:], earlier=actual[:point], most=len(actual))
            short = latest(NAMES, actual[point:], earlier=actual[:point], most=10)
            sentences = [sentence for chapter in whole.chapters for sentence in chapter.sentences]
            kept = [sentence for chapter in short.chapters for sentence in chapter.sentences]
            assert kept == sentences[-10:]
            assert short.left_out == len(sentences) - len(kept)
            assert all(chapter.heading and chapter.sentences for chapter in short.chapters)


def test_events_may_be_read_but_once() -> None:
    assert latest(NAMES, iter(STORY), most=2).left_out == 3
