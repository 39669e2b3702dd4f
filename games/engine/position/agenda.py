"""The agenda in words, and the agenda that a pending decision implies.

An entry of the agenda is written as its word and its details in order: "movement east", "losses west 2",
"begin-turn west B", "draw-blocks east 2 recruitment".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, get_args

from games.engine import decisions as d
from games.engine.play import Play
from games.engine.position.mistakes import meant
from games.engine.position.names import PositionNames
from games.engine.position.shape import Agenda
from games.engine.rules import week
from games.engine.rules.combat import winner
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, NOBODY, OTHER, SIDES, Side
from games.engine.state import Combat, State

ITEM_TYPES: dict[str, type] = {
    kind.__struct_config__.tag: kind
    for kind in (*get_args(d.PlayerDecision), *get_args(d.Draw), *get_args(d.AgendaStep))
}
DECISIONS = {str(kind.__struct_config__.tag) for kind in get_args(d.PlayerDecision)}
TURNS = "AB"
IN_BIDDING = ("discard", "bid", "done")
"""Where a side can be within reinforcement and bidding; done: its bid is sealed."""
OUTSIDE_A_TURN = (*IN_BIDDING, "order", "begin-week", "reveal-bids", "end-game")
COMBAT_WORDS = ("stance", "deploy", "window", "fight", "losses", "take-losses", "retreat", "beat-retreat")
_NUMBER = re.compile(r"[0-9]{1,3}")
Following = Sequence[Any]
"""Agenda items, the first coming next."""


def word(item: Any) -> str:
    """The word of an agenda item."""
    return str(item.__struct_config__.tag)


def in_words(names: PositionNames, item: Any) -> str:
    """An agenda item as it is written; a pair is written as a table of two lists instead."""
    words = [word(item)]
    for field in item.__struct_fields__:
        value = getattr(item, field)
        if field == "side":
            words.append(LABELS[value])
        elif field == "turn":
            words.append(TURNS[value])
        elif field in ("place", "location"):
            words.append(names.place_name(value))
        else:
            words.append(str(value))
    return " ".join(words)


def item(names: PositionNames, text: str, where: str) -> Any:
    """The agenda item with these words, or None with a problem noted."""
    tag, values = _read(names, text, where, is_whole=True)
    return None if values is None else ITEM_TYPES[tag](*values)


def details(names: PositionNames, text: str) -> list[Any]:
    """What is said besides the word of a pending decision: the first of its details, perhaps all."""
    return _read(names, text, "pending", is_whole=False)[1] or []


def _read(names: PositionNames, text: str, where: str, *, is_whole: bool) -> tuple[str, list[Any] | None]:
    """The word of an agenda item and its details; None, with a problem noted, where they do not fit it.

    Args:
        is_whole: whether all details must be there.
    """
    tag, *words = text.split() or [""]
    kind = ITEM_TYPES.get(tag)
    if kind is None:
        names.wrong(f'{where}: nothing is called "{tag}"{meant(tag, ITEM_TYPES)}')
        return tag, None
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    values = [_value(names, field, word, where) for field, word in zip(fields, words, strict=False)]
    if len(words) > len(fields) or (is_whole and len(words) < len(fields)) or None in values:
        names.wrong(f'{where}: "{text}" should be written as: {" ".join((tag, *fields))}')
        return tag, None
    return tag, values


def _value(names: PositionNames, field: str, text: str, where: str) -> Any:
    if field == "side":
        return SIDES[LABELS.index(text)] if text in LABELS else None
    if field == "turn":
        return TURNS.find(text) if text in TURNS else None
    if field in ("place", "location"):
        return names.place(text, where)
    return int(text) if _NUMBER.fullmatch(text) else None


def contradicts(item: Any, tag: str, said: Sequence[Any]) -> bool:
    """Whether the next item of the agenda has other details than the file gives for the pending decision."""
    fields: tuple[str, ...] = ITEM_TYPES[tag].__struct_fields__  # type: ignore[attr-defined]
    return any(getattr(item, field, value) != value for field, value in zip(fields, said, strict=False))


def written(names: PositionNames, agenda: Agenda) -> list[Any]:
    """The items of an agenda that is written out in full."""
    found: list[Any] = []
    for entry in agenda:
        if isinstance(entry, str):
            found.append(item(names, entry, "agenda"))
        else:
            queues = [tuple(item(names, text, "agenda") for text in entry.get(label, [])) for label in LABELS]
            found.append(d.Pair(*queues))
    return found


def week_after(rules: Ruleset, s: State) -> Following:
    """The turns that follow the active side's in this week, and what comes after them [6.1]."""
    end: Any = d.EndGame() if s.week == rules.edition.flags.weeks else d.BeginWeek()
    if NOBODY in (s.active, s.first):
        return ()
    first = SIDES[s.first]
    turns = [d.BeginTurn(side, turn) for turn in (0, 1) for side in (first, first.enemy)]
    return (*turns[turns.index(d.BeginTurn(SIDES[s.active], s.turn)) + 1 :], end)


def bidding(rules: Ruleset, s: State, where: dict[Side, str]) -> Following:
    """Reinforcement and bids, with each side as far as its word says (R-07)."""
    play = Play(rules.components, s.copy())
    week.begin(play, d.BeginWeek())
    begun = play.s.agenda[-1]
    queues: list[Any] = []
    for side in SIDES:
        queue = begun.queue(side) if isinstance(begun, d.Pair) else ()
        if where[side] == "bid":
            queue = queue[-1:]
        elif where[side] == "done":
            queue = ()
        queues.append(queue)
    return (d.Pair(*queues), d.RevealBids())


def combat_items(names: PositionNames, combat: Combat, pending: str, details: list[str]) -> Following:
    """The pending decision of a combat, and the steps of that combat that follow it."""
    attacker, beaten = combat.attacker, OTHER[winner(combat)]
    if pending in ("deploy", "window", "fight"):
        return (d.Fight(),)
    if pending == "stance" and combat.owner == NOBODY:
        names.wrong(f"pending: stance; but nobody owns a castle at {names.c.locations[combat.location]}")
        return ()
    if pending == "stance":
        return (d.ChooseStance(SIDES[combat.owner]),)
    ending: Following = (d.JudgeLeaders(), d.EndCombat())
    if not combat.siege:
        ending = (d.JudgeLeaders(), d.BeatRetreat(beaten), d.EndCombat())
    if pending in ("retreat", "beat-retreat"):
        return ending[1:]
    side = OTHER[attacker] if combat.siege else attacker
    if details and details[0] in LABELS:
        side = SIDES[LABELS.index(details[0])]
    losing: Any = d.TakeLosses(side)
    if len(details) > 1 and details[1].isdecimal():
        losing = d.ChooseLosses(side, int(details[1]))
    second = (d.TakeLosses(OTHER[attacker]),) if side == attacker and not combat.siege else ()
    return (losing, *second, *ending)


def phase_items(names: PositionNames, s: State, pending: str, details: list[str]) -> Following:
    """The pending decision outside combat, and the steps of that phase that follow it."""
    if pending == "order":
        label = details[0] if details else LABELS[max(s.active, 0)]
        return (item(names, f"order {label}", "pending"),)
    active = SIDES[max(s.active, 0)]
    combats = d.FightCombats(active)
    match pending:
        case "begin-turn":
            return (d.BeginTurn(active, s.turn),)
        case "level":
            return (d.ChooseLevel(active), combats)
        case "movement" | "move-on":
            return (d.Movement(active), combats)
        case "declare" | "fight-combats":
            return (combats,)
        case _:
            return (item(names, " ".join((pending, *details)), "pending"),)
