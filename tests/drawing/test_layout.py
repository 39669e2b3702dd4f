"""The layout of both sheets: everything has room, nothing crosses, names cover nothing."""

from itertools import combinations

import pytest

from games.drawing.labels import Box, Ground, footprints, marks, nearest_other
from games.drawing.layout import TALL, WIDE, Point, Sheet, layout, outline
from games.engine.edition_data import Edition
from games.rulebook.editions import edition_ids, ruleset
from tests.kit.edition_edits import change, edited, remove

KESSEN = ruleset("kessen").edition
EDITIONS = [ruleset(edition).edition for edition in edition_ids()]
every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
both_sheets = pytest.mark.parametrize("sheet", [WIDE, TALL], ids=["wide", "tall"])


def left_of(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def crosses(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    (a, b), (c, d) = one, other
    return left_of(a, b, c) * left_of(a, b, d) < 0 and left_of(c, d, a) * left_of(c, d, b) < 0


@every_edition
@both_sheets
def test_each_place_has_the_room_it_needs(sheet: Sheet, edition: Edition) -> None:
    places = layout(edition, sheet).places
    for (one, at), (other, there) in combinations(places.items(), 2):
        apart = ((at.x - there.x) / sheet.room_x) ** 2 + ((at.y - there.y) / sheet.room_y) ** 2
        assert apart > 0.96, f"{one} and {other} are too close"


@every_edition
@both_sheets
def test_signs_at_a_place_cover_no_other_place(sheet: Sheet, edition: Edition) -> None:
    drawn = layout(edition, sheet)
    for (one, box), (other, there) in combinations(footprints(Ground.of(edition), drawn.places).items(), 2):
        assert box.shared(there) < 350, f"{one} reaches over {other}"


@every_edition
@both_sheets
def test_no_name_covers_another_name_or_leaves_the_sheet(sheet: Sheet, edition: Edition) -> None:
    drawn = layout(edition, sheet)
    page = Box(0, 0, drawn.width, drawn.height)
    for (one, label), (other, there) in combinations(drawn.names.items(), 2):
        assert not label.room.shared(there.room), f"{one} covers {other}"
    for name, label in drawn.names.items():
        whole = (label.box.right - label.box.left) * (label.box.bottom - label.box.top)
        assert label.box.shared(page) == pytest.approx(whole), f"{name} is cut off"


@every_edition
@both_sheets
def test_no_name_covers_what_stands_at_another_place(sheet: Sheet, edition: Edition) -> None:
    drawn = layout(edition, sheet)
    taken = footprints(Ground.of(edition), drawn.places)
    for name, label in drawn.names.items():
        for other, box in taken.items():
            assert name == other or not label.room.shared(box), f"{name} is written over {other}"


@every_edition
@both_sheets
def test_every_name_is_nearest_to_its_own_place_and_covers_nothing_there(
    sheet: Sheet, edition: Edition
) -> None:
    """Nearest to what is printed there, also where blocks have come to every other place."""
    drawn = layout(edition, sheet)
    printed = marks(Ground.of(edition), drawn.places)
    for name, label in drawn.names.items():
        own = min(map(label.box.gap, printed[name]))
        assert 0 < own < nearest_other(label.box, name, printed, drawn.places), name


@every_edition
@both_sheets
def test_moving_places_apart_makes_no_roads_cross(sheet: Sheet, edition: Edition) -> None:
    places = layout(edition, sheet).places
    roads = [(places[road.a], places[road.b]) for road in edition.roads]
    assert not [pair for pair in combinations(roads, 2) if crosses(*pair)]


def test_the_east_end_hangs_at_the_top_of_the_tall_sheet() -> None:
    wide, tall = layout(KESSEN, WIDE).places, layout(KESSEN, TALL).places
    assert wide["osaka"].x < wide["edo"].x < wide["aoba"].x
    assert tall["osaka"].y > tall["edo"].y > tall["aoba"].y
    assert tall["edo"].x > tall["kanazawa"].x, "the northern sea is on the left"


@both_sheets
def test_plain_land_holds_every_place(sheet: Sheet) -> None:
    drawn = layout(KESSEN, sheet)
    shore = outline(KESSEN, drawn)
    assert set(shore) <= set(drawn.places.values())
    assert {drawn.places[name] for name in ("himeji", "yamagata", "edo", "kumano")} <= set(shore)
    assert drawn.places["ueda"] not in shore, "it lies inland"


def test_places_at_the_end_of_a_road_are_on_the_shore_and_the_walk_comes_back() -> None:
    rules = edited(remove('"soma" "iwaki"'))
    drawn = layout(rules.edition, WIDE)
    shore = outline(rules.edition, drawn)
    assert {drawn.places["iwaki"], drawn.places["soma"]} <= set(shore)
    assert shore.count(drawn.places["mito"]) == 2, "out to the end and back"


def test_the_walk_goes_on_when_it_only_passes_where_it_began() -> None:
    """The westernmost place has a road to a dead end besides the one to all the others."""
    rules = edited(remove('"kumano" "anotsu"'))
    drawn = layout(rules.edition, WIDE)
    assert min(drawn.places.values()) == drawn.places["kii-tanabe"]
    assert {drawn.places[name] for name in ("kumano", "edo", "himeji")} <= set(outline(rules.edition, drawn))


def test_rules_chosen_for_a_game_move_nothing() -> None:
    assert layout(ruleset("kessen", {"disk_points": 0}).edition, WIDE) is layout(KESSEN, WIDE)


def test_places_printed_on_one_another_are_still_drawn_apart() -> None:
    rules = edited(change('"oshi", name', "x =  983, y = 596", "x =  976, y = 708"))
    places = layout(rules.edition, WIDE).places
    assert abs(places["oshi"].x - places["edo"].x) + abs(places["oshi"].y - places["edo"].y) > 60
