"""A player that takes any legal option, whatever it leads to."""

from random import Random
from typing import Any, NamedTuple

Json = dict[str, Any]


class RandomPlayer:
    """Any answer of any kind that the options hold; every shape is as likely as another.

    Args:
        edition: not needed: the options say enough.
        seed: the same seed gives the same choices.
    """

    def __init__(self, edition: Json, seed: int) -> None:
        del edition
        self._random = Random(seed)  # noqa: S311 - a game, not a secret

    def choose(self, view: Json, options: Json) -> Json:
        shape = self._random.choice(options["answers"])
        match shape["shape"]:
            case "choice":
                return self._one_of(shape)
            case "subset":
                return self._some_of(shape)
            case _:
                return self._move(shape, view["mine"]["hand"])

    def _one_of(self, shape: Json) -> Json:
        row = self._random.choice(shape["choices"])
        may_show = row.get("may_show")
        if may_show and self._random.random() < 0.5:
            return {**row["action"], "show": self._random.choice(may_show)}
        chosen: Json = row["action"]
        return chosen

    def _some_of(self, shape: Json) -> Json:
        """So many names, none of a later tier before the earlier ones are used up."""
        count = self._random.randint(shape["least"], shape["most"])
        chosen: list[str] = []
        for tier in shape["of"]:
            copies = [name for name, number in tier.items() for _ in range(number)]
            chosen += self._random.sample(copies, min(len(copies), count - len(chosen)))
        return {**shape["action"], shape["field"]: chosen}

    def _move(self, shape: Json, hand: list[str]) -> Json:
        """A stack move of one group, of one that drops blocks off, or of two that go their own ways."""
        source = self._random.choice(shape["sources"])
        first = self._march(source["blocks"], source["reach"])
        marches = [first]
        if self._random.random() < 0.5:
            second = self._drop_off(first) or self._other_way(source, first, hand)
            marches += [second] if second else []
        cards = self._random.sample(hand, sum(march.force_march for march in marches))
        groups: list[Json] = []
        for march in marches:
            groups.append({"blocks": march.blocks, "path": march.path})
            if march.force_march:
                groups[-1]["force_march"] = cards.pop()
        move: Json = {"type": "move", "source": source["source"], "groups": groups}
        if any(march.led for march in marches):
            move["leader"] = self._random.choice(source["leaders"])
        return move

    def _march(self, blocks: list[str], rows: list[Json]) -> "March":
        row = self._random.choice(rows)
        low, high = row["size"]
        size = self._random.randint(low, min(high, len(blocks)))
        chosen = self._random.sample(blocks, size)
        return March(chosen, row["path"], row["force_march"], row["leader"], low)

    def _drop_off(self, march: "March") -> "March | None":
        """Leave some of the blocks on the way; what goes on is still large enough for its row.

        The shorter way is at least one location cheaper, so it never needs a card or a daimyo the longer one
        does not pay for.
        """
        spare = len(march.blocks) - march.least
        if spare < 1 or len(march.path) < 2 or self._random.random() < 0.5:
            return None
        dropped = [march.blocks.pop() for _ in range(self._random.randint(1, spare))]
        way = march.path[: self._random.randrange(1, len(march.path))]
        return March(dropped, way, force_march=False, led=False, least=1)

    def _other_way(self, source: Json, first: "March", hand: list[str]) -> "March | None":
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
            and row["force_march"] + first.force_march <= len(hand)
        ]
        return self._march(left, rows) if rows else None


def _pays_alike(row: Json, first: "March") -> bool:
    """Whether the two can share a leader: one named for the first would spare the second its card."""
    led = row["leader"] or first.led
    return not led or ((row["leader"] or not row["force_march"]) and (first.led or not first.force_march))


class March(NamedTuple):
    """One group of a stack move in the making. ``least``: the fewest blocks its row is good for."""

    blocks: list[str]
    path: list[str]
    force_march: bool
    led: bool
    least: int
