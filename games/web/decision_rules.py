"""Rules beside a form: those to read before deciding, and the rule behind a refusal."""

from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import story
from games.engine.edition_data import Edition
from games.engine.errors import EngineError
from games.engine.ruleset import Ruleset
from games.log import position
from games.models.game import Game
from games.reads.terms import edition_of
from games.rulebook.differences import described
from games.rulebook.rules import rule_path, rulebook
from sekigahara.errors.exceptions import Refused

BEHIND = {
    "discard": ("6.2",),
    "bid": ("6.3",),
    "replace-bid": ("6.3",),
    "order": ("6.3", "6.4"),
    "level": ("7.1", "7.2"),
    "movement": ("7.3.1", "7.3.2", "7.3.3", "7.3.4", "7.3.5", "7.4.1", "7.4.2", "7.2", "9.3"),
    "declare": ("8.1",),
    "stance": ("8.9.1", "8.9.2", "8.9.3", "8.2.1"),
    "deploy": (
        "8.5",
        "8.2.2",
        "8.2.3",
        "8.2.4",
        "8.3.2",
        "8.3.3",
        "8.4.1",
        "8.4.2",
        "8.6.1",
        "8.9.3",
        "8.9.4",
    ),
    "window": ("8.6.1", "8.6.2", "8.6.3"),
    "losses": ("8.7.1", "8.7.2", "8.7.3", "8.9.3"),
    "retreat": ("8.8.1", "8.8.2", "8.8.3", "8.8.4", "8.8.5"),
}
"""By decision, the numbers of the rules to read before deciding, the most important first."""


def behind(decision: str, rules: Ruleset, edition: str) -> SafeString:
    """The summaries of the rules to read before a decision, with what is particular to an edition.

    Args:
        decision: as the options name it.
        rules: of the game.
        edition: of the game, as addresses name it.
    """
    return _behind(decision, rules, edition, get_language())


@lru_cache(maxsize=256)
def _behind(decision: str, rules: Ruleset, edition: str, _language: str) -> SafeString:
    """They are the same in every game, and rendering them would take 0.4 ms of each page."""
    worded = [_worded(number, rules.edition) for number in BEHIND[decision]]
    return render_to_string("games/_rules.html", {"rules": worded, "edition": edition})


def in_words(game: Game, refused: EngineError | Refused) -> str:
    """Why a decision was refused, as a sentence."""
    return story.refusal(story.Names(position.rules_of(game)), refused)


def linked(sentence: str, number: str, game: Game) -> str:
    """A refusal with a link to its rule, as safe HTML; without a rule, the sentence alone."""
    if not number:
        return sentence
    name = _("Rule %(number)s") % {"number": number}
    return format_html('{} <a href="{}">{}</a>', sentence, rule_path(number, edition_of(game)), name)


def _worded(number: str, edition: Edition) -> dict[str, Any]:
    book = rulebook()
    words = book.rules[number]
    differing = [name for name, each in book.differences.items() if number in each.rules]
    return {
        "number": number,
        "title": words.title,
        "text": words.text,
        "differences": [described(name, edition).text for name in differing],
    }
