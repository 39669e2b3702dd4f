"""The guided first week: what a decision is about, told to guests where they are asked it."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.models.seat import Seat
from games.reads.briefing import Briefing

LESSONS: dict[str, Promise] = {
    "discard": gettext_lazy(
        "Cards are your orders: each deploys blocks of one clan in battle. Give up those of clans you"
        " have few blocks of; you draw new ones."
    ),
    "bid": gettext_lazy(
        "Both sides bid a card, face down. The higher number says who goes first this week. Both "
        "cards are spent, so bid one that you can do without."
    ),
    "replace-bid": gettext_lazy("Until the other side has bid, you can change your mind."),
    "order": gettext_lazy(
        "Going first, you strike first. Going second, you see what the other side does before you move."
    ),
    "level": gettext_lazy(
        "How much you move costs cards: none for one stack, one for three stacks, two for all of "
        "them. Cards spent here are not there in battle."
    ),
    "movement": gettext_lazy(
        "Choose a stack, then where it goes. Large stacks are slow; highways are fast. Where both "
        "sides stand after the phase, they fight. Castles and resource locations are worth points."
    ),
    "declare": gettext_lazy("You fight wherever both sides stand. Only the order is yours to choose."),
    "stance": gettext_lazy(
        "Inside the castle your blocks only endure the attack. Outside they fight, with everything to"
        " win or lose."
    ),
    "deploy": gettext_lazy(
        "A card brings a block of its clan into the fight, and the block adds impact. Each full 7 of "
        "impact costs the other side a block. Stop when another card is not worth it."
    ),
    "window": gettext_lazy(
        "Whoever holds a loyalty challenge card can test the block that was just deployed: if its "
        "side cannot show a card for it, it changes sides for this battle."
    ),
    "losses": gettext_lazy("What is lost is out of the game. Keep the blocks of clans whose cards you hold."),
    "retreat": gettext_lazy(
        "The side that lost the battle leaves the place. Go where you are of use next week."
    ),
}
"""What each decision is about, in a sentence or two."""


def lesson(seat: Seat | None, briefing: Briefing) -> Promise | None:
    """What to tell a newcomer about the present decision; None after the first week, and for everybody else.

    Args:
        seat: of the player who looks; None for spectators.
        briefing: of the game to this player.
    """
    if seat is None or seat.player is None or not seat.player.is_guest:
        return None
    if briefing.options is None or briefing.view["week"] > 1:
        return None
    return LESSONS[briefing.options.decision]
