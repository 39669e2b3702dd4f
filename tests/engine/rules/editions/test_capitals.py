"""Capitals: Kyoto leads West's blocks and Edo East's, in every edition but Kessen [7.3.4], R-39."""

from functools import partial

import pytest

from tests.kit.cases import cases
from tests.kit.editions import editions_where, has_capital
from tests.kit.positions import Table, under

KYOTO = ("kyoto", "ayabe", "himeji")
EDO = ("edo", "oyama", "utsunomiya")
"""Two roads from a capital, one too many without leadership."""
LED = [
    pytest.param(edition, side, path, id=f"{side} in {edition}")
    for side, path in (("west", KYOTO), ("east", EDO))
    for edition in editions_where(partial(has_capital, location=path[0], side=side))
]


def standing(edition: str, side: str, at: str, rest: str = "") -> Table:
    """One block of the side's stands in a location, and it is its movement."""
    block = {"east": "date-two-mon", "west": "ukita-two-mon"}[side]
    far = "east.at.iwaki = 'maeda-two-mon'\nwest.at.wakayama = 'mori-two-mon'"
    return under(edition, f'active = "{side}"\n{side}.at.{at} = "{block}"\n{far}\n{rest}')


@pytest.mark.rule("7.3.4", "R-39")
@pytest.mark.parametrize(("edition", "side", "path"), LED)
def test_a_capital_leads_its_own_side(edition: str, side: str, path: tuple[str, ...]) -> None:
    p = standing(edition, side, path[0], "disks = 'hideyori'")
    p.march(side, *path)
    assert p.told("public", "stack-moved")[0]["leader"] is None
    assert p.count(side, path[-1]) == 1


@pytest.mark.rule("7.3.4")
@pytest.mark.parametrize("edition", ["gmt-2016", "gmt-2011"])
@pytest.mark.parametrize(("side", "path"), [("east", KYOTO), ("west", EDO)])
def test_the_enemys_capital_gives_nothing(edition: str, side: str, path: tuple[str, ...]) -> None:
    """Not even to who controls it."""
    p = standing(edition, side, path[0])
    assert p.control(path[0]) == side
    assert p.march_refused(side, "too-far", *path).parameters["missing"] == 1


@pytest.mark.rule("7.3.4")
def test_kessen_has_no_capitals() -> None:
    """Kyoto leads West's blocks nowhere; Edo leads East's by its castle, while East has that."""
    p = standing("kessen", "west", "kyoto", "disks = 'hideyori'")
    p.march_refused("west", "too-far", *KYOTO)
    p = standing("kessen", "east", "edo")
    p.march("east", *EDO)
    p = standing("kessen", "east", "edo", "west.at.edo = 'mori-two-mon'\nholder.edo = 'west'")
    p.march_refused("east", "too-far", *EDO)


@pytest.mark.rule("R-39", "R-03")
@pytest.mark.parametrize(("side", "path"), [("west", KYOTO), ("east", EDO)])
def test_control_of_the_capital_is_not_needed(side: str, path: tuple[str, ...]) -> None:
    """The enemy passed through and was driven off again, so the resource location is the enemy's still."""
    enemy = "west" if side == "east" else "east"
    p = standing("gmt-2016", side, path[0], f"control.{path[0]} = '{enemy}'")
    p.march(side, *path)
    assert p.count(side, path[-1]) == 1


@pytest.mark.rule("R-39", "R-40")
def test_among_enemies_in_its_capital_a_side_is_led_and_free_to_go() -> None:
    """Base Edo is no castle: East's block there, with two of West's that came first, is not besieged."""
    p = standing("gmt-2016", "east", "edo", "west.at.edo = 'mori-two-mon x2'\nholder.edo = 'west'")
    p.march("east", *EDO)
    assert p.count("east", "utsunomiya") == 1


@pytest.mark.rule("R-10")
@pytest.mark.parametrize("edition", editions_where(partial(has_capital, location="kyoto", side="west")))
def test_a_capital_goes_before_a_daimyo(edition: str) -> None:
    """Ishida at Kyoto is not named for what the capital gives."""
    p = under(
        edition,
        """
        active = "west"
        disks = "hideyori"
        west.at.kyoto = "ishida-mitsunari, ukita-two-mon"
        east.at.edo = "ieyasu"
        """,
    )
    p.march_refused("west", "leader-not-needed", *KYOTO, leader="ishida-mitsunari")
    p.march("west", *KYOTO)
    assert p.known("west", "himeji") == []


@pytest.mark.rule("7.3.3", "7.3.4")
@cases(
    "blocks path force_march missing",
    ("four by highway: three", 4, ("sawayama", "gifu", "iwamura"), None, 0),
    ("a fourth is too far", 4, ("sawayama", "gifu", "iwamura", "kiso"), None, 1),
    ("but for a card", 4, ("sawayama", "gifu", "iwamura", "kiso"), "mori-plain", 0),
    ("five by highway: two", 5, ("sawayama", "gifu", "iwamura"), None, 1),
    ("five do go two", 5, ("sawayama", "gifu"), None, 0),
    ("four by road: two", 4, ("sawayama", "tsuruga"), None, 0),
    ("not three by road", 4, ("sawayama", "tsuruga", "miyazu"), None, 1),
)
def test_a_stack_leaves_kyoto_with_the_capitals_leadership(
    blocks: int, path: tuple[str, ...], force_march: str | None, missing: int
) -> None:
    """One location, and one for the capital, for a whole way by highway, for a card; less one for five."""
    p = under(
        "gmt-2016",
        f"""
        active = "west"
        west.at.kyoto = "mori-two-mon x{blocks}"
        west.hand = "mori-plain"
        east.at.edo = "ieyasu"
        """,
    )
    if missing:
        refusal = p.march_refused("west", "too-far", "kyoto", *path, force_march=force_march)
        assert refusal.parameters["missing"] == missing
    else:
        p.march("west", "kyoto", *path, force_march=force_march)
        assert p.count("west", path[-1]) == blocks


@pytest.mark.rule("R-45", "7.3.4")
def test_kyoto_leads_both_sides_in_the_manual() -> None:
    """The capital leads West's blocks, and Torii's disk East's, as disks do in Kessen."""
    p = standing("manual", "east", "kyoto")
    p.march("east", *KYOTO)
    assert p.count("east", "himeji") == 1
    p = standing("manual", "west", "kyoto")
    p.march("west", *KYOTO)
    assert p.count("west", "himeji") == 1
    p = standing("manual", "east", "kyoto", "disks = 'hideyori, mogami'")
    p.march_refused("east", "too-far", *KYOTO)
