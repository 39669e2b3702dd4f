"""Turns of computer players that rehearse: in a queue of their own, one thought per game, within a budget.

Why in a process of its own is in `sekigahara/adr/0026-computers-think-in-a-process-of-their-own.md`.

A worker claims a seat, has a process of low priority think (``games.services.thinker``), and keeps what it
answers. How long that takes depends on what the player holds, and the moment of an action is public: so the
action waits for a moment that is fixed by when the player was asked. Then the queue of the players that
answer at once submits it (``games.services.computers``).

No transaction is open meanwhile. A worker that dies leaves its claim behind until that ends; then another one
has the same thought again, since the seed follows from game and seat. Where that came to nothing a few times,
the next level below decides that once, so that the game goes on.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from time import monotonic

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from accounts import guests
from accounts.rate_limits import Limit, hit
from games import engine
from games.engine.worlds import Worlds
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.services import computers, stream_hints, suspension
from games.services.characters import character_of
from games.services.thinker import ThinkerQuestion
from games.services.thinker_process import thinker
from notifications.nudge import nudge
from sekigahara import batch
from sekigahara.db import service_time, tallies
from sekigahara.pages import metrics

log = logging.getLogger(__name__)

OF_A_PERSON = Limit.declare("thoughts for a person", 400, 60 * 60)
"""How often computer players think in games of one person: a turn takes about five thoughts."""
OF_GUESTS_FROM = Limit.declare("thoughts for guests from a sender", 240, 60 * 60)
"""The same for all guests from one sender: a fifth of what guests have of ``OF_ALL``."""
OF_ALL = Limit.declare("thoughts", 6000, 60 * 60)
"""The same in all games: at half a second each, as the strongest needs them, most of a core for an hour."""
THOUGHT_CLAIM_HOLDS = timedelta(minutes=2)
"""How long a claim holds: longer than all attempts at a thought; short, in case its worker died."""
ACTS_EVERY = {"level": timedelta(seconds=0.6), "movement": timedelta(seconds=0.5)}
"""How long after it is asked for one of ``players.REHEARSED`` a player acts; what takes longer, at the next
multiple. On one core nearly all thoughts take less: ``python -m tests.secrecy.thoughts`` measures it."""
MOST_THOUGHTS = 3
"""How often a thought about one decision may come to nothing, before another player decides that."""


def waiting() -> QuerySet[Seat]:
    """The seats that a player has to think for, those first that have waited longest."""
    now = service_time.now()
    return (
        _free()
        .filter(game__status=Game.Status.RUNNING, game__frozen_at=None)
        .filter(Q(thinks_after=None) | Q(thinks_after__lte=now))
        .order_by("waiting_since", "pk")
    )


def _free() -> QuerySet[Seat]:
    """The seats that a player has to think for and no worker has claimed."""
    asked = Seat.objects.filter(computers.thinks_first())
    return asked.filter(Q(thinks_until=None) | Q(thinks_until__lte=service_time.now()))


def think() -> int:
    """Have a thought in one game of each member and of each sender of guests, until the batch is over.

    So nobody who plays many games makes somebody wait who plays one, and no member waits for more than one
    thought for a guest.

    Returns:
        How many games were looked after: another call may find more.
    """
    done = _think_for_members()
    for pk in batch.in_time(_firsts(of_guests=True)):
        done += _try_to_think(pk) + _think_for_members()
    return done


def _think_for_members() -> int:
    return sum(_try_to_think(pk) for pk in batch.in_time(_firsts(of_guests=False)))


def _firsts(*, of_guests: bool) -> list[int]:
    """The seats to think for next: one against each member, or against the guests of each sender."""
    opponent = Seat.objects.filter(game=OuterRef("game")).exclude(side=OuterRef("side"))
    are_guests = Exists(opponent.filter(player__guest_seen_at__isnull=False))
    found = waiting().filter(are_guests if of_guests else ~are_guests)
    whose = found.annotate(person=Subquery(opponent.values("player"))).annotate(
        sender=Subquery(opponent.values("player__guest_sender"))
    )
    firsts: dict[object, int] = {}
    for person, sender, pk in whose.values_list("person", "sender", "pk"):
        firsts.setdefault(sender or person, pk)
    return list(firsts.values())


def _try_to_think(pk: int) -> bool:
    """Think for one seat, and return whether something came of it, be it an error.

    After an error another worker tries again when the claim ends; after ``MOST_THOUGHTS`` of them the next
    level below decides.
    """
    seat = Seat.objects.select_related("game").get(pk=pk)
    count = _claim(seat)
    if not count:
        return False
    done = _unless_it_fails(_think, seat) if count <= MOST_THOUGHTS else None
    if done is None and count >= MOST_THOUGHTS:
        done = _unless_it_fails(_let_another_decide, seat)
    return done is not False


def _unless_it_fails(decide: Callable[[Seat], bool], seat: Seat) -> bool | None:
    """The result of deciding for a seat; None after an error, which is logged."""
    try:
        with suspension.stopping():
            return decide(seat)
    except Exception:
        log.exception("the computer player at seat %d failed", seat.pk)
        return None


def _claim(seat: Seat) -> int:
    """Keep other workers from a seat.

    Returns:
        Which thought at this version begins, from 1; 0 if another worker was quicker.
    """
    count = seat.thoughts + 1 if seat.thought_at == seat.version else 1
    until = service_time.now() + THOUGHT_CLAIM_HOLDS
    claimed = _free().filter(pk=seat.pk, version=seat.version)
    if not claimed.update(thinks_until=until, thought_at=seat.version, thoughts=count):
        return 0
    return count


def _think(seat: Seat) -> bool:
    if wait := _over_budget(seat):
        _release(seat, wait)
        stream_hints.send_thinking(seat.game_id)
        return True
    question, begun = question_for(seat), monotonic()
    body = thinker.ask(question, batch.is_ending)
    _count(monotonic() - begun)
    if body is None:
        _release(seat)
        return False
    kept = {
        "thought": body.decode(),
        "acts_at": moment_to_act(seat, service_time.now()),
        "thinks_until": None,
    }
    if Seat.objects.filter(pk=seat.pk, version=seat.version).update(**kept):
        nudge()
    else:  # somebody has resigned meanwhile
        _release(seat)
    return True


def _count(seconds: float) -> None:
    if settings.METRICS_TOKEN:
        tallies.add(metrics.THOUGHTS, 1)
        tallies.add(metrics.THOUGHT_MILLISECONDS, int(1000 * seconds))


def moment_to_act(seat: Seat, now: datetime) -> datetime:
    """The first moment from now on at which the player of a seat may act.

    Args:
        seat: that is asked for one of ``players.REHEARSED``. The last change it saw was to be asked.
        now: the present time.
    """
    asked, unit = seat.changed_at or now, ACTS_EVERY[seat.asked]
    return asked + unit * max(1, -((asked - now) // unit))


def _let_another_decide(seat: Seat) -> bool:
    name = computers.quicker_than(seat.computer)
    log.error(
        "game %s: %s came to nothing at version %d of %s, so %s decides",
        seat.game.public_id,
        seat.computer,
        seat.version,
        seat.plays.label,
        name,
    )
    computers.act(seat, name)
    _release(seat)
    return True


def _over_budget(seat: Seat) -> int:
    """In how many seconds the player may think again; 0 if it may now, and then this thought is counted."""
    person, wait = seat.opposite().player, 0
    if person is not None and person.is_guest:
        wait = hit(OF_GUESTS_FROM, person.counts_as) or hit(guests.part_of(OF_ALL), "")
    elif person is not None:
        wait = hit(OF_A_PERSON, person.counts_as)
    return wait or hit(OF_ALL, "")


def _release(seat: Seat, wait: int = 0) -> None:
    """Give back a claim, as if no thought had begun.

    With a number of seconds nobody thinks for the seat until these are over.
    """
    after = service_time.now() + timedelta(seconds=wait) if wait else None
    before = {"thought_at": seat.thought_at, "thoughts": seat.thoughts}
    Seat.objects.filter(pk=seat.pk).update(thinks_until=None, thinks_after=after, **before)


def question_for(seat: Seat) -> ThinkerQuestion:
    """What the process is asked for a seat: only what the seat may know.

    Raises:
        Frozen: the game is stopped.
        LookupError: the seat has nothing to decide.
    """
    game = seat.game
    rules, state = position.load(game)
    options = engine.options(rules, state, seat.plays)
    if options is None:
        raise LookupError("nothing to decide")
    return ThinkerQuestion(
        player=seat.computer,
        seed=computers.seed_of(seat),
        character=character_of(seat),
        text=game.edition_text.text,
        revision=game.revision,
        side=seat.plays.label,
        view=computers.plain(engine.view(rules, state, seat.plays)),
        options=computers.plain(options.describe()),
        worlds=Worlds(rules, state, seat.plays, Random).dump(),
    )
