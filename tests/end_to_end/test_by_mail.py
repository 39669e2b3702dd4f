"""The whole way: two seats play a game over HTTP, each woken only by a mail.

Everything is real: PostgreSQL, Redis, a web server process, a Celery worker process, mail over a socket.
"""

import concurrent.futures
import hashlib
import json
import re
import threading
from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.core.cache import cache

from games import engine
from games.editions import ruleset
from games.engine.actions import Drawn, Outcome, encode, parse
from games.engine.chance import Seeded
from games.engine.side import EAST, SIDES, WEST, Side
from games.engine.state import State
from games.models.game import Game
from games.services import play, record
from notifications.models import Notification
from tests.kit.correspondent import Correspondent
from tests.kit.installation import create_game, web_server, worker
from tests.kit.mail import Mailboxes, mail_server
from tests.kit.processes import wait_until

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

ADDRESSES = {EAST: "east@example.org", WEST: "west@example.org"}
KESSEN = ruleset("kessen")


class Turn(NamedTuple):
    """An action in the log, and the version in which the game had begun to wait for it."""

    side: Side
    action: Outcome
    waiting_since: int


def test_a_game_of_kessen_by_mail() -> None:
    boxes = Mailboxes(*ADDRESSES.values())
    with (
        mail_server(boxes) as mail_port,
        web_server() as site,
        worker(SITE_URL=site, EMAIL_URL=f"smtp://127.0.0.1:{mail_port}"),
    ):
        created = create_game(site, ADDRESSES[EAST], ADDRESSES[WEST])
        tokens = {side: created["seats"][side.label]["token"] for side in SIDES}
        seats = {side: Correspondent(ADDRESSES[side], tokens[side], site, seed=side) for side in SIDES}
        game = Game.objects.get(public_id=created["id"])
        play_to_the_end(game, seats, boxes)

    game.refresh_from_db()
    log = list(record.read(game))  # the chain verifies, or this raises
    final = engine.replay(KESSEN, log)
    check_the_end(game, final)
    check_chance(game, log, final)
    turns, waits = turns_and_waits(log)
    check_that_mail_came_first(seats, turns, waits)
    check_mail(game, boxes, waits, tokens)


def play_to_the_end(game: Game, seats: dict[Side, Correspondent], boxes: Mailboxes) -> None:
    over = threading.Event()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        people = [pool.submit(seat.play, boxes, over) for seat in seats.values()]

        def ended() -> bool:
            game.refresh_from_db()
            return game.is_over or any(person.done() for person in people)

        try:
            while not ended():
                wait_for_mail_or(ended, boxes)
        finally:
            over.set()
    for person in people:
        person.result()


def wait_for_mail_or(ended: Callable[[], bool], boxes: Mailboxes) -> None:
    so_far = len(boxes.received)
    wait_until(lambda: ended() or len(boxes.received) > so_far, what="the next mail")


def check_the_end(game: Game, final: State) -> None:
    """The row, the replayed log and the shortcut agree."""
    result = final.result
    assert result is not None
    assert (game.winner, game.victory, game.phase) == (result.winner, result.victory, "over")
    assert game.week == final.week
    shortcut = engine.digest(play.load(game).state)
    cache.clear()
    assert engine.digest(play.load(game).state) == engine.digest(final) == shortcut


def check_chance(game: Game, log: list[tuple[Side | None, Outcome]], final: State) -> None:
    """With the seed whose hash was public from the start everybody comes to the same draws."""
    assert hashlib.sha256(game.seed).hexdigest() == game.commitment
    source = Seeded(bytes(game.seed), game.public_id)
    state, _ = engine.settle(KESSEN, engine.new_game(KESSEN).state, source)
    for side, action in log:
        if side is not None:
            assert not isinstance(action, Drawn)
            state, _ = engine.settle(KESSEN, engine.apply(KESSEN, state, side, action).state, source)
    assert engine.digest(state) == engine.digest(final)


def turns_and_waits(log: list[tuple[Side | None, Outcome]]) -> tuple[list[Turn], dict[Side, list[int]]]:
    """From the log alone: what was done in which wait, and every version in which a wait for a side began.

    Somebody sees the game, and can be waited for, only when chance has settled.
    """
    turns: list[Turn] = []
    waits: dict[Side, list[int]] = {side: [] for side in SIDES}
    waited: set[Side] = set()
    state = engine.new_game(KESSEN).state
    for version, (side, outcome) in enumerate(log, start=1):
        if side is None:
            assert isinstance(outcome, Drawn)
            state = engine.draw(KESSEN, state, outcome).state
        else:
            assert not isinstance(outcome, Drawn)
            turns.append(Turn(side, outcome, waits[side][-1]))
            state = engine.apply(KESSEN, state, side, outcome).state
        if version == len(log) or log[version][0] is not None:
            asked = {decision.side for decision in engine.pending(state)}
            for newly in asked - waited:
                waits[newly].append(version)
            waited = asked
    return turns, waits


def occasion(message_id: str) -> int:
    """The version a mail was about."""
    found = re.search(r"\.(\d+)@", message_id)
    assert found
    return int(found[1])


def check_that_mail_came_first(
    seats: dict[Side, Correspondent], turns: list[Turn], waits: dict[Side, list[int]]
) -> None:
    """Every action in the log was taken by its seat, with the mail of the very wait it fell into."""
    for side, seat in seats.items():
        logged = [(encode(turn.action), turn.waiting_since) for turn in turns if turn.side == side]
        taken = [(encode(parse(json.dumps(move.action))), occasion(move.message_id)) for move in seat.moves]
        assert taken == logged
        assert {since for _action, since in logged} == set(waits[side])


def check_mail(game: Game, boxes: Mailboxes, waits: dict[Side, list[int]], tokens: dict[Side, str]) -> None:
    """One mail for each wait and none besides; nothing in it but what its reader may know."""
    for side in SIDES:
        mails = [mail for mail in boxes.received if mail["To"] == ADDRESSES[side]]
        assert [occasion(mail["Message-ID"]) for mail in mails] == waits[side]
        hidden = {block.id for block in KESSEN.components.blocks[side.enemy]}
        hidden |= {card.id for each in SIDES for card in KESSEN.components.cards[each]}
        for mail in mails:
            told = str(mail)
            assert f"/games/{game.public_id}/" in mail.get_content()
            assert not [secret for secret in (*hidden, *tokens.values()) if secret in told]
    assert set(Notification.objects.values_list("status", "attempts")) == {("sent", 1)}
    kinds = {row.kind for row in Notification.objects.all()}
    assert {"games.your-phase"} <= kinds <= {"games.your-phase", "games.window"}
    windows = [mail for mail in boxes.received if "a loyalty-challenge window is open" in mail["Subject"]]
    assert len(windows) == Notification.objects.filter(kind="games.window").count()
