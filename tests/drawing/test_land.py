"""The land as a print: true to the places of every edition, and left out where it would not be."""

import re
from xml.etree import ElementTree

import pytest

from games.drawing.board import board_svg, sheet_svg
from games.drawing.land import LAND_FILE
from games.drawing.layout import TALL, WIDE, Point, Sheet, layout
from games.engine.ruleset import Ruleset
from games.rulebook.editions import edition_ids, ruleset
from sekigahara.server.joined_files import joined
from tests.drawing.reading import classes, drawn, sheets
from tests.kit.edition_edits import change, edited
from tests.kit.positions import position

both_sheets = pytest.mark.parametrize("sheet", [WIDE, TALL], ids=["wide", "tall"])
INLAND = ("kyoto", "gifu", "kiso", "matsumoto", "ueda", "suwa", "saku", "takasaki", "kofu", "aizu")
BY_THE_SEA = ("osaka", "wakayama", "anotsu", "kuwana", "edo", "tsuruga", "kanazawa", "niigata", "kumano")


def shapes(sheet: Sheet) -> tuple[list[list[Point]], list[Point]]:
    """The islands and the lake of a sheet."""
    group = next(each for each in ElementTree.parse(LAND_FILE).iter() if each.get("id") == f"{sheet.id}-land")
    coast, lake = (rings(path.attrib["d"]) for path in group)
    return coast, lake[0]


def rings(path: str) -> list[list[Point]]:
    found = []
    for ring in path.split("M")[1:]:
        numbers = [int(number) for number in re.findall(r"-?\d+", ring)]
        at = Point(0, 0)
        corners = []
        for across, down in zip(numbers[::2], numbers[1::2], strict=True):
            at = Point(at.x + across, at.y + down)
            corners.append(at)
        found.append(corners)
    return found


def contains(corners: list[Point], spot: Point) -> bool:
    inside = False
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (one.y > spot.y) != (other.y > spot.y):
            inside ^= spot.x < (other.x - one.x) * (spot.y - one.y) / (other.y - one.y) + one.x
    return inside


def around(spot: Point, distance: int) -> list[Point]:
    near = round(distance * 0.7)
    steps = [(distance, 0), (-distance, 0), (0, distance), (0, -distance)]
    steps += [(x, y) for x in (near, -near) for y in (near, -near)]
    return [Point(spot.x + x, spot.y + y) for x, y in steps]


@both_sheets
def test_every_place_is_on_land_ports_by_the_sea_and_other_towns_inland(sheet: Sheet) -> None:
    places = layout(ruleset("kessen").edition, sheet).places
    islands, lake = shapes(sheet)

    def is_dry(spot: Point) -> bool:
        return any(contains(island, spot) for island in islands)

    for name, at in places.items():
        assert contains(islands[0], at), f"{name} is not on Honshu"
        assert not contains(lake, at), f"{name} is in the lake"
    for name in INLAND:
        assert all(map(is_dry, around(places[name], 40))), f"{name} is by the sea"
    for name in BY_THE_SEA:
        assert not all(is_dry(spot) for far in (20, 40, 60) for spot in around(places[name], far)), name


@both_sheets
def test_the_lake_is_between_kyoto_sawayama_and_tsuruga(sheet: Sheet) -> None:
    places = layout(ruleset("kessen").edition, sheet).places
    _islands, lake = shapes(sheet)
    middle = Point(sum(at.x for at in lake) // len(lake), sum(at.y for at in lake) // len(lake))
    wider = [places["kyoto"], places["sawayama"], places["tsuruga"], places["tanabe"]]
    assert contains(wider, middle)


@pytest.mark.parametrize("edition", edition_ids())
def test_every_edition_is_drawn_on_the_print(edition: str) -> None:
    for sheet, drawing in zip((WIDE, TALL), sheets(printed(ruleset(edition))), strict=True):
        (land,) = [use for use in drawn(drawing, "use") if use.get("class") == "print"]
        assert land.get("href") == f"{joined('land.svg')}#{sheet.id}", (
            "the address that browsers keep for good"
        )
        assert "plain-land" in classes(drawing), "for who likes that more"


def test_an_edition_with_its_places_elsewhere_is_drawn_on_plain_land() -> None:
    for drawing in sheets(printed(edited(change('"oshi", name', "x =  983, y = 596", "x =  976, y = 560")))):
        assert {"land", "shore"} <= classes(drawing)
        assert not {"print", "plain-land"} & classes(drawing)


@both_sheets
def test_a_drawing_for_itself_brings_the_print_along_in_its_colours(sheet: Sheet) -> None:
    alone = sheet_svg(ruleset("kessen"), position("").view(), sheet, alone=True)
    assert "/static/" not in alone
    assert "var(" not in alone
    assert f'id="{sheet.id}-land"' in alone


def printed(rules: Ruleset) -> str:
    return board_svg(rules, position("", rules).view())
