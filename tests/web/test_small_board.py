"""The small board beside a game in "My games": what is on it, and what changes it."""

import io
from typing import Any

import pytest
from PIL import Image

from games.drawing.small_board import SMALL_WIDTH, small_board_png
from games.engine.side import EAST
from games.models.seat import Seat
from games.services import play
from tests.drawing.test_board import CROWDED, RULES
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def table() -> Table:
    return Table()


def path(table: Table, side: str) -> str:
    return f"/games/{table.game.public_id}/small.png?as={side}"


def fetched(table: Table, **headers: str) -> Any:
    return signed_in(table.people[EAST]).get(path(table, "east"), headers=headers)


def test_list_shows_the_board_of_each_game_that_has_begun(table: Table) -> None:
    browser = signed_in(table.people[EAST])
    assert path(table, "east") in text(browser.get("/games/"))
    answer = browser.get(path(table, "east"))
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).width == SMALL_WIDTH


def test_board_is_fetched_again_only_when_something_is_new(table: Table) -> None:
    play.mark_seen(seat=table.seat(EAST))
    first = fetched(table)
    assert fetched(table, **{"If-None-Match": first["ETag"]}).status_code == 304
    table.wander_on(3)
    Seat.objects.filter(pk=table.seat(EAST).pk).update(looked_at=1)
    assert fetched(table, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_board_shows_both_sides_the_same_blocks() -> None:
    boards = {small_board_png(RULES, CROWDED.view(side), ()) for side in ("east", "west")}
    assert len(boards) == 1


def test_what_is_new_is_ringed() -> None:
    plain, ringed = (small_board_png(RULES, CROWDED.view(), new) for new in ((), ("tanabe", "no-place")))
    assert plain != ringed
