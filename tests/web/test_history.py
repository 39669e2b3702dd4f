"""The history page of a game, and its record as a file."""

import hashlib
import json
import re
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.side import EAST, WEST
from games.services import play
from tests.kit.table import Table, on_the_march, table_where
from tests.web.browsers import address, by_link, signed_in, text

pytestmark = pytest.mark.django_db


def story(browser: Client, table: Table, query: str = "") -> str:
    response = browser.get(f"{address(table.seat(EAST))}history/{query}")
    assert response.status_code == 200
    return text(response)


def record(browser: Client, table: Table) -> dict[str, Any]:
    response = browser.get(f"{address(table.seat(EAST))}record.json")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    name = f'attachment; filename="sekigahara-{table.game.public_id}.json"'
    assert response["Content-Disposition"] == name
    answer_page: dict[str, Any] = json.loads(response.content)
    return answer_page


def test_the_story_is_told_to_each_as_they_could_see_it() -> None:
    table = Table(is_public=True)
    table.submit(EAST, table.a_bid(EAST))
    east, west, public = (
        story(browser, table) for browser in (signed_in(table.people[0]), by_link(table.seat(WEST)), Client())
    )
    assert "West drew 5 cards." in east
    assert "East drew 5 cards." in west
    assert "East drew 5 cards." in public
    assert "West drew 5 cards." in public
    assert "East drew 5 cards." not in east, "it reads which"


def test_undone_actions_are_struck_out_in_the_story() -> None:
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    browser = signed_in(table.people[side])
    assert "<del>" not in story(browser, table)
    table.undo(side)
    page = story(browser, table)
    (struck,) = re.findall(r"<del>(.*?)</del>", page, re.DOTALL)
    assert "moved" in struck or "marched" in struck
    assert "Taken back:" in page


def test_a_time_is_said_once_for_all_that_happened_at_it() -> None:
    with time_machine.travel(datetime(2026, 5, 1, 12, 0, tzinfo=UTC), tick=False):
        table, side = on_the_march()
        table.submit(side, table.a_quiet_move(side))
    with time_machine.travel(datetime(2026, 5, 1, 12, 1, tzinfo=UTC), tick=False):
        table.submit(side, table.a_quiet_move(side))
    last = story(signed_in(table.people[side]), table).split("<h3>")[-1]
    assert re.findall(r"<time [^>]*>(.*?)</time>", last) == ["1 May 2026, 12:00", "1 May 2026, 12:01"]
    assert last.count('<div class="entry">') == 3, "the level, and two moves"


def test_the_newest_is_one_tap_away() -> None:
    table = Table()
    page = story(signed_in(table.people[EAST]), table)
    assert 'href="#latest"' in page
    assert f'href="/rules/?edition={table.game.edition_text_id}"' in page
    assert page.count('id="latest"') == 1


def test_while_a_game_runs_the_record_holds_what_its_reader_may_know() -> None:
    table = Table(is_public=True)
    whole = record(signed_in(table.people[EAST]), table)
    assert (whole["complete"], whole["viewer"]) == (False, "east")
    assert "seed" not in whole
    assert "entries" not in whole
    assert whole["view"] == json.loads(msgspec.json.encode(table.view(EAST)))
    public = record(Client(), table)
    assert public["viewer"] == "public"
    assert "mine" not in public["view"]


def test_a_finished_record_holds_everything_and_can_be_checked() -> None:
    table = Table(is_public=True)
    play.resign(seat=table.seat(EAST))
    records = [record(browser, table) for browser in (signed_in(table.people[EAST]), Client())]
    assert records[0] == records[1]
    whole = records[0]
    assert whole["complete"]
    assert hashlib.sha256(bytes.fromhex(whole["seed"])).hexdigest() == whole["commitment"]
    assert whole["winner"] == "west"
    assert whole["entries"]


def test_a_finished_story_says_what_the_record_is_good_for() -> None:
    table = Table()
    browser = signed_in(table.people[EAST])
    assert "contain what you may know" in story(browser, table)
    play.resign(seat=table.seat(EAST))
    page = story(browser, table)
    assert "can check every draw" in page
    assert "East resigned; West won." in page


def test_finished_story_is_rendered_once_for_each_reader() -> None:
    table = table_where(lambda state: state.week >= 2)
    play.resign(seat=table.seat(EAST))
    browsers = [signed_in(table.people[side]) for side in (EAST, WEST)]
    first = [story(browser, table) for browser in browsers]
    assert first[0] != first[1]
    with CaptureQueriesContext(connection) as asked:
        again = [story(browser, table) for browser in browsers]
    assert not [query["sql"] for query in asked if "games_entry" in query["sql"]]
    assert again == first
