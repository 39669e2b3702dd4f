"""The one way an action gets into a game: what it writes and what it refuses."""

import hashlib
import json

import pytest

from games import engine
from games.editions import edition_text
from games.engine.actions import Bid, EndMovement, encode
from games.engine.errors import EngineError, GameIsOver, Malformed, NotYourDecision
from games.engine.side import EAST, SIDES
from games.models.edition import EditionText
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat, token_hash
from games.services import lobby, play
from tests.kit.table import EMAILS, Table, do_both_discard, table_where

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table()


def everything_stored(game: Game) -> object:
    """What a refusal must leave as it is."""
    seats = list(Seat.objects.filter(game=game).order_by("side").values())
    return (
        list(Entry.objects.filter(game=game).values()),
        seats,
        Game.objects.filter(pk=game.pk).values().get(),
    )


def test_a_new_game_is_bound_to_its_edition_and_its_chance(table: Table) -> None:
    Table(1)
    game = table.game
    assert game.commitment == hashlib.sha256(game.seed).hexdigest()
    assert len(game.seed) == 32
    assert [text.text for text in EditionText.objects.all()] == [edition_text("kessen")]
    assert game.edition_text_id == hashlib.sha256(edition_text("kessen").encode()).hexdigest()


def test_two_games_are_dealt_differently() -> None:
    games = [
        lobby.create(edition="kessen", east_email=EMAILS[0], west_email=EMAILS[1]).game for _ in range(2)
    ]
    assert games[0].public_id != games[1].public_id
    assert games[0].commitment != games[1].commitment
    assert play.load(games[0]).state.hand != play.load(games[1]).state.hand


def test_only_hashes_of_tokens_are_stored(table: Table) -> None:
    stored = [table.seat(side).token_hash for side in SIDES]
    assert stored == [token_hash(token) for token in table.tokens]
    assert len({*stored, *table.tokens}) == 4


def test_the_set_up_is_chances_alone_and_both_are_asked(table: Table) -> None:
    assert {entry.side for entry in Entry.objects.all()} == {None}
    assert table.version == Entry.objects.count() > 0
    assert [table.seat(side).waiting_since for side in SIDES] == [table.version] * 2


def test_an_action_becomes_an_entry_word_for_word(table: Table) -> None:
    before = table.version
    action = table.any_action(EAST)
    done = table.submit(EAST, b"  " + action.replace(b":", b" : "))
    entry = Entry.objects.get(seq=before + 1)
    assert (entry.side, entry.body) == (EAST, action.decode())
    assert done.version == table.version == before + 1
    assert done.events[0] == {"event": "bid-sealed", "side": "east", "wish": None} | {
        key: value for key, value in json.loads(action).items() if key != "type"
    }


def test_what_chance_owes_is_drawn_in_the_same_breath() -> None:
    table = table_where(do_both_discard)
    before = table.version
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
        (encode(EndMovement()), NotYourDecision, "another-decision"),
        (encode(Bid("no-such-card")), Malformed, None),
    ],
    ids=["not JSON", "chance's part", "another decision", "unknown card"],
)
def test_a_refusal_writes_nothing(
    table: Table, action: bytes, error: type[EngineError], code: str | None
) -> None:
    before = everything_stored(table.game)
    with pytest.raises(error) as refused:
        table.submit(EAST, action)
    assert code in {None, refused.value.code}
    assert everything_stored(table.game) == before


def test_who_is_not_asked_is_refused(table: Table) -> None:
    table.play_on(until=lambda state: len(engine.pending(state)) == 1)
    (asked,) = table.asked()
    with pytest.raises(NotYourDecision):
        table.submit(asked.enemy, encode(EndMovement()))


def test_a_finished_game_says_so_whatever_was_seen(table: Table) -> None:
    table.play_on()
    game = table.game
    assert game.is_over
    assert (game.phase, game.victory) == ("over", table.state.result and table.state.result.victory)
    assert [table.seat(side).waiting_since for side in SIDES] == [None, None]
    with pytest.raises(GameIsOver):
        table.submit(EAST, encode(EndMovement()), version=1)
