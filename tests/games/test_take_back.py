"""Taking back by consent: who may ask and agree, what is stored and told, and what becomes of the game."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games import engine, story
from games.engine.actions import EndMovement, Undo, encode
from games.engine.errors import Illegal
from games.engine.side import EAST, SIDES, WEST, Side
from games.engine.state import State
from games.log import portable, verification
from games.log.position import rules_of
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat
from games.notices import consent, turns
from games.reads import briefing, chronicle
from games.services import lobby, play, repair, take_back
from games.services.pausing import agree, ask
from games.services.take_back import TAKE_BACK, ask_or_agree, can_be_asked_for, is_asked_by
from games.services.waiting import YOUR_PHASE
from sekigahara.errors.exceptions import Conflict, Stale, Unacceptable
from tests.factories.games import GameFactory
from tests.kit.table import Table, is_asked, on_the_march, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]


def may_end_the_turn(state: State) -> bool:
    return is_asked("movement")(state) and not any(state.origin) and state.active == state.first


def passed_on(terms: lobby.Terms | None = None) -> tuple[Table, Side]:
    """A game in which a side has just ended its turn, after a move; and that side."""
    table = table_where(may_end_the_turn, terms=terms)
    (side,) = table.asked()
    table.submit(side, encode(EndMovement()))
    assert table.asked() == [side.enemy]
    return table, side


def do(table: Table, side: Side) -> bool:
    """Ask or agree. Return whether an action was taken back."""
    seat = table.seat(side)
    return ask_or_agree(seat=seat, expected_version=seat.version).version != seat.version


def may_ask(table: Table, side: Side) -> bool:
    both = [table.seat(each) for each in SIDES]
    return can_be_asked_for(both[side], both[side.enemy])


def seen_by_all(table: Table) -> list[object]:
    return [table.view(viewer) for viewer in (*SIDES, -1)]


def test_action_is_taken_back_once_the_other_agrees() -> None:
    table = table_where(may_end_the_turn)
    (side,) = table.asked()
    before = seen_by_all(table), engine.digest(table.state)
    table.submit(side, encode(EndMovement()))
    assert may_ask(table, side)
    assert not may_ask(table, side.enemy)
    versions = [table.version(viewer) for viewer in (*SIDES, -1)]
    assert do(table, side) is False
    assert is_asked_by(table.seat(side))
    assert [table.version(viewer) for viewer in (*SIDES, -1)] == versions
    assert do(table, side.enemy) is True
    assert (seen_by_all(table), engine.digest(table.state)) == before
    assert table.seat(side).asked == "movement"
    assert table.seat(side.enemy).asked == ""
    assert not any(is_asked_by(table.seat(each)) for each in SIDES)
    latest = Entry.objects.filter(game=table.game).latest("seq")
    assert (latest.side, latest.body) == (side, encode(Undo(agreed=True)).decode())
    assert repair.first_difference(table.game.public_id) is None


def test_its_side_goes_on_undoing_and_everybody_is_told_of_the_consent() -> None:
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    table.submit(side, encode(EndMovement()))
    do(table, side)
    do(table, side.enemy)
    assert table.seat(side).can_undo
    table.undo(side)
    for viewer in (*SIDES, -1):
        agreed, alone = chronicle.changes_seen(table.game, viewer)[-2:]
        assert (agreed.type, agreed.agreed) == ("undo", True)
        assert (alone.type, bool(alone.agreed)) == ("undo", False)
        [told] = briefing.sentences_on(story.Names(rules_of(table.game)), agreed)
        assert told == f"{side.label.title()} took back its latest action with the consent of the other side."


def test_request_stands_until_its_player_sees_anything_else() -> None:
    table, side = passed_on()
    do(table, side)
    assert do(table, side) is False, "repeating it changes nothing"
    assert [row.kind for row in table.announced(side.enemy)].count(TAKE_BACK) == 1
    table.submit(side.enemy)
    assert not is_asked_by(table.seat(side))
    assert not may_ask(table, side)
    with pytest.raises(Conflict, match="nothing-to-take-back"):
        do(table, side)


def test_same_key_asks_and_agrees_once_and_is_no_key_for_anything_else() -> None:
    table, side = passed_on()
    answers: dict[Side, list[play.Done]] = {side: [], side.enemy: []}
    for each in (side, side.enemy):
        seat = table.seat(each)
        for _time in range(2):
            answers[each].append(ask_or_agree(seat=seat, expected_version=seat.version, key="k"))
    assert all(first == second for first, second in answers.values())
    assert Entry.objects.filter(game=table.game, body=encode(Undo(agreed=True)).decode()).count() == 1
    assert [row.kind for row in table.announced(side.enemy)].count(TAKE_BACK) == 1
    with pytest.raises(Unacceptable, match="idempotency-key-reused"):
        table.undo(side, key="k")


def test_who_agrees_from_an_older_page_agrees_to_nothing() -> None:
    table, side = passed_on()
    do(table, side)
    for each in SIDES:
        with pytest.raises(Stale):
            ask_or_agree(seat=table.seat(each), expected_version=table.version(each) - 1)
    assert is_asked_by(table.seat(side))


def test_who_has_acted_unseen_agrees_too_late_and_the_other_is_told_nothing() -> None:
    """By the rules of today nobody can, so the request is made to stand where something else happened."""
    table, side = passed_on()
    table.submit(side.enemy)
    Seat.objects.filter(pk=table.seat(side).pk).update(take_back_asked=table.version(side))
    assert is_asked_by(table.seat(side))
    before = table.game.length
    with pytest.raises(Conflict, match="too-late-to-take-back"):
        do(table, side.enemy)
    assert table.game.length == before
    assert is_asked_by(table.seat(side))


def paused(table: Table) -> None:
    ask(seat=table.seat(EAST), days=3)
    agree(seat=table.seat(WEST))


REFUSALS: dict[str, tuple[Callable[[Table, Side], object], str]] = {
    "paused": (lambda table, _side: paused(table), "paused"),
    "over": (lambda table, side: play.resign(seat=table.seat(side)), "not-running"),
    "frozen": (
        lambda table, _side: Game.objects.filter(pk=table.game.pk).update(
            frozen_at=datetime(2026, 3, 6, tzinfo=UTC)
        ),
        "frozen",
    ),
    "left": (
        lambda table, side: Seat.objects.filter(pk=table.seat(side.enemy).pk).update(player=None),
        "no-take-back",
    ),
}


@pytest.mark.parametrize(("happens", "code"), REFUSALS.values(), ids=REFUSALS)
def test_nobody_asks_in_a_game_that_does_not_go_on_between_two_people(
    happens: Callable[[Table, Side], object], code: str
) -> None:
    table, side = passed_on(lobby.Terms(pace=3))
    happens(table, side)
    with pytest.raises(Exception, match=code):
        do(table, side)
    Game.objects.filter(pk=table.game.pk).update(frozen_at=None)


def test_computer_players_agree_to_nothing() -> None:
    game = GameFactory.create(opponent=lobby.Computer("random"))
    seat = Seat.objects.select_related("game").get(game=game, computer="")
    with pytest.raises(Conflict, match="no-take-back"):
        ask_or_agree(seat=seat, expected_version=seat.version)


def test_against_oneself_it_is_taken_back_at_once_and_nobody_is_mailed() -> None:
    table, side = passed_on()
    Seat.objects.filter(game=table.game).update(player=table.people[EAST])
    mails = len(table.all_announced())
    assert do(table, side) is True
    assert table.asked() == [side]
    assert len(table.all_announced()) == mails


def test_nobody_asks_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(take_back, "MOST_UNDOS", 2)
    table, side = passed_on()
    for _ in range(2):
        do(table, side)
        do(table, side.enemy)
        table.submit(side, encode(EndMovement()))
    with pytest.raises(Conflict, match="undone-too-often"):
        do(table, side)


def test_nobody_undoes_alone_what_needs_consent() -> None:
    table, side = passed_on()
    do(table, side)
    with pytest.raises(Illegal, match="not-undoable"):
        table.undo(side)


def test_both_are_mailed_and_the_time_begins_anew() -> None:
    now = datetime(2026, 3, 6, 12, tzinfo=UTC)
    with time_machine.travel(now, tick=False) as clock:
        table, side = passed_on(lobby.Terms(pace=3))
        clock.shift(timedelta(days=2))
        do(table, side)
        reference, occasion = table.seat(side.enemy).reference, str(table.version(side))
        mail, event = consent.take_back(reference, occasion), consent.take_back_event(reference, occasion)
        assert mail is not None
        assert event is not None
        assert mail.subject.endswith("your opponent asks to take an action back")
        assert f"asks to take this back: {side.label.title()} ended its movement." in mail.text
        assert "Or just play on." in mail.text
        assert event.type.name == "game.take-back"
        do(table, side.enemy)
        assert consent.take_back(reference, occasion) is None
        seat = table.seat(side)
        assert seat.due_at == now + timedelta(days=5)
        assert (table.seat(side.enemy).due_at, table.seat(side.enemy).waiting_since) == (None, None)
        latest = table.announced(side)[-1]
        assert latest.kind == YOUR_PHASE
        told = turns.waiting(YOUR_PHASE, latest.about, latest.occasion)
        assert told is not None
        other = side.enemy.label.title()
        line = f"{other} agreed, and this is taken back: {side.label.title()} ended its movement."
        assert told.text.startswith(line)


def test_record_with_an_agreed_undo_is_verified() -> None:
    table, side = passed_on()
    do(table, side)
    do(table, side.enemy)
    play.resign(seat=table.seat(side))
    assert verification.verify(portable.complete(table.game)).undone == 1
