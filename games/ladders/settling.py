"""Writes down the results of ladders' games, of every format, and keeps the tables that these make."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.engine.side import SIDES
from games.ladders import isolation, participation, results_register
from games.ladders.bidding.auction import BY_POINTS, winner
from games.ladders.challenges import ends as challenge_ends
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import MOST_MISSED, Entrant, Ladder
from games.ladders.models.season import Match, Season
from games.ladders.ratings.results import BOTH_LOST, LOSS, TIE, WIN
from games.ladders.tables import updating
from games.log import position
from games.models.game import Game
from games.services import check_in, suspension
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Frozen

CALLED_OFF = "called-off"
"""The kind of victory of a match whose game was called off."""
ABSENT = "ladders.absent"


def settle() -> int:
    """Record the results of matches whose games are over, and annul those whose games were called off.

    Their players wait for a new game.

    Returns:
        How many.
    """
    called_off = Match.objects.filter(ended_at=None, game__status=Game.Status.CALLED_OFF)
    called_off = called_off.select_related("game", "season__ladder").order_by("game__ended_at", "pk")
    done = isolation.attempt_each(_annul, "annul game", called_off)
    over = Match.objects.filter(ended_at=None, game__status=Game.Status.OVER, game__frozen_at=None)
    over = over.select_related("game", "season__ladder").order_by("game__ended_at", "pk")
    done += isolation.attempt_each(_settle, "settle game", over)
    updating.keep_due()
    return done


def _settle(match: Match) -> bool:
    game = match.game
    try:
        with suspension.stopping():
            won = _winner(match)
    except Frozen:
        return False
    east, west = (TIE if won is None else WIN if won == side else LOSS for side in SIDES)
    ended = Match.objects.filter(pk=match.pk, ended_at=None)
    with transaction.atomic(durable=True):
        ladder = participation.locked(match.season.ladder)
        done = ended.update(
            ended_at=game.ended_at, east_halves=east, west_halves=west, week=game.week, victory=game.victory
        )
        if done:
            both = Q(person=match.east_id) | Q(person=match.west_id)
            Entrant.objects.filter(both, ladder=match.season.ladder_id).update(
                waiting_since=game.ended_at, missed=0
            )
            updating.changed(Season.objects.filter(pk=match.season_id))
            row = Match.objects.select_related("season", "game").get(pk=match.pk)
            results_register.enter_result(row)
            challenge_ends.record_result(ladder, row)
    return bool(done)


def void(match: Match, victory: str, at: datetime) -> None:
    """Take a match out of the table. Its players wait for another game, or may challenge again.

    Runs in the caller's transaction, which holds the lock of the ladder's row.

    Args:
        victory: why, as a kind of victory.
        at: when, if the match has not ended.
    """
    if match.ended_at is None:
        _end_early(match, at)
        for challenge in Challenge.objects.filter(Challenge.OPEN, match=match):
            challenge_ends.call_off(challenge, at, notify=())
    match.east_halves = match.west_halves = None
    match.victory = victory
    _enter(match)


def both_lose(ladder: Ladder, match: Match, at: datetime) -> None:
    """Have both players of a running game lose it. They wait for another game, or may challenge again.

    Runs in the caller's transaction.

    Args:
        ladder: with the lock of its row.
        at: when, if the match has not ended.
    """
    if match.ended_at is None:
        _end_early(match, at)
    match.east_halves = match.west_halves = LOSS
    match.week, match.victory = match.game.week, BOTH_LOST
    _enter(match)
    challenge_ends.record_result(ladder, match)


def _end_early(match: Match, at: datetime) -> None:
    """End a match before its game; both players wait from then on."""
    match.ended_at = at
    both = Q(person=match.east_id) | Q(person=match.west_id)
    Entrant.objects.filter(both, ladder=match.season.ladder_id).update(waiting_since=at)


def _enter(match: Match) -> None:
    """Store what a match counts for now, and enter it in the register."""
    match.save(update_fields=["ended_at", "east_halves", "west_halves", "week", "victory"])
    results_register.enter_result(match)
    updating.changed(Season.objects.filter(pk=match.season_id))


def _annul(match: Match) -> bool:
    """Annul a match whose game was called off, and count who had not checked in in time."""
    with transaction.atomic(durable=True):
        ladder = participation.locked(match.season.ladder)
        row = Match.objects.select_related("game", "season__ladder").get(pk=match.pk)
        if row.ended_at is not None:
            return False
        at = row.game.ended_at or service_time.now()
        players = row.east_id, row.west_id
        late = [players[side] for side in check_in.late(row.game.seats.all())]
        for challenge in Challenge.objects.select_related("season").filter(Challenge.OPEN, match=row):
            if late == [challenge.challenged_id]:
                challenge_ends.stay_away(ladder, challenge, at)
        void(row, CALLED_OFF, at)
        for person in late:
            entrant = Entrant.objects.filter(ladder=row.season.ladder_id, person=person).first()
            if entrant is not None:
                entrant.missed += 1
                entrant.save(update_fields=["missed"])
                if entrant.missed == MOST_MISSED:
                    _tell_absent(entrant, row)
    return True


def _tell_absent(entrant: Entrant, match: Match) -> None:
    """Notify somebody who has missed too many check-ins, the latest in this match."""
    ladder = match.season.ladder.public_id
    announce([Announcement(ABSENT, ladder, f"{entrant.pk}.{match.pk}", entrant.person_id)])


def _winner(match: Match) -> int | None:
    """The winner of the match: that of its game, unless the handicap changes it.

    Raises:
        Frozen: the points of the game cannot be read, because its log has just proved broken.
    """
    game = match.game
    if game.winner is None or match.handicap == (0, 0) or game.victory not in BY_POINTS:
        return game.winner
    result = position.load(game).state.result
    if result is None:
        return game.winner
    return winner(result.winner, result.victory, result.points, match.handicap)
