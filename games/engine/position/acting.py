"""Actions as a person writes them, without saying which of several identical blocks is meant.

"tokugawa-two-mon x2" becomes the ids of two such blocks that can act, "all" the ids of all that can. If none
can act, other copies are named, so that the rules give their own refusal. Ids are left unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.engine import actions as a
from games.engine.components import Components, bits
from games.engine.position.names import ALL, ITEM, PositionNames, mask_of
from games.engine.side import NOBODY, Side
from games.engine.state import State


def with_ids(c: Components, s: State, side: Side, action: a.Action) -> a.Action:
    """The action with every block named by its id."""
    if isinstance(action, a.Move):
        return _move(c, s, side, action)
    if isinstance(action, a.Retreat):
        return replace(action, stay=_ids(c, side, action.stay, _fighting(s, side)))
    if isinstance(action, a.Muster | a.Mori | a.Deploy | a.Losses):
        return replace(action, blocks=_ids(c, side, action.blocks, _able(c, s, side, action)))
    return action


def judge_names(names: PositionNames, side: Side, action: a.Action, where: str) -> None:
    """Note every name in an action that the edition does not have, or that is of the other side.

    A name that exists, but that the rules refuse in the position, is left to the rules.
    """
    match action:
        case a.Move():
            _judge_move(names, side, action, where)
        case a.Losses(blocks):
            disks = {disk.id for disk in names.c.disks}
            _judge_blocks(names, side, [each for each in blocks if each not in disks], where)
        case a.Retreat(to, stay):
            if to is not None:
                names.location(to, where)
            _judge_blocks(names, side, stay, where)
        case a.Muster() | a.Declare():
            names.location(action.location, where)
        case a.Discard() | a.Level():
            _judge_cards(names, side, action.cards, where)
        case a.Bid() | a.Mori():
            _judge_cards(names, side, [action.card], where)
        case a.Deploy():
            _judge_cards(names, side, [action.card, action.show], where)
    if isinstance(action, a.Muster | a.Mori | a.Deploy):
        _judge_blocks(names, side, action.blocks, where)


def _judge_move(names: PositionNames, side: Side, move: a.Move, where: str) -> None:
    names.location(move.source, where)
    _judge_blocks(names, side, () if move.leader is None else [move.leader], where)
    for group in move.groups:
        for place in group.path:
            names.location(place, where)
        _judge_cards(names, side, [group.force_march], where)
        _judge_blocks(names, side, group.blocks, where)


def _judge_cards(names: PositionNames, side: Side, cards: Iterable[str | None], where: str) -> None:
    for card in cards:
        if card is not None:
            names.card(side, card, where)


def _judge_blocks(names: PositionNames, side: Side, blocks: Sequence[str], where: str) -> None:
    known = {name for block in names.c.blocks[side] for name in (block.id, block.kind)}
    for item in names.items(list(blocks), where):
        if item.name not in known and item.name != ALL:
            names.wrong(f"{where}: {names.no_block(side, item.name)}")


def _able(c: Components, s: State, side: Side, action: a.Action) -> list[int]:
    """Masks of the blocks that can do what the action says."""
    at = s.at[side]
    if isinstance(action, a.Muster):
        return [at[c.box]]
    if isinstance(action, a.Mori):
        return [at[c.mori_box]]
    fighting = _fighting(s, side)
    return fighting[2:] if isinstance(action, a.Deploy) else fighting


def _move(c: Components, s: State, side: Side, move: a.Move) -> a.Move:
    source = c.location_index.get(move.source, NOBODY)
    pool = 0 if source == NOBODY else s.at[side][source] & ~s.spent
    groups = []
    for group in move.groups:
        names = _ids(c, side, group.blocks, [pool])
        pool &= ~mask_of(_numbers(c, side, names))
        groups.append(replace(group, blocks=names))
    return replace(move, groups=tuple(groups))


def _fighting(s: State, side: Side) -> list[int]:
    """The blocks in the combat in the order in which they are lost: defected, deployed, the rest [8.7.2]."""
    if s.combat is None:
        return [0, 0, 0]
    here = s.at[side][s.combat.location]
    loyal, defected = s.combat.loyal[side], s.combat.defected[side]
    return [here & defected, here & loyal, here & ~(loyal | defected)]


def _numbers(c: Components, side: Side, names: Sequence[str]) -> list[int]:
    table = c.block_bit[side]
    return [table[name].bit_length() - 1 for name in names if name in table]


def _ids(c: Components, side: Side, names: Sequence[str], pools: Sequence[int]) -> tuple[str, ...]:
    """The ids meant by some names.

    Args:
        pools: masks of the blocks that can act; those of an earlier one are taken first.
    """
    army, table = c.blocks[side], c.block_bit[side]
    free = [number for pool in pools for number in bits(pool)]
    free += [number for number in range(len(army)) if number not in free]
    able = sum(pool.bit_count() for pool in pools)
    taken = _numbers(c, side, names)
    found: list[str] = []
    for name in names:
        item = ITEM.fullmatch(name)
        copies = [] if item is None else [n for n in free if army[n].kind == item["name"] and n not in taken]
        if name == ALL:
            found += [army[number].id for number in free[:able] if number not in taken]
        elif name in table or item is None or not copies:
            found.append(name)
        else:
            chosen = copies[: int(item["count"] or 1)]
            taken += chosen
            found += [army[number].id for number in chosen]
    return tuple(found)
