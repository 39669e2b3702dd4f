"""The template tags of games: rules, drawings, and the terms of a game.

Templates load them by what they are about, e.g. `{% load rules drawing %}`; the settings list these names.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts.guests import GUESTS_KEPT_FOR
from games.drawing.blocks import block_svg, held_svg
from games.drawing.board import board_svg
from games.drawing.cards import card_svg
from games.drawing.svg import tag, together
from games.ladders.clubs.games import club_of
from games.models.game import Game
from games.reads.competition import competition
from games.reads.terms import duration, terms_of
from games.rulebook.rules import LANGUAGE, anchor, rule_path
from games.story.chapters import Sentence
from games.web.name_links import linked, linked_in_mail, linked_in_row

register = template.Library()
register.simple_tag(board_svg, name="draw_board")
register.simple_tag(block_svg, name="draw_block")
register.simple_tag(held_svg, name="draw_held")
register.simple_tag(card_svg, name="draw_card")
register.filter(anchor)
register.simple_tag(rule_path)
register.simple_tag(club_of)
register.filter(linked)
register.filter(linked_in_row)
register.filter(linked_in_mail)


@register.simple_tag
def rule_language() -> SafeString:
    """The ``lang`` attribute of an element with a rule text; empty on a page in that language."""
    if get_language() == LANGUAGE:
        return SafeString("")
    return mark_safe(f' lang="{LANGUAGE}"')  # noqa: S308 - ours


@register.simple_tag
def told(sentences: Iterable[Sentence]) -> SafeString:
    """Sentences about events, with the ways that scripts draw. A page has twenty and more."""
    return together(tag("p", sentence, data_ways=sentence.drawn) for sentence in sentences)


@register.simple_tag
def signs() -> SafeString:
    """What the signs on the board mean."""
    return _signs(get_language())


@lru_cache(maxsize=32)
def _signs(_language: str) -> SafeString:
    """Most pages of games have them, and rendering them would take 1 ms each time."""
    return render_to_string("games/_signs.html")


@register.inclusion_tag("games/_terms.html", name="game_terms")
def game_terms(game: Game) -> dict[str, Any]:
    """Show the club, the ladder, the edition, the chosen rules and the clock of a game."""
    return {"terms": terms_of(game), "club": club_of(game), "competition": competition().season_of(game)}


@register.simple_tag
def terms_in_short(game: Game) -> SafeString:
    """Show the edition, the number of chosen rules, and the clock of a game."""
    terms = game.edition, game.edition_text_id, game.pace, game.time_bank, game.on_time_out, game.is_rated
    return _in_short(*terms, get_language())


@lru_cache(maxsize=512)
def _in_short(
    edition: str,
    text: str,
    pace: int | None,
    bank: int | None,
    on_time_out: str,
    is_rated: bool,
    _language: str,
) -> SafeString:
    """All games on such terms share it: lists show 25 and more, which would take 0.15 ms each."""
    clock = {"pace": pace, "time_bank": bank, "on_time_out": on_time_out}
    game = Game(edition=edition, edition_text_id=text, is_rated=is_rated, **clock)
    return render_to_string("games/_terms_in_short.html", {"terms": terms_of(game)})


@register.simple_tag
def game_duration(game: Game) -> str:
    """How long a game takes, in sentences."""
    return duration(game)


@register.simple_tag
def guest_days() -> int:
    """For how many days a guest is kept after their last visit."""
    return GUESTS_KEPT_FOR.days
