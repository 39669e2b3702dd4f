"""What is said of victory points given by bidding for sides, wherever the game itself is told of."""

from collections.abc import Collection
from typing import Any

from games.ladders.bidding import sentences as bid_words
from games.ladders.bidding.auction import BY_POINTS, winner_with_bid
from games.ladders.models.match import Match
from games.models.game import Game


def told_of(game: Game, seen: dict[str, Any]) -> list[str]:
    """Sentences, from the beginning on; once the game is over also what came of it, unless an arbiter has
    decided otherwise: then what counts stands in their decision.

    Args:
        seen: any view of it: the points at the end are public.
    """
    match = Match.objects.filter(Match.WITH_GIVEN, game=game).first() if game.is_rated else None
    if match is None:
        return []
    told = [bid_words.given(match.given)]
    if not game.is_over or match.victory not in ("", game.victory):
        return told
    if game.victory in BY_POINTS:
        points = seen["result"]["points"]
        score = points["east"], points["west"]
        told.append(bid_words.settled(winner_with_bid(*score, match.given), match.given, score))
    else:
        told.append(bid_words.not_by_points())
    return told


def given_by_game(games: Collection[Game]) -> dict[int, tuple[int, int]]:
    """By the ids of games, the points given to East and to West in those where any were given."""
    rated = [game.pk for game in games if game.is_rated]  # as those of ladders are
    found = Match.objects.filter(Match.WITH_GIVEN, game__in=rated) if rated else ()
    return {match.game_id: match.given for match in found}
