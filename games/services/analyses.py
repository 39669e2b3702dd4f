"""Asking what a finished game was about, making it in the background, and reading it.

Nothing of it exists for a game that is not over. (No game is one of a mirrored pair, whose other game would
have to be over too; ``may_be_analysed`` is the place to ask.)

The job works on one game after another, for a limited time. What it has found is stored after each piece of
work, so that the next run, or another worker, goes on from there. Everything follows from the log, so two
workers at the same game find the same.
"""

import logging
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec
from django.db import transaction
from django.http import Http404

from accounts import guests
from accounts.models.person import Person
from accounts.rate_limits import Limit, count, hit, network_of
from games.analysis.work import METHOD, AnalysisResult, Analyst, Found, done
from games.log import position, record
from games.models.analysis import Analysis
from games.models.game import Game
from games.services import suspension
from notifications.nudge import nudge
from sekigahara import batch
from sekigahara.db import service_time
from sekigahara.db.writes import ensured
from sekigahara.errors.exceptions import Frozen, Limited

log = logging.getLogger(__name__)

OF_ONE: Final = Limit.declare("analyses of one asker", 10, 24 * 60 * 60)
"""All guests from one sender are one asker."""
OF_NETWORK: Final = Limit.declare("analyses of guests from a network", 20, 24 * 60 * 60)
OF_ALL: Final = Limit.declare("analyses of the installation", 300, 24 * 60 * 60)
"""Each takes about two minutes of a processor: at most ten hours of one, each day."""


class AnalysisStatus(StrEnum):
    """How far the analysis of a game is."""

    UNASKED = "unasked"
    WAITING = "waiting"
    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"


class AnalysisStanding(NamedTuple):
    """How far an analysis is, and its result.

    Attributes:
        status: how far it is.
        percent: of the work, how much is done.
        result: once it is ready.
    """

    status: AnalysisStatus
    percent: int = 0
    result: AnalysisResult | None = None

    @property
    def is_coming(self) -> bool:
        """Whether it is asked for and not ready yet."""
        return self.status in (AnalysisStatus.WAITING, AnalysisStatus.RUNNING)


def may_be_analysed(game: Game) -> bool:
    """Whether there may be an analysis of a game: it is over, and was played from the set-up.

    A game for practice, which begins from a position, has none.
    """
    return game.is_over and game.length > 0 and not game.begins_from_position


def of_game(game: Game) -> AnalysisStanding:
    """How far the analysis of a game is.

    Raises:
        Http404: there cannot be one, because the game is not over.
        Frozen: the game is suspended.
    """
    _refuse(game)
    row = Analysis.objects.filter(game=game, method=METHOD).first()
    return AnalysisStanding(AnalysisStatus.UNASKED) if row is None else _standing(row)


def ask(game: Game, *, asker: Person | None, sender: str = "") -> AnalysisStanding:
    """Have a game analysed, unless it is already. To ask for it again has no effect, except after a failure.

    Args:
        asker: who asks, for the limits; None for somebody unknown.
        sender: from where, as ``sender_of`` tells it; empty if nobody sent a request.

    Raises:
        Http404, Frozen: as for ``of_game``.
        Limited: too many were asked for, by this asker, from this network, by all guests or by all.
    """
    found = of_game(game)
    if found.status not in (AnalysisStatus.UNASKED, AnalysisStatus.FAILED):
        return found
    turn = _counted(asker, sender)
    fresh = {
        "method": METHOD,
        "asked_at": service_time.now(),
        "turn": turn,
        "done": 0,
        "total": 0,
        "found": {},
        "result": None,
        "finished_at": None,
        "failed": False,
    }
    with transaction.atomic(durable=True):
        row = ensured(Analysis.objects.select_for_update(), fresh, game=game)
        if row.method != METHOD or row.failed:
            Analysis.objects.filter(pk=row.pk).update(**fresh)
        nudge()
    return of_game(game)


def _counted(asker: Person | None, sender: str) -> int:
    """Count a request against the limits, and return its turn."""
    is_guest = asker is not None and asker.is_guest
    own = count(OF_ONE, "" if asker is None else asker.counts_as)
    wait = own.seconds if own is not None and own.is_over else 0
    if is_guest:
        wait = wait or (hit(OF_NETWORK, network_of(sender)) if sender else 0)
        wait = wait or hit(guests.part_of(OF_ALL), "all")
    if wait := wait or hit(OF_ALL, "all"):
        raise Limited(wait)
    return 0 if not is_guest else 1 if own is None else own.limit.most - own.remaining


def make_next() -> int:
    """Go on with the next analysis, until it is ready or the batch is over.

    Those of members go first. A guest's that is under way waits for them from the next batch on.

    Returns:
        How many pieces of work were done; 0 if no analysis is to be made.
    """
    waiting = Analysis.objects.filter(finished_at=None).order_by("turn", "asked_at", "pk")
    row = waiting.select_related("game").first()
    if row is None:
        return 0
    try:
        with suspension.stopping():
            return _go_on(row)
    except Frozen:
        log.warning("game %s is not analysed: it is suspended", row.game.public_id)
    except Exception:
        log.exception("game %s could not be analysed", row.game.public_id)
    _fail(row)
    return 1


def _go_on(row: Analysis) -> int:
    game = row.game
    with position.reading(game):
        analyst = Analyst(position.rules_of(game), list(record.read(game)))
    # Another release may have begun it.
    is_ours = row.method == METHOD
    found = msgspec.convert(row.found if is_ours else {}, Found)
    pieces = 0
    while not batch.is_over():
        has_more = analyst.do_next(found)
        pieces += 1
        if not has_more:
            _finish(row, analyst.result(found))
            break
        if not _keep(row, found, analyst.total):
            break  # another worker is further, or somebody deleted the row
    return pieces


def _keep(row: Analysis, found: Found, total: int) -> bool:
    """Store what is found. Return whether nobody else has stored more meanwhile."""
    mine = Analysis.objects.filter(pk=row.pk, finished_at=None, done__lt=max(done(found), 1))
    return bool(mine.update(method=METHOD, done=done(found), total=total, found=msgspec.to_builtins(found)))


def _finish(row: Analysis, result: AnalysisResult) -> None:
    now = service_time.now()
    ready = {"method": METHOD, "found": {}, "result": msgspec.to_builtins(result), "finished_at": now}
    Analysis.objects.filter(pk=row.pk, finished_at=None).update(**ready)


def _fail(row: Analysis) -> None:
    now = service_time.now()
    Analysis.objects.filter(pk=row.pk, finished_at=None).update(failed=True, found={}, finished_at=now)


def _refuse(game: Game) -> None:
    if not may_be_analysed(game):
        raise Http404
    position.refuse_stopped(game)


def _standing(row: Analysis) -> AnalysisStanding:
    if row.failed:
        return AnalysisStanding(AnalysisStatus.FAILED)
    if row.result is not None:
        return AnalysisStanding(AnalysisStatus.READY, 100, msgspec.convert(row.result, AnalysisResult))
    if not row.done:
        return AnalysisStanding(AnalysisStatus.WAITING)
    return AnalysisStanding(AnalysisStatus.RUNNING, min(99, 100 * row.done // row.total))
