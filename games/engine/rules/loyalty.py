"""Loyalty challenges: refuted by a card, or the block turns [8.6], R-17 to R-21."""

from __future__ import annotations

from games.engine.actions import Challenge, Pass
from games.engine.components import Components
from games.engine.errors import Illegal
from games.engine.options import Offer
from games.engine.play import Play
from games.engine.rules import hand, impact
from games.engine.side import Side
from games.engine.state import Window


def answers(play: Play, side: Side) -> list[Offer]:
    """What a side may answer to the deployment just made; passing is offered to everyone."""
    offers = [Offer(Pass()), Offer(Pass(rest_of_battle=True))]
    if play.s.hand[side][play.c.loyalty[side]]:
        offers.append(Offer(Challenge()))
    return offers


def refuting(
    play: Play, side: Side, card: int, numbers: tuple[int, ...], *, still_held: bool = False
) -> list[int]:
    """The card kinds in the deployer's hand that could deploy what was deployed, in the order they are shown.

    Args:
        card: the kind of the card played.
        numbers: the blocks deployed with it; of a double's two blocks one of the clan decides (R-18).
        still_held: the played card is still counted in the hand, and may not refute for itself.
    """
    c, held = play.c, play.s.hand[side]
    kinds = c.refuters[side][_target(c, side, card, numbers)]
    return [kind for kind in kinds if held[kind] > (still_held and kind == card)]


def _target(c: Components, side: Side, card: int, numbers: tuple[int, ...]) -> int:
    clan_blocks = c.cards[side][card].clan_blocks
    for number in numbers:
        if clan_blocks >> number & 1:
            return 1 << number
    return 1 << numbers[0]


def challenge(play: Play, side: Side) -> None:
    """Play a loyalty challenge card; it is spent whatever happens (R-17).

    Raises:
        Illegal: no deployment can be challenged, or the hand holds no challenge.
    """
    c, s, combat = play.c, play.s, play.combat
    kind = c.loyalty[side]
    window = combat.window
    if window is None:
        # Where the side's latest card is a challenge, it most likely tries to challenge once more.
        raise Illegal("no-window", "R-17" if combat.played[side][-1:] == [kind] else "8.6.1")
    if not s.hand[side][kind]:
        raise Illegal("no-challenge-card", "8.6.1")
    s.hand[side][kind] -= 1
    hand.forget(s, side, kind)
    combat.played[side].append(kind)
    combat.window = None
    army = c.blocks[window.side]
    kinds = [army[number].kind for number in window.blocks]
    play.tell("challenged", side, lambda: {"card": c.cards[side][kind].id, "kinds": kinds})
    refuters = refuting(play, window.side, window.card, window.blocks)
    if refuters:
        _refute(play, window, refuters)
    else:
        _defect(play, window, kinds)


def _refute(play: Play, window: Window, refuters: list[int]) -> None:
    """R-20: the engine shows the card named in advance, else the first in the fixed order."""
    shown = window.show if window.show in refuters else refuters[0]
    known = play.s.shown[window.side]
    known[shown] = max(known[shown], 1)
    card = play.c.cards[window.side][shown].id
    play.tell("refuted", window.side, lambda: {"card": card})


def _defect(play: Play, window: Window, kinds: list[str]) -> None:
    """The blocks fight for the challenger now; nothing stays on their own side (R-21) [8.6.2, 8.6.3]."""
    combat, owner = play.combat, window.side
    combat.impact[owner] -= window.impact
    worth = 0
    for number in window.blocks:
        worth += impact.of_defector(play.c, combat, owner, number)
        combat.loyal[owner] &= ~(1 << number)
        combat.defected[owner] |= 1 << number
    combat.impact[owner.enemy] += worth
    east, west = combat.impact
    play.tell("defected", owner, lambda: {"kinds": kinds, "impact": worth, "east": east, "west": west})
