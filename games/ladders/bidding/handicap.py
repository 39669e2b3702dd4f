"""Victory points that one side is given by bidding for sides."""

from collections.abc import Collection
from typing import Any

from games.ladders.bidding import sentences as bid_words
from games.ladders.bidding.auction import BY_POINTS, winner_with_bid
from games.ladders.models.season import Match
from games.models.game import Game


def notes_on(game: Game, view: dict[str, Any]) -> list[str]:
    """Sentences about the points given in a game; none where none were.

    Once the game is over they also say what the points have changed, unless an arbiter has decided the game
    otherwise: then the decision says what counts.

    Args:
        game: any game.
        view: any view of it: the points at the end are public.
    """
    match = Match.objects.filter(Match.WITH_HANDICAP, game=game).first() if game.is_rated else None
    if match is None:
        return []
    notes = [bid_words.handicap(match.handicap)]
    if not game.is_over or match.victory not in ("", game.victory):
        return notes
    if game.victory in BY_POINTS:
        points = view["result"]["points"]
        score = points["east"], points["west"]
        notes.append(bid_words.settled(winner_with_bid(*score, match.handicap), match.handicap, score))
    else:
        notes.append(bid_words.not_by_points())
    return notes


def handicaps_by_game(games: Collection[Game]) -> dict[int, tuple[int, int]]:
    """By the ids of games, the points given to East and to West in those where any were given."""
    rated = [game.pk for game in games if game.is_rated]  # as those of ladders are
    found = Match.objects.filter(Match.WITH_HANDICAP, game__in=rated) if rated else ()
    return {match.game_id: match.handicap for match in found}
