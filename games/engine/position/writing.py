"""Writes any state as a position file, so that reading it gives the state back exactly.

What a reader of the file would assume anyway is left out, as far as that is safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from games.engine import decisions as d
from games.engine.actions import Action
from games.engine.chance import PILES
from games.engine.components import bits, lowest
from games.engine.position import agenda, board
from games.engine.position import combat as fighting
from games.engine.position.names import PositionNames, mask_of
from games.engine.position.reading import read
from games.engine.position.shape import PositionData, PositionError, filled, listed, toml_section
from games.engine.rules import control
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, NOBODY, SIDES, Side
from games.engine.state import BID_UNSET, LEVELS, NO_LEVEL, Combat, State


def write(
    rules: Ruleset,
    state: State,
    actions: Sequence[tuple[Side, Action]] = (),
    title: str = "",
    seed: str = "",
) -> str:
    """The position as the text of a file.

    Args:
        actions: the actions to carry out in it, in order.
        title: the question, or what went wrong.
        seed: the seed of chance that the actions were played with.
    """
    writer = _Writer(rules, state)
    pending = writer.pending()
    if pending is not None:
        text = writer.text(pending, actions, title, seed)
        if _reads_back(rules, state, text):
            return text
    return writer.text(writer.agenda(), actions, title, seed)


def _reads_back(rules: Ruleset, state: State, text: str) -> bool:
    try:
        return read(text, lambda *_: rules).state == state
    except PositionError:
        return False


class _Writer:
    """Writes one state; each part gives the keys of its section."""

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules, self.s, self.c = rules, state, rules.components
        self.names = PositionNames(self.c)

    def text(
        self, pending: dict[str, Any], actions: Sequence[tuple[Side, Action]], title: str, seed: str
    ) -> str:
        """The whole file."""
        top = {"edition": self.rules.edition.id, **filled({"title": title}), **self._week(), **pending}
        usual = self._usual()
        drawn = {f"drawn.{pile}": number for pile, number in zip(PILES, self.s.drawn, strict=True)}
        sections = [
            toml_section("", top | self._turn()),
            toml_section("[chosen]", self.rules.chosen),
            *(toml_section(f"[{side.label}]", self._side(side)) for side in SIDES),
            toml_section("[holder]", self._places(self.s.holder, usual.holder)),
            toml_section("[control]", self._places(self.s.control, usual.control)),
            toml_section("[combat]", self._combat()),
            toml_section("[chance]", filled({"seed": seed, **drawn})),
        ]
        for side, action in actions:
            row = {"side": side.label, "action": msgspec.to_builtins(action)}
            sections.append(toml_section("[[actions]]", row))
        return "\n".join(part for part in sections if part)

    def pending(self) -> dict[str, Any] | None:
        """The short form of the agenda, which may omit details; None if there is no short form."""
        s = self.s
        if s.result is not None:
            points = dict(zip(LABELS, s.result.points, strict=True))
            return {"result": {"winner": s.result.winner.label, "victory": s.result.victory, **points}}
        if not s.agenda:
            return None
        if isinstance(s.agenda[-1], d.Pair):
            queues = [s.agenda[-1].queue(side) for side in SIDES]
            words = [agenda.word(queue[0]) if queue else "done" for queue in queues]
            return {"pending": dict(zip(LABELS, words, strict=True))}
        return {"pending": agenda.in_words(self.names, s.agenda[-1])}

    def agenda(self) -> dict[str, Any]:
        """All that comes next, in order."""
        rows: list[Any] = []
        for item in reversed(self.s.agenda):
            if isinstance(item, d.Pair):
                queues = [[agenda.in_words(self.names, each) for each in item.queue(side)] for side in SIDES]
                rows.append(dict(zip(LABELS, queues, strict=True)))
            else:
                rows.append(agenda.in_words(self.names, item))
        return {"agenda": rows}

    def _week(self) -> dict[str, Any]:
        s = self.s
        rows: dict[str, Any] = {"week": s.week, "turn": agenda.TURNS[s.turn]}
        rows |= {key: LABELS[side] for key, side in (("first", s.first), ("active", s.active)) if side >= 0}
        return rows

    def _turn(self) -> dict[str, Any]:
        s, c = self.s, self.c
        roads = [ends for number, ends in enumerate(c.road_ends) if s.roads_used >> number & 1]
        side = SIDES[max(s.active, 0)]
        rows = filled(
            {
                "mustered": s.mustered,
                "roads_used": listed(f"{c.locations[a]} - {c.locations[b]}" for a, b in roads),
                "spent": self._ids(side, s.spent & ~s.fresh),
                "fresh": self._ids(side, s.fresh),
            }
        )
        if s.level != NO_LEVEL:
            rows |= {"level": LEVELS[s.level], "moves_left": s.moves_left}
        if s.declared != (0 if s.combat is None else 1 << s.combat.location):
            rows["declared"] = self._locations(s.declared)
        if s.disks != sum(disk.bit for disk in c.disks):
            rows["disks"] = listed(disk.id for disk in c.disks if disk.bit & s.disks)
        return rows

    def _ids(self, side: Side, mask: int) -> str:
        return listed(self.c.ids(side, mask))

    def _locations(self, mask: int) -> str:
        return listed(self.c.locations[number] for number in bits(mask))

    def _cards(self, side: Side, counts: Sequence[int]) -> str:
        table = zip(self.c.cards[side], counts, strict=True)
        return listed(card.id if number == 1 else f"{card.id} x{number}" for card, number in table if number)

    def _kinds(self, side: Side, kinds: Iterable[int]) -> str:
        return listed(self.c.cards[side][kind].id for kind in kinds)

    def _side(self, side: Side) -> dict[str, Any]:
        s, c, at, sealed = self.s, self.c, self.s.at[side], self.s.sealed[side]
        known = board.known_anyway(self.names, s, side)
        came_from: dict[str, int] = {}
        for place, origins in s.origin[side].items():
            for origin in bits(origins):
                name = c.locations[origin]
                came_from[name] = came_from.get(name, 0) | lowest(at[place], 1)
        rows = {
            **{f"at.{name}": self._ids(side, at[place]) for place, name in enumerate(c.locations)},
            "recruitment": self._ids(side, at[c.box]),
            "mori_box": self._ids(side, at[c.mori_box]),
            "lost": self._ids(side, at[c.lost]),
            "hand": self._cards(side, s.hand[side]),
            "discards": self._cards(side, s.discards[side]),
            "shown": self._cards(side, s.shown[side]),
            "known": self._ids(side, s.known[side] & ~known),
            "hidden": self._ids(side, known & ~s.known[side]),
            **{f"came_from.{name}": self._ids(side, blocks) for name, blocks in came_from.items()},
            "bid": "" if s.bids[side] == BID_UNSET else c.cards[side][s.bids[side]].id,
            "wish": s.wishes[side],
        }
        if sealed is None:
            return filled(rows)
        # Without its own entry the discard pile would be read as the sealed cards.
        return filled(rows) | {"discards": rows["discards"], "sealed": self._kinds(side, sealed)}

    def _usual(self) -> State:
        """The position with the holders and controllers that a reader would assume."""
        minimal = PositionData(disks=[disk.id for disk in self.c.disks if disk.bit & self.s.disks])
        usual = self.s.copy()
        usual.control = [NOBODY] * len(self.c.locations)
        board.take_resources(self.names, usual, minimal)
        board.hold(self.names, usual, minimal)
        return usual

    def _places(self, sides: list[int], usual: list[int]) -> dict[str, str]:
        table = zip(self.c.locations, sides, usual, strict=True)
        return {name: _label(side) for name, side, assumed in table if side != assumed}

    def _combat(self) -> dict[str, Any]:
        c, combat = self.c, self.s.combat
        if combat is None:
            return {}
        window = combat.window
        rows: dict[str, Any] = {
            "siege": combat.siege,
            "retreat_to": "" if combat.retreat_to == NOBODY else c.locations[combat.retreat_to],
        }
        if window is not None:
            shown = "" if window.show == NOBODY else c.cards[window.side][window.show].id
            rows |= {"window": window.side.label, "show": shown}
        rows = {"location": c.locations[combat.location], "attacker": combat.attacker.label} | filled(rows)
        if combat.owner != control.owner(c, self.s, combat.location):
            rows["owner"] = _label(combat.owner)
        for side in SIDES:
            rows |= {f"{side.label}.{key}": value for key, value in self._fought(combat, side).items()}
        return rows

    def _fought(self, combat: Combat, side: Side) -> dict[str, Any]:
        """What one side has done in the combat; the open deployment last, with its card."""
        c, played, window = self.c, combat.played[side], combat.window
        loyal, last = combat.loyal[side], ""
        if window is not None and window.side == side:
            played = played[:-1]
            loyal &= ~mask_of(window.blocks)
            blocks = " + ".join(c.blocks[side][number].id for number in window.blocks)
            last = f"{blocks} with {c.cards[side][window.card].id}"
        rows = {
            "deployed": listed([*c.ids(side, loyal), *filter(None, [last])]),
            "defected": self._ids(side, combat.defected[side]),
            "played": self._kinds(side, played),
            "with_card": combat.with_card[side],
            "passing": combat.passing[side],
            "lost": combat.lost[side],
        }
        rows = filled(rows) | {"impact": combat.impact[side]}
        if combat.finished[side] != (combat.siege and side == combat.owner):
            rows["finished"] = combat.finished[side]
        if combat.origins[side] != fighting.origins(self.s, side, combat.location):
            rows["came_from"] = self._locations(combat.origins[side])
        return rows


def _label(side: int) -> str:
    return "nobody" if side == NOBODY else LABELS[side]
