"""Charts of counted things: in proportion, within the drawing, told in words; and circles on the board."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from django.utils.safestring import SafeString

from games.drawing.bars import (
    CHART_WIDTH,
    COLUMNS,
    Bar,
    BarPart,
    Column,
    Share,
    bar_chart,
    column_chart,
    share_chart,
)
from games.drawing.fought import LARGEST, SMALLEST, Fought, fought_svg
from games.rulebook.editions import edition_ids, ruleset
from tests.kit.searches import given, st

SVG = "{http://www.w3.org/2000/svg}"
NAMED = {"name": "some", "title": "Some <things>", "described": "What & how many."}


def rects(chart: SafeString) -> list[dict[str, float]]:
    found = ET.fromstring(chart).iter(f"{SVG}rect")
    return [{name: float(each.get(name, "0")) for name in ("x", "y", "width", "height")} for each in found]


def charts() -> dict[str, SafeString]:
    bars = [Bar("One", "5", (BarPart(3, "east"), BarPart(2, "west"))), Bar("Two", "0", (BarPart(0, "east"),))]
    return {
        "bars": bar_chart(bars, **NAMED),
        "columns": column_chart([Column("1", 0), Column("2", 7)], **NAMED),
        "share": share_chart(Share(540, 443, 634), ("East", "West"), **NAMED),
        "no bars": bar_chart([], **NAMED),
        "no columns": column_chart([], **NAMED),
    }


@pytest.mark.parametrize("kind", charts())
def test_a_chart_says_in_words_what_it_shows(kind: str) -> None:
    chart = ET.fromstring(charts()[kind])
    assert chart.get("role") == "img"
    title, desc = chart.find(f"{SVG}title"), chart.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert (title.text, desc.text) == ("Some <things>", "What & how many.")
    assert (chart.get("aria-labelledby"), chart.get("aria-describedby")) == (title.get("id"), desc.get("id"))


@given(counts=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=12))
def test_bars_are_in_proportion_and_the_longest_fills_the_drawing(counts: list[tuple[int, int]]) -> None:
    bars = [Bar("Bar", "", (BarPart(east, "east"), BarPart(west, "west"))) for east, west in counts]
    drawn = rects(bar_chart(bars, **NAMED))
    most = max(sum(each) for each in counts)
    told = [part for pair in counts for part in pair if part]
    assert len(drawn) == len(told)
    for rect, number in zip(drawn, told, strict=True):
        assert rect["width"] == pytest.approx(number / most * CHART_WIDTH, abs=0.01)
        assert 0 <= rect["x"] <= rect["x"] + rect["width"] <= CHART_WIDTH + 0.02


@given(counts=st.lists(st.integers(0, 10**6), min_size=1, max_size=9))
def test_columns_stand_on_one_foot_side_by_side(counts: list[int]) -> None:
    drawn = rects(column_chart([Column(str(count), count) for count in counts], **NAMED))
    assert len({round(rect["y"] + rect["height"]) for rect in drawn}) == 1
    most = max(counts) or 1
    for rect, count in zip(drawn, counts, strict=True):
        assert rect["height"] == pytest.approx(count / most * COLUMNS, abs=0.01)
    for left, right in pairwise(drawn):
        assert left["x"] + left["width"] < right["x"]
    assert drawn[-1]["x"] + drawn[-1]["width"] <= CHART_WIDTH


@given(share=st.integers(0, 1000))
def test_both_parts_of_a_whole_fill_it(share: int) -> None:
    east, west = rects(
        share_chart(Share(share, max(share - 50, 0), min(share + 50, 1000)), ("", ""), **NAMED)
    )
    assert east["width"] + west["width"] == pytest.approx(CHART_WIDTH, abs=0.02)
    assert east["width"] == pytest.approx(share / 1000 * CHART_WIDTH, abs=0.01)


@pytest.mark.parametrize("edition", edition_ids())
def test_every_place_with_fights_has_a_circle_of_their_area(edition: str) -> None:
    printed = ruleset(edition).edition
    first, second, *_others = (location.id for location in printed.locations)
    fought = {first: Fought(40, "First: 40"), second: Fought(10, "Second: 10"), "nowhere": Fought(90, "")}
    board = ET.fromstring(fought_svg(printed, fought | {"nowhere": Fought(1, "")}, about="Fights"))
    for sheet in board.iter(f"{SVG}svg"):
        circles = [each for each in sheet.iter(f"{SVG}circle") if each.get("class") == "battles"]
        radii = sorted(float(each.get("r", "0")) for each in circles)
        assert radii == [pytest.approx(LARGEST / 2), pytest.approx(LARGEST)]
        told = [each.text for each in sheet.iter(f"{SVG}title")]
        assert sorted(told, key=str) == ["First: 40", "Second: 10"]
        assert sheet.get("aria-label") == "Fights"


def test_one_fight_among_thousands_is_seen_and_a_board_without_fights_is_drawn() -> None:
    printed = ruleset("kessen").edition
    often, once = printed.locations[0].id, printed.locations[1].id
    board = ET.fromstring(fought_svg(printed, {often: Fought(10**4, ""), once: Fought(1, "")}, about=""))
    radii = {
        float(each.get("r", "0")) for each in board.iter(f"{SVG}circle") if each.get("class") == "battles"
    }
    assert min(radii) == pytest.approx(SMALLEST)
    assert "battles" not in fought_svg(printed, {}, about="")
