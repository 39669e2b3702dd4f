"""Template tags for the terms of a game: `{% load editions %}`."""

from typing import Any

from django import template

from games.ladders.clubs.games import club_of
from games.models.game import Game
from games.reads.competition import competition
from games.reads.duration import duration
from games.reads.terms import terms_of

register = template.Library()


@register.inclusion_tag("games/_terms.html", name="game_terms")
def game_terms(game: Game) -> dict[str, Any]:
    """Show the club, the ladder, the edition, the chosen rules and the clock of a game."""
    return {"terms": terms_of(game), "club": club_of(game), "competition": competition().season_of(game)}


@register.inclusion_tag("games/_terms_in_short.html")
def terms_in_short(game: Game) -> dict[str, Any]:
    """Show the edition, the number of chosen rules, and the clock of a game."""
    return {"terms": terms_of(game)}


@register.simple_tag
def game_duration(game: Game) -> str:
    """How long a game takes, in sentences."""
    return duration(game)
