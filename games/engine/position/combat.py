"""A battle or siege in a position: deployments as they were made, and the impact they give.

A deployment is written "ukita-daimyo", or with its card "ukita-two-mon with ukita-plain"; the two blocks of a
double card stand in their order: "ukita-daimyo + ukita-two-mon with ukita-double".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.position.names import PositionNames, mask_of, side_named, split
from games.engine.position.shape import CombatData, CombatSide, Items
from games.engine.rules import combat as rules
from games.engine.rules import control, impact
from games.engine.side import NOBODY, SIDES, Side
from games.engine.state import Combat, State, Window

NO_CARD = -1


class Deployment(NamedTuple):
    """Blocks in their order, the card they were deployed with, and what that was worth."""

    blocks: tuple[int, ...]
    card: int
    worth: int = 0


def played(names: PositionNames, data: CombatData | None) -> list[list[int]]:
    """The kinds of the cards each side has played in the combat, which lie in no pile yet, in order."""
    if data is None:
        return [[], []]
    found = []
    for side, row in zip(SIDES, (data.east, data.west), strict=True):
        where = f"combat.{side.label}"
        kinds = names.cards(side, row.played, f"{where}.played")
        for entry in (*split(row.defected), *split(row.deployed)):
            _, _, card = entry.partition(" with ")
            if card:
                kinds.append(names.card(side, card.strip(), where))
        found.append([kind for kind in kinds if kind != NOBODY])
    return found


def read(names: PositionNames, s: State, data: CombatData, *, is_over: bool) -> Combat | None:
    """The combat that the file describes; None, with problems noted, when it makes no sense.

    Impact is computed as if all defections had happened before the other deployments.

    Args:
        s: the position so far: blocks placed, holders and origins known.
        is_over: whether the fight is over, so that a side may be gone that has lost blocks in it.
    """
    where = names.location(data.location, "combat.location")
    if where == NOBODY:
        return None
    attacker = side_named(data.attacker) if data.attacker else s.active
    if attacker == NOBODY:
        names.wrong("combat.attacker: say who attacks")
        return None
    combat = rules.new(names.c, s, where, SIDES[attacker], siege=data.siege)
    if data.owner is not None:
        combat.owner = side_named(data.owner)
    combat.played = played(names, data)
    combat.passing = [data.east.passing, data.west.passing]
    combat.lost = [data.east.lost, data.west.lost]
    if data.retreat_to is not None:
        bits = names.neighbours(where, [data.retreat_to], "combat.retreat_to")
        combat.retreat_to = bits.bit_length() - 1 if bits else NOBODY
    _judge_forces(names, s, combat, is_over)
    _Fighting(names, s, combat, data).fill()
    return combat


def _judge_forces(names: PositionNames, s: State, combat: Combat, is_over: bool) -> None:
    """Note that a side is missing, or has lost blocks before the fight is over: only two sides can fight."""
    for side in SIDES:
        has_force = control.has_units(names.c, s, side, combat.location)
        if side == combat.attacker:
            has_force = s.at[side][combat.location] != 0
        if combat.lost[side] and not is_over:
            names.wrong(f"combat.{side.label}.lost: blocks are lost when the fight is over")
        elif not has_force and not combat.lost[side]:
            names.wrong(f"combat: {side.label} has nobody at {names.c.locations[combat.location]}")


def origins(s: State, side: int, location: int) -> int:
    """The mask of the locations that a side's blocks at a location came from (R-23)."""
    return s.origin[side].get(location, 0)


class _Fighting:
    """Fills a combat with what both sides have done in it."""

    def __init__(self, names: PositionNames, s: State, combat: Combat, data: CombatData) -> None:
        self.names, self.s, self.combat, self.data = names, s, combat, data
        self.rows = (data.east, data.west)

    def fill(self) -> None:
        for side in SIDES:
            self._defect(side)
        latest = [self._deploy(side) for side in SIDES]
        for side in SIDES:
            self._correct(side, self.rows[side])
        self.combat.window = self._window(latest)

    def _defect(self, side: Side) -> None:
        """The blocks of a side that fight for the other (R-21)."""
        combat = self.combat
        for each in self._deployments(side, self.rows[side].defected, "defected"):
            for number in each.blocks:
                combat.impact[side.enemy] += impact.of_defector(self.names.c, combat, side, number)
                combat.defected[side] |= 1 << number
            combat.with_card[side] |= each.card != NO_CARD

    def _deploy(self, side: Side) -> Deployment | None:
        """Add up what a side deployed, in the order written; the last deployment with its worth."""
        combat, latest = self.combat, None
        for each in self._deployments(side, self.rows[side].deployed, "deployed"):
            latest = each._replace(worth=self._worth(side, each))
            combat.impact[side] += latest.worth
            combat.loyal[side] |= mask_of(each.blocks)
            combat.with_card[side] |= each.card != NO_CARD
        return latest

    def _worth(self, side: Side, each: Deployment) -> int:
        c, combat = self.names.c, self.combat
        special = not combat.siege and each.card != NO_CARD and c.cards[side][each.card].type == "special"
        worth = impact.of_deployment(c, combat, side, each.blocks[0], special)
        for number in each.blocks[1:]:
            worth += impact.of_deployment(c, combat, side, number, special, first=each.blocks[0])
        return worth

    def _deployments(self, side: Side, entries: Items, key: str) -> Iterator[Deployment]:
        """Deployments by block numbers; a kind means one of the blocks there that is not deployed yet.

        Ids are taken at their word: a block that is deployed may have been lost, or have retreated, since.
        """
        names, s, combat = self.names, self.s, self.combat
        where = f"combat.{side.label}.{key}"
        present = s.at[side][combat.location] | s.at[side][names.c.lost]
        for entry in split(entries):
            blocks, _, card = entry.partition(" with ")
            done = combat.loyal[side] | combat.defected[side]
            block_ids = blocks.split(" + ")
            exact = all(name in names.c.block_bit[side] for name in block_ids)
            within = names.c.whole_army[side] if exact else present & ~done
            numbers = names.blocks(side, block_ids, s.at[side], within, where)
            if mask_of(numbers) & done:
                names.wrong(f'{where}: "{blocks}" is deployed already')
            elif not numbers:
                continue  # noted where the blocks were looked up
            elif card:
                kind = names.c.card_index[side].get(card.strip(), NOBODY)
                self._judge(side, kind, numbers, where)
                yield Deployment(tuple(numbers), kind)
            else:
                yield from (Deployment((number,), NO_CARD) for number in numbers)

    def _judge(self, side: Side, kind: int, numbers: list[int], where: str) -> None:
        """Note a card that cannot have deployed these blocks [8.2.2, 8.4.2]."""
        c = self.names.c
        if kind == NOBODY:
            return  # noted where the cards played were looked up
        card, blocks = c.cards[side][kind], mask_of(numbers)
        most = 2 if card.type == "double" else 1
        fits = card.solo if len(numbers) == 1 else card.clan_blocks | c.wildcard_mask[side]
        if not 0 < len(numbers) <= most or blocks & ~fits:
            names = " + ".join(c.ids(side, blocks))
            self.names.wrong(f'{where}: "{card.id}" cannot have deployed {names}')

    def _correct(self, side: Side, row: CombatSide) -> None:
        """Set the values that the file gives instead of having them computed."""
        s, combat = self.s, self.combat
        if row.impact is not None:
            combat.impact[side] = row.impact
        combat.finished[side] = combat.siege and side == combat.owner
        if row.finished is not None:
            combat.finished[side] = row.finished
        if row.with_card is not None:
            combat.with_card[side] = row.with_card
        if row.came_from is not None:
            where = f"combat.{side.label}.came_from"
            combat.origins[side] = self.names.neighbours(combat.location, row.came_from, where)
        else:
            combat.origins[side] = origins(s, side, combat.location)

    def _window(self, latest: list[Deployment | None]) -> Window | None:
        """The deployment that may still be challenged: the last one of the side that is named."""
        names, data = self.names, self.data
        if data.window is None:
            if data.show is not None:
                names.wrong("combat.show: a card is named for a challenge, but there is no combat.window")
            return None
        side = Side.named(data.window)
        last = latest[side]
        if last is None or last.card == NO_CARD:
            names.wrong(
                f'combat.window: write the last deployment of {side.label} with its card ("... with ...")'
            )
            return None
        show = NOBODY if data.show is None else names.card(side, data.show, "combat.show")
        if show != NOBODY and not self.s.hand[side][show]:
            names.wrong(f'combat.show: "{data.show}" is not in the hand of {side.label}')
        return Window(side, last.card, last.blocks, last.worth, show)
