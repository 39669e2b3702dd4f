"""The options of a decision: three shapes that describe themselves, check an action, and sample one.

A decision has a list of shapes; an action is legal if one of them contains it. ``contains`` never enumerates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from games.engine.actions import Action
from games.engine.grave import GraveReasons, Warns


class Chooser(Protocol):
    """The part of ``random.Random`` that sampling needs; the engine has no randomness of its own."""

    def randrange(self, stop: int, /) -> int: ...


class Shape(Protocol):
    """A set of answers."""

    def describe(self) -> dict[str, Any]:
        """The shape as JSON-ready data."""

    def contains(self, action: Action) -> bool:
        """Whether the action is one of the answers."""

    def warns_of(self, action: Action) -> GraveReasons:
        """Why an action that it contains is grave, as far as the shape tells."""

    def sample(self, chooser: Chooser) -> Action:
        """One of the answers."""

    def __len__(self) -> int:
        """How many rows ``describe`` lists."""


class Offer(Struct, frozen=True):
    """One complete action, facts about it, and the values that its optional fields may have."""

    action: Action
    notes: dict[str, Any] = {}
    may_show: tuple[str, ...] = ()
    """Cards a deployment may name to refute with (R-20)."""
    warns: GraveReasons = ()

    def describe(self) -> dict[str, Any]:
        """The answer as JSON-ready data, with the facts about it."""
        row: dict[str, Any] = {"action": self.action, **self.notes}
        if self.may_show:
            row["may_show"] = self.may_show
        if self.warns:
            row["warns"] = self.warns
        return row


class Choice:
    """One answer out of a list of complete answers."""

    __slots__ = ("offers",)

    def __init__(self, offers: Sequence[Offer]) -> None:
        self.offers = offers

    def __len__(self) -> int:
        return len(self.offers)

    def describe(self) -> dict[str, Any]:
        return {"shape": "choice", "choices": [offer.describe() for offer in self.offers]}

    def contains(self, action: Action) -> bool:
        show = getattr(action, "show", None)
        bare = action if show is None else msgspec.structs.replace(action, show=None)
        return any(offer.action == bare and (show is None or show in offer.may_show) for offer in self.offers)

    def warns_of(self, action: Action) -> GraveReasons:
        return next((offer.warns for offer in self.offers if offer.action == action), ())

    def sample(self, chooser: Chooser) -> Action:
        return self.offers[chooser.randrange(len(self.offers))].action


class Tier(Struct, frozen=True):
    """Items that may be chosen, with how often each. All of a tier is chosen before any of the next."""

    items: dict[str, int]

    def total(self) -> int:
        return sum(self.items.values())


NO_WARNS = Warns()


class Subset:
    """A number of these items, in one field of an action.

    Args:
        build: the action from the chosen names.
        field: the name of the field they go into.
        tiers: the items that may be chosen, in the order in which they must be chosen.
        least: the smallest number.
        most: the largest number.
        warns: when an answer is grave.
    """

    __slots__ = ("build", "field", "least", "most", "tiers", "warns")

    def __init__(
        self,
        build: Callable[[tuple[str, ...]], Action],
        field: str,
        tiers: Sequence[Tier],
        least: int,
        most: int,
        warns: Warns = NO_WARNS,
    ) -> None:
        self.build = build
        self.field = field
        self.tiers = tiers
        self.least = least
        self.most = most
        self.warns = warns

    def __len__(self) -> int:
        return sum(len(tier.items) for tier in self.tiers)

    def describe(self) -> dict[str, Any]:
        described = {
            "shape": "subset",
            "action": self.build(()),
            "field": self.field,
            "of": [tier.items for tier in self.tiers],
            "least": self.least,
            "most": self.most,
        }
        return described if self.warns == NO_WARNS else {**described, "warns": self.warns}

    def contains(self, action: Action) -> bool:
        chosen: tuple[str, ...] | None = getattr(action, self.field, None)
        if chosen is None or self.build(chosen) != action:
            return False
        if not self.least <= len(chosen) <= self.most:
            return False
        left = list(chosen)
        for tier in self.tiers:
            taken = _take(left, tier.items)
            if taken is None:
                return False
            if taken < tier.total():
                break
        return not left

    def warns_of(self, action: Action) -> GraveReasons:
        return self.warns.of(getattr(action, self.field))

    def sample(self, chooser: Chooser) -> Action:
        count = self.least + chooser.randrange(self.most - self.least + 1)
        chosen: list[str] = []
        for tier in self.tiers:
            pool = list(_copies(tier.items))
            while pool and len(chosen) < count:
                chosen.append(pool.pop(chooser.randrange(len(pool))))
        return self.build(tuple(chosen))


def _copies(items: dict[str, int]) -> Iterator[str]:
    for name, count in items.items():
        yield from [name] * count


def _take(left: list[str], items: dict[str, int]) -> int | None:
    """Take from ``left`` what the tier holds; how many, or None when it holds too few of one."""
    taken = [name for name in left if name in items]
    if any(taken.count(name) > items[name] for name in taken):
        return None
    left[:] = [name for name in left if name not in items]
    return len(taken)


class Options(Struct, frozen=True):
    """Everything one side may answer to one decision.

    Attributes:
        decision: the decision's word, e.g. ``deploy``.
        rule: the rule that asks.
        shapes: the sets of answers; together they are all of them.
    """

    decision: str
    rule: str
    shapes: list[Any]

    def describe(self) -> dict[str, Any]:
        """The options as JSON-ready data."""
        return {
            "decision": self.decision,
            "rule": self.rule,
            "answers": [shape.describe() for shape in self.shapes],
        }

    def __contains__(self, action: object) -> bool:
        return any(shape.contains(action) for shape in self.shapes)

    def warns_of(self, action: Action) -> GraveReasons:
        """Why a legal action is grave, as far as options tell: of what it meets on its way they do not."""
        return next((shape.warns_of(action) for shape in self.shapes if shape.contains(action)), ())

    def sample(self, chooser: Chooser) -> Action:
        """A legal action; every shape is as likely as another."""
        shape: Shape = self.shapes[chooser.randrange(len(self.shapes))]
        return shape.sample(chooser)

    def __len__(self) -> int:
        """How many rows ``describe`` lists."""
        return sum(len(shape) for shape in self.shapes)
