"""What a game is played by, in templates: `{% load editions %}`."""

from typing import Any

from django import template

from games.ladders.clubs.games import club_of
from games.models.game import Game
from games.reads.competition import competition
from games.reads.terms import played

register = template.Library()


@register.inclusion_tag("games/_played.html", name="played")
def tell_played(game: Game) -> dict[str, Any]:
    """The club, the ladder, the edition, and each rule that was chosen for the game."""
    return {"played": played(game), "club": club_of(game), "competition": competition().season_of(game)}


@register.inclusion_tag("games/_played_in_short.html")
def played_in_short(game: Game) -> dict[str, Any]:
    """The edition, and how many rules were chosen."""
    return {"played": played(game)}
