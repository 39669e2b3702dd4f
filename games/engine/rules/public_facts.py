"""What a side may hold and deploy, as far as everybody can tell: by this decisions are spared (R-29).

Public are the number of cards in a hand, those of them that were shown, every card that was played or
discarded, and the blocks that are known to be where they are (R-28, R-32).
"""

from __future__ import annotations

from games.engine.play import Play
from games.engine.rules import hand
from games.engine.side import Side


def may_hold(play: Play, side: Side, kind: int) -> bool:
    """Whether the hand may hold a card of that kind: one was shown, or one can be among the others.

    Only while no bid and no discard of the side is sealed, as in every combat: then the cards of a kind that
    nobody has seen are all in its hand and its draw pile.
    """
    s = play.s
    shown = s.shown[side]
    if shown[kind]:
        return True
    is_any_unseen = hand.size(s, side) > sum(shown)
    return is_any_unseen and s.hand[side][kind] + s.deck[side][kind] > 0


def may_challenge(play: Play, side: Side) -> bool:
    """Whether the hand may hold a loyalty challenge [8.6.1]."""
    return may_hold(play, side, play.c.loyalty[side])


def may_deploy(play: Play, side: Side, waiting: int) -> bool:
    """Whether one of the waiting blocks can perhaps be deployed [8.2.2, 8.2.4]."""
    c = play.c
    blocks = _possible(play, side, waiting)
    if not play.combat.with_card[side] and blocks & c.daimyo_mask[side]:
        return True
    # What a double deploys together includes a block that it also deploys alone.
    return any(card.solo & blocks and may_hold(play, side, kind) for kind, card in enumerate(c.cards[side]))


def _possible(play: Play, side: Side, waiting: int) -> int:
    """The blocks that may be among these: those known to be there, and for unknown ones any unknown block."""
    c, s = play.c, play.s
    known = waiting & s.known[side]
    if known == waiting:
        return waiting
    at = s.at[side]
    return known | (c.whole_army[side] & ~(s.known[side] | at[c.lost] | at[c.mori_box]))
