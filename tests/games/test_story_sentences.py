"""Every event has a sentence for each viewer, which reveals no more than the event."""

from typing import NamedTuple

import pytest

from games.engine import EAST, NOBODY, SIDES, WEST
from games.engine.events import EVENTS, Event
from games.rulebook.editions import ruleset
from games.simulation import arena
from games.story import Names, sentence
from games.story.sentences import SENTENCES

KESSEN = ruleset("kessen")
NAMES = Names(KESSEN)
LED = ". The leader was Tokugawa Ieyasu. Force marching cost a plain card of the Date."


class Told(NamedTuple):
    """An event, what its own side reads of it, and what everybody else reads if that is something else."""

    event: Event
    own: str
    others: str = ""


def ended(winner: str, east: int, west: int, *, siege: bool = False) -> Event:
    """The end of a combat at Gifu, with the impact of either side."""
    public = {"location": "gifu", "winner": winner, "east": east, "west": west, "siege": siege}
    return Event("combat-ended", NOBODY, public, {})


TOLD = [
    Told(Event("game-began", NOBODY, {}, {}), "The two armies took the field."),
    Told(
        Event("week-began", NOBODY, {"week": 2, "castles": [1, 3], "resources": [4, 1]}, {}),
        "Week 2 began: East held 1 castle and 4 resource locations, West 3 castles and 1 resource location.",
    ),
    Told(
        Event("cards-drawn", EAST, {"count": 3}, {"cards": ["date-plain", "date-plain", "east-loyalty"]}),
        "East drew 2 plain cards of the Date and a loyalty challenge.",
        "East drew 3 cards.",
    ),
    Told(
        Event("blocks-drawn", WEST, {"count": 1, "place": "recruitment"}, {"blocks": ["otani-two-mon-1"]}),
        "West drew Otani two-mon into the recruitment box.",
        "West drew 1 block into the recruitment box.",
    ),
    Told(
        Event("blocks-drawn", WEST, {"count": 1, "place": "gifu"}, {"blocks": ["mori-two-mon-1"]}),
        "West drew Mori two-mon for Gifu.",
        "West drew 1 block for Gifu.",
    ),
    Told(Event("pile-reshuffled", EAST, {}, {}), "East shuffled the discards into a new draw pile."),
    Told(
        Event("discards-sealed", EAST, {"count": 1}, {"cards": ["maeda-double"]}),
        "East set aside a double of the Maeda.",
        "East set a card aside, face down.",
    ),
    Told(
        Event("discards-revealed", WEST, {"cards": ["mori-special", "mori-special"]}, {}),
        "West discarded 2 special attacks of the Mori.",
    ),
    Told(Event("bid-sealed", WEST, {}, {"card": "west-loyalty", "wish": "second"}), "West placed a bid."),
    Told(
        Event("bids-revealed", NOBODY, {"east": "date-plain", "west": None, "winner": "east"}, {}),
        "East bid 2 (a plain card of the Date), West nothing: East won the bid.",
    ),
    Told(Event("order-chosen", WEST, {"order": "second"}, {}), "West chose to go second."),
    Told(Event("turn-began", EAST, {"turn": "B"}, {}), "Turn B of East began."),
    Told(
        Event("level-chosen", EAST, {"level": "none", "cards": [], "exchanged": True}, {}),
        "East did not move.",
    ),
    Told(
        Event("level-chosen", EAST, {"level": "none", "cards": ["date-plain"], "exchanged": True}, {}),
        "East did not move, and exchanged a plain card of the Date.",
    ),
    Told(
        Event("level-chosen", EAST, {"level": "minimal", "cards": [], "exchanged": False}, {}),
        "East paid no card, for a single move.",
    ),
    Told(
        Event("level-chosen", WEST, {"level": "total", "cards": ["mori-plain", "mori-double"]}, {}),
        "West paid a plain card of the Mori and a double of the Mori, to move all its armies.",
    ),
    Told(
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
        "East moved from Edo: Tokugawa Ieyasu and Ii Naomasa through Oyama and Utsunomiya to Shirakawa; "
        f"Tokugawa two-mon to Hakone{LED}",
        f"East moved from Edo: 2 blocks through Oyama and Utsunomiya to Shirakawa; 1 block to Hakone{LED}",
    ),
    Told(
        Event("daimyo-led", EAST, {"source": "oyama"}, {"leader": "ieyasu"}),
        "Tokugawa Ieyasu led the move, hidden from the other side.",
        "A hidden daimyo at Oyama led the move.",
    ),
    Told(
        Event(
            "mustered",
            EAST,
            {"location": "aoba", "count": 1, "openly": False, "kinds": []},
            {"blocks": ["date-two-mon-1"]},
        ),
        "East mustered Date two-mon at Aoba, hidden from the other side.",
        "East mustered a hidden block at Aoba.",
    ),
    Told(
        Event(
            "mustered",
            EAST,
            {"location": "aoba", "count": 2, "openly": True, "kinds": ["date-two-mon", "date-two-mon"]},
            {"blocks": ["date-two-mon-1", "date-two-mon-2"]},
        ),
        "East mustered 2 Date two-mon at Aoba.",
    ),
    Told(
        Event(
            "mori-arrived", WEST, {"card": "mori-double", "kinds": ["mori-cavalry"], "location": "osaka"}, {}
        ),
        "West gave up a double of the Mori: Mori cavalry came from the Mori box to Osaka.",
    ),
    Told(
        Event("mori-joined", WEST, {"kinds": ["mori-daimyo"], "location": "osaka"}, {}),
        "The Mori came to the defence of Osaka: Mori daimyo.",
    ),
    Told(
        Event("overrun", WEST, {"location": "kiso", "by": "east", "count": 1, "kinds": ["ukita-daimyo"]}, {}),
        "East overran West at Kiso and destroyed Ukita daimyo.",
    ),
    Told(Event("movement-ended", WEST, {}, {}), "West ended its movement."),
    Told(
        Event("combat-declared", EAST, {"location": "gifu", "attacker": "east"}, {}), "East attacked at Gifu."
    ),
    Told(
        Event("stance-taken", WEST, {"location": "gifu", "inside": True}, {}),
        "West stayed inside the walls of Gifu.",
    ),
    Told(
        Event("stance-taken", WEST, {"location": "gifu", "inside": False}, {}),
        "West came out of the walls of Gifu to fight.",
    ),
    Told(
        Event("battle-began", EAST, {"location": "gifu", "attacker": "east", "east": 4, "west": 1}, {}),
        "The battle of Gifu began. Blocks: East 4, West 1.",
    ),
    Told(
        Event("siege-began", EAST, {"location": "gifu", "attacker": "east", "east": 4, "west": 2}, {}),
        "East besieged Gifu. Blocks: 4 outside, 2 inside.",
    ),
    Told(
        Event("siege-began", WEST, {"location": "kyoto", "attacker": "west", "east": 0, "west": 1}, {}),
        "West besieged Kyoto. Blocks: 1 outside, 0 inside.",
    ),
    Told(
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
        "West deployed Otani cavalry with a special attack of the Otani: impact 3 (8 in all).",
    ),
    Told(
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
        "East deployed Tokugawa Ieyasu without a card: impact 1 (1 in all).",
    ),
    Told(Event("finished", WEST, {"location": "gifu"}, {}), "West stopped deploying."),
    Told(
        Event("challenged", EAST, {"card": "east-loyalty", "kinds": ["kobayakawa-hideaki"]}, {}),
        "East challenged the loyalty of Kobayakawa Hideaki.",
    ),
    Told(
        Event("window-lapsed", WEST, {"location": "gifu"}, {}),
        "West did not answer in time and let the deployment stand.",
    ),
    Told(
        Event("refuted", WEST, {"card": "ukita-plain"}, {}),
        "West showed a plain card of the Ukita, and loyalty held.",
    ),
    Told(
        Event("defected", WEST, {"kinds": ["kobayakawa-hideaki"], "impact": 4, "east": 9, "west": 3}, {}),
        "Treason: Kobayakawa Hideaki joined East, impact 4. East 9, West 3.",
    ),
    Told(ended("east", 9, 3), "East won the battle of Gifu, impact 9 to 3."),
    Told(ended("west", 3, 3), "West won the battle of Gifu: both had impact 3, and the defender wins ties."),
    Told(ended("east", 7, 0, siege=True), "East assaulted Gifu with impact 7."),
    Told(ended("east", 6, 0, siege=True), "East assaulted Gifu with impact 6: not enough to do damage."),
    Told(ended("east", 0, 0, siege=True), "The castle of Gifu was not attacked."),
    Told(
        Event("blocks-lost", WEST, {"location": "gifu", "kinds": ["mori-two-mon", "mori-two-mon"]}, {}),
        "West lost 2 Mori two-mon.",
    ),
    Told(
        Event("disk-lost", EAST, {"location": "kyoto", "disk": "torii"}, {}), "Torii Mototada fell at Kyoto."
    ),
    Told(Event("castle-fell", EAST, {"location": "edo"}, {}), "The castle of Edo fell."),
    Told(Event("castle-fell", EAST, {"location": "kyoto"}, {}), "Kyoto fell."),
    Told(
        Event(
            "retreated",
            EAST,
            {"source": "edo", "to": "oyama", "count": 1, "stayed": 1},
            {"blocks": ["date-daimyo"], "stay": ["ieyasu"]},
        ),
        "East retreated from Edo to Oyama with Date daimyo; Tokugawa Ieyasu held the castle.",
        "East retreated from Edo to Oyama with 1 block; 1 block held the castle.",
    ),
    Told(
        Event(
            "retreated",
            EAST,
            {"source": "edo", "to": None, "count": 0, "stayed": 2},
            {"blocks": [], "stay": ["ieyasu", "ii-naomasa"]},
        ),
        "East withdrew into the castle of Edo with Tokugawa Ieyasu and Ii Naomasa.",
        "East withdrew into the castle of Edo with 2 blocks.",
    ),
    Told(
        Event("game-over", NOBODY, {"winner": "west", "victory": "points", "east": 9, "west": 21}, {}),
        "West won with 21 points to 9.",
    ),
    Told(
        Event("game-over", NOBODY, {"winner": "west", "victory": "points-tie", "east": 15, "west": 15}, {}),
        "West won: points were even, 15 to 15, and West wins ties.",
    ),
    Told(
        Event("game-over", NOBODY, {"winner": "east", "victory": "hideyori", "east": 9, "west": 9}, {}),
        "Toyotomi Hideyori was lost: East won the war.",
    ),
    Told(
        Event("game-over", NOBODY, {"winner": "east", "victory": "resignation", "east": 9, "west": 9}, {}),
        "West resigned; East won.",
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
                actual = event.seen_by(viewer)
                text = sentence(NAMES, actual)
                known = str(actual.values())
                named = {kind for kind, name in kinds.items() if name in text}
                assert named <= {kind for kind in kinds if kind in known}, text
            hidden += bool(event.private)
    assert hidden > 100
