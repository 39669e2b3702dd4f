"""This app's kinds of messages: what people are told of their games.

Everything in a mail comes from the recipient's own view. A mail is composed in the language and the time zone
of its recipient.
"""

import functools

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.notices import clocks, lobby, seats, turns
from games.services.clock import OVERDUE, REMINDER
from games.services.link_renewal import FRESH_LINK
from games.services.lobby import DECLINED, INVITATION
from games.services.suspension import FROZEN
from games.services.waiting import OVER, STARTED, WINDOW, YOUR_PHASE
from notifications.registry import Kind, register

TITLES: dict[str, Promise] = {
    YOUR_PHASE: gettext_lazy("It is your turn"),
    WINDOW: gettext_lazy("A loyalty-challenge window is open"),
    STARTED: gettext_lazy("A game has begun"),
    OVER: gettext_lazy("A game is over"),
    REMINDER: gettext_lazy("Your time to answer runs out"),
    OVERDUE: gettext_lazy("Your opponent's time is over"),
    INVITATION: gettext_lazy("Invitation to a game"),
    DECLINED: gettext_lazy("An invitation was declined"),
    FRESH_LINK: gettext_lazy("Fresh link to a seat"),
    FROZEN: gettext_lazy("A game is stopped, or goes on"),
}


def register_kinds() -> None:
    """Tell the outbox which messages of ours there are."""
    for kind in (YOUR_PHASE, WINDOW):
        register(Kind(kind, functools.partial(turns.waiting, kind), TITLES[kind], optional=True))
    register(Kind(STARTED, functools.partial(turns.waiting, STARTED), TITLES[STARTED]))
    register(Kind(OVER, turns.over, TITLES[OVER], optional=True))
    register(Kind(REMINDER, clocks.reminder, TITLES[REMINDER], optional=True))
    register(Kind(OVERDUE, clocks.overdue, TITLES[OVERDUE], optional=True))
    register(Kind(INVITATION, lobby.invitation, TITLES[INVITATION], optional=True))
    register(Kind(DECLINED, lobby.declined, TITLES[DECLINED], optional=True))
    register(Kind(FRESH_LINK, seats.fresh_link, TITLES[FRESH_LINK]))
    register(Kind(FROZEN, seats.frozen, TITLES[FROZEN]))
