"""Deploying blocks: free daimyo, plain and special cards, doubles, wildcards [8.2.2-8.2.4, 8.4, 9.4]."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.actions import Challenge, Deploy, Finish, Pass, Silence
from games.engine.components import bits
from games.engine.decisions import AnswerDeployment, DeployBlocks
from games.engine.errors import Illegal, Malformed
from games.engine.options import Choice, Offer, Shape
from games.engine.play import Play
from games.engine.rules import control, hand, impact, loyalty, naming
from games.engine.side import NOBODY, Side
from games.engine.state import Window
from games.rule_numbers import MOST_DEPLOYED

NO_CARD = -1


def waiting(play: Play, side: Side) -> int:
    """The side's blocks at the combat that have not deployed."""
    combat = play.combat
    return play.s.at[side][combat.location] & ~(combat.loyal[side] | combat.defected[side])


def options(play: Play, decision: DeployBlocks) -> list[Shape]:
    side = decision.side
    present = waiting(play, side)
    offers = list(_free_daimyo(play, side, present))
    for kind, (card, held) in enumerate(zip(play.c.cards[side], play.s.hand[side], strict=True)):
        if held and present & (card.solo | card.pair):
            offers += _with_card(play, side, kind, present)
    offers.append(Offer(Finish()))
    if play.combat.window is not None:
        offers += loyalty.answers(play, side)
    return [Choice(offers)]


def window_options(play: Play, decision: AnswerDeployment) -> list[Shape]:
    return [Choice(loyalty.answers(play, decision.side))]


def _free_daimyo(play: Play, side: Side, present: int) -> Iterator[Offer]:
    c, combat = play.c, play.combat
    if combat.with_card[side]:
        return
    for number in bits(present & c.daimyo_mask[side]):
        worth = impact.of_deployment(c, combat, side, number, special=False)
        yield Offer(Deploy((c.blocks[side][number].id,)), {"impact": worth})


def _with_card(play: Play, side: Side, kind: int, present: int) -> Iterator[Offer]:
    """What a card deploys; this includes a daimyo, who can then be challenged (R-42)."""
    c, combat = play.c, play.combat
    card = c.cards[side][kind]
    blocks = c.blocks[side]
    special = card.type == "special" and not combat.siege
    for number in bits(present & card.solo):
        worth = impact.of_deployment(c, combat, side, number, special)
        show = _refuting_ids(play, side, kind, (number,))
        yield Offer(Deploy((blocks[number].id,), card.id), {"impact": worth}, show)
    if card.type == "double":
        yield from _pairs(play, side, kind, present)


def _pairs(play: Play, side: Side, kind: int, present: int) -> Iterator[Offer]:
    """Two blocks of a double card, in either order; at least one of the card's clan [8.4.2]."""
    c, combat = play.c, play.combat
    card, blocks = c.cards[side][kind], c.blocks[side]
    pool = list(bits(present & card.pair))
    for first in pool:
        for second in pool:
            if first != second and (1 << first | 1 << second) & card.clan_blocks:
                worth = impact.of_deployment(c, combat, side, first, special=False)
                worth += impact.of_deployment(c, combat, side, second, special=False, first=first)
                show = _refuting_ids(play, side, kind, (first, second))
                yield Offer(Deploy((blocks[first].id, blocks[second].id), card.id), {"impact": worth}, show)


def _refuting_ids(play: Play, side: Side, kind: int, numbers: tuple[int, ...]) -> tuple[str, ...]:
    """The cards that could be named to refute with; in a siege there is nothing to refute."""
    if play.combat.siege:
        return ()
    cards = play.c.cards[side]
    return tuple([cards[k].id for k in loyalty.refuting(play, side, kind, numbers, still_held=True)])


def resolve(play: Play, decision: DeployBlocks, action: Deploy) -> None:
    """Deploy blocks, with or without a card. An open window counts as passed [8.2.3].

    Raises:
        Malformed: names that do not exist, or no block.
        Illegal: the card or the blocks cannot be deployed so, or the sealed card could not refute (R-20).
    """
    c, s, combat, side = play.c, play.s, play.combat, decision.side
    kind, numbers = _judge(play, side, action)
    show = _named_refuter(play, side, kind, numbers, action)
    combat.window = None
    card = None if kind == NO_CARD else c.cards[side][kind]
    special = card is not None and card.type == "special" and not combat.siege
    worth = 0
    mask = 0
    for number in numbers:
        worth += impact.of_deployment(c, combat, side, number, special)
        combat.loyal[side] |= 1 << number
        mask |= 1 << number
    combat.impact[side] += worth
    hidden = mask & ~s.known[side]
    s.known[side] |= mask
    control.forget_alike(c, s, side, hidden, waiting(play, side))
    if kind != NO_CARD:
        s.hand[side][kind] -= 1
        hand.forget(s, side, kind)
        combat.played[side].append(kind)
        combat.with_card[side] = True
        if not combat.siege:  # [8.9.4]
            combat.window = Window(side, kind, numbers, worth, show)
    army = c.blocks[side]
    play.tell(
        "deployed",
        side,
        lambda: {
            "location": c.locations[combat.location],
            "card": action.card,
            "kinds": [army[number].kind for number in numbers],
            "impact": worth,
            "total": combat.impact[side],
            "special": special and bool(army[numbers[0]].arm),
        },
    )


def _judge(play: Play, side: Side, action: Deploy) -> tuple[int, tuple[int, ...]]:
    """The card kind and block numbers of a legal deployment."""
    c, combat = play.c, play.combat
    here = play.s.at[side][combat.location]
    blocks = naming.blocks(play, side, action.blocks, here, "8.2.3")
    if not blocks:
        raise Malformed("empty-deployment", "8.2.3")
    if not waiting(play, side) & blocks == blocks:
        raise Illegal("deployed-already", "8.2.2")
    # In the order given: the second block of a double counts the first.
    numbers = tuple([c.block_bit[side][name].bit_length() - 1 for name in action.blocks])
    if action.card is None:
        _judge_free(play, side, blocks)
        return NO_CARD, numbers
    kind = naming.card(play, side, action.card, "8.2.2")
    card = c.cards[side][kind]
    if len(numbers) > 1:
        if card.type != "double" or len(numbers) > MOST_DEPLOYED:
            raise Illegal("too-many-blocks", "8.4.2", card=action.card)
        if blocks & ~card.pair or not blocks & card.clan_blocks:
            raise Illegal("card-does-not-fit", "8.4.2", card=action.card)
    elif not blocks & card.solo:
        rule = "8.4.2" if card.type == "double" else "8.2.2"
        raise Illegal("card-does-not-fit", rule, card=action.card)
    return kind, numbers


def _judge_free(play: Play, side: Side, blocks: int) -> None:
    if not blocks & play.c.daimyo_mask[side] or blocks.bit_count() > 1:
        raise Illegal("card-needed", "8.2.2")
    if play.combat.with_card[side]:
        raise Illegal("daimyo-not-free", "8.2.4")


def _named_refuter(play: Play, side: Side, kind: int, numbers: tuple[int, ...], action: Deploy) -> int:
    """The sealed card to refute with, checked while it can still be changed (R-20)."""
    if action.show is None:
        return NOBODY
    if kind == NO_CARD or play.combat.siege:
        raise Illegal("nothing-to-refute", "R-20")
    show = naming.card(play, side, action.show, "R-20")
    if show not in loyalty.refuting(play, side, kind, numbers, still_held=True):
        raise Illegal("cannot-refute", "R-20", card=action.show)
    return show


def resolve_challenge(play: Play, decision: DeployBlocks | AnswerDeployment, action: Challenge) -> None:
    """Challenge the deployment just made [8.6.1].

    Raises:
        Illegal: no deployment can be challenged, or the hand holds no loyalty challenge.
    """
    loyalty.challenge(play, decision.side)


def resolve_pass(play: Play, decision: DeployBlocks | AnswerDeployment, action: Pass) -> None:
    """Do not challenge the deployment, and in revision 1, if so wished, no later one in this battle.

    Raises:
        Illegal: no deployment can be challenged.
    """
    combat = play.combat
    if combat.window is None:
        raise Illegal("no-window", "8.6.1")
    combat.window = None
    if action.rest_of_battle and play.c.revision < 2:
        combat.passing[decision.side] = True


def resolve_silence(play: Play, decision: AnswerDeployment, action: Silence) -> None:
    """Let the deployment stand, because nobody answered in time."""
    combat = play.combat
    combat.window = None
    play.tell("window-lapsed", decision.side, lambda: {"location": play.c.locations[combat.location]})
