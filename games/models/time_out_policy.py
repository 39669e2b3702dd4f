"""Time-out policies: what happens when a player does not decide in time.

`POLICIES` has a policy for each value of ``on_time_out`` of a game, a club or a ladder. Other code asks the
policy and never compares names. `games/services/README.md` explains how to add one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class OnTimeOut(StrEnum):
    """The names of the policies in the database and the API."""

    NOTHING = "nothing"
    CLAIM = "claim"
    ARBITER = "arbiter"


@dataclass(frozen=True, kw_only=True)
class TimeOutPolicy:
    """What happens when a player's time is over.

    Attributes:
        meaning: for the documentation of the API, in English.
        title: for the choice of a policy in a form.
        agreed: a sentence for the page of a game, club or ladder.
        in_short: for lists of games, with ``days``; None if the days are enough.
        while_there_is_time: for the player before the deadline; may be empty.
        once_late: for the player after the deadline; may be empty.
        warning: for the player after the deadline, on the page of the game; may be empty.
        for_opponent: for the opponent after the deadline, with ``name``; may be empty.
        for_arbiters: for arbiters of the club after the deadline.
        may_be_claimed: whether the opponent can claim the win after the deadline.
        arbiter_decides: whether an arbiter decides. Such a policy needs a club.
        can_lose: whether a player can lose on time. Ladders allow only such policies, so that games end.
        without_arbiter: the policy that applies while no arbiter can decide.
    """

    meaning: str
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
        meaning="there is no penalty",
        title=_("Running late has no penalty"),
        agreed=_("Running late has no penalty."),
        can_lose=False,
    ),
    OnTimeOut.CLAIM: TimeOutPolicy(
        meaning="the opponent may claim the win",
        title=_("The opponent may claim the win"),
        agreed=_("When time runs out, the opponent may claim the win."),
        in_short=_("%(days)s, then the win may be claimed"),
        while_there_is_time=_("After that your opponent may claim the win."),
        once_late=_("Until you do, your opponent may claim the win."),
        warning=_("You can still answer, but until you do your opponent may claim the win."),
        for_opponent=_("%(name)s can still answer, but you may claim the win now."),
        for_arbiters=_("The opponent may claim the win."),
        may_be_claimed=True,
    ),
    OnTimeOut.ARBITER: TimeOutPolicy(
        meaning="an arbiter decides, or the opponent may claim the win if no arbiter is free to decide",
        title=_("An arbiter of the club decides"),
        agreed=_(
            "When time runs out, an arbiter decides. While all who could decide play in the game, "
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
        # Otherwise a game in which the only arbiters play would never end.
        without_arbiter=OnTimeOut.CLAIM,
    ),
}
"""The policies, in the order in which forms offer them."""


def choices(*, has_arbiters: bool = True, can_lose: bool = False) -> list[tuple[OnTimeOut, Promise]]:
    """The policies that a form offers, as names and titles.

    Args:
        has_arbiters: whether to include policies that need an arbiter.
        can_lose: whether to leave out policies by which nobody can lose on time.
    """
    return [
        (name, policy.title)
        for name, policy in POLICIES.items()
        if (has_arbiters or not policy.arbiter_decides) and (policy.can_lose or not can_lose)
    ]
