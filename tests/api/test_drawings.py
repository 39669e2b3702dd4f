"""Drawings through the API: boards that stand alone, and what clients may rely on in them."""

import json
import re
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import msgspec
import pytest

from games import engine
from games.drawing.board import sheet_svg
from games.drawing.layout import SHEETS, WIDE
from games.engine.side import EAST, NOBODY
from games.log import position
from games.rulebook.editions import ruleset
from tests.kit.calling import Caller, Seated, problem_of
from tests.kit.table import Table, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SVG = "{http://www.w3.org/2000/svg}"
USED = re.compile(r'href="([^"]*)"')


def drawn(answer: Any) -> Element:
    """The board that was answered."""
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    return ElementTree.fromstring(answer.content)


def places(board: Element) -> dict[str, Element]:
    """Each location's group, by its id."""
    return {
        group.attrib["data-location"]: group
        for group in board.iter(f"{SVG}g")
        if "data-location" in group.attrib
    }


def stacks(place: Element) -> dict[str, int]:
    """The number on the stack of each side."""
    found = {}
    for group in place.iter(f"{SVG}g"):
        kind, _space, side = group.get("class", "").partition(" of-")
        if kind == "stack":
            (count,) = (text for text in group.iter(f"{SVG}text") if text.get("class") == "count")
            found[side] = int(count.text or "")
    return found


@pytest.mark.parametrize("sheet", SHEETS)
def test_clients_can_rely_on_what_the_guide_says_of_a_board(table: Table, east: Seated, sheet: str) -> None:
    board = drawn(east.get(f"{east.game}board/?sheet={sheet}"))
    printed = Caller().get("editions/kessen/drawings/").json()[sheet]
    assert board.get("class") == f"drawing {sheet}"
    assert board.get("viewBox") == f"0 0 {printed['width']} {printed['height']}"
    seen = engine.view(*position.load(table.game), EAST)["locations"]
    found = places(board)
    assert (
        set(found) == set(printed["locations"]) == {each.id for each in ruleset("kessen").edition.locations}
    )
    for name, place in found.items():
        at = printed["locations"][name]
        assert place.get("class") == "place"
        assert place.get("transform") == f"translate({at['x']} {at['y']})"
        (written,) = (text for text in place.iter(f"{SVG}text") if text.get("class") == "name")
        assert written.text
        forces = {side: seen.get(name, {}).get(side) for side in ("east", "west")}
        assert stacks(place) == {side: force["count"] for side, force in forces.items() if force}


def test_a_board_stands_alone(east: Seated) -> None:
    """It names no other file, and what it refers to is in it."""
    answer = east.get(f"{east.game}board/", Accept="image/svg+xml")
    board, text = drawn(answer), answer.content.decode()
    known = {symbol.attrib["id"] for symbol in board.iter(f"{SVG}symbol")}
    assert {f"#{name}" for name in known} >= set(USED.findall(text)) != set()
    (inks,) = board.iter(f"{SVG}style")
    assert ".sea { fill:" in (inks.text or "")
    assert answer["Content-Security-Policy"].startswith(
        "default-src 'none'; frame-ancestors 'none'; style-src 'sha256-"
    )


def test_each_viewer_is_drawn_what_they_see() -> None:
    table = table_where(lambda state: state.combat is not None)
    east, rules = Seated(table, EAST), position.rules_of(table.game)
    for side, label in ((EAST, "east"), (NOBODY, "public")):
        answer = east.get(f"{east.game}board/?as={label}")
        seen = engine.view(*position.load(table.game), side)
        assert answer.content.decode() == sheet_svg(rules, seen, WIDE, alone=True)
        assert answer["ETag"].startswith(f'"{label}.')
    problem_of(east.get(f"{east.game}board/?as=west"), 404)


def test_a_preview_draws_the_same_board(table: Table, east: Seated) -> None:
    """With crests and land that are in files of the service, and without inks; the rest is the same."""
    body = table.any_action(EAST)
    preview = east.post(f"{east.game}preview/?draw=tall", body).json()["board"]
    board = ElementTree.fromstring(preview)
    assert board.get("class") == "drawing tall"
    assert set(places(board)) == set(places(drawn(east.get(f"{east.game}board/?sheet=tall"))))
    files = {re.split("[?#]", href)[0] for href in USED.findall(preview)}
    assert files == {"/static/mon.svg", "/static/land.svg"}


@pytest.mark.parametrize("query", ["sheet=square", "draw=wide"])
def test_a_sheet_that_there_is_not_is_refused(east: Seated, query: str) -> None:
    problem_of(east.get(f"{east.game}board/?{query}"), 400)


def test_an_edition_brings_all_that_it_is_drawn_with(table: Table) -> None:
    answer = Caller().get("editions/kessen/drawings/")
    told, edition = answer.json(), ruleset("kessen").edition
    assert set(told["blocks"]) == {each.id for each in edition.blocks}
    assert set(told["cards"]) == {each.id for each in edition.cards}
    assert told["roads"] == json.loads(msgspec.json.encode(edition.roads))
    for name, symbol in told["emblems"].items():
        assert ElementTree.fromstring(symbol).attrib["id"] == name
    for drawing in (*told["blocks"].values(), *told["cards"].values()):
        assert ElementTree.fromstring(drawing).tag == f"{SVG}svg"
        assert {href.removeprefix("#") for href in USED.findall(drawing)} <= set(told["emblems"])
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert "Accept-Language" in answer["Vary"]
    digest = table.game.edition_text_id
    again = Caller().get(f"editions/{digest}/drawings/", **{"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    problem_of(Caller().get("editions/nowhere/drawings/"), 404)
