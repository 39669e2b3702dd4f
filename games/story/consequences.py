"""What answers are called and what they lead to: the sentences that pages and mails share."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.ruleset import Ruleset
from games.story.names import Names, Seen
from games.story.situation import enemy_of, forces_at

ORDERED_SINCE = 2
"""The revision of the rules since which not to be asked again is an order."""


class Said(NamedTuple):
    """An answer in words, and what comes of it."""

    words: str
    outcome: str


def cards_for_a_block(hand: Sequence[str], fitting: int) -> str:
    """How many cards of a hand show the mon of a block that may be lost; empty for an empty hand."""
    if not fitting:
        return _("you have no card for it") if hand else ""
    return ngettext("you have %(count)d card for it", "you have %(count)d cards for it", fitting) % {
        "count": fitting
    }


def passing(*, may_challenge: bool) -> Said:
    """Not to challenge."""
    words = _("Don't challenge this time") if may_challenge else _("Let their block stand")
    return Said(words, _("You are asked again if they deploy another."))


def challenging() -> Said:
    """To challenge the deployment just made."""
    outcome = _(
        "You spend your challenge card either way. Unless the other side shows a card that "
        "could deploy the block, the block fights for you in this battle."
    )
    return Said(_("Challenge its loyalty"), outcome)


def passing_for_good(rules: Ruleset) -> Said:
    """Not to be asked again: an order, or in revision 1 of the rules a sealed pass."""
    words = _("Don't ask again this battle")
    if rules.revision < ORDERED_SINCE:
        outcome = _(
            "You are not asked again before the next battle. "
            "The other side is not told, and you cannot change it. But the other side can notice it: "
            "where the game would wait for your answer, it goes on at once."
        )
        return Said(words, outcome)
    outcome = _(
        "You are not asked again in this battle, and challenge none of its blocks. "
        "The other side is not told: the game waits as long as if you had been asked."
    )
    return Said(words, outcome)


def stopping(seen: Seen) -> Said:
    """To stop deploying."""
    combat, words = seen["combat"], _("Stop deploying")
    theirs = enemy_of(seen)
    if combat["siege"]:
        return Said(words, _("The assault ends, and the castle's losses are counted."))
    if not combat["finished"][theirs]:
        outcome = _(
            "You deploy nothing more in this battle, whatever happens. The other side may go on; "
            "when it stops too, the battle is decided."
        )
        return Said(words, outcome)
    if _is_ahead(combat, seen["viewer"], theirs):
        return Said(words, _("The other side has stopped: the battle ends at once, and you win it."))
    return Said(words, _("The other side has stopped: the battle is decided at once."))


def _is_ahead(combat: dict[str, Any], mine: str, theirs: str) -> bool:
    """Whether a side wins a battle if it ends now. The defender wins ties."""
    lead = combat["impact"][mine] - combat["impact"][theirs]
    return bool(lead > 0 or (lead == 0 and mine != combat["attacker"]))


def score(seen: Seen) -> str:
    """The impact of both sides, and what it means."""
    combat = seen["combat"]
    mine, theirs = seen["viewer"], enemy_of(seen)
    if combat["siege"]:
        text = _("Impact so far: %(attack)d. Each full 7 takes a block out of the castle.")
        return text % {"attack": combat["impact"][combat["attacker"]]}
    if mine == combat["attacker"]:
        text = _("Yours %(mine)d, theirs %(theirs)d. On a tie you lose.")
    else:
        text = _("Yours %(mine)d, theirs %(theirs)d. On a tie you win.")
    return text % {"mine": combat["impact"][mine], "theirs": combat["impact"][theirs]}


def staying_inside(seen: Seen) -> Said:
    """To stay inside the castle."""
    if seen["combat"]["attacker"] == seen["viewer"]:
        return Said(_("Stay inside"), _("No fight: nobody attacks, and nothing is lost."))
    outcome = _(
        "A siege: only the other side attacks. You lose a block for every 7 impact, and nothing else."
    )
    return Said(_("Stay inside"), outcome)


def coming_out() -> Said:
    """To come out of the castle."""
    outcome = _(
        "A battle: both sides deploy. Each loses a block for every 7 impact of the other; "
        "the loser loses one more and retreats."
    )
    return Said(_("Come out and fight"), outcome)


WITHOUT_A_CARD = gettext_lazy("Cannot be challenged. Only until you deploy with a card in this combat.")
"""What is true of a daimyo that is deployed without a card."""

ORDER_WORDS: dict[str, tuple[Promise, Promise]] = {
    "first": (
        gettext_lazy("Go first"),
        gettext_lazy("You move and fight before the other side, in both turns."),
    ),
    "second": (
        gettext_lazy("Go second"),
        gettext_lazy("The other side moves and fights first, in both turns."),
    ),
}
"""The orders of turns, each with what comes of it."""

LEVEL_WORDS: dict[str, tuple[Promise, Promise]] = {
    "none": (
        gettext_lazy("No movement"),
        gettext_lazy("None of your blocks moves or musters. Exchange any number of cards for new ones."),
    ),
    "minimal": (
        gettext_lazy("Minimal movement"),
        gettext_lazy("Costs no card. One stack moves, or you muster instead."),
    ),
    "limited": (
        gettext_lazy("Limited movement"),
        gettext_lazy("Costs one card. Three stack moves; you may muster in place of one."),
    ),
    "total": (
        gettext_lazy("Total movement"),
        gettext_lazy("Costs two cards. All your stacks may move, and you may muster as well."),
    ),
}
"""The movement levels, each with what it costs and allows."""


def ending_movement(seen: Seen, *, can_move: bool) -> Said:
    """To end the movement phase.

    Args:
        seen: the view of the side that moves.
        can_move: whether a stack of it still could.
    """
    outcome = _("Your armies halt, and you fight wherever both sides stand.")
    left = seen["movement"]["moves_left"]
    if can_move and left is None:
        outcome = f"{outcome} {_('Stacks of yours can still move; you give that up.')}"
    elif can_move:
        text = ngettext(
            "You give up the stack move that you have left.",
            "You give up the %(count)d stack moves that you have left.",
            left,
        )
        outcome = f"{outcome} {text % {'count': left}}"
    return Said(_("End the movement phase"), outcome)


def fighting_at(names: Names, seen: Seen, place: str) -> str:
    """The forces where a combat could be declared, and what else is there."""
    here = seen["locations"].get(place, {})
    mine, theirs = forces_at(seen, place)
    blocks = _("Blocks: %(mine)d of yours, %(theirs)d of theirs") % {"mine": mine, "theirs": theirs}
    more = [names.disk(here["disk"])] if "disk" in here else []
    if "besieged" in here:
        more.append(_("castle of %(side)s") % {"side": names.side(here["besieged"])})
    return ", ".join([blocks, *more])


def tiers_of_losses(seen: Seen) -> list[str]:
    """What the tiers of losses are called."""
    combat, mine = seen["combat"], seen["viewer"]
    if combat["siege"]:
        return [_("Blocks in the castle")]
    groups = {
        _("Blocks that changed sides"): bool(combat["defected"][mine]),
        _("Blocks that deployed"): bool(combat["loyal"][mine]),
        _("Blocks that did not deploy"): bool(combat["waiting"]),
    }
    return [name for name, has_blocks in groups.items() if has_blocks]


def mustering(names: Names, place: str, clans: str) -> str:
    """To muster at a place: one block hidden, or any number of a clan openly.

    Args:
        clans: whose blocks muster openly, in words; empty for one block, hidden.
    """
    values = {"place": names.place(place), "clans": clans}
    if not clans:
        return _("%(place)s: one block of any clan, hidden") % values
    return _("%(place)s: any number of the %(clans)s, openly") % values


MEETINGS: dict[str, Promise | str] = {
    "nothing": "",
    "fight": gettext_lazy("a fight"),
    "overrun": gettext_lazy("you overrun them"),
    "overrun-by-them": gettext_lazy("they overrun you"),
}
"""What happens where a path ends at enemies."""


def price(*, force_march: bool, leader: bool) -> str:
    """What a path costs; empty if it is free."""
    if force_march and leader:
        return _("with a leader and a force march")
    if force_march:
        return _("with a force march")
    return _("with a leader") if leader else ""
