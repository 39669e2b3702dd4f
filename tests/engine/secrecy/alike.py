"""What a step shows of the hidden side, and an action that looks the same to everybody else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from games.engine import Ruleset, Side, options
from games.engine import actions as a
from games.engine.components import Components, bits
from games.engine.core import Turned
from games.engine.events import Event
from games.engine.options import Choice
from games.engine.rules import loyalty
from games.engine.state import State
from tests.kit.twins import Held

REVEALING = frozenset({"overrun", "blocks-lost"})
"""Events that show blocks because they are lost; what else shows a block is in the action that does."""


def shown_by(
    rules: Ruleset, before: State, hidden: Side, actor: Side, action: a.Action, turned: Turned
) -> Held:
    """What the rules let everybody see of the hidden side in this step, and so must be in any twin (R-28)."""
    c = rules.components
    kinds = {event.kind for event in turned.events if event.side in (hidden, -1)}
    lost = blocks = shown_as_lost(c, before, turned, hidden)
    cards: tuple[int, ...] = ()
    led = 0
    if actor == hidden:
        if isinstance(action, a.Move) and action.leader is not None and not c.flags.leader_shown:
            led = c.block_bit[hidden][action.leader]
        blocks |= _named_blocks(c, hidden, action)
        cards = _paid(
            c, hidden, action, sealed="discards-revealed" not in kinds, bid="bids-revealed" not in kinds
        )
    show, barred = None, frozenset[int]()
    if actor != hidden and type(action) is a.Challenge:
        show, barred = _answer_to_challenge(c, before, turned.events, hidden)
        cards = () if show is None else (show,)
    return Held(
        blocks=blocks,
        lost=lost,
        led=led,
        hand=cards,
        barred=barred,
        sealed=actor != hidden and "discards-revealed" in kinds,
        bid=actor != hidden and "bids-revealed" in kinds,
        show=show,
        window=actor == hidden and isinstance(action, a.Pass | a.Challenge),
    )


def shown_as_lost(c: Components, before: State, turned: Turned, side: Side) -> int:
    """The blocks of the side that everybody sees because they are lost in this step."""
    if REVEALING.isdisjoint(event.kind for event in turned.events if event.side in (side, -1)):
        return 0
    return turned.state.at[side][c.lost] & ~before.at[side][c.lost]


def _named_blocks(c: Components, side: Side, action: a.Action) -> int:
    """The blocks an action shows: deployed, mustered openly, named for leadership."""
    names: Sequence[str] = ()
    if isinstance(action, a.Deploy) or (isinstance(action, a.Muster) and action.openly):
        names = action.blocks
    elif isinstance(action, a.Move) and action.leader is not None and c.flags.leader_shown:
        names = (action.leader,)
    return sum(c.block_bit[side][name] for name in names)


def _paid(c: Components, side: Side, action: a.Action, *, sealed: bool, bid: bool) -> tuple[int, ...]:
    """The cards an action shows: paid, played, or sealed last of all and turned over at once."""
    names: list[str] = []
    match action:
        case a.Level():
            names = list(action.cards)
        case a.Move():
            names = [group.force_march for group in action.groups if group.force_march is not None]
        case a.Mori():
            names = [action.card]
        case a.Deploy() if action.card is not None:
            names = [action.card]
        case a.Discard() if not sealed:
            names = list(action.cards)
        case a.Bid() if not bid:
            names = [action.card]
        case a.Challenge():
            return (c.loyalty[side],)
    return tuple(c.card_index[side][name] for name in names)


def _answer_to_challenge(
    c: Components, before: State, events: list[Event], hidden: Side
) -> tuple[int | None, frozenset[int]]:
    """The card shown to refute; or else the kinds that would have refuted, which the hand cannot hold."""
    for event in events:
        if event.kind == "refuted":
            return c.card_index[hidden][event.public["card"]], frozenset()
    assert before.combat is not None
    window = before.combat.window
    assert window is not None
    target = loyalty._target(c, hidden, window.card, window.blocks)
    return None, frozenset(kind for kind, card in enumerate(c.cards[hidden]) if card.solo & target)


# ---- an action of the hidden side's twin


def alike(
    rules: Ruleset, before: State, twin: State, side: Side, action: a.Action, held: Held, random: Random
) -> a.Action:
    """The twin's action: what it shows is the same, what it hides is another choice, in another order."""
    c = rules.components
    if isinstance(action, a.Move):
        return _move(c, before, twin, side, action, held, random)
    if isinstance(action, a.Retreat):
        return _retreat(c, before, twin, side, action, held, random)
    if isinstance(action, a.Deploy):
        return replace(action, show=_show(rules, twin, side, action, random))
    if isinstance(action, a.Muster) and not (action.openly or held.lost & _mask(c, side, action.blocks)):
        box = c.ids(side, twin.at[side][c.box])
        return replace(action, blocks=_shuffled(box, random)[: len(action.blocks)])
    return _sealed(c, twin, side, action, held, random)


def _sealed(c: Components, twin: State, side: Side, action: a.Action, held: Held, random: Random) -> a.Action:
    """Sealed choices are made again, unless turned over at once; lists are given in another order."""
    hand = c.card_ids(side, twin.hand[side])
    if isinstance(action, a.Discard):
        return a.Discard(_shuffled(action.cards if held.hand else hand, random)[: len(action.cards)])
    if isinstance(action, a.Bid) and not held.hand:
        bid = random.choice(hand or [c.cards[side][twin.bids[side]].id])
        return a.Bid(bid, random.choice((None, "first", "second")))
    if isinstance(action, a.Pass):
        return a.Pass(rest_of_battle=random.random() < 0.5)
    if isinstance(action, a.Level):
        return replace(action, cards=_shuffled(action.cards, random))
    if isinstance(action, a.Losses | a.Muster):
        return replace(action, blocks=_shuffled(action.blocks, random))
    return action


def _shuffled(names: Sequence[str], random: Random) -> tuple[str, ...]:
    return tuple(random.sample(names, len(names)))


def _move(
    c: Components, before: State, twin: State, side: Side, move: a.Move, held: Held, random: Random
) -> a.Move:
    """Other blocks go the same ways, except where everybody sees which go (R-28)."""
    place = c.location_index[move.source]
    here = before.at[side][place]
    leader = 0
    if move.leader is not None and c.flags.leader_shown:
        leader = c.block_bit[side][move.leader]
    elif move.leader is not None:  # any daimyo there, since only one of them is known to be a daimyo
        able = twin.at[side][place] & c.daimyo_mask[side]
        move = replace(move, leader=random.choice(c.ids(side, able)))
    if not here & ~(before.known[side] | leader):
        return replace(move, groups=tuple(_reordered(group, group.blocks, random) for group in move.groups))
    free = list(bits(twin.at[side][place] & ~twin.spent & ~held.lost))
    random.shuffle(free)
    groups: list[a.Group] = []
    for group in move.groups:
        lost = c.ids(side, _mask(c, side, group.blocks) & held.lost)
        others = [c.blocks[side][free.pop()].id for _ in group.blocks[len(lost) :]]
        groups.append(_reordered(group, [*lost, *others], random))
    return replace(move, groups=tuple(groups))


def _reordered(group: a.Group, blocks: Sequence[str], random: Random) -> a.Group:
    return replace(group, blocks=_shuffled(blocks, random))


def _mask(c: Components, side: Side, names: Sequence[str]) -> int:
    return sum(c.block_bit[side][name] for name in names)


def _show(rules: Ruleset, twin: State, side: Side, action: a.Deploy, random: Random) -> str | None:
    """Sealed: any card of the twin's hand that could refute, or none (R-20)."""
    asked = options(rules, twin, side)
    assert asked is not None
    bare = replace(action, show=None)
    for shape in asked.shapes:
        for offer in shape.offers if isinstance(shape, Choice) else ():
            if offer.action == bare:
                return random.choice([None, *offer.may_show])
    return None


def _retreat(
    c: Components, before: State, twin: State, side: Side, retreat: a.Retreat, held: Held, random: Random
) -> a.Retreat:
    """Other blocks stay in the castle, except where everybody sees which do."""
    combat = before.combat
    assert combat is not None
    here = before.at[side][combat.location]
    if not here & ~before.known[side]:
        return replace(retreat, stay=_shuffled(retreat.stay, random))
    free = c.ids(side, twin.at[side][combat.location] & ~held.lost)
    return replace(retreat, stay=_shuffled(free, random)[: len(retreat.stay)])
