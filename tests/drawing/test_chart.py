"""The chart of a rating: all of it is within the drawing; equal input gives equal bytes."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest

from games.drawing.chart import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Dot, rating_chart
from tests.kit.searches import given, st

SVG = "{http://www.w3.org/2000/svg}"
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
ENDS = ("January 1", "March 1")


def chart(dots: list[Dot], title: str = "A rating") -> ET.Element:
    return ET.fromstring(rating_chart(dots, title=title, described="It rose.", ends=ENDS))


def dot(days: float, points: float, spread: float = 70) -> Dot:
    return Dot(BEGIN + timedelta(days=days), points, spread)


@given(
    numbers=st.lists(
        st.tuples(st.floats(0, 2000), st.floats(0, 3000), st.floats(30, 350)), min_size=1, max_size=30
    )
)
def test_everything_is_within_the_drawing(numbers: list[tuple[float, float, float]]) -> None:
    drawn = chart([dot(*each) for each in sorted(numbers)])
    for place in drawn.iter(f"{SVG}circle"):
        assert LEFT <= float(place.get("cx", "")) <= RIGHT
        assert TOP <= float(place.get("cy", "")) <= BOTTOM
    for line in (*drawn.iter(f"{SVG}polyline"), *drawn.iter(f"{SVG}polygon")):
        for pair in (line.get("points") or "").split():
            x, y = (float(number) for number in pair.split(","))
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
    lines = [int(text.text or "") for text in drawn.iter(f"{SVG}text") if text.text not in ENDS]
    assert 2 <= len(lines) <= 6
    assert len(set(lines)) == len(lines)


def test_better_is_higher_and_later_is_further_right() -> None:
    low, high = chart([dot(0, 1500), dot(10, 1600)]).iter(f"{SVG}circle")
    assert float(high.get("cy", "")) < float(low.get("cy", ""))
    assert float(high.get("cx", "")) > float(low.get("cx", ""))


@pytest.mark.parametrize("dots", [[dot(0, 1500)], [dot(0, 1500), dot(0, 1500)]], ids=["one", "one moment"])
def test_a_single_moment_has_a_chart_too(dots: list[Dot]) -> None:
    assert len(list(chart(dots).iter(f"{SVG}circle"))) == len(dots)


def test_markup_in_a_name_stays_text() -> None:
    drawn = chart([dot(0, 1500)], title="<script>&")
    assert drawn.findtext(f"{SVG}title") == "<script>&"
    assert not list(drawn.iter(f"{SVG}script"))


def test_equal_input_gives_equal_bytes() -> None:
    told = [
        rating_chart([dot(0, 1500), dot(3, 1512.345)], title="A", described="B", ends=ENDS) for _ in range(2)
    ]
    assert told[0] == told[1]


def test_many_dots_are_small_enough_to_be_told_apart() -> None:
    few, many = (chart([dot(day, 1500 + day) for day in range(count)]) for count in (50, 200))
    assert {each.get("r") for each in few.iter(f"{SVG}circle")} != {
        each.get("r") for each in many.iter(f"{SVG}circle")
    }
    assert len(list(many.iter(f"{SVG}circle"))) == 200
