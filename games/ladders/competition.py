"""Of which ladder a game is. Everybody may know: anybody may watch the games of ladders."""

from collections.abc import Collection

from django.urls import reverse

from games.competitions import Competition
from games.ladders.models.match import Match
from games.models.game import Game


def matches_by_game(games: Collection[Game]) -> dict[int, Match]:
    """By the ids of games, the matches of those that ladders have paired, with their seasons and ladders."""
    rated = [game.pk for game in games if game.is_rated]  # as those of ladders are
    found = Match.objects.select_related("season__ladder").filter(game__in=rated) if rated else ()
    return {match.game_id: match for match in found}


def competition_of(game: Game) -> Competition | None:
    """The ladder and the season of a game; None where no ladder has paired it."""
    matches = Match.objects.select_related("season__ladder__club")
    match = matches.filter(game=game).first() if game.is_rated else None
    if match is None:
        return None
    season, ladder = match.season, match.season.ladder
    path = f"{reverse('ladders:ladder', args=[ladder.public_id])}?season={season.number}"
    return Competition(ladder.name, season.number, ladder.club.name, path)
