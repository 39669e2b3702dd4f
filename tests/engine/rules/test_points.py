"""Points after the last week [2.2, 9.1], R-33, R-34."""

import pytest

from tests.kit.cases import cases
from tests.kit.edition_edits import change, edited
from tests.kit.positions import Table, position

NATURAL = (14, 10)
"""An empty board: East's five castles and two disks, West's four castles and one disk."""


def scored(text: str) -> Table:
    """The position counted after the last week."""
    return position(f'pending = "end-game"\nweek = 8\n{text}')


def points(p: Table) -> tuple[int, int]:
    [told] = p.story("public", "game-over")
    return told["east"], told["west"]


@pytest.mark.rule("2.2", "9.1")
@cases(
    "pieces expected",
    ("castles and disks alone", "", NATURAL),
    ("a resource location is one point", "control.kiso = 'east'", (15, 10)),
    ("a castle is two points", "east.at.gifu = 'ieyasu'", (16, 8)),
    ("a besieged castle is its owner's", "east.at.gifu = 'ieyasu'\nwest.at.gifu = 'mori-two-mon'", NATURAL),
    (
        "besieged Edo: castle East's, place West's",
        "east.at.edo = 'ieyasu'\nwest.at.edo = 'mori-two-mon x2'",
        (14, 11),
    ),
    ("blocks score none", "east.at.kiso = 'ieyasu'\neast.at.suwa = 'ii-naomasa'", (15, 10)),
)
def test_points(pieces: str, expected: tuple[int, int]) -> None:
    p = scored(pieces)
    assert points(p) == expected
    assert p.over == ("east", "points")


@pytest.mark.rule("9.1")
@pytest.mark.parametrize(
    ("disks", "expected"),
    [
        ("hideyori, torii, mogami", (14, 10)),
        ("hideyori, torii", (12, 10)),
        ("hideyori, mogami", (12, 10)),
        ("hideyori", (10, 10)),
    ],
)
def test_a_disk_that_survives_is_two_points(disks: str, expected: tuple[int, int]) -> None:
    assert points(scored(f'disks = "{disks}"')) == expected


@pytest.mark.rule("R-34")
def test_a_disk_scores_for_its_own_side_whoever_holds_the_place() -> None:
    """West lies before Torii at Kyoto with eight blocks: the resource is West's, Torii's points East's."""
    p = scored("west.at.kyoto = 'mori-two-mon x4, ukita-two-mon x3, mori-daimyo'\ncontrol.kyoto = 'west'")
    assert points(p) == (14, 11)


@pytest.mark.rule("R-33")
def test_osaka_scores_castle_and_disk() -> None:
    """Without a castle at Osaka West would have two points less, and without Hideyori two less again."""
    bare = edited(change('name = "Osaka"', 'castle = "west",', ""))
    p = position('pending = "end-game"\nweek = 8', bare)
    assert points(p) == (14, 8)
    assert points(scored("")) == (14, 10)


@pytest.mark.rule("2.2")
@cases(
    "resources over",
    ("13 to 14", 3, ("east", "points")),
    ("14 all is West's", 4, ("west", "points-tie")),
    ("15 to 14", 5, ("west", "points")),
)
def test_most_points_win_and_a_tie_is_wests(resources: int, over: tuple[str, str]) -> None:
    taken = ("kiso", "takeda", "niigata", "kuwana", "tsuruga")[:resources]
    p = scored("[control]\n" + "\n".join(f"{name} = 'west'" for name in taken))
    assert points(p) == (14, 10 + resources)
    assert p.over == over
    assert p.view("east")["result"] == {
        "winner": over[0],
        "victory": over[1],
        "points": {"east": 14, "west": 10 + resources},
    }


@pytest.mark.rule("6.4", "2.2")
def test_the_last_combats_are_fought_before_the_points_are_counted() -> None:
    """In the last movement of the game East steps into Gifu. It is fought over first, and then counted."""
    p = position(
        """
        week = 8
        turn = "B"
        first = "west"
        east.at.kiyosu = "fukushima-daimyo, fukushima-two-mon x2"
        west.at.gifu = "mori-two-mon"
        """
    )
    p.march("east", "kiyosu", "gifu")
    assert p.pending == [("west", "stance")]
    p.play("west", "stance", inside=False)
    p.play("east", "deploy", blocks="fukushima-daimyo")
    while p.over is None:
        p.play(p.pending[0][0], "finish")
    assert p.blocks("west", "lost") == ["mori-two-mon"]
    assert points(p) == (16, 8), "Gifu counts for East"
