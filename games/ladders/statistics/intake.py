"""Sums up finished games, each once, and adds them to the statistics of their edition.

Only public games are summed up: those made public, and those imported as public. A private game is not even
counted, so statistics can reveal nothing about it. What was counted before its club became private stays
counted until they are rebuilt.

A game is read and replayed first, outside of transactions. A batch of results is then stored in one
transaction under the locks of the tallies they belong to. So of two workers with the same games the second
finds them summed up, and a worker that dies has done nothing.

A game whose log does not replay is suspended by that, and the service's log names it. It is summed up when it
is resumed.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Manager, QuerySet

from games.engine.ruleset import REVISION
from games.engine.side import EAST, WEST
from games.engine.state import Result
from games.ladders.bidding.auction import BY_POINTS
from games.ladders.models.statistics import EditionTally, GameSummary
from games.ladders.statistics.tally import GamesTally
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.services import suspension
from sekigahara import batch
from sekigahara.db.writes import ensured
from sekigahara.errors.exceptions import Frozen

log = logging.getLogger(__name__)

GAMES_A_PART = 100
"""Games that one transaction writes down."""

BATTLE, SIEGE = 0, 1
FIGHTS = {"battle-began": BATTLE, "siege-began": SIEGE}
"""By the event that begins one, its place in the numbers of a location."""

TallyGroup = tuple[str, bool]
"""What a tally is of: an edition, and whether two people played."""


def sum_up(since: datetime | None = None) -> int:
    """Sum up the finished public games that have not been summed up.

    Several workers may call it at the same time.

    Args:
        since: only those that ended after it, of which there are few and an index knows; None for all,
            including imported and resumed ones.

    Returns:
        How many were summed up.
    """
    games = _counted().filter(summary=None)
    if since is not None:
        games = games.filter(changed_at__gte=since)
    return sum(_keep(_summaries(part)) for part in batch.in_time(_in_parts(games)))


def rebuild() -> int:
    """Sum up all games again, in batches, and then count them again, in one transaction.

    If it is interrupted before the last step, tallies may be out of date; another call mends them.

    Returns:
        How many games are summed up.
    """
    sum_up()
    for games in _in_parts(_counted().filter(summary__isnull=False)):
        rows = _summaries(games)
        GameSummary.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["game"], update_fields=[*_FIELDS]
        )
    with transaction.atomic(durable=True):
        groups = {*_groups(EditionTally.objects), *_groups(GameSummary.objects)}
        locked = {group: _locked(group) for group in sorted(groups)}
        GameSummary.objects.exclude(game__in=_counted()).delete()
        tallies = _tallies()
        for group, tally in locked.items():
            tally.counted = tallies.get(group, GamesTally()).kept()
            tally.save(update_fields=["counted"])
    return sum(counted.games for counted in tallies.values())


def first_difference() -> str | None:
    """The first stored value that differs from the games, in words; None if there is none. Changes nothing.

    Games that have not been summed up yet are not a difference.
    """
    for games in _in_parts(_counted().filter(summary__isnull=False)):
        kept = {row.game_id: row for row in GameSummary.objects.filter(game__in=games)}
        for row in _summaries(games):
            for field in _FIELDS:
                expected, found = getattr(row, field), getattr(kept[row.game_id], field)
                if expected != found and not (field == "margin" and found is None):  # not known up to 0.2
                    return f"game {row.public_id}, {field}: expected {expected}, is {found}"
    with transaction.atomic(durable=True):
        rows = EditionTally.objects.select_for_update().order_by("edition", "is_contest")
        counted = {(row.edition, row.is_contest): row.tally.kept() for row in rows}
        tallies = {group: found.kept() for group, found in _tallies().items()}
    for group in sorted(counted.keys() | tallies.keys()):
        expected, found = (each.get(group, GamesTally().kept()) for each in (tallies, counted))
        if expected != found:
            return f"tally of {group[0]}: expected {expected}, is {found}"
    return None


_FIELDS = [field.name for field in GameSummary._meta.concrete_fields if field.name not in ("id", "game")]  # noqa: SLF001 - the documented way to a model's fields


def _counted() -> QuerySet[Game]:
    """Finished games that everyone may see, and that this release can read."""
    over = Game.objects.filter(status=Game.Status.OVER, is_public=True, length__gt=0)
    return over.filter(ended_at__isnull=False, frozen_at=None, revision__lte=REVISION)


def _in_parts(games: QuerySet[Game]) -> Iterator[list[Game]]:
    """The games in batches. The next batch starts after the last game, even if that was not summed up."""
    last = 0
    while part := list(games.filter(pk__gt=last).order_by("pk")[:GAMES_A_PART]):
        yield part
        last = part[-1].pk


def _summaries(games: Sequence[Game]) -> list[GameSummary]:
    """The summaries of some games; a game that cannot be read is left out."""
    seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=games).order_by("side"):
        seats[seat.game_id].append(seat)
    return [row for game in games if (row := _summary_or_none(game, seats[game.pk])) is not None]


def _summary_or_none(game: Game, seats: Sequence[Seat]) -> GameSummary | None:
    """The summary of a game; None where it cannot be read, which is logged and tried again next time."""
    try:
        with suspension.stopping():
            return _summary(game, seats)
    except Frozen:
        log.warning("game %s is not summed up: its log does not replay", game.public_id)
    except Exception:
        log.exception("game %s could not be summed up", game.public_id)
    return None


def _summary(game: Game, seats: Sequence[Seat]) -> GameSummary:
    """The summary of a game.

    Raises:
        Frozen: its log does not replay.
        ValueError: it is not over.
    """
    summary = position.summary_of(game)
    fights: dict[str, list[int]] = {}
    lost = [0, 0]
    for event in summary.events:
        if event.kind in FIGHTS:
            fights.setdefault(event.public["location"], [0, 0])[FIGHTS[event.kind]] += 1
        elif event.kind in ("blocks-lost", "overrun"):
            lost[event.side] += len(event.public["kinds"])
    if game.ended_at is None or game.winner is None:
        raise ValueError("the game is not over")
    started_at = game.started_at or game.created_at
    return GameSummary(
        game=game,
        public_id=game.public_id,
        ended_at=game.ended_at,
        edition=game.edition,
        week=game.week,
        winner=game.winner,
        victory=game.victory,
        is_rated=game.is_rated,
        is_contest=_is_contest(seats),
        days=max((game.ended_at - started_at).days, 0),
        actions=summary.actions,
        fights=dict(sorted(fights.items())),
        east_lost=lost[EAST],
        west_lost=lost[WEST],
        margin=_margin(summary.state.result),
    )


def _margin(result: Result | None) -> int | None:
    """The victory points between the two; None where points did not decide."""
    return abs(result.points[EAST] - result.points[WEST]) if result and result.victory in BY_POINTS else None


def _is_contest(seats: Sequence[Seat]) -> bool:
    """Whether no computer player had a side, and nobody both. Who played elsewhere is not known."""
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    return not any(seat.computer for seat in seats) and len(players) == len(set(players))


def _keep(rows: Sequence[GameSummary]) -> int:
    """Store summaries, and count those that no one else has stored meanwhile; return how many."""
    groups = sorted({_group(row) for row in rows})
    with transaction.atomic(durable=True):
        locked = {group: _locked(group) for group in groups}
        known = GameSummary.objects.filter(game__in=[row.game_id for row in rows])
        done = set(known.values_list("game", flat=True))
        new = [row for row in rows if row.game_id not in done]
        GameSummary.objects.bulk_create(new)
        for group, tally in locked.items():
            counted = tally.tally
            for row in new:
                if _group(row) == group:
                    counted.add(row)
            tally.counted = counted.kept()
            tally.save(update_fields=["counted"])
    return len(new)


def _group(row: GameSummary) -> TallyGroup:
    return row.edition, row.is_contest


def _groups(rows: Manager[Any]) -> Iterator[TallyGroup]:
    """The groups that have a tally, or should have one."""
    yield from rows.order_by().values_list("edition", "is_contest").distinct()


def _locked(group: TallyGroup) -> EditionTally:
    edition, is_contest = group
    rows = EditionTally.objects.select_for_update()
    return ensured(rows, edition=edition, is_contest=is_contest)


def _tallies() -> dict[TallyGroup, GamesTally]:
    """The sums of all summaries, by group."""
    tallies: dict[TallyGroup, GamesTally] = {}
    for row in GameSummary.objects.order_by("pk").iterator(chunk_size=2000):
        tallies.setdefault(_group(row), GamesTally()).add(row)
    return tallies
