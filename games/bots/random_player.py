"""A player that takes any legal option, whatever it leads to."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from games.bots.noticed import fingerprint, noticed
from games.bots.players import Json

T = TypeVar("T")
SCALE = 1 << 64


class RandomPlayer:
    """Any answer of any kind that the options hold.

    What an opponent can notice of the answers is put in an order by chance, in which its own cards and blocks
    have no part; the first that it can give is given.

    Args:
        edition: not needed: the options say enough.
        seed: the same seed gives the same choices.
    """

    def __init__(self, edition: Json, seed: int, character: str = "") -> None:
        del edition, character
        self._seed = seed

    def choose(self, view: Json, options: Json) -> Json:
        chance = Draws(f"{self._seed}|{options['decision']}|{fingerprint(view)}")
        shapes: dict[tuple[Any, ...], list[Json]] = {}
        for shape in options["answers"]:
            shapes.setdefault(_kind(shape), []).append(shape)
        alike = shapes[chance.one(shapes)]
        match alike[0]["shape"]:
            case "choice":
                return _one_of(chance, [row for shape in alike for row in shape["choices"]])
            case "subset":
                return _some_of(chance, alike)
            case _:
                return _Mover(chance, view["mine"]["hand"]).move(alike[0]["sources"])


def _kind(shape: Json) -> tuple[Any, ...]:
    """What is alike of shapes whose cards and blocks nobody knows: of a Mori arrival, for one, the card."""
    if shape["shape"] == "subset":
        action = shape["action"]
        return "subset", action["type"], *(action.get(key) for key in ("level", "location", "openly", "to"))
    return (shape["shape"],)


class Draws:
    """Draws that depend on nothing but what they are about.

    Args:
        about: the occasion.
    """

    def __init__(self, about: str) -> None:
        self._begun = hashlib.blake2b(about.encode(), digest_size=8)

    def number(self, *about: object) -> float:
        """From 0 to 1, where 1 is never reached."""
        drawn = self._begun.copy()
        drawn.update(repr(about).encode())
        return int.from_bytes(drawn.digest(), "big") / SCALE

    def one(self, among: Iterable[T]) -> T:
        """The first in an order of its own: among fewer it is the same, if it is one of them."""
        return min(among, key=self.number)

    def some(self, among: Sequence[T], count: int) -> list[T]:
        """So many of them; of equals each counts for itself."""
        numbered = sorted(range(len(among)), key=lambda index: self.number(index, among[index]))
        return [among[index] for index in numbered[:count]]

    def up_to(self, least: int, most: int) -> int:
        """A whole number in between, both included."""
        return self.one(range(least, most + 1))


def _one_of(chance: Draws, rows: list[Json]) -> Json:
    first = chance.one({noticed(row["action"]) for row in rows})
    row = min(
        (row for row in rows if noticed(row["action"]) == first), key=lambda row: chance.number(row["action"])
    )
    may_show = row.get("may_show")
    if may_show and chance.number("show") < 0.5:
        return {**row["action"], "show": chance.one(may_show)}
    chosen: Json = row["action"]
    return chosen


def _some_of(chance: Draws, shapes: list[Json]) -> Json:
    """So many names, none of a later tier before the earlier ones are used up."""
    count = chance.up_to(min(shape["least"] for shape in shapes), max(shape["most"] for shape in shapes))
    able = [shape for shape in shapes if shape["least"] <= count <= shape["most"]]
    shape = min(able, key=lambda shape: chance.number(shape["action"]))
    chosen: list[str] = []
    for tier in shape["of"]:
        copies = [name for name, number in tier.items() for _ in range(number)]
        chosen += chance.some(copies, count - len(chosen))
    return {**shape["action"], shape["field"]: chosen}


class March(NamedTuple):
    """One group of a stack move in the making. ``least``: the fewest blocks its row is good for."""

    blocks: list[str]
    path: list[str]
    force_march: bool
    led: bool
    least: int


class _Mover:
    """Makes a stack move of one group, of one that drops blocks off, or of two that go their own ways."""

    def __init__(self, chance: Draws, hand: list[str]) -> None:
        self._chance, self._hand = chance, hand

    def move(self, sources: list[Json]) -> Json:
        """Any move from one of the sources."""
        chance = self._chance
        source = min(sources, key=lambda source: chance.number("source", source["source"]))
        first = self._march("first", source["blocks"], source["reach"])
        marches = [first]
        if chance.number("another") < 0.5:
            second = self._drop_off(first) or self._other_way(source, first)
            marches += [second] if second else []
        cards = chance.some(self._hand, sum(march.force_march for march in marches))
        groups: list[Json] = []
        for march in marches:
            groups.append({"blocks": march.blocks, "path": march.path})
            if march.force_march:
                groups[-1]["force_march"] = cards.pop()
        move: Json = {"type": "move", "source": source["source"], "groups": groups}
        if any(march.led for march in marches):
            move["leader"] = chance.one(source["leaders"])
        return move

    def _march(self, which: str, blocks: list[str], rows: list[Json]) -> March:
        chance = self._chance
        row = min(rows, key=lambda row: chance.number(which, row["path"], row["force_march"], row["leader"]))
        low, high = row["size"]
        size = chance.up_to(low, min(high, len(blocks)))
        chosen = chance.some(blocks, size)
        return March(chosen, row["path"], row["force_march"], row["leader"], low)

    def _drop_off(self, march: March) -> March | None:
        """Leave some of the blocks on the way; what goes on is still large enough for its row.

        The shorter way is at least one location cheaper, so it never needs a card or a daimyo the longer one
        does not pay for.
        """
        chance = self._chance
        spare = len(march.blocks) - march.least
        if spare < 1 or len(march.path) < 2 or chance.number("drop") < 0.5:
            return None
        dropped = [march.blocks.pop() for _ in range(chance.up_to(1, spare))]
        way = march.path[: chance.up_to(1, len(march.path) - 1)]
        return March(dropped, way, force_march=False, led=False, least=1)

    def _other_way(self, source: Json, first: March) -> March | None:
        """A second group whose way never touches the first one's, so that neither changes the other's row."""
        left = [block for block in source["blocks"] if block not in first.blocks]
        touched = {source["source"], *first.path}
        rows = [
            row
            for row in source["reach"]
            if row["size"][0] <= len(left)
            and touched.isdisjoint(row["path"])
            and source["source"] not in first.path
            and _pays_alike(row, first)
            and row["force_march"] + first.force_march <= len(self._hand)
        ]
        return self._march("second", left, rows) if rows else None


def _pays_alike(row: Json, first: March) -> bool:
    """Whether the two can share a leader: one named for the first would spare the second its card."""
    led = row["leader"] or first.led
    return not led or ((row["leader"] or not row["force_march"]) and (first.led or not first.force_march))
