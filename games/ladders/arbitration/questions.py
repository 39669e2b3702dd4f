"""Players ask the arbiters of their club for a ruling, and arbiters read it. ``verbs.answer`` answers it."""

from django.db import transaction

from accounts.models.person import Person
from accounts.rate_limits import Limit, refuse_often
from games import engine
from games.ladders.arbitration import jurisdiction
from games.ladders.models.ruling import RulingRequest
from games.log import position
from games.models import both_seats
from games.models.seat import Seat
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict

ASKED = "clubs.ruling-asked"
"""A mail to an arbiter about a question."""

QUESTIONS = Limit.declare("requests of a person for a ruling", 10, 24 * 60 * 60)
"""Each is mailed to every arbiter."""


def ask(*, seat: Seat, text: str) -> RulingRequest:
    """Ask for a ruling, with everything that the seat sees now. Repeating the same question has no effect.

    Raises:
        Conflict: ``no-club``; ``not-begun``; ``seat-lost``: someone else has it now; ``asked-already``:
            another question of theirs is open; ``no-arbiter-free``: no one could answer.
        Frozen: the game is suspended.
        Limited: they have asked too often today.
    """
    rules, state = position.load(seat.game)
    view = engine.view(rules, state, seat.plays)
    with transaction.atomic(durable=True):
        mine = both_seats.to_change(seat.game_id)[seat.plays]
        held = jurisdiction.held(mine.game)
        waiting = RulingRequest.objects.filter(game=mine.game, side=mine.side, answer=None).first()
        if mine.player is None or mine.player_id != seat.player_id:
            raise Conflict("seat-lost")
        if waiting is not None:
            if waiting.text != text:
                raise Conflict("asked-already")
            return waiting
        arbiters = list(jurisdiction.arbiters_of(held))
        if not arbiters:
            raise Conflict("no-arbiter-free")
        refuse_often(QUESTIONS, mine.player.email)
        question = RulingRequest.objects.create(
            game=mine.game,
            side=mine.side,
            asker=mine.player,
            text=text,
            view=view,
            asked_at=service_time.now(),
        )
        announce(
            Announcement(ASKED, question.public_id, str(arbiter.person_id), arbiter.person_id)
            for arbiter in arbiters
        )
        return question


def read(*, request: RulingRequest, by: Person) -> None:
    """Read a question, and record that this person now knows what one side hides.

    Raises:
        Conflict: the game belongs to no club any more.
        Forbidden: they may not rule on it.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(request.game_id)
        jurisdiction.refuse_others(jurisdiction.held(request.game), seats, by)
        request.readers.add(by)
