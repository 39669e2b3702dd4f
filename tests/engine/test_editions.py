"""The Kessen edition holds the facts its rules state, and a correction to it is read."""

from collections import Counter

import pytest

from games.engine.edition_data import Edition
from games.engine.editions import digest, parse
from tests.kit.edition_edits import KESSEN, change


@pytest.fixture(scope="module")
def kessen() -> Edition:
    return parse(KESSEN)


def test_the_board_has_its_size(kessen: Edition) -> None:
    assert len(kessen.locations) == 51
    assert len(kessen.roads) == 62
    assert sum(road.highway for road in kessen.roads) == 19
    assert not any(location.capital for location in kessen.locations)


@pytest.mark.rule("4.2")
def test_resource_locations(kessen: Edition) -> None:
    assert {location.id for location in kessen.locations if location.resource} == {
        *("tsuruga", "takeda", "niigata", "kyoto", "kuwana"),
        *("edo", "kiso", "takasaki", "shirakawa"),
    }


@pytest.mark.rule("4.3")
def test_castles(kessen: Edition) -> None:
    castles = {location.id: location.castle for location in kessen.locations if location.castle}
    assert castles == dict.fromkeys(
        ("tanabe", "kanazawa", "anotsu", "okazaki", "edo"), "east"
    ) | dict.fromkeys(("aizu", "osaka", "gifu", "ueda"), "west")


@pytest.mark.rule("7.2")
def test_recruitment_locations(kessen: Edition) -> None:
    assert {place.id: place.recruitment for place in kessen.locations if place.recruitment} == {
        "himeji": ("mori", "ukita"),
        "kanazawa": ("maeda",),
        "aizu": ("uesugi",),
        "osaka": ("shimazu",),
        "sawayama": ("otani",),
        "kiyosu": ("fukushima",),
        "edo": ("tokugawa",),
        "aoba": ("date",),
    }


@pytest.mark.rule("9.1", "R-33")
def test_disks(kessen: Edition) -> None:
    assert {(disk.id, disk.side, disk.location, disk.fatal) for disk in kessen.disks} == {
        ("hideyori", "west", "osaka", True),
        ("torii", "east", "kyoto", False),
        ("mogami", "east", "yamagata", False),
    }


@pytest.mark.rule("3.1")
@pytest.mark.parametrize(
    ("side", "clans"),
    [
        (
            "east",
            {"tokugawa": 15, "fukushima": 9, "maeda": 9, "date": 12, "ii": 1, "kuroda": 1, "hosokawa": 1},
        ),
        (
            "west",
            {
                "mori": 12,
                "uesugi": 10,
                "ukita": 9,
                "otani": 8,
                "shimazu": 6,
                "ishida": 1,
                "kobayakawa": 1,
                "sanada": 1,
            },
        ),
    ],
)
def test_blocks_of_each_clan(kessen: Edition, side: str, clans: dict[str, int]) -> None:
    blocks: Counter[str] = Counter()
    for block in kessen.blocks:
        if block.side == side:
            blocks[block.clan] += block.count
    assert blocks == clans
    assert blocks.total() == 48


@pytest.mark.rule("9.4", "R-30")
def test_wildcards_are_the_six_named_ones(kessen: Edition) -> None:
    assert {block.id: (block.mon, block.arm, block.daimyo) for block in kessen.blocks if block.wildcard} == {
        "ii-naomasa": (2, "cavalry", False),
        "kuroda-nagamasa": (2, "firearms", False),
        "hosokawa-tadaoki": (2, "firearms", False),
        "ishida-mitsunari": (1, None, True),
        "kobayakawa-hideaki": (4, None, False),
        "sanada-masayuki": (2, "cavalry", False),
    }


@pytest.mark.rule("9.2")
def test_only_ieyasu_is_a_fatal_block(kessen: Edition) -> None:
    assert [(block.id, block.count) for block in kessen.blocks if block.fatal] == [("ieyasu", 1)]


def test_ten_daimyo(kessen: Edition) -> None:
    daimyo = Counter(block.side for block in kessen.blocks if block.daimyo)
    assert daimyo == {"east": 4, "west": 6}


@pytest.mark.rule("R-31")
def test_decks(kessen: Edition) -> None:
    decks = {
        side: {(card.type, card.bid): 0 for card in kessen.cards if card.side == side}
        for side in ("east", "west")
    }
    for card in kessen.cards:
        decks[card.side][card.type, card.bid] += card.count
    assert decks == {
        "east": {("plain", 2): 30, ("special", 4): 16, ("double", 6): 4, ("loyalty", 8): 5},
        "west": {("plain", 1): 30, ("special", 3): 17, ("double", 5): 5, ("loyalty", 7): 3},
    }


def test_reconstructed_facts_say_so(kessen: Edition) -> None:
    assert {place.id for place in kessen.locations if place.grade == "reconstructed"} == {
        "edo",
        "hakone",
        "osaka",
        "sawayama",
    }
    assert all(place.note for place in kessen.locations if place.grade == "reconstructed")


def test_flags(kessen: Edition) -> None:
    flags = kessen.flags
    assert (flags.weeks, flags.reinforcement_blocks) == (8, (0, 2, 2, 2, 1, 1, 1, 1))
    assert (flags.discard_rounding, flags.special_bonus_per_earlier) == ("down", 1)
    assert (flags.double_and_wildcard, flags.mori_double_brings_two) == ("with-clan-block", True)
    assert (flags.disk_model, flags.disk_leadership, flags.disk_points) == ("destructible-castle", True, 2)
    assert kessen.mori.location == "osaka"


def test_a_corrected_road_is_read(kessen: Edition) -> None:
    corrected = parse(change('a "osaka" "kyoto"', "highway = true", "highway = false")(KESSEN))
    wrong, right = set(kessen.roads) - set(corrected.roads), set(corrected.roads) - set(kessen.roads)
    assert [(road.a, road.b, road.highway) for road in wrong] == [("osaka", "kyoto", True)]
    assert [(road.a, road.b, road.highway) for road in right] == [("osaka", "kyoto", False)]


def test_digest_is_sha256_of_the_text() -> None:
    assert digest("Kōfu") == "c5450cb92f96c079887af2926f759172ca23c66303757adb6893ef412268dfd7"
    assert digest(KESSEN) != digest(KESSEN + "\n")
