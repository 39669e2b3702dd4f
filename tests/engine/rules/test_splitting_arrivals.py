"""Groups of one move that meet at an enemy by three roads: who counts when, and who goes on (R-09, R-13).

The printed board hardly lets three groups of one stack meet; two short cuts about Kyoto make room for it.
"""

from functools import cache
from typing import Any

import pytest

from games.engine import Ruleset
from tests.kit.cases import cases
from tests.kit.edition_edits import add, edited, remove
from tests.kit.positions import Table, position

TWELVE = "tokugawa-two-mon x6, tokugawa-three-mon x4, tokugawa-cavalry x2"


@cache
def short_cuts() -> Ruleset:
    """Highways from Minakuchi to Osaka and to Sawayama."""
    return edited(
        remove('a "iwaki" b "mito"'),
        add("roads", '{ a = "osaka", b = "minakuchi", highway = true, grade = "reconstructed" }'),
        add("roads", '{ a = "sawayama", b = "minakuchi", highway = true, grade = "reconstructed" }'),
    )


def at_minakuchi(disks: str, enemies: str = "ukita-two-mon x3, otani-two-mon") -> Table:
    """A large East stack under Ieyasu, and West at Kyoto, where roads lead from three sides."""
    return position(
        f"""
        disks = "{disks}"
        east.at.minakuchi = "ieyasu, {TWELVE}, date-two-mon x4, maeda-two-mon"
        east.hand = "date-plain x2"
        west.at.kyoto = "{enemies}"
        """,
        short_cuts(),
    )


def groups(going_on: str) -> list[dict[str, Any]]:
    """One block straight to Kyoto, twelve by Sawayama, and some by Osaka who go on to Ayabe."""
    return [
        {"blocks": ["maeda-two-mon"], "path": ["kyoto"]},
        {"blocks": TWELVE.split(", "), "path": ["sawayama", "kyoto"], "force_march": "date-plain"},
        {"blocks": [going_on], "path": ["osaka", "kyoto", "ayabe"], "force_march": "date-plain"},
    ]


@pytest.mark.rule("R-09", "R-12", "R-13", "7.4.3")
@cases(
    "disks going_on lost",
    ("the first is swept away: fifteen are too few", "", "date-two-mon x3", None),
    ("the first is swept away: sixteen without it", "", "date-two-mon x4", 1),
    ("the first lives by the disk: sixteen with it", "torii", "date-two-mon x3", 0),
)
def test_r_13_who_was_swept_away_does_not_count(disks: str, going_on: str, lost: int | None) -> None:
    """Four enemies at Kyoto: the last group overruns them, and goes on, if sixteen are there by then."""
    p = at_minakuchi(disks)
    move = {"source": "minakuchi", "leader": "ieyasu", "groups": groups(going_on)}
    if lost is None:
        assert p.refuses("east", "must-stop", "move", **move).parameters == {"location": "kyoto"}
        return
    p.play("east", "move", **move)
    assert (p.count("east", "lost"), p.count("west", "lost")) == (lost, 4)
    assert (p.count("east", "kyoto"), p.count("east", "ayabe")) == (13 - lost, int(going_on[-1]))


@pytest.mark.rule("R-09", "7.4.2")
def test_7_4_2_who_comes_after_an_overrun_meets_nobody() -> None:
    """Four sweep the lone enemy at Kyoto away and go on; one who comes later goes on as well."""
    p = at_minakuchi("hideyori", "ukita-two-mon")
    four = {"blocks": ["date-two-mon x4"], "path": ["kyoto", "osaka"]}
    one = {"blocks": ["maeda-two-mon"], "path": ["sawayama", "kyoto", "ayabe"], "force_march": "date-plain"}
    p.play("east", "move", source="minakuchi", leader="ieyasu", groups=[four, one])
    assert p.blocks("west", "lost") == ["ukita-two-mon"]
    assert (p.count("east", "osaka"), p.blocks("east", "ayabe")) == (4, ["maeda-two-mon"])
    assert p.count("east", "kyoto") == 0


@pytest.mark.rule("7.3.1", "7.3.2")
def test_7_3_2_who_comes_round_is_not_counted_twice() -> None:
    """Two of three who face an enemy at Kyoto go round in a ring: back there, three again, they stop."""
    p = position(
        """
        disks = "hideyori"
        active = "west"
        west.at.kyoto = "ishida-mitsunari, ukita-two-mon x2"
        west.hand = "mori-plain"
        east.at.kyoto = "date-two-mon"
        """,
        short_cuts(),
    )
    ring = ["osaka", "minakuchi", "kyoto"]
    blocks = ["ukita-two-mon x2"]
    fourth = {"blocks": blocks, "path": [*ring, "sawayama"], "force_march": "mori-plain"}
    p.refuses("west", "must-stop", "move", source="kyoto", leader="ishida-mitsunari", groups=[fourth])
    third = {"blocks": blocks, "path": ring}
    p.play("west", "move", source="kyoto", leader="ishida-mitsunari", groups=[third])
    assert p.count("west", "kyoto") == 3
    assert p.count("east", "kyoto") == 1
