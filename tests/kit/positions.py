"""Rule tests in the players' words: write a position down, play in it, look at what came of it.

    p = position('''
        pending = "movement"
        level = "limited"
        east.at.edo = "ieyasu, tokugawa-two-mon x2"
    ''')
    p.march("east", "edo", "oyama", blocks="tokugawa-two-mon")
    assert p.blocks("east", "oyama") == ["tokugawa-two-mon"]
    p.refuses("east", "road-used", "move", source="edo", groups=[{"blocks": ["ieyasu"], "path": ["oyama"]}])

The format of positions is explained in fixtures/README.md. Wherever an action names blocks it may say a kind
("tokugawa-two-mon"), how many ("tokugawa-two-mon x2") or "all"; ids ("tokugawa-two-mon-4") are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games.engine import NOBODY, EngineError, Side, actions, apply, options, pending, view
from games.engine.chance import Source
from games.engine.components import Components
from games.engine.core import word
from games.engine.events import Event
from games.engine.options import Options
from games.engine.position import PositionError, Reached, act, read, run, with_ids
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.rulebook.editions import ruleset
from games.rulebook.rules import rule_text

Blocks = str | Sequence[str]


class Table:
    """A position on the table: play goes on in it.

    Attributes:
        rules: the ruleset.
        state: the position as it is now.
        events: everything that happened since it was set up, as each ``Event``.
        latest: what the last action caused.
    """

    def __init__(self, text: str, rules: Ruleset | None = None) -> None:
        found = read(text, ruleset if rules is None else lambda *_: rules)
        self.rules: Ruleset = found.rules
        self.source: Source = found.source()
        played = run(found)
        self.state: State = played.state
        self.events: list[Event] = played.events
        self.latest: list[Event] = played.events

    @property
    def c(self) -> Components:
        return self.rules.components

    # ---- playing ----

    def action(self, side: str, kind: str = "", /, **fields: Any) -> actions.Action:
        """The action of that type, with identical blocks told apart."""
        body = {"type": kind, **fields} if kind else fields
        for key in ("blocks", "stay", "cards"):
            if isinstance(body.get(key), str):
                body[key] = _listed(body[key])
        action = actions.parse(msgspec.json.encode(body))
        return with_ids(self.c, self.state, Side.named(side), action)

    def play(self, side: str, kind: str = "", /, **fields: Any) -> list[dict[str, Any]]:
        """Carry out an action, let chance act, and return what happened, as both sides together know it."""
        action = self.action(side, kind, **fields)
        played = act(self.rules, Reached(self.state, []), Side.named(side), action, self.source)
        self.state, self.latest = played.state, played.events
        self.events = self.events + played.events
        return self.told()

    def refuses(self, side: str, code: str, kind: str = "", /, **fields: Any) -> EngineError:
        """The refusal with that code; the position stays as it was, and the rule it names exists."""
        before = msgspec.msgpack.encode(self.state)
        with pytest.raises(EngineError) as caught:
            apply(self.rules, self.state, Side.named(side), self.action(side, kind, **fields))
        assert caught.value.code == code, f"refused, but with: {caught.value}"
        assert msgspec.msgpack.encode(self.state) == before, "a refused action changed the position"
        if caught.value.rule:
            assert rule_text(caught.value.rule), f"no words for the rule {caught.value.rule}"
        return caught.value

    def march(
        self,
        side: str,
        source: str,
        *path: str,
        blocks: Blocks = "all",
        force_march: str | None = None,
        leader: str | None = None,
    ) -> list[dict[str, Any]]:
        """A stack move of one group."""
        return self.play(side, "move", **_one_group(source, path, blocks, force_march, leader))

    def march_refused(
        self,
        side: str,
        code: str,
        source: str,
        *path: str,
        blocks: Blocks = "all",
        force_march: str | None = None,
        leader: str | None = None,
    ) -> EngineError:
        """The refusal of a stack move of one group."""
        return self.refuses(side, code, "move", **_one_group(source, path, blocks, force_march, leader))

    # ---- looking ----

    def view(self, side: str = "public") -> dict[str, Any]:
        """What a side, or the public, knows; plain JSON data."""
        seen: dict[str, Any] = _plain(view(self.rules, self.state, _viewer(side)))
        return seen

    def options(self, side: str) -> dict[str, Any] | None:
        """What a side may answer; plain JSON data."""
        offered = self.offered(side)
        return None if offered is None else _plain(offered.describe())

    def offered(self, side: str) -> Options | None:
        """What a side may answer, as the engine's own value."""
        return options(self.rules, self.state, Side.named(side))

    def allows(self, side: str, kind: str = "", /, **fields: Any) -> bool:
        """Whether the options contain the action."""
        offered = self.offered(side)
        return offered is not None and self.action(side, kind, **fields) in offered

    def choices(self, side: str) -> list[dict[str, Any]]:
        """The rows of all choices a side has: complete actions with what is noted beside them."""
        answers = (self.options(side) or {"answers": []})["answers"]
        return [row for shape in answers if shape["shape"] == "choice" for row in shape["choices"]]

    def told(self, side: str | None = None, kind: str | None = None) -> list[dict[str, Any]]:
        """The events of the last action, as a side (or the public) was told them; by default everything."""
        return _told(self.latest, side, kind)

    def story(self, side: str | None = None, kind: str | None = None) -> list[dict[str, Any]]:
        """All events since the position was set up, told likewise."""
        return _told(self.events, side, kind)

    @property
    def pending(self) -> list[tuple[str, str]]:
        """Who is asked what: pairs of side and decision."""
        return [(asked.side.label, word(asked)) for asked in pending(self.state)]

    def blocks(self, side: str, place: str) -> list[str]:
        """The kinds of a side's blocks in a location, or in bag, recruitment, lost or mori-box; sorted."""
        return list(self.c.kinds(Side.named(side), self._mask(side, place)))

    def ids(self, side: str, place: str) -> list[str]:
        """The ids of those blocks."""
        return list(self.c.ids(Side.named(side), self._mask(side, place)))

    def count(self, side: str, place: str) -> int:
        """How many blocks a side has in a place."""
        return self._mask(side, place).bit_count()

    def known(self, side: str, place: str) -> list[str]:
        """The kinds of those blocks that everybody knows to be there."""
        number = Side.named(side)
        return list(self.c.kinds(number, self._mask(side, place) & self.state.known[number]))

    def _mask(self, side: str, place: str) -> int:
        beside = {
            "bag": self.c.bag,
            "recruitment": self.c.box,
            "lost": self.c.lost,
            "mori-box": self.c.mori_box,
        }
        index = beside[place] if place in beside else self.c.location_index[place]
        return self.state.at[Side.named(side)][index]

    def hand(self, side: str) -> list[str]:
        return self._cards(side, self.state.hand)

    def deck(self, side: str) -> list[str]:
        return self._cards(side, self.state.deck)

    def discards(self, side: str) -> list[str]:
        return self._cards(side, self.state.discards)

    def shown(self, side: str) -> list[str]:
        """The cards everybody knows to be in the hand."""
        return self._cards(side, self.state.shown)

    def _cards(self, side: str, piles: list[list[int]]) -> list[str]:
        number = Side.named(side)
        return self.c.card_ids(number, piles[number])

    @property
    def impact(self) -> tuple[int, int]:
        """East's and West's impact in the combat."""
        assert self.state.combat is not None, "nothing is being fought"
        return self.state.combat.impact[0], self.state.combat.impact[1]

    @property
    def kind_of_combat(self) -> str:
        """What has come of a declaration: asked, siege, battle or nothing."""
        if self.pending[0][1] == "stance":
            return f"{self.pending[0][0]} is asked"
        combat = self.view()["combat"]
        return "nothing" if combat is None else "siege" if combat["siege"] else "battle"

    def destinations(self, side: str) -> list[str]:
        """The locations a side is offered to retreat to; "castle" for staying inside altogether."""
        answers = (self.options(side) or {})["answers"]
        return sorted(shape["action"].get("to") or "castle" for shape in answers)

    def holder(self, location: str) -> str:
        """Who was first there: east, west or nobody."""
        return _label(self.state.holder[self.c.location_index[location]])

    def control(self, location: str) -> str:
        """Who controls the resource location."""
        return _label(self.state.control[self.c.location_index[location]])

    @property
    def disks(self) -> list[str]:
        return [disk.id for disk in self.c.disks if disk.bit & self.state.disks]

    @property
    def over(self) -> tuple[str, str] | None:
        """The winner and the kind of victory, once the game is over."""
        result = self.state.result
        return None if result is None else (result.winner.label, result.victory)


def position(text: str, rules: Ruleset | None = None) -> Table:
    """The position with its actions carried out, ready to be played on; by these rules if given."""
    return Table(text, rules)


def under(edition: str, text: str, **flags: Any) -> Table:
    """The position by the rules of that edition, with flags chosen for the game."""
    return Table(text, ruleset(edition, flags))


def wrong(text: str) -> tuple[str, ...]:
    """What is wrong with a text that is no position."""
    with pytest.raises(PositionError) as caught:
        run(read(text, ruleset))
    return caught.value.problems


def _one_group(
    source: str, path: Sequence[str], blocks: Blocks, force_march: str | None, leader: str | None
) -> dict[str, Any]:
    group = {"blocks": _listed(blocks), "path": list(path), "force_march": force_march}
    return {"source": source, "groups": [group], "leader": leader}


def _listed(names: Blocks) -> list[str]:
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def _viewer(side: str) -> int:
    return NOBODY if side == "public" else Side.named(side)


def _label(side: int) -> str:
    return "nobody" if side == NOBODY else Side(side).label


def _told(events: list[Event], side: str | None, kind: str | None) -> list[dict[str, Any]]:
    chosen = [event for event in events if kind is None or event.kind == kind]
    return [_plain(event.seen_by(event.side if side is None else _viewer(side))) for event in chosen]


def _plain(data: Any) -> Any:
    """Data as a client gets it: encoded as JSON and decoded again."""
    return msgspec.json.decode(msgspec.json.encode(data))
