"""What follows when somebody has not answered in time.

`POLICIES` has one policy for each value of ``on_time_out`` of a game, a club or a ladder. Everything that
depends on what was agreed asks the policy; nothing compares names. `games/services/README.md` says how to add
one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class OnTimeOut(StrEnum):
    """The policies by name, as the database and the API have them."""

    NOTHING = "nothing"
    CLAIM = "claim"
    ARBITER = "arbiter"


@dataclass(frozen=True, kw_only=True)
class TimeOutPolicy:
    """What follows when somebody's time to answer is over.

    Attributes:
        title: for the choice of a policy in a form.
        agreed: a sentence for the page of a game, club or ladder.
        in_short: for lists of games, with ``days``; None where the days say it all.
        while_there_is_time: what whoever is waited for reads beside the deadline; empty for nothing.
        once_late: what they read after it; empty for nothing.
        warning: what they read after it on the page of the game; empty for nothing.
        for_opponent: what their opponent reads there, with ``name``; empty for nothing.
        for_arbiters: what arbiters of the club read about a game in which somebody is late.
        may_be_claimed: the opponent of who is late may claim the win.
        arbiter_decides: arbiters are asked to decide, so that it can be agreed only where there are some.
        can_lose: somebody may lose on time. Ladders have no other policies: their games must end.
        without_arbiter: what follows instead while nobody is free to decide.
    """

    title: Promise
    agreed: Promise
    in_short: Promise | None = None
    while_there_is_time: Promise | str = ""
    once_late: Promise | str = ""
    warning: Promise | str = ""
    for_opponent: Promise | str = ""
    for_arbiters: Promise | str = ""
    may_be_claimed: bool = False
    arbiter_decides: bool = False
    can_lose: bool = True
    without_arbiter: OnTimeOut | None = None


POLICIES: Mapping[OnTimeOut, TimeOutPolicy] = {
    OnTimeOut.NOTHING: TimeOutPolicy(
        title=_("Running late has no penalty"),
        agreed=_("Running late has no penalty."),
        can_lose=False,
    ),
    OnTimeOut.CLAIM: TimeOutPolicy(
        title=_("The opponent may claim the win"),
        agreed=_("When somebody's time is over, the opponent may claim the win."),
        in_short=_("%(days)s, then the win may be claimed"),
        while_there_is_time=_("After that your opponent may claim the win."),
        once_late=_("Until you do, your opponent may claim the win."),
        warning=_("You can still answer, but until you do your opponent may claim the win."),
        for_opponent=_("%(name)s can still answer, but you may claim the win now."),
        for_arbiters=_("The opponent may claim the win."),
        may_be_claimed=True,
    ),
    OnTimeOut.ARBITER: TimeOutPolicy(
        title=_("An arbiter of the club decides"),
        agreed=_(
            "When somebody's time is over, an arbiter decides. While all who could decide play in the game, "
            "the opponent may claim the win."
        ),
        in_short=_("%(days)s, then an arbiter decides"),
        while_there_is_time=_("After that an arbiter of the club may decide that you have lost on time."),
        once_late=_("Until you do, an arbiter of the club may decide that you have lost on time."),
        warning=_(
            "You can still answer, but until you do an arbiter of the club may decide that you have lost on "
            "time."
        ),
        for_opponent=_(
            "%(name)s can still answer. Until they do, an arbiter of the club may decide that they have lost "
            "on time."
        ),
        for_arbiters=_("An arbiter decides what follows."),
        arbiter_decides=True,
        # Else a game would never end in which one of those who could decide does not answer.
        without_arbiter=OnTimeOut.CLAIM,
    ),
}
"""In the order in which forms offer them."""


def choices(*, has_arbiters: bool = True, can_lose: bool = False) -> list[tuple[OnTimeOut, Promise]]:
    """The policies that a form offers, by name and title.

    Args:
        has_arbiters: somebody is there who could decide.
        can_lose: only policies by which somebody may lose on time.
    """
    return [
        (name, policy.title)
        for name, policy in POLICIES.items()
        if (has_arbiters or not policy.arbiter_decides) and (policy.can_lose or not can_lose)
    ]
