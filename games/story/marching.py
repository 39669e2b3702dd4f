"""What stacks can do in a movement phase: who may leave a place, and which enemies are within reach."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import Choice, Options, Subset
from games.story.consequences import MEETINGS, price
from games.story.names import Names, Seen, blocks_counted
from games.story.situation import Stack, enemy_of, stacks

THEN = "\N{EN DASH}"
"""What stands between the places of a way. Names of places can contain a hyphen."""


class MarchingStack(NamedTuple):
    """A stack of the viewer's in words, and what it can still do in this phase.

    Attributes:
        title: the place, and what else is there.
        holding: whose blocks are there.
        more: lines on who of it may still leave, unless all may, on each enemy stack within its reach, the
            nearest first, with the way there, and on where it may go for nothing without meeting one. Ways
            are places with ``THEN`` between them. While the level is being chosen, the enemies one road away.
    """

    title: str
    holding: str
    more: list[str]


class Marching(NamedTuple):
    """The viewer's stacks in the order of the board, then what waits in boxes.

    Attributes:
        rows: all of them.
        has_targets: whether one of them has enemies within reach.
        example: a movement phase as a reply by mail can write it (``games.replies.marching``); empty where no
            stack may simply move.
    """

    rows: list[MarchingStack]
    has_targets: bool
    example: str


def marching(names: Names, seen: Seen, options: Options | None) -> Marching:
    """The viewer's stacks, and what each can do in a movement phase.

    Args:
        names: of the edition.
        seen: the view of a side.
        options: what it may answer; None for nothing.
    """
    routes = (
        [] if options is None else [one for one in options.shapes if not isinstance(one, Choice | Subset)]
    )
    sources = {source["source"]: source for route in routes for source in route.describe()["sources"]}
    targets = {place: list(_targets(names, seen, source)) for place, source in sources.items()}
    chooses_level = options is not None and options.decision == "level"
    rows = []
    for stack in stacks(names, seen):
        source, more = sources.get(stack.place), []
        if source is not None:
            more = [*_leaving(names, stack, source), *targets[stack.place], *_clear(names, source)]
        elif stack.place in seen["locations"] and chooses_level:
            more = list(_next_to(names, seen, stack.place))
        elif stack.place in seen["locations"] and sources:
            more = [_("Cannot move now.")]
        rows.append(MarchingStack(stack.title, stack.holding, more))
    return Marching(rows, any(targets.values()), next(_examples(names, sources.values()), ""))


def _examples(names: Names, sources: Iterable[Seen]) -> Iterator[str]:
    for source in sources:
        for row in source["reach"]:
            if row["meets"] == "nothing" and not row["force_march"] and not row["leader"]:
                least, most = row["size"]
                way = THEN.join(names.place(place) for place in (source["source"], *row["path"]))
                if least <= len(source["blocks"]) <= most:
                    yield _("%(way)s all; end") % {"way": way}
                elif least == 1:
                    yield _("%(way)s %(block)s; end") % {
                        "way": way,
                        "block": names.block(source["blocks"][0]),
                    }


def _leaving(names: Names, stack: Stack, source: Seen) -> Iterator[str]:
    if len(source["blocks"]) < stack.size:
        yield _("Only these can still move: %(blocks)s.") % {"blocks": names.blocks(source["blocks"])}


def _targets(names: Names, seen: Seen, source: Seen) -> Iterator[str]:
    enemy = enemy_of(seen)
    held = {place: here[enemy] for place, here in seen["locations"].items() if enemy in here}
    best: dict[str, list[Seen]] = {}
    for row in source["reach"]:
        if row["to"] in held and held[row["to"]]["count"]:
            known = best.setdefault(row["to"], [])
            if not known or _effort(row) < _effort(known[0]):
                best[row["to"]] = [row]
            elif _way(row) == _way(known[0]):
                known.append(row)
    for rows in sorted(best.values(), key=lambda rows: _effort(rows[0])):
        way = THEN.join(names.place(place) for place in (source["source"], *rows[0]["path"]))
        *fewer, largest = sorted(rows, key=lambda row: row["size"][1])
        parts = _target(held[largest["to"]], largest, len(source["blocks"]))
        text = ", ".join(part for part in parts if part)
        yield "; ".join(
            [f"{way}: {text}", *(_if_only(row) for row in fewer if row["meets"] != largest["meets"])]
        )


def _clear(names: Names, source: Seen) -> Iterator[str]:
    """The ways without an enemy that cost nothing, as a reply by mail can write them; each only as the
    beginning of longer ones where it is one."""
    free = [row for row in source["reach"] if row["meets"] == "nothing" and _effort(row)[0] == 0]
    ways = list(dict.fromkeys(tuple(row["path"]) for row in free))
    furthest = [way for way in ways if not any(way == other[: len(way)] for other in ways if other != way)]
    if furthest:
        told = "; ".join(THEN.join(names.place(place) for place in way) for way in furthest)
        yield _("Free to go as far as: %(ways)s") % {"ways": told}


def _next_to(names: Names, seen: Seen, place: str) -> Iterator[str]:
    """The enemies at the other ends of a place's roads."""
    components, enemy = names.rules.components, enemy_of(seen)
    for road in components.roads_from[components.location_index[place]]:
        there = components.locations[road.to]
        here = seen["locations"].get(there, {}).get(enemy)
        if here is not None and here["count"]:
            yield _("One road away, %(place)s: %(enemies)s") % {
                "place": names.place(there),
                "enemies": blocks_counted(here["count"]),
            }


def _target(here: Seen, row: Seen, most: int) -> Iterator[str]:
    """How many enemies there are, and what comes of meeting them with as many blocks as can go.

    What is known of them is told once, with what is elsewhere (``situation.elsewhere``).

    Args:
        here: the enemies.
        row: the way for that many blocks.
        most: how many there are to go it.
    """
    yield blocks_counted(here["count"])
    yield str(MEETINGS[row["meets"]])
    yield price(force_march=row["force_march"], leader=row["leader"])
    if row["size"][1] < most:
        yield _("%(blocks)s at most") % {"blocks": blocks_counted(row["size"][1])}


def _if_only(row: Seen) -> str:
    """What comes of it if not so many go."""
    count = row["size"][1]
    text = ngettext(
        "if only %(count)d block goes, %(meeting)s", "if only %(count)d blocks go, %(meeting)s", count
    )
    return text % {"count": count, "meeting": MEETINGS[row["meets"]]}


def _way(row: Seen) -> tuple[tuple[str, ...], bool, bool]:
    return tuple(row["path"]), row["force_march"], row["leader"]


def _effort(row: Seen) -> tuple[int, int]:
    return row["force_march"] + row["leader"], len(row["path"])
