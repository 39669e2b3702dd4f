"""The one way an action gets into a game: what it writes, what it refuses, whom it wakes."""

import hashlib
import json
import threading
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection, connections, transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from games import engine
from games.editions import edition_text
from games.engine.actions import Bid, EndMovement, encode
from games.engine.errors import CorruptLog, EngineError, GameIsOver, Malformed, NotYourDecision
from games.engine.side import EAST, SIDES, WEST, Side
from games.engine.state import MINIMAL
from games.models.edition import EditionText
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat, token_hash
from games.services import lobby, play, record
from games.services.play import Stale, Submitted
from tests.kit.processes import wait_until
from tests.kit.table import EMAILS, Table, do_both_discard, is_window_open, table_where

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


# --- what is stale ---


@pytest.mark.rule("R-07")
def test_two_sealed_bids_from_views_taken_before_either_do_not_disturb_each_other(table: Table) -> None:
    seen = table.version
    table.submit(EAST, version=seen)
    table.submit(WEST, version=seen)
    assert table.version == seen + 2


@pytest.mark.rule("R-07")
def test_the_other_sides_discard_and_draws_do_not_make_mine_stale() -> None:
    table = table_where(do_both_discard)
    seen = table.version
    table.submit(WEST)  # discard, then chance draws
    table.submit(WEST)  # bid
    table.submit(EAST, version=seen)
    assert table.version > seen + 3


def test_my_own_action_makes_my_older_view_stale(table: Table) -> None:
    seen = table.version
    table.submit(EAST)
    again = table.a_bid(EAST)
    with pytest.raises(Stale) as refused:
        table.submit(EAST, again, version=seen)
    assert refused.value.version == seen + 1


def test_each_answer_to_the_same_kind_of_decision_needs_a_view_of_its_own(table: Table) -> None:
    """One may move several stacks, but each from the position the one before it left."""
    table.play_on(until=lambda state: state.level > MINIMAL)
    (asked,) = table.asked()
    seen = table.version
    table.submit(asked, any_move(table, asked))
    assert table.asked() == [asked]
    with pytest.raises(Stale):
        table.submit(asked, any_move(table, asked), version=seen)


def any_move(table: Table, side: Side) -> bytes:
    """One block somewhere quiet; while blocks may still move there is such an answer."""
    routes = [shape for shape in table.options(side).describe()["answers"] if shape["shape"] == "route"]
    source = routes[0]["sources"][0]
    row = next(row for row in source["reach"] if row["size"][0] == 1 and row["meets"] == "nothing")
    action = {"type": "move", "source": source["source"]}
    return json.dumps(action | {"groups": [{"blocks": source["blocks"][:1], "path": row["path"]}]}).encode()


def test_a_view_from_before_the_decision_came_to_me_is_stale(table: Table) -> None:
    asked: list[Side] = table.asked()
    newly: list[Side] = []
    seen = 0
    while not newly:
        seen = table.version
        table.submit(asked[0])
        newly = [side for side in table.asked() if side not in asked]
        asked = table.asked()
    with pytest.raises(Stale):
        table.submit(newly[0], version=seen)
    table.submit(newly[0])


def test_a_version_there_has_not_been_is_stale(table: Table) -> None:
    with pytest.raises(Stale):
        table.submit(EAST, version=table.version + 1)


# --- replay, and the shortcut ---


def test_without_the_shortcut_everything_is_the_same(table: Table) -> None:
    for _turn in range(60):
        cache.clear()
        asked = table.asked()
        if not asked:
            break
        cache.clear()
        table.submit(asked[0])
    remembered = engine.digest(table.state)
    cache.clear()
    assert engine.digest(table.state) == remembered


def test_an_unreadable_shortcut_is_no_shortcut(table: Table) -> None:
    expected = engine.digest(table.state)
    game = table.game
    key = play.position._key(game)  # type: ignore[attr-defined]
    assert cache.get(key)
    cache.set(key, b"\xff not a position")
    assert engine.digest(table.state) == expected


def first_bid(game: Game) -> Entry:
    return Entry.objects.filter(game=game, side=EAST).order_by("seq")[0]


def change_body(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(body=entry.body.replace('"card"', ' "card"'))


def change_side(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(side=WEST)


def change_salt(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(salt=bytes(16))


def drop_last(entry: Entry) -> None:
    Entry.objects.filter(game=entry.game).order_by("-seq")[0].delete()


@pytest.mark.parametrize("change", [change_body, change_side, change_salt, drop_last])
def test_a_record_that_was_tampered_with_is_not_replayed(
    table: Table, change: Callable[[Entry], None]
) -> None:
    table.submit(EAST)
    table.submit(WEST)
    cache.clear()
    engine.digest(table.state)
    change(first_bid(table.game))
    cache.clear()
    with pytest.raises(CorruptLog) as refused:
        play.load(table.game)
    assert refused.value.code == "chain-broken"


def test_a_game_of_rules_this_release_does_not_know_is_not_guessed_at(table: Table) -> None:
    Game.objects.update(revision=99)
    with pytest.raises(CorruptLog, match="unknown-revision"):
        play.load(table.game)


def test_the_chain_starts_from_the_games_own_identity(table: Table) -> None:
    """The same entries under another game's name do not verify."""
    first = Entry.objects.order_by("seq")[0]
    mine, other = table.game, Table(1).game
    salt = bytes(first.salt)
    assert record.link(record.genesis(mine), None, salt, first.body) == bytes(first.chain)
    assert record.link(record.genesis(other), None, salt, first.body) != bytes(first.chain)


# --- whom it wakes ---


@pytest.mark.parametrize("seed", range(3))
def test_one_mail_each_time_the_game_begins_to_wait_for_a_seat(seed: int) -> None:
    table = Table(seed)
    expected = {side: [str(table.version)] for side in SIDES}
    before = set(table.asked())
    while before:
        table.submit(table.asked()[0])
        asked = set(table.asked())
        for side in asked - before:
            expected[side].append(str(table.version))
        before = asked
    for side in SIDES:
        assert [row.occasion for row in table.announced(side)] == expected[side]
    assert len({row.message_id for row in table.all_announced()}) == sum(map(len, expected.values()))


def test_an_open_window_is_a_message_of_its_own_kind() -> None:
    table = table_where(is_window_open)
    (asked,) = table.asked()
    latest = table.announced(asked)[-1]
    assert (latest.kind, latest.occasion) == ("games.window", str(table.version))
    assert {row.kind for row in table.announced(asked)[:-1]} <= {"games.your-phase", "games.window"}
    assert table.announced(asked)[0].kind == "games.your-phase"


def test_the_worker_is_nudged_once_and_only_when_there_is_something_to_send(
    table: Table, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    nudges = set()
    for _action in range(30):
        asked, messages = table.asked(), len(table.all_announced())
        with django_capture_on_commit_callbacks() as after_commit:
            table.submit(asked[0])
        new = len(table.all_announced()) - messages
        assert len(after_commit) == min(new, 1)
        nudges.add(new)
    assert nudges == {0, 1}


def test_a_new_game_that_waits_for_both_nudges_once(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks() as after_commit:
        table = Table()
    assert (len(table.all_announced()), len(after_commit)) == (2, 1)


# --- two at once ---


def at_once(*attempts: Callable[[], Submitted]) -> list[Submitted | Stale]:
    """Run each in a thread and connection of its own; what came of them."""
    outcomes: list[Submitted | Stale] = []

    def attempt(submit: Callable[[], Submitted]) -> None:
        try:
            outcomes.append(submit())
        except Stale as stale:
            outcomes.append(stale)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=attempt, args=(one,)) for one in attempts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return outcomes


@pytest.mark.django_db(transaction=True)
def test_of_the_same_answer_twice_at_once_one_wins_and_one_is_stale(table: Table) -> None:
    seat, seen, action = table.seat(EAST), table.version, table.any_action(EAST)

    def submit() -> Submitted:
        return play.submit(seat=seat, action_body=action, expected_version=seen)

    outcomes = at_once(submit, submit)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Stale", "Submitted"]
    assert {outcome.version for outcome in outcomes} == {seen + 1}
    cache.clear()
    assert engine.pending_for(table.state, EAST) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("R-07")
def test_two_sealed_bids_at_once_both_count(table: Table) -> None:
    seen = table.version

    def bid(side: Side) -> Callable[[], Submitted]:
        seat, action = table.seat(side), table.any_action(side)
        return lambda: play.submit(seat=seat, action_body=action, expected_version=seen)

    outcomes = at_once(bid(EAST), bid(WEST))
    assert sorted(outcome.version for outcome in outcomes) == [seen + 1, seen + 2]
    cache.clear()
    assert len(table.asked()) == 1


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_on_postgresql_the_second_waits_for_the_games_row(table: Table) -> None:
    """Both are held up at the row first, so that neither can have been through before the other began."""
    seat, seen, action = table.seat(EAST), table.version, table.any_action(EAST)
    outcomes: list[Submitted | Stale] = []

    def submit() -> Submitted:
        return play.submit(seat=seat, action_body=action, expected_version=seen)

    both = threading.Thread(target=lambda: outcomes.extend(at_once(submit, submit)))
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=seat.game_id)
        both.start()
        wait_until(lambda: _held_up() == 2, what="two submits waiting for the row")
    both.join(timeout=30)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Stale", "Submitted"]
    assert table.version == seen + 1


def _held_up() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # or a transaction sees the same activity for ever
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])
