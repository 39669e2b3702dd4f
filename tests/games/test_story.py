"""Every event has a sentence for each viewer, and it tells no more than the event does."""

import pytest

from games.editions import ruleset
from games.engine import EAST, NOBODY, SIDES, WEST
from games.engine.events import EVENTS, Event
from games.simulation import arena
from games.story import Names, Storyteller, sentence, standing, undone
from games.story.sentences import SENTENCES

KESSEN = ruleset("kessen")
NAMES = Names(KESSEN)

LED = ", led by Tokugawa Ieyasu, force marching for a plain card of the Date."
TOLD: list[tuple[Event, str, str]] = [
    # the event, what its own side reads, what everybody else reads (the same where it is empty)
    (Event("game-began", NOBODY, {}, {}), "The two armies took the field.", ""),
    (
        Event("week-began", NOBODY, {"week": 2, "castles": [1, 3], "resources": [4, 1]}, {}),
        "Week 2 began: East held 1 castle and 4 resource locations, West 3 castles and 1 resource location.",
        "",
    ),
    (
        Event("cards-drawn", EAST, {"count": 3}, {"cards": ["date-plain", "date-plain", "east-loyalty"]}),
        "East drew 2 plain cards of the Date and a loyalty challenge.",
        "East drew 3 cards.",
    ),
    (
        Event("blocks-drawn", WEST, {"count": 1, "place": "recruitment"}, {"blocks": ["otani-two-mon-1"]}),
        "West drew Otani two-mon into the recruitment box.",
        "West drew 1 block into the recruitment box.",
    ),
    (
        Event("blocks-drawn", WEST, {"count": 1, "place": "gifu"}, {"blocks": ["mori-two-mon-1"]}),
        "West drew Mori two-mon for Gifu.",
        "West drew 1 block for Gifu.",
    ),
    (Event("pile-reshuffled", EAST, {}, {}), "East shuffled the discards into a new draw pile.", ""),
    (
        Event("discards-sealed", EAST, {"count": 1}, {"cards": ["maeda-double"]}),
        "East set aside a double of the Maeda.",
        "East set a card aside, face down.",
    ),
    (
        Event("discards-revealed", WEST, {"cards": ["mori-special", "mori-special"]}, {}),
        "West discarded 2 special attacks of the Mori.",
        "",
    ),
    (
        Event("bid-sealed", WEST, {}, {"card": "west-loyalty", "wish": "second"}),
        "West laid down a bid.",
        "",
    ),
    (
        Event("bids-revealed", NOBODY, {"east": "date-plain", "west": None, "winner": "east"}, {}),
        "East had bid a plain card of the Date, West nothing; East won the bid.",
        "",
    ),
    (Event("order-chosen", WEST, {"order": "second"}, {}), "West chose to go second.", ""),
    (Event("turn-began", EAST, {"turn": "B"}, {}), "Turn B of East began.", ""),
    (
        Event("level-chosen", EAST, {"level": "none", "cards": [], "exchanged": True}, {}),
        "East did not move.",
        "",
    ),
    (
        Event("level-chosen", EAST, {"level": "none", "cards": ["date-plain"], "exchanged": True}, {}),
        "East did not move, and exchanged a plain card of the Date.",
        "",
    ),
    (
        Event("level-chosen", EAST, {"level": "minimal", "cards": [], "exchanged": False}, {}),
        "East paid nothing, for a single move.",
        "",
    ),
    (
        Event("level-chosen", WEST, {"level": "total", "cards": ["mori-plain", "mori-double"]}, {}),
        "West paid a plain card of the Mori and a double of the Mori, to move all its armies.",
        "",
    ),
    (
        Event(
            "stack-moved",
            EAST,
            {
                "source": "edo",
                "groups": [
                    {"count": 2, "path": ["oyama", "utsunomiya", "shirakawa"]},
                    {"count": 1, "path": ["hakone"]},
                ],
                "force_marches": ["date-plain"],
                "leader": "ieyasu",
            },
            {"blocks": [["ieyasu", "ii-naomasa"], ["tokugawa-two-mon-1"]]},
        ),
        (
            "From Edo East moved Tokugawa Ieyasu and Ii Naomasa through Oyama and Utsunomiya to Shirakawa; "
            f"Tokugawa two-mon to Hakone{LED}"
        ),
        f"From Edo East moved 2 blocks through Oyama and Utsunomiya to Shirakawa; 1 block to Hakone{LED}",
    ),
    (
        Event(
            "mustered",
            EAST,
            {"location": "aoba", "count": 1, "openly": False, "kinds": []},
            {"blocks": ["date-two-mon-1"]},
        ),
        "East mustered Date two-mon at Aoba, unseen.",
        "East mustered a hidden block at Aoba.",
    ),
    (
        Event(
            "mustered",
            EAST,
            {"location": "aoba", "count": 2, "openly": True, "kinds": ["date-two-mon", "date-two-mon"]},
            {"blocks": ["date-two-mon-1", "date-two-mon-2"]},
        ),
        "East mustered 2 Date two-mon at Aoba.",
        "",
    ),
    (
        Event(
            "mori-arrived", WEST, {"card": "mori-double", "kinds": ["mori-cavalry"], "location": "osaka"}, {}
        ),
        "West gave up a double of the Mori: Mori cavalry came from the Mori box to Osaka.",
        "",
    ),
    (
        Event("mori-joined", WEST, {"kinds": ["mori-daimyo"], "location": "osaka"}, {}),
        "The Mori came to the defence of Osaka: Mori daimyo.",
        "",
    ),
    (
        Event("overrun", WEST, {"location": "kiso", "by": "east", "count": 1, "kinds": ["ukita-daimyo"]}, {}),
        "East overran West at Kiso and destroyed Ukita daimyo.",
        "",
    ),
    (Event("movement-ended", WEST, {}, {}), "West halted its armies.", ""),
    (
        Event("combat-declared", EAST, {"location": "gifu", "attacker": "east"}, {}),
        "East attacked at Gifu.",
        "",
    ),
    (
        Event("stance-taken", WEST, {"location": "gifu", "inside": True}, {}),
        "West stayed inside the walls of Gifu.",
        "",
    ),
    (
        Event("stance-taken", WEST, {"location": "gifu", "inside": False}, {}),
        "West came out of the walls of Gifu to fight.",
        "",
    ),
    (
        Event("battle-began", EAST, {"location": "gifu", "attacker": "east", "east": 4, "west": 1}, {}),
        "Battle of Gifu: 4 blocks of East against 1 block of West.",
        "",
    ),
    (
        Event("siege-began", EAST, {"location": "gifu", "attacker": "east", "east": 4, "west": 2}, {}),
        "East besieged Gifu with 4 blocks; 2 blocks held it.",
        "",
    ),
    (
        Event("siege-began", WEST, {"location": "kyoto", "attacker": "west", "east": 0, "west": 1}, {}),
        "West besieged Kyoto with 1 block.",
        "",
    ),
    (
        Event(
            "deployed",
            WEST,
            {
                "location": "gifu",
                "card": "otani-special",
                "kinds": ["otani-cavalry"],
                "impact": 3,
                "total": 8,
                "special": True,
            },
            {},
        ),
        "West deployed Otani cavalry with a special attack of the Otani: impact 3, 8 in all.",
        "",
    ),
    (
        Event(
            "deployed",
            EAST,
            {
                "location": "gifu",
                "card": None,
                "kinds": ["ieyasu"],
                "impact": 1,
                "total": 1,
                "special": False,
            },
            {},
        ),
        "Tokugawa Ieyasu rode out for East without a card: impact 1, 1 in all.",
        "",
    ),
    (Event("finished", WEST, {"location": "gifu"}, {}), "West sent no more blocks forward.", ""),
    (
        Event("challenged", EAST, {"card": "east-loyalty", "kinds": ["kobayakawa-hideaki"]}, {}),
        "East called on Kobayakawa Hideaki to change sides.",
        "",
    ),
    (
        Event("refuted", WEST, {"card": "ukita-plain"}, {}),
        "West showed a plain card of the Ukita, and loyalty held.",
        "",
    ),
    (
        Event("defected", WEST, {"kinds": ["kobayakawa-hideaki"], "impact": 4, "east": 9, "west": 3}, {}),
        "Treason: Kobayakawa Hideaki fought on for East, impact 4. East 9, West 3.",
        "",
    ),
    (
        Event(
            "combat-ended",
            NOBODY,
            {"location": "gifu", "winner": "east", "east": 9, "west": 3, "siege": False},
            {},
        ),
        "East won the battle of Gifu, impact 9 to 3.",
        "",
    ),
    (
        Event(
            "combat-ended",
            NOBODY,
            {"location": "gifu", "winner": "west", "east": 3, "west": 3, "siege": False},
            {},
        ),
        "West won the battle of Gifu: impact 3 each, and a tie is the defender's.",
        "",
    ),
    (
        Event(
            "combat-ended",
            NOBODY,
            {"location": "gifu", "winner": "east", "east": 7, "west": 0, "siege": True},
            {},
        ),
        "The assault on Gifu ended with impact 7.",
        "",
    ),
    (
        Event(
            "combat-ended",
            NOBODY,
            {"location": "gifu", "winner": "east", "east": 0, "west": 0, "siege": True},
            {},
        ),
        "The walls of Gifu were not assaulted.",
        "",
    ),
    (
        Event("blocks-lost", WEST, {"location": "gifu", "kinds": ["mori-two-mon", "mori-two-mon"]}, {}),
        "West lost 2 Mori two-mon.",
        "",
    ),
    (
        Event("disk-lost", EAST, {"location": "kyoto", "disk": "torii"}, {}),
        "Torii Mototada fell at Kyoto.",
        "",
    ),
    (Event("castle-fell", EAST, {"location": "edo"}, {}), "The castle of Edo fell.", ""),
    (Event("castle-fell", EAST, {"location": "kyoto"}, {}), "Kyoto fell.", ""),
    (
        Event(
            "retreated",
            EAST,
            {"source": "edo", "to": "oyama", "count": 1, "stayed": 1},
            {"blocks": ["date-daimyo"], "stay": ["ieyasu"]},
        ),
        "East retreated from Edo to Oyama with Date daimyo; Tokugawa Ieyasu held the castle.",
        "East retreated from Edo to Oyama with 1 block; 1 block held the castle.",
    ),
    (
        Event(
            "retreated",
            EAST,
            {"source": "edo", "to": None, "count": 0, "stayed": 2},
            {"blocks": [], "stay": ["ieyasu", "ii-naomasa"]},
        ),
        "East withdrew into the castle of Edo with Tokugawa Ieyasu and Ii Naomasa.",
        "East withdrew into the castle of Edo with 2 blocks.",
    ),
    (
        Event("game-over", NOBODY, {"winner": "west", "victory": "points", "east": 9, "west": 21}, {}),
        "West won with 21 points to 9.",
        "",
    ),
    (
        Event("game-over", NOBODY, {"winner": "west", "victory": "points-tie", "east": 15, "west": 15}, {}),
        "The points were even, 15 to 15, and a tie is West's: West won.",
        "",
    ),
    (
        Event("game-over", NOBODY, {"winner": "east", "victory": "hideyori", "east": 9, "west": 9}, {}),
        "Toyotomi Hideyori was lost, and the war with him: East won.",
        "",
    ),
    (
        Event("game-over", NOBODY, {"winner": "east", "victory": "resignation", "east": 9, "west": 9}, {}),
        "West resigned; East won.",
        "",
    ),
]


@pytest.mark.parametrize(("event", "own", "others"), TOLD, ids=[row[0].kind for row in TOLD])
def test_an_event_in_words(event: Event, own: str, others: str) -> None:
    for viewer in (NOBODY, *SIDES):
        expected = own if viewer == event.side or not others else others
        assert sentence(NAMES, event.seen_by(viewer)) == expected


def test_the_table_holds_every_kind_of_event() -> None:
    assert {event.kind for event, _, _ in TOLD} == set(EVENTS) == set(SENTENCES)
    for event, _, _ in TOLD:
        public, private = EVENTS[event.kind]
        assert event.public.keys() <= set(public.split())
        assert event.private.keys() <= set(private.split())


@pytest.mark.rule("R-28")
@pytest.mark.parametrize(
    "players", [("random", "random"), ("ashigaru", "ashigaru")], ids=lambda pair: pair[0]
)
def test_sentences_of_whole_games_name_only_what_their_viewer_is_told(players: tuple[str, str]) -> None:
    kinds = {kind.id: kind.name for kind in KESSEN.edition.blocks}
    hidden = 0
    for number in range(4):
        seed = f"story/{number}"
        record = arena.record(KESSEN, arena.seat(KESSEN, players, seed), seed)
        for event in record.events:
            for viewer in (NOBODY, *SIDES):
                told = event.seen_by(viewer)
                text = sentence(NAMES, told)
                known = str(told.values())
                named = {kind for kind, name in kinds.items() if name in text}
                assert named <= {kind for kind in kinds if kind in known}, text
            hidden += bool(event.private)
    assert hidden > 100


@pytest.mark.parametrize(
    ("side", "count", "text"),
    [
        ("east", 1, "East took back its latest action."),
        ("west", 3, "West took back its latest 3 actions."),
    ],
)
def test_what_was_taken_back_in_words(side: str, count: int, text: str) -> None:
    assert undone(NAMES, side, count) == text


def test_chapters_by_week_and_phase_go_on_where_the_last_ones_stopped() -> None:
    teller = Storyteller(NAMES)
    week = Event("week-began", NOBODY, {"week": 3, "castles": [5, 4], "resources": [2, 3]}, {})
    turn = Event("turn-began", WEST, {"turn": "A"}, {})
    level = Event("level-chosen", WEST, {"level": "minimal", "cards": [], "exchanged": False}, {})
    end = Event("movement-ended", WEST, {}, {})
    fight = Event("combat-declared", WEST, {"location": "gifu", "attacker": "west"}, {})
    over = Event("game-over", NOBODY, {"winner": "west", "victory": "points", "east": 9, "west": 21}, {})
    first = list(teller.tell(event.seen_by(NOBODY) for event in (week, turn, level)))
    assert [chapter.heading for chapter in first] == ["Week 3", "Week 3, turn A: West moves"]
    assert first[1].sentences == ["West paid nothing, for a single move."]
    later = list(teller.tell(event.seen_by(NOBODY) for event in (level, end, fight, over)))
    assert [(chapter.heading, len(chapter.sentences)) for chapter in later] == [
        ("Week 3, turn A: West moves", 1),
        ("Week 3, turn A: West fights", 1),
        ("The end", 1),
    ]


CARDS = {"east": "date-plain", "west": "mori-plain"}
EAST_BIDS = Event("bid-sealed", EAST, {}, {"card": "date-plain", "wish": "first"})
REVEALED = Event("bids-revealed", NOBODY, {**CARDS, "winner": "west"}, {})
STOPPED = Event("finished", WEST, {"location": "gifu"}, {})
DECIDED = Event(
    "combat-ended", NOBODY, {"location": "gifu", "siege": False, "winner": "east", "east": 9, "west": 3}, {}
)


@pytest.mark.parametrize(
    ("events", "told"),
    [
        pytest.param([EAST_BIDS], ["East laid down a bid."], id="a bid"),
        pytest.param(
            [EAST_BIDS, REVEALED],
            ["East had bid a plain card of the Date, West a plain card of the Mori; West won the bid."],
            id="bids that are open",
        ),
        pytest.param([STOPPED], ["West sent no more blocks forward."], id="one side has stopped"),
        pytest.param(
            [STOPPED, DECIDED], ["East won the battle of Gifu, impact 9 to 3."], id="a battle that is decided"
        ),
        pytest.param(
            [DECIDED, STOPPED],
            ["East won the battle of Gifu, impact 9 to 3.", "West sent no more blocks forward."],
            id="one side has stopped in the next battle",
        ),
    ],
)
def test_what_leads_to_something_is_told_until_that_has_happened(
    events: list[Event], told: list[str]
) -> None:
    (chapter,) = Storyteller(NAMES, 2).tell(event.seen_by(EAST) for event in events)
    assert chapter.sentences == told


def test_a_chapter_is_told_as_soon_as_the_next_begins() -> None:
    """Whoever watches a game that is being played need not wait for its end."""
    week = Event("week-began", NOBODY, {"week": 3, "castles": [5, 4], "resources": [2, 3]}, {})
    turn = Event("turn-began", WEST, {"turn": "A"}, {})
    coming = iter([week.seen_by(NOBODY), turn.seen_by(NOBODY), turn.seen_by(NOBODY)])
    first = next(Storyteller(NAMES).tell(coming))
    assert first.heading == "Week 3"
    assert list(coming) == [turn.seen_by(NOBODY)]


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
