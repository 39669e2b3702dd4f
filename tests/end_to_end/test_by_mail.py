"""The whole way: two people play a game in browsers opened from their mail, and only from their mail.

Everything is real: PostgreSQL, Redis, the process commands of `deploy/`, mail over a socket. The gate plays
the beginning, until one of them resigns; the long proof a whole game.
"""

import concurrent.futures
import hashlib
import threading
from email.message import EmailMessage
from typing import NamedTuple

import pytest

from accounts import services as accounts
from accounts.models.person import Person
from accounts.scopes import Scope
from games import engine
from games.engine import history
from games.engine.actions import Action, Drawn, Forfeit, Resign, Silence, Undo
from games.engine.chance import Seeded
from games.engine.history import LogItem, Retold
from games.engine.side import EAST, SIDES, WEST, Side
from games.engine.state import State
from games.log import position, record
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import ruleset
from games.services import play
from notifications.models import Notification
from tests.kit import cached_positions
from tests.kit.correspondent import Correspondent
from tests.kit.installation import Guest, web_server, worker
from tests.kit.mail import Mailboxes, mail_server
from tests.kit.processes import wait_until
from tests.web.answers.filling import settled

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

ADDRESSES = {EAST: "east@example.org", WEST: "west@example.org"}
KESSEN = ruleset("kessen")


class Turn(NamedTuple):
    """An action in the log, and its side's version when the game had begun to wait for it."""

    side: Side
    action: Action
    waiting_since: int


@pytest.mark.parametrize(
    "decisions", [10, pytest.param(None, marks=pytest.mark.overnight)], ids=["beginning", "whole"]
)
def test_a_game_of_kessen_by_mail(decisions: int | None) -> None:
    boxes = Mailboxes(*ADDRESSES.values())
    with mail_server(boxes) as mail_port, web_server() as site:
        told = {"SITE_URL": site, "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}"}
        with worker(**told):
            game = begin(site, boxes)
            begun_with = len(boxes.received)
            seats = {side: correspondent(site, side) for side in SIDES}
            play_on(game, seats, boxes, decisions)
            if decisions is not None:
                resign_once_all_mail_is_out(game)
            wait_until(lambda: not Notification.objects.filter(status="waiting"), what="the last mail")

    game.refresh_from_db()
    log = list(record.read(game))  # the chain verifies, or this raises
    retold = history.retell(KESSEN, log)
    check_the_end(game, retold.state)
    check_chance(game, log, retold.state)
    turns, waits = turns_and_waits(retold, log)
    check_that_mail_came_first(seats, turns, waits)
    check_mail(game, boxes, begun_with, waits)


def begin(site: str, boxes: Mailboxes) -> Game:
    """East signs in by mail and invites West, who accepts from the mail."""
    with Guest(site, ADDRESSES[EAST], boxes) as east, Guest(site, ADDRESSES[WEST], boxes) as west:
        east.sign_in()
        public_id = east.invite(west.address, "east")
        west.accept()
    return Game.objects.get(public_id=public_id)


def correspondent(site: str, side: Side) -> Correspondent:
    person = Person.objects.get(email=ADDRESSES[side])
    _row, token = accounts.create_token(person=person, name="to think with", scopes=[Scope.READ])
    # A fool for West: against an equal it would take twice as long.
    return Correspondent(ADDRESSES[side], token, site, side, "random" if side == WEST else "ashigaru")


def play_on(game: Game, seats: dict[Side, Correspondent], boxes: Mailboxes, decisions: int | None) -> None:
    """To the end, or until one of them has decided so often."""
    over = threading.Event()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        people = [pool.submit(seat.play, boxes, over, decisions) for seat in seats.values()]

        try:
            while True:
                so_far = len(boxes.received)  # before the look: the end is told by a mail too
                game.refresh_from_db()
                if game.is_over or any(person.done() for person in people):
                    break
                wait_for_mail(boxes, so_far, people)
        finally:
            over.set()
    for person in people:
        person.result()


def resign_once_all_mail_is_out(game: Game) -> None:
    """East resigns."""
    wait_until(lambda: not Notification.objects.filter(status="waiting"), what="the mail for the last wait")
    play.resign(seat=Seat.objects.select_related("game").get(game=game, side=EAST))


def wait_for_mail(boxes: Mailboxes, so_far: int, people: list[concurrent.futures.Future[None]]) -> None:
    def came() -> bool:
        return len(boxes.received) > so_far or any(person.done() for person in people)

    wait_until(came, seconds=60, what="the next mail")


def check_the_end(game: Game, final: State) -> None:
    """The row, the replayed log and the shortcut agree."""
    result = final.result
    assert result is not None
    assert (game.winner, game.victory, game.phase) == (result.winner, result.victory, "over")
    assert game.week == final.week
    shortcut = engine.digest(position.load(game).state)
    cached_positions.forget()
    assert engine.digest(position.load(game).state) == engine.digest(final) == shortcut


def check_chance(game: Game, log: list[LogItem], final: State) -> None:
    """With the seed whose hash was public from the start everybody comes to the same draws."""
    assert hashlib.sha256(game.seed).hexdigest() == game.commitment
    source = Seeded(bytes(game.seed), game.public_id)
    state, _ = engine.settle(KESSEN, engine.new_game(KESSEN).state, source)
    for side, body in history.effective(log):
        if side is not None and isinstance(body, Resign):
            state = engine.forfeit(KESSEN, state, side, body).state
        elif side is not None:
            assert not isinstance(body, (Drawn, Forfeit, Silence))
            state, _ = engine.settle(KESSEN, engine.apply(KESSEN, state, side, body).state, source)
    assert engine.digest(state) == engine.digest(final)


def turns_and_waits(retold: Retold, log: list[LogItem]) -> tuple[list[Turn], dict[Side, list[int]]]:
    """From the log alone: what was done in which wait, and every version in which a wait for a side began."""
    turns: list[Turn] = []
    waits: dict[Side, list[int]] = {side: [] for side in SIDES}
    waited: set[Side] = set()
    versions = dict.fromkeys(SIDES, 0)
    for step in retold.steps:
        if step.side is not None and not isinstance(step.body, Resign):
            assert not isinstance(step.body, (Forfeit, Silence, Undo, type(None)))
            turns.append(Turn(step.side, step.body, waits[step.side][-1]))
        for side in SIDES:
            versions[side] += step.seen[side]
        state = engine.replay(KESSEN, history.effective(log[: step.entries[1]]))
        asked = {decision.side for decision in engine.pending(state)} if state.result is None else set()
        for newly in asked - waited:
            waits[newly].append(versions[newly])
        waited = asked
    return turns, waits


def occasion(message_id: str) -> int:
    """The version a mail was about."""
    return int(Notification.objects.values_list("occasion", flat=True).get(message_id=message_id))


def check_that_mail_came_first(
    seats: dict[Side, Correspondent], turns: list[Turn], waits: dict[Side, list[int]]
) -> None:
    """Every action in the log was taken by its seat, with the mail of the very wait it fell into, or in the
    visit to an earlier one that the other's answer fell into.

    Whoever was waited for when one of them resigned has not answered the last of their mails.
    """
    for side, seat in seats.items():
        logged = [(settled(turn.action), turn.waiting_since) for turn in turns if turn.side == side]
        taken = [(settled(move.action), occasion(move.message_id)) for move in seat.moves]
        assert [action for action, _mail in taken] == [action for action, _since in logged]
        for number, ((_action, since), (_same, mail)) in enumerate(zip(logged, taken, strict=True)):
            goes_on = number > 0 and taken[number - 1][1] == mail
            assert mail == since or (goes_on and mail < since)
        assert {since for _action, since in logged} in ({*waits[side]}, {*waits[side][:-1]})


def check_mail(game: Game, boxes: Mailboxes, begun_with: int, waits: dict[Side, list[int]]) -> None:
    """One mail for each wait, one at the end for who did not end it; in none what its reader may not know."""
    rows = {row.message_id: row for row in Notification.objects.all()}
    assert {(row.status, row.attempts) for row in rows.values()} == {("sent", 1)}
    for side in SIDES:
        mails = [mail for mail in boxes.received if mail["To"] == ADDRESSES[side]]
        of_game = [rows[mail["Message-ID"]] for mail in mails]
        told = [row for row in of_game if row.kind in ("games.started", "games.your-phase", "games.window")]
        assert [int(row.occasion) for row in told] == waits[side]
        assert told[0].kind == "games.started"
        hidden = {block.id for block in KESSEN.components.blocks[side.enemy]}
        hidden |= {card.id for each in SIDES for card in KESSEN.components.cards[each]}
        for text in map(EmailMessage.as_string, mails):
            assert not [secret for secret in hidden if secret in text]
    ends = [row.recipient.email for row in rows.values() if row.kind == "games.over"]
    assert len(ends) == 1
    assert begun_with < len(boxes.received) == len(rows)
