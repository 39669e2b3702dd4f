"""Which branches of the rules an action or an event took: keys of the table in ``coverage``.

Every function looks at one action, or one event, and yields what is to be counted for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from games.engine import Ruleset
from games.engine import actions as a
from games.engine.components import Components
from games.engine.play import Play
from games.engine.rules import march
from games.engine.side import LABELS, NOBODY, Side
from games.engine.state import State
from games.rule_numbers import PENALTY_STEP
from games.simulation.arena import Played
from games.simulation.coverage import TIE

Keys = Iterator[str]
EventView = dict[str, Any]


class Printed:
    """The facts of an edition that the counting needs."""

    def __init__(self, rules: Ruleset) -> None:
        self.c: Components = rules.components
        self.disks = {disk.id for disk in rules.edition.disks}
        self.rounds_as_liked = rules.edition.flags.discard_rounding == "choice"
        self.card_type = {card.id: card.type for card in rules.edition.cards}
        self.block = {block.id: block for block in rules.edition.blocks}

    def is_highway(self, source: str, path: Iterable[str]) -> bool:
        """Whether the whole path is highway [7.3.6]."""
        index, roads = self.c.location_index, self.c.roads
        ends = [index[name] for name in (source, *path)]
        return all(roads[one][two].highway for one, two in pairwise(ends))

    def leads(self, state: State, side: Side, source: str) -> list[str]:
        """What leads there without a daimyo [7.3.4]."""
        c, place = self.c, self.c.location_index[source]
        disk = c.flags.disk_leadership and c.disk_bit[side][place] & state.disks
        found = {
            "castle": c.castle[place] == side == state.holder[place],
            "disk": disk,
            "capital": c.capital[place] == side,
        }
        return [name for name, there in found.items() if there]

    def needs_leader(self, state: State, move: a.Move) -> bool:
        """Whether a group goes further than it could without leadership and force march [7.3.3]."""
        play, index = Play(self.c, state), self.c.location_index
        return any(
            march.shortfall(
                play, index[move.source], tuple(index[end] for end in group.path), len(group.blocks)
            )
            > 0
            for group in move.groups
        )

    def cards(self, group: str, cards: Iterable[str]) -> Keys:
        """Each card by its type."""
        return (f"{group}.{self.card_type[card]}" for card in cards)


# ---- actions


def _discard(printed: Printed, entry: Played, discard: a.Discard) -> Keys:
    if entry.side is not None and printed.rounds_as_liked:
        spare = 2 * len(discard.cards) - sum(entry.before.hand[entry.side])
        if spare:
            yield "discard.rounded-up" if spare > 0 else "discard.rounded-down"


def _bid(printed: Printed, entry: Played, bid: a.Bid) -> Keys:
    yield f"bid.wish-{bid.wish}" if bid.wish else "bid.open"
    yield from printed.cards("bid-with", [bid.card])


def _level(printed: Printed, entry: Played, level: a.Level) -> Keys:
    yield f"level.{level.level}"
    if level.level == "none" and level.cards:
        yield "level.none-with-exchange"
    yield from printed.cards("spent", level.cards)


def _move(printed: Printed, entry: Played, move: a.Move) -> Keys:
    paths = [group.path for group in move.groups]
    if len(paths) == 1:
        yield "move.one-group"
    elif any(one != two and two[: len(one)] == one for one in paths for two in paths):
        yield "move.drop-off"
    else:
        yield "move.two-ways"
    if move.leader is not None:
        yield "move.led-by-daimyo" if printed.c.flags.leader_shown else "move.led-by-hidden-daimyo"
    elif entry.side is not None and printed.needs_leader(entry.before, move):
        leads = printed.leads(entry.before, entry.side, move.source)
        if len(leads) == 1:
            yield f"move.led-by-{leads[0]}"
    for group in move.groups:
        if len(group.blocks) > PENALTY_STEP:
            yield "move.size-penalty"
        if printed.is_highway(move.source, group.path):
            yield "move.highway"
        if group.force_march is not None:
            yield "move.force-march"
            yield from printed.cards("spent", [group.force_march])


def _muster(printed: Printed, entry: Played, muster: a.Muster) -> Keys:
    yield "muster.open" if muster.openly else "muster.hidden"
    if len(muster.blocks) > 1:
        yield "muster.open-several"


def _mori(printed: Printed, entry: Played, mori: a.Mori) -> Keys:
    card = "double" if printed.card_type[mori.card] == "double" else "card"
    yield f"mori.{card}-brings-{'two' if len(mori.blocks) > 1 else 'one'}"
    yield from printed.cards("spent", [mori.card])


def _deploy(printed: Printed, entry: Played, deploy: a.Deploy) -> Keys:
    combat = entry.before.combat
    if combat is not None and combat.siege:
        yield "deploy.in-siege"
    if combat is not None and combat.window is not None:
        yield "pass.by-acting"
    if deploy.show is not None:
        yield "deploy.names-refuter"


def _challenge(printed: Printed, entry: Played, challenge: a.Challenge) -> Keys:
    yield "challenge.in-window" if entry.decision == "window" else "challenge.folded"


def _pass(printed: Printed, entry: Played, passed: a.Pass) -> Keys:
    yield "pass.in-window" if entry.decision == "window" else "pass.folded"


def _losses(printed: Printed, entry: Played, losses: a.Losses) -> Keys:
    if not printed.disks.isdisjoint(losses.blocks):
        yield "siege.disk-for-block"


OF_ACTION: dict[type, Callable[[Printed, Played, Any], Keys]] = {
    a.Discard: _discard,
    a.Bid: _bid,
    a.Level: _level,
    a.Move: _move,
    a.Muster: _muster,
    a.Mori: _mori,
    a.Deploy: _deploy,
    a.Challenge: _challenge,
    a.Pass: _pass,
    a.Losses: _losses,
}


# ---- events


def _discarded(printed: Printed, entry: Played, event: EventView) -> Keys:
    return printed.cards("discarded", event["cards"])


def _order(printed: Printed, entry: Played, event: EventView) -> Keys:
    yield f"order.{event['order']}"


def _reshuffled(printed: Printed, entry: Played, event: EventView) -> Keys:
    yield f"reshuffle.{event['side']}"


def _overrun(printed: Printed, entry: Played, event: EventView) -> Keys:
    yield f"overrun.of-{event['side']}"
    yield from _lost(printed, entry, event)


def _stance(printed: Printed, entry: Played, event: EventView) -> Keys:
    active = entry.before.active
    own_phase = active != NOBODY and event["side"] == LABELS[active]
    if event["inside"]:
        yield "stance.inside-in-own-phase" if own_phase else "stance.inside"
    else:
        yield "stance.sortie" if own_phase else "stance.outside"


def _siege(printed: Printed, entry: Played, event: EventView) -> Keys:
    yield "siege.began"
    if not event[Side.named(event["attacker"]).enemy.label]:
        yield "siege.of-lone-disk"


def _deployed(printed: Printed, entry: Played, event: EventView) -> Keys:
    blocks = [printed.block[kind] for kind in event["kinds"]]
    for block in blocks:
        if block.wildcard or block.fatal:
            yield f"deployed-block.{block.id}"
    if event["card"] is None:
        yield "deploy.free-daimyo"
        return
    yield from printed.cards("deployed", [event["card"]])
    if any(block.daimyo for block in blocks):
        yield "deploy.daimyo-with-card"
    wildcards = any(block.wildcard for block in blocks)
    if wildcards:
        yield "deploy.wildcard"
    kind = printed.card_type[event["card"]]
    if kind == "special":
        yield "deploy.special-attack" if event["special"] else "deploy.special-as-plain"
    if kind == "double":
        yield "deploy.double-two-blocks" if len(blocks) > 1 else "deploy.double-one-block"
        if wildcards:
            how = "with-clan-block" if len(blocks) > 1 else "alone"
            yield f"deploy.double-wildcard-{how}"


def _refuted(printed: Printed, entry: Played, event: EventView) -> Keys:
    yield "challenge.refuted"
    yield from printed.cards("shown", [event["card"]])


def _defected(printed: Printed, entry: Played, event: EventView) -> Keys:
    yield "challenge.succeeded"
    if len(event["kinds"]) > 1:
        yield "challenge.turned-two-blocks"


def _lost(printed: Printed, entry: Played, event: EventView) -> Keys:
    for kind in event["kinds"]:
        if printed.block[kind].wildcard or printed.block[kind].fatal:
            yield f"lost-block.{kind}"


def _disk_lost(printed: Printed, entry: Played, event: EventView) -> Keys:
    yield f"lost-disk.{event['disk']}"


def _over(printed: Printed, entry: Played, event: EventView) -> Keys:
    victory = "points" if event["victory"] == TIE else event["victory"]
    yield f"victory.{event['winner']}-{victory}"


ALWAYS = {"battle-began": "battle.began", "mori-joined": "mori.attack-brings-all"}
"""Events that are counted whatever they carry."""
OF_EVENT: dict[str, Callable[[Printed, Played, EventView], Keys]] = {
    "discards-revealed": _discarded,
    "order-chosen": _order,
    "pile-reshuffled": _reshuffled,
    "overrun": _overrun,
    "stance-taken": _stance,
    "siege-began": _siege,
    "deployed": _deployed,
    "refuted": _refuted,
    "defected": _defected,
    "blocks-lost": _lost,
    "disk-lost": _disk_lost,
    "game-over": _over,
}
