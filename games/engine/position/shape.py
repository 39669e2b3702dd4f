"""The shape of a position file, its mistakes in words, and values as TOML. fixtures/README.md explains its
keys."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from games.engine.actions import Action
from games.engine.position.mistakes import in_words

SideName = Literal["east", "west"]
Holder = Literal["east", "west", "nobody"]
Items = str | list[str]
"""Names one after another: a list, or one text with commas."""
Count = Annotated[int, Meta(ge=0, le=999)]
"""More than any number in a game."""
PendingText = str | dict[SideName, str]
Agenda = list[str | dict[SideName, list[str]]]


class PositionError(ValueError):
    """The text is not a valid position. ``problems`` has one sentence for each thing that is wrong."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        count = "one problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        super().__init__(f"this position has {count}:" + "".join(f"\n- {text}" for text in self.problems))


class SideData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side's pieces and cards."""

    at: dict[str, Items] = {}
    recruitment: Items = ""
    mori_box: Items = ""
    lost: Items = ""
    bag: Items | None = None
    hand: Items = ""
    deck: Items | None = None
    discards: Items | None = None
    shown: Items = ""
    known: Items = ""
    hidden: Items = ""
    came_from: dict[str, Items] = {}
    sealed: Items | None = None
    bid: str | None = None
    wish: Literal["first", "second"] | None = None


class CombatSide(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side has done in a combat."""

    deployed: Items = ""
    defected: Items = ""
    played: Items = ""
    impact: Count | None = None
    finished: bool | None = None
    with_card: bool | None = None
    passing: bool = False
    lost: Count = 0
    came_from: Items | None = None


class CombatData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle or siege."""

    location: str
    attacker: SideName | None = None
    siege: bool = False
    owner: Holder | None = None
    window: SideName | None = None
    show: str | None = None
    retreat_to: str | None = None
    east: CombatSide = CombatSide()
    west: CombatSide = CombatSide()


class DrawnBefore(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """How many items were drawn from each pile before."""

    east_cards: Count = 0
    west_cards: Count = 0
    east_blocks: Count = 0
    west_blocks: Count = 0


class ChanceData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """What chance will answer: named items first, then what the seed gives."""

    seed: str = ""
    east_cards: Items = ""
    west_cards: Items = ""
    east_blocks: Items = ""
    west_blocks: Items = ""
    drawn: DrawnBefore = DrawnBefore()


class ResultData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the game ended."""

    winner: SideName
    victory: str
    east: Count
    west: Count


class SideAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action and whose it is, as one entry of ``[[actions]]``."""

    side: SideName
    action: Action


class PositionData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole file."""

    edition: str = "kessen"
    chosen: dict[str, Any] = {}
    title: str = ""
    week: Count = 1
    turn: Literal["A", "B"] = "A"
    first: SideName | None = None
    active: SideName | None = None
    pending: PendingText | None = None
    agenda: Agenda | None = None
    level: Literal["", "none", "minimal", "limited", "total"] | None = None
    moves_left: Count | None = None
    mustered: bool = False
    roads_used: Items = ""
    spent: Items = ""
    fresh: Items = ""
    declared: Items | None = None
    east: SideData = SideData()
    west: SideData = SideData()
    holder: dict[str, Holder] = {}
    control: dict[str, Holder] = {}
    disks: Items | None = None
    combat: CombatData | None = None
    chance: ChanceData = ChanceData()
    result: ResultData | None = None
    lesson: dict[str, Any] = {}
    """What a lesson says beside its position. ``games.rulebook.lessons`` reads it, the engine does not."""
    actions: list[SideAction | tuple[SideName, Action]] = []


def parse(text: str) -> PositionData:
    """The data of a position file.

    Raises:
        PositionError: with the first thing that is not TOML or does not fit the shape.
    """
    try:
        raw = tomllib.loads(text)
    except RecursionError as error:
        raise PositionError(["the text is not TOML that can be read: its lists are too deep"]) from error
    except tomllib.TOMLDecodeError as error:
        raise PositionError([f"the text is not TOML: {error}"]) from error
    except ValueError as error:  # from Python, about a number of more than 4,300 digits
        raise PositionError(["the text is not TOML that can be read: a number in it is too long"]) from error
    try:
        return msgspec.convert(raw, PositionData)
    except msgspec.ValidationError as error:
        raise PositionError([in_words(str(error), raw, PositionData)]) from error


_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_section(header: str, rows: Mapping[str, Any]) -> str:
    """Lines of keys and values under a header; empty where there are no keys. Keys may be dotted."""
    if not rows:
        return ""
    lines = [header] if header else []
    lines += [f"{key} = {toml_value(each)}" for key, each in rows.items()]
    return "\n".join(lines) + "\n"


def toml_value(data: Any) -> str:
    """One value on one line.

    Args:
        data: a mapping (entries that are None are left out), list, text, number or boolean.
    """
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, int):
        return str(data)
    if isinstance(data, str):
        # JSON's escapes are TOML's, except for the one control character that JSON does not escape.
        return msgspec.json.encode(data).decode().replace("\x7f", "\\u007F")
    if isinstance(data, Mapping):
        pairs = (f"{_key(key)} = {toml_value(each)}" for key, each in data.items() if each is not None)
        return "{ " + ", ".join(pairs) + " }"
    return "[" + ", ".join(toml_value(each) for each in data) + "]"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_value(key)


def listed(names: Iterable[str]) -> str:
    """Names with commas between."""
    return ", ".join(names)


def filled(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The rows without empty texts, zeros and false values."""
    return {key: each for key, each in rows.items() if each}
