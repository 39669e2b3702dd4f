"""What disks give: leadership, points, castles [2.2, 7.3.4, 9.1], by `disk_leadership` and `disk_points`."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import under


@pytest.mark.flag("disk_leadership", True)
@pytest.mark.flag("disk_leadership", False)
@pytest.mark.rule("7.3.4", "R-45")
@cases(
    "edition chosen leads",
    ("kessen", "kessen", None, True),
    ("manual, as Kessen", "manual", None, True),
    ("kessen, chosen otherwise", "kessen", False, False),
    ("manual, chosen otherwise", "manual", False, False),
)
def test_mogami_leads_where_disks_lead(edition: str, chosen: bool | None, leads: bool) -> None:
    """Yamagata has a disk of East's, no castle and no capital: a block there goes two roads, or one."""
    flags = {} if chosen is None else {"disk_leadership": chosen}
    p = under(edition, 'east.at.yamagata = "date-two-mon"\nwest.at.himeji = "ukita-two-mon"', **flags)
    if leads:
        p.march("east", "yamagata", "aoba", "soma")
        assert p.count("east", "soma") == 1
    else:
        p.march_refused("east", "too-far", "yamagata", "aoba", "soma")


@pytest.mark.rule("7.3.4")
@pytest.mark.parametrize("disks", ["hideyori, sanada", "hideyori"], ids=["with Sanada", "without"])
def test_the_castle_leads_at_ueda_and_not_sanada(disks: str) -> None:
    """West's blocks there are led whether he stands or not, since the castle is West's."""
    p = under(
        "gmt-2016",
        f"""
        active = "west"
        disks = "{disks}"
        west.at.ueda = "mori-two-mon"
        east.at.edo = "ieyasu"
        """,
    )
    p.march("west", "ueda", "arato", "takeda")
    assert p.count("west", "takeda") == 1


NATURAL = {"gmt-2016": (10, 8), "gmt-2011": (10, 8), "kessen": (14, 10), "manual": (14, 10)}
"""An empty board: two points for each castle, and two for each disk where disks count."""


@pytest.mark.flag("disk_points", 0)
@pytest.mark.flag("disk_points", 2)
@pytest.mark.rule("2.2", "9.1", "R-34")
@pytest.mark.parametrize(
    ("edition", "chosen", "expected"),
    [
        *(pytest.param(edition, None, points, id=edition) for edition, points in NATURAL.items()),
        pytest.param("gmt-2016", 2, (10, 12), id="gmt-2016, chosen to count: both are West's"),
        pytest.param("kessen", 0, (10, 8), id="kessen, chosen not to count"),
        pytest.param("manual", 0, (10, 8), id="manual, chosen not to count"),
    ],
)
def test_disks_score_as_the_edition_says(edition: str, chosen: int | None, expected: tuple[int, int]) -> None:
    flags = {} if chosen is None else {"disk_points": chosen}
    weeks = 7 if edition.startswith("gmt") else 8
    p = under(edition, f'pending = "end-game"\nweek = {weeks}', **flags)
    [told] = p.story("public", "game-over")
    assert (told["east"], told["west"]) == expected


@pytest.mark.rule("4.3", "R-35")
def test_a_castle_that_only_sanada_holds_counts_for_west() -> None:
    """East stands round Ueda with three blocks: five castles to four at the start of the week, as before."""
    p = under("gmt-2016", 'pending = "begin-week"\nweek = 3\neast.at.ueda = "date-two-mon x3"')
    assert p.story(kind="week-began")[0]["castles"] == [5, 4]
    p = under("gmt-2016", 'pending = "begin-week"\nweek = 3\neast.at.ueda = "ieyasu"\ndisks = "hideyori"')
    assert p.story(kind="week-began")[0]["castles"] == [6, 3], "it has fallen, and is East's"
