"""Writes down the results of ladders' games, of every format, and keeps the tables that these make."""

from functools import partial

from django.db import transaction
from django.db.models import Q

from games.engine.side import SIDES
from games.errors import Frozen
from games.ladders import isolation, participation
from games.ladders.bidding.auction import BY_POINTS, winner
from games.ladders.challenges import ends as challenge_ends
from games.ladders.models.entrant import Entrant
from games.ladders.models.match import Match
from games.ladders.models.season import Season
from games.ladders.ratings.results import LOSS, TIE, WIN
from games.ladders.tables import updating
from games.log import position
from games.models.game import Game
from games.services import suspension


def settle() -> int:
    """Record the results of matches whose games are over. Their players wait for a new game.

    Returns:
        How many.
    """
    over = Match.objects.filter(ended_at=None, game__status=Game.Status.OVER, game__frozen_at=None)
    done = sum(
        isolation.attempt(partial(_settle, match), "settle game", match)
        for match in over.select_related("game", "season__ladder").order_by("game__ended_at", "pk")
    )
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
            Entrant.objects.filter(both, ladder=match.season.ladder_id).update(waiting_since=game.ended_at)
            updating.changed(Season.objects.filter(pk=match.season_id))
            challenge_ends.record_result(ladder, Match.objects.get(pk=match.pk))
    return bool(done)


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
