"""A template tag for the club of a game: `{% load clubs %}`."""

from django import template

from games.ladders.clubs import games as club_games
from games.ladders.models.club import Club
from games.models.game import Game

register = template.Library()


@register.simple_tag
def club_of(game: Game) -> Club | None:
    """The club in which a game is played; None for none."""
    return club_games.club_of(game)
