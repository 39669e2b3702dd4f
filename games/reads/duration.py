"""How long a game takes, for people who are about to begin one.

The numbers are those of rehearsed games (`manage.py rehearse`), in which people answer within eight waking
hours in the middle: 146 visits of both players together in 49 days, or 64 visits in 25 days with orders.
"""

from django.utils.translation import ngettext

from games.models.game import Game

VISITS = 146
WEEKS = 7
WEEKS_WITH_ORDERS = 4


def duration(game: Game) -> str:
    """Sentences about how long a game takes, and with a clock, how long it can take at most."""
    usual = ngettext(
        "If both of you answer within half a day, a game takes about %(count)d week.",
        "If both of you answer within half a day, a game takes about %(count)d weeks.",
        WEEKS,
    )
    ordered = ngettext(
        "With orders given in advance it takes about %(count)d week.",
        "With orders given in advance it takes about %(count)d weeks.",
        WEEKS_WITH_ORDERS,
    )
    sentences = [usual % {"count": WEEKS}, ordered % {"count": WEEKS_WITH_ORDERS}]
    if game.pace is not None:
        weeks = round(VISITS * game.pace / 7)
        longest = ngettext(
            "If both always used all the time that the clock gives, it would take about %(count)d week.",
            "If both always used all the time that the clock gives, it would take about %(count)d weeks.",
            weeks,
        )
        sentences.append(longest % {"count": weeks})
    return " ".join(sentences)
