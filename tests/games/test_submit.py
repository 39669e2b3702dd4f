"""Submitting actions: what is written, what is refused, and the number of statements."""

import hashlib
import json

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine
from games.engine.actions import Bid, EndMovement, encode
from games.engine.errors import EngineError, GameIsOver, Malformed, NotYourDecision
from games.engine.side import EAST, SIDES, WEST
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.reads.access import Visitor, viewer_of
from games.rulebook.editions import edition_text
from games.services import play
from tests.kit.table import Table, do_both_discard, everything_stored, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay"), pytest.mark.both]

STATEMENTS = 4
"""At most, of one submitted action on PostgreSQL: from finding the token to the commit (S5)."""
OF_THE_TOKEN = 1
"""That many of them are the API's, to find out whose token it is."""


def test_a_new_game_is_bound_to_its_edition_and_its_chance(table: Table) -> None:
    Table(1)
    game = table.game
    assert game.commitment == hashlib.sha256(game.seed).hexdigest()
    assert len(game.seed) == 32
    assert [text.text for text in EditionText.objects.all()] == [edition_text("kessen")]
    assert game.edition_text_id == hashlib.sha256(edition_text("kessen").encode()).hexdigest()


def test_answer_is_that_of_the_own_history(table: Table) -> None:
    while True:
        side = table.asked()[0]
        done = table.submit(side)
        drawn = [each for each in done.events if each["event"] == "cards-drawn"]
        if theirs := [each for each in drawn if each["side"] != side.label]:
            break
    assert all(each["count"] and "cards" not in each for each in theirs)
    assert json.loads(msgspec.json.encode(done.events)) == table.told(side)[-1].events


def test_the_set_up_is_chances_alone_and_both_are_asked(table: Table) -> None:
    assert {entry.side for entry in Entry.objects.all()} == {None}
    assert table.game.length == Entry.objects.count() > 1
    assert [table.version(side) for side in SIDES] == [table.game.version] * 2 == [1, 1]
    assert [table.seat(side).waiting_since for side in SIDES] == [table.seat(EAST).changed_at] * 2


def test_an_action_becomes_an_entry_word_for_word(table: Table) -> None:
    before = table.game.length
    action = table.any_action(EAST)
    done = table.submit(EAST, b"  " + action.replace(b":", b" : "))
    entry = Entry.objects.get(seq=before + 1)
    assert (entry.side, entry.body) == (EAST, action.decode())
    assert done.version == table.version(EAST) == 2
    assert done.events[0] == {"event": "bid-sealed", "side": "east", "wish": None} | {
        key: value for key, value in json.loads(action).items() if key != "type"
    }


def test_the_answer_says_what_is_asked_next(table: Table) -> None:
    assert table.submit(EAST).asked is None
    assert table.submit(WEST).asked == (table.seat(WEST).asked or None)
    assert {table.seat(side).asked for side in SIDES} == {"", *[table.options(table.asked()[0]).decision]}


def test_draws_follow_in_the_same_transaction() -> None:
    table = table_where(do_both_discard)
    before = table.game.length
    table.submit(EAST)
    new = Entry.objects.filter(seq__gt=before).order_by("seq")
    assert [entry.side for entry in new] == [EAST, None, None]
    assert [json.loads(entry.body)["type"] for entry in new] == ["discard", "drawn", "drawn"]


def test_every_entry_has_a_salt_of_its_own(table: Table) -> None:
    table.play_on(until=lambda state: state.week == 2)
    salts = {bytes(entry.salt) for entry in Entry.objects.all()}
    assert len(salts) == Entry.objects.count()
    assert {len(salt) for salt in salts} == {16}


@pytest.mark.parametrize(
    ("action", "error", "code"),
    [
        (b"{", Malformed, "malformed-action"),
        (b'{"type":"drawn","pile":"east-cards","items":[]}', Malformed, "malformed-action"),
        (b'{"type":"resign"}', Malformed, "malformed-action"),
        (b'{"type":"undo"}', Malformed, "malformed-action"),
        (encode(EndMovement()), NotYourDecision, "another-decision"),
        (encode(Bid("no-such-card")), Malformed, "unknown-card"),
    ],
    ids=["not JSON", "chance's part", "not a list's part", "nor this", "another decision", "unknown card"],
)
def test_a_refusal_writes_nothing(table: Table, action: bytes, error: type[EngineError], code: str) -> None:
    before = everything_stored()
    with pytest.raises(error) as refused:
        table.submit(EAST, action)
    assert refused.value.code == code
    assert everything_stored() == before


def test_side_that_is_not_asked_is_refused(table: Table) -> None:
    table.play_on(until=lambda state: len(engine.pending(state)) == 1)
    (asked,) = table.asked()
    with pytest.raises(NotYourDecision):
        table.submit(asked.enemy, encode(EndMovement()))


def test_a_finished_game_says_so_whatever_was_seen(table: Table) -> None:
    table.play_on()
    game, result = table.game, table.state.result
    assert result is not None
    assert (game.status, game.phase, game.victory) == (Game.Status.OVER, "over", result.victory)
    assert game.winner == result.winner
    assert game.ended_at == game.changed_at is not None
    assert [table.seat(side).waiting_since for side in SIDES] == [None, None]
    with pytest.raises(GameIsOver):
        table.submit(EAST, encode(EndMovement()), version=1)


@pytest.mark.parametrize("key", ["", "a key"], ids=["without a key", "with a key"])
def test_an_action_takes_few_statements(table: Table, key: str) -> None:
    """Counted: what goes to the database for access and submit, at a moment when a mail is announced too."""
    table.submit(EAST)
    action, actual = table.any_action(WEST), len(table.all_announced())
    person = table.seat(WEST).player
    public_id = table.game.public_id
    with CaptureQueriesContext(connection) as captured:
        viewer = viewer_of(Visitor(person), public_id)
        assert viewer.seat is not None
        play.submit(
            seat=viewer.seat, bodies=[action], expected_version=viewer.version, key=key, both=viewer.both
        )
    around = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
    statements = [query["sql"] for query in captured.captured_queries if not query["sql"].startswith(around)]
    assert len(table.all_announced()) == actual + 1
    if connection.vendor == "postgresql":
        assert len(statements) == 2 + bool(key), "\n".join(statements)
        assert len(statements) + OF_THE_TOKEN <= STATEMENTS
    else:
        assert len(statements) == 5 + 2 * bool(key), "\n".join(statements)
