"""The actions of the hidden side in a twin: different while they stay unseen, equal when they are seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games import engine
from games.engine import Ruleset, Side
from games.engine import actions as a
from games.engine.actions import Action, Undo
from games.engine.decisions import AnswerDeployment, DeployBlocks
from games.engine.options import Choice
from games.engine.state import State
from tests.secrecy.script import Script
from tests.secrecy.twin_draws import Names

WISHES: tuple[Literal["first", "second"] | None, ...] = (None, "first", "second")


class Sealed:
    """The choices of one hidden side in a twin.

    Args:
        script: the game the twin is made of.
        watching: those who must not notice.
        names: what the side's blocks are called in the twin.
    """

    def __init__(
        self, script: Script, side: Side, watching: Sequence[int], names: Names, random: Random
    ) -> None:
        self._rules, self._points = script.rules, script.points
        self._side, self._watching, self._names, self._random = side, watching, names, random
        self._bids: list[a.Bid] = []
        """What the sealed bid is still to be replaced by; the last one counts."""

    # ---- unseen

    def do_unseen(self, twin: Script, index: int) -> None:
        """Whatever nobody else notices, before the step of that number is told."""
        is_due = self._points[index].has("bids-revealed")
        while self._bids and (is_due or self._random.random() < 0.5):
            twin.act(self._side, self._bids.pop(0))
        if _is_folded(twin.state, self._side):
            for body in self._passes(index):
                twin.act(self._side, body)

    def _passes(self, index: int) -> list[a.Pass | a.Undo]:
        """A window that is part of the side's own decision may be passed, or not; or passed and not."""
        if self._random.random() < 0.5:
            return []
        if self._random.random() < 0.3:
            return [a.Pass(), a.Undo()]
        if self._is_to_challenge(index):
            return []
        return [a.Pass(rest_of_battle=self._may_pass_for_good(index) and self._random.random() < 0.5)]

    def _is_to_challenge(self, index: int) -> bool:
        """Whether that is what the side does next, after all that it does unseen or takes back."""
        deeds = (point.body for point in self._points[index:] if point.side == self._side)
        return isinstance(
            next((body for body in deeds if not isinstance(body, a.Pass | a.Undo)), None), a.Challenge
        )

    def _may_pass_for_good(self, index: int) -> bool:
        """Whether nobody can tell: the side is asked about no further deployment, and challenges none."""
        for point in self._points[index:]:
            if point.side == self._side and isinstance(point.body, a.Challenge):
                return False
            if type(engine.pending_for(point.after, self._side)) is AnswerDeployment:
                return False
            if point.after.combat is None:
                break
        return True

    # ---- seen

    def instead(self, twin: Script, index: int) -> Action | Undo | None:
        """What the side does in the twin at the step of that number; None for nothing."""
        point = self._points[index]
        body = point.body
        if not point.is_seen_by(self._watching):
            is_for_good = isinstance(body, a.Pass) and body.rest_of_battle
            return body if is_for_good and _is_folded(twin.state, self._side) else None
        match body:
            case a.Bid():
                return self._bid(twin, index)
            case a.Discard() if not self._comes("discards-revealed", index):
                hand = _hand(self._rules, twin.state, self._side)
                return a.Discard(tuple(self._random.sample(hand, len(body.cards))))
            case a.Deploy():
                return self._renamed(replace(body, show=self._show(twin, index, body)))
            case a.Pass(rest_of_battle=False) if self._may_pass_for_good(index):
                return a.Pass(rest_of_battle=self._random.random() < 0.5)
            case a.Move(leader=str()) if not self._rules.edition.flags.leader_shown:
                body = self._led_by_another(twin, body)
        return body if body is None or isinstance(body, a.Undo) else self._renamed(body)

    def _led_by_another(self, twin: Script, move: a.Move) -> a.Move:
        """Who leads is not seen (R-10): any daimyo there, by the name that the game has for it."""
        c, side = self._rules.components, self._side
        able = twin.state.at[side][c.location_index[move.source]] & c.daimyo_mask[side]
        return replace(move, leader=self._names.in_the_game(self._random.choice(c.ids(side, able))))

    def _comes(self, event: str, index: int) -> bool:
        return any(point.has(event) for point in self._points[index:])

    def _bid(self, twin: Script, index: int) -> a.Bid:
        """The first of some bids; those that replace it are made later, and nobody sees them."""
        final = self._final_bid(twin, index)
        if self._points[index].has("bids-revealed"):
            return final
        others = [self._any_bid(twin) for _ in range(self._random.randrange(3))]
        first, *self._bids = [*others, final]
        return first

    def _final_bid(self, twin: Script, index: int) -> a.Bid:
        made: a.Bid | None = None
        for point in self._points[index:]:
            if point.side == self._side and isinstance(point.body, a.Bid):
                made = point.body
            for event in point.events:
                if event.kind == "bids-revealed":
                    assert made is not None
                    has_won = event.public["winner"] == self._side.label
                    return made if has_won else replace(made, wish=self._random.choice(WISHES))
        return self._any_bid(twin)

    def _any_bid(self, twin: Script) -> a.Bid:
        return a.Bid(
            self._random.choice(_hand(self._rules, twin.state, self._side)), self._random.choice(WISHES)
        )

    def _show(self, twin: Script, index: int, deploy: a.Deploy) -> str | None:
        """The card named to refute with: any that could, where no challenge comes."""
        if self._is_challenged(index):
            return deploy.show
        asked = engine.options(self._rules, twin.state, self._side)
        bare = self._renamed(replace(deploy, show=None))
        shapes = () if asked is None else asked.shapes
        offers = [offer for shape in shapes if isinstance(shape, Choice) for offer in shape.offers]
        able = next((offer.may_show for offer in offers if offer.action == bare), ())
        return self._random.choice([None, *able])

    def _is_challenged(self, index: int) -> bool:
        answers = (
            point for point in self._points[index + 1 :] if not isinstance(point.body, a.Pass | a.Undo)
        )
        answer = next(answers, None)
        return answer is not None and isinstance(answer.body, a.Challenge) and answer.side != self._side

    def _renamed(self, body: Action) -> Action:
        """An action with the twin's blocks, in another order where the order says nothing."""
        told = self._other_names(msgspec.to_builtins(body))
        if not isinstance(body, a.Deploy):
            for part in [told, *told.get("groups", ())]:
                for field in ("blocks", "stay", "cards"):
                    self._random.shuffle(part.get(field, []))
        return a.parse(msgspec.json.encode(told))

    def _other_names(self, told: Any) -> Any:
        match told:
            case dict():
                return {key: self._other_names(value) for key, value in told.items()}
            case list() | tuple():
                return [self._other_names(value) for value in told]
            case str():
                return self._names.of(told)
        return told


def _is_folded(state: State, side: Side) -> bool:
    """Whether the side's own decision holds a window that it may pass unseen."""
    window = None if state.combat is None else state.combat.window
    return window is not None and type(engine.pending_for(state, side)) is DeployBlocks


def _hand(rules: Ruleset, state: State, side: Side) -> list[str]:
    cards = rules.components.cards[side]
    return [card.id for card, count in zip(cards, state.hand[side], strict=True) for _ in range(count)]
