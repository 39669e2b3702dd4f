"""The terms of a game in words: its edition, chosen rules, clock, rating, and how long it takes."""

from typing import NamedTuple

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import apnumber
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.game import Game
from games.reads import queries
from games.reads.deadlines import agreed, agreed_in_short
from games.reads.fairness import fairness
from games.rulebook.differences import described
from games.rulebook.editions import Layered, UnknownEditionError, layered
from games.rulebook.rules import Rule, Ruling, rule_text, rule_url, rulebook


class ChosenRule(NamedTuple):
    """A rule that was chosen for a game.

    Attributes:
        title: of the rule.
        now: its value in the game, in short.
        own: its value in the edition, in short.
    """

    title: str
    now: str
    own: str


class GameTerms(NamedTuple):
    """The terms of a game.

    Attributes:
        name: of the edition.
        path: of the page about the edition, as stored for the game.
        clock: sentences about the clock and the time-out policy.
        clock_in_short: the same for lists; empty without a clock.
        changes: the chosen rules.
        is_rated: whether the result counts for the players' ratings.
        fairness: a sentence about who can choose the draws.
    """

    name: str
    path: str
    clock: str
    clock_in_short: str
    changes: list[ChosenRule]
    is_rated: bool
    fairness: str

    @property
    def url(self) -> str:
        """The URL of the page about the edition, for mails."""
        return f"{settings.SITE_URL}{self.path}"


def terms_of(game: Game) -> GameTerms:
    """The terms of a game."""
    printed = queries.pinned(game.edition_text_id)
    path = reverse("games:edition", args=[edition_of(game)])
    clock = agreed(game), agreed_in_short(game)
    return GameTerms(printed.own.name, path, *clock, changes(printed), game.is_rated, fairness(game))


def changes(printed: Layered) -> list[ChosenRule]:
    """The rules that were chosen for a game, in the order of the rule book."""
    differences = rulebook().differences
    return [
        ChosenRule(words.title, described(name, printed.whole).short, described(name, printed.own).short)
        for name, words in differences.items()
        if name in printed.chosen
    ]


def edition_of(game: Game) -> str:
    """The id of a game's edition for addresses, or its digest if the edition has changed since."""
    try:
        present = layered(game.edition).digest
    except UnknownEditionError:
        return game.edition_text_id
    return game.edition if present == game.edition_text_id else game.edition_text_id


def rule_of(game: Game, number: str) -> tuple[Rule | Ruling | None, str]:
    """What a rule or ruling says, and its URL, where the edition of a game is highlighted.

    Args:
        number: such as "8.6.1" or "R-21".
    """
    return rule_text(number), rule_url(number, edition_of(game))


VISITS = 146
"""Of both players together: `manage.py rehearse`, where people answer within eight waking hours."""
WEEKS = 7
WEEKS_WITH_ORDERS = 4
"""Measured in the same games: 49 days, or 25 with orders, which take 64 visits."""


WEEKS_OF_A_MONTH = 4.35
WEEKS_IN_WEEKS = 8
"""So many are still told in weeks."""
WEEKS_IN_MONTHS = 78
"""So many are still told in months."""


def duration(game: Game) -> str:
    """Sentences about how long a game takes, and with a clock, how long it can take at most."""
    usual = _(
        "A game takes %(time)s if both of you answer twice a day, and %(ordered)s with orders given in "
        "advance."
    )
    sentences = [usual % {"time": in_words(WEEKS), "ordered": in_words(WEEKS_WITH_ORDERS)}]
    if game.pace is not None:
        days = VISITS * game.pace + 2 * (game.time_bank or 0)
        longest = _("If both always used all the time that the clock gives, it would take %(time)s.")
        sentences.append(longest % {"time": in_words(round(days / 7))})
    return " ".join(sentences)


def in_words(weeks: int) -> str:
    """How long something takes, as people say it: in weeks, months or years.

    Args:
        weeks: how many; less than one is said as one.
    """
    if weeks <= WEEKS_IN_WEEKS:
        count = max(1, weeks)
        text = ngettext("about a week", "about %(count)s weeks", count)
    elif weeks <= WEEKS_IN_MONTHS:
        count = round(weeks / WEEKS_OF_A_MONTH)
        text = ngettext("about a month", "about %(count)s months", count)
    else:
        count = round(weeks / 52)
        text = ngettext("about a year", "about %(count)s years", count)
    return text % {"count": apnumber(count)}
