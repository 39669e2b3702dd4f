"""The base game as of 2016 holds what is printed on its board, blocks and cards, fact by fact."""

from collections import Counter

import pytest

from games.engine.edition_data import Edition
from games.rulebook.editions import ruleset

HIGHWAYS = (
    "osaka kyoto sawayama gifu iwamura kiso suwa saku takasaki oshi edo",
    "kyoto minakuchi kuwana kiyosu okazaki hamamatsu sunpu numazu hakone edo",
)
ROADS = (
    "osaka himeji ayabe miyazu tsuruga kitanosho kanazawa toyama takeda nagaoka niigata",
    "niigata murakami yamagata sendai soma iwaki mito edo oyama utsunomiya shirakawa nihonmatsu sendai",
    "ayabe kyoto",
    "tsuruga sawayama",
    "takeda arato ueda saku",
    "arato matsumoto kiso",
    "nagaoka uonuma shibukawa takasaki",
    "niigata tsugawa aizu shirakawa",
    "osaka wakayama tanabe kumano anotsu kuwana",
    "gifu kiyosu",
    "suwa kofu numazu",
)
"""Walks over the whole board; no road is in two of them."""

BLOCKS = {
    "tokugawa": "ieyasu, three-mon x4, two-mon x6, cavalry x2, firearms x2",
    "fukushima": "daimyo, three-mon x3, two-mon x4, cavalry x2, firearms",
    "maeda": "daimyo, three-mon x2, two-mon x5, cavalry, firearms x2",
    "date": "daimyo, three-mon x3, two-mon x3, cavalry x2, firearms",
    "ii": "ii-naomasa",
    "mori": "daimyo, three-mon x5, two-mon x5, cavalry x2, firearms x2",
    "kobayakawa": "daimyo, three-mon x4, two-mon x4, cavalry x2, firearms x2",
    "ukita": "daimyo, three-mon x4, two-mon x4, cavalry x2, firearms x2",
    "uesugi": "daimyo, three-mon x2, cavalry, firearms x2",
    "ishida": "ishida-mitsunari",
}
SIZES = {
    "east": {"tokugawa": 15, "fukushima": 11, "maeda": 11, "date": 10, "ii": 1},
    "west": {"mori": 15, "kobayakawa": 13, "ukita": 13, "uesugi": 6, "ishida": 1},
}

CARDS = {
    "tokugawa": (10, 5, 1),
    "fukushima": (7, 4, 1),
    "maeda": (7, 4, 1),
    "date": (6, 4, 1),
    "mori": (10, 5, 1),
    "kobayakawa": (8, 5, 1),
    "ukita": (8, 5, 1),
    "uesugi": (4, 3, 1),
}
"""Plain cards, special attacks and doubles."""

SETUP = {
    ("east", "edo"): ("ieyasu, tokugawa-three-mon, tokugawa-three-mon, tokugawa-firearms", 2),
    ("east", "hakone"): ("", 1),
    ("east", "kiyosu"): ("fukushima-daimyo, fukushima-cavalry, ii-naomasa", 1),
    ("east", "anotsu"): ("", 1),
    ("east", "kanazawa"): ("maeda-daimyo, maeda-two-mon, maeda-two-mon, maeda-firearms", 1),
    ("east", "miyazu"): ("", 1),
    ("east", "sendai"): ("date-daimyo, date-two-mon, date-three-mon", 1),
    ("east", "recruitment"): ("", 4),
    ("west", "osaka"): (
        (
            "ishida-mitsunari, kobayakawa-daimyo, kobayakawa-three-mon, "
            "ukita-daimyo, ukita-two-mon, mori-cavalry"
        ),
        2,
    ),
    ("west", "kyoto"): ("", 2),
    ("west", "gifu"): ("", 2),
    ("west", "ueda"): ("", 3),
    ("west", "aizu"): (
        "uesugi-daimyo, uesugi-three-mon, uesugi-three-mon, uesugi-cavalry, uesugi-firearms",
        1,
    ),
    ("west", "mori-box"): ("mori-daimyo, mori-three-mon, mori-three-mon, mori-three-mon, mori-three-mon", 0),
    ("west", "recruitment"): ("", 4),
}


@pytest.fixture(scope="module")
def gmt() -> Edition:
    return ruleset("gmt-2016").edition


def steps(*walks: str) -> set[frozenset[str]]:
    """The roads of some walks, in no direction."""
    pairs = [frozenset(pair) for walk in walks for pair in zip(walk.split(), walk.split()[1:], strict=False)]
    assert len(pairs) == len(set(pairs)), "a road is walked twice"
    return set(pairs)


# ---- the board


@pytest.mark.rule("4.1")
def test_51_locations_and_62_roads(gmt: Edition) -> None:
    assert len(gmt.locations) == 51
    assert len(gmt.roads) == 62
    assert {location.id for location in gmt.locations} == {
        end for way in steps(*HIGHWAYS, *ROADS) for end in way
    }


@pytest.mark.rule("7.3.3")
@pytest.mark.parametrize(("highway", "count", "walks"), [(True, 19, HIGHWAYS), (False, 43, ROADS)])
def test_every_road_and_highway(gmt: Edition, highway: bool, count: int, walks: tuple[str, ...]) -> None:
    found = [frozenset((road.a, road.b)) for road in gmt.roads if road.highway is highway]
    assert len(found) == count
    assert set(found) == steps(*walks)


@pytest.mark.rule("4.3")
def test_nine_castles(gmt: Edition) -> None:
    castles = {location.id: location.castle for location in gmt.locations if location.castle}
    assert castles == dict.fromkeys(
        ("miyazu", "kanazawa", "anotsu", "okazaki", "hakone"), "east"
    ) | dict.fromkeys(("aizu", "osaka", "gifu", "ueda"), "west")


@pytest.mark.rule("4.2")
def test_nine_resource_locations(gmt: Edition) -> None:
    assert {location.id for location in gmt.locations if location.resource} == {
        *("tsuruga", "takeda", "niigata", "kyoto", "kuwana"),
        *("edo", "kiso", "takasaki", "shirakawa"),
    }


@pytest.mark.rule("R-39")
def test_two_capitals_without_castles(gmt: Edition) -> None:
    capitals = {
        place.id: (place.capital, place.castle, place.resource) for place in gmt.locations if place.capital
    }
    assert capitals == {"kyoto": ("west", None, True), "edo": ("east", None, True)}


@pytest.mark.rule("7.2")
def test_recruitment_locations(gmt: Edition) -> None:
    assert {place.id: place.recruitment for place in gmt.locations if place.recruitment} == {
        "himeji": ("mori", "ukita"),
        "kanazawa": ("maeda",),
        "aizu": ("uesugi",),
        "osaka": ("kobayakawa",),
        "kiyosu": ("fukushima",),
        "edo": ("tokugawa",),
        "sendai": ("date",),
    }


@pytest.mark.rule("9.1.1")
def test_two_disks_of_wests(gmt: Edition) -> None:
    assert [(disk.id, disk.side, disk.location, disk.fatal, disk.falls) for disk in gmt.disks] == [
        ("hideyori", "west", "osaka", True, "last"),
        ("sanada", "west", "ueda", False, "any"),
    ]
    assert gmt.mori.location == "osaka"


# ---- the blocks


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("clan", BLOCKS)
def test_the_blocks_of_a_clan(gmt: Edition, clan: str) -> None:
    """A kind is called after its clan and what is printed on it: mon, arm or banner."""
    found = []
    for block in gmt.blocks:
        if block.clan != clan:
            continue
        word = block.id.removeprefix(f"{clan}-") if block.id.startswith(f"{clan}-") else block.id
        word = block.id if clan in ("ii", "ishida") else word
        found.append(word if block.count == 1 else f"{word} x{block.count}")
        mon = {"three-mon": 3, "two-mon": 2, "ii-naomasa": 4}.get(word, 1)
        assert block.mon == mon, block.id
        assert block.arm == (word if word in ("cavalry", "firearms") else None), block.id
        assert block.daimyo is (word in ("daimyo", "ieyasu", "ishida-mitsunari")), block.id
        assert block.wildcard is (word in ("ii-naomasa", "ishida-mitsunari")), block.id
        assert block.fatal is (word in ("ieyasu", "ishida-mitsunari")), block.id
    assert ", ".join(found) == BLOCKS[clan]


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("side", SIZES)
def test_48_blocks_a_side(gmt: Edition, side: str) -> None:
    blocks: Counter[str] = Counter()
    for block in gmt.blocks:
        if block.side == side:
            blocks[block.clan] += block.count
    assert blocks == SIZES[side]
    assert blocks.total() == 48


# ---- the cards


@pytest.mark.rule("R-31")
@pytest.mark.parametrize("clan", CARDS)
def test_the_cards_of_a_clan(gmt: Edition, clan: str) -> None:
    """East's bid 2, 4 and 6, West's 1, 3 and 5."""
    odd = clan in SIZES["west"]
    found = {card.type: (card.count, card.bid) for card in gmt.cards if card.clan == clan}
    plain, special, double = CARDS[clan]
    assert found == {"plain": (plain, 2 - odd), "special": (special, 4 - odd), "double": (double, 6 - odd)}


@pytest.mark.rule("8.6.1")
def test_loyalty_challenges_and_the_whole_of_the_decks(gmt: Edition) -> None:
    """East has four, West three."""
    loyalty = {card.side: (card.count, card.bid) for card in gmt.cards if card.type == "loyalty"}
    assert loyalty == {"east": (4, 8), "west": (3, 7)}
    decks: Counter[str] = Counter()
    for card in gmt.cards:
        decks[card.side] += card.count
    assert decks == {"east": 55, "west": 55}


# ---- the beginning


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(("side", "place"), SETUP)
def test_a_row_of_the_set_up(gmt: Edition, side: str, place: str) -> None:
    [row] = [row for row in gmt.setup if (row.side, row.place) == (side, place)]
    assert (", ".join(row.blocks), row.random) == SETUP[side, place]


@pytest.mark.rule("5.2")
def test_nobody_else_is_set_up(gmt: Edition) -> None:
    assert [(row.side, row.place) for row in gmt.setup] == list(SETUP)


# ---- flags and grades


def test_flags(gmt: Edition) -> None:
    flags = gmt.flags
    assert (flags.weeks, flags.reinforcement_blocks) == (7, (0, 2, 2, 2, 1, 1, 1))
    assert (flags.discard_rounding, flags.special_bonus_per_earlier) == ("down", 2)
    assert (flags.double_and_wildcard, flags.mori_double_brings_two) == ("alone", False)
    assert (flags.disk_model, flags.disk_leadership, flags.disk_points) == ("in-castle", False, 0)


def test_every_inferred_fact_is_graded_so(gmt: Edition) -> None:
    """All else was read off the board, the blocks and the cards, or stands in the rules."""
    clans = [clan for clan in BLOCKS if clan not in ("ii", "ishida", "uesugi")]
    inferred = {
        f"{clan}-{kind}" for clan in clans for kind in ("three-mon", "two-mon", "cavalry", "firearms")
    }
    assert {block.id for block in gmt.blocks if block.grade == "inferred"} == inferred
    assert {row.place for row in gmt.setup if row.grade == "inferred"} == {"edo", "kanazawa", "aizu"}
    assert all(row.note for row in gmt.setup if row.grade == "inferred")
    assert {disk.id for disk in gmt.disks if disk.grade == "stated"} == {"hideyori", "sanada"}
    assert [block.id for block in gmt.blocks if block.grade == "stated"] == ["ii-naomasa"]
    for section in (gmt.locations, gmt.roads, gmt.cards):
        assert {entry.grade for entry in section} == {"printed"}
