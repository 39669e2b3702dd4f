"""Leaks planted on purpose: the comparison with twins must find every one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from games.engine import core, information_barrier
from games.engine import decisions as d
from games.engine.errors import Malformed
from games.engine.events import Event
from games.engine.play import Play
from games.engine.rules import battle, combat, control, hand, march, movement, naming, public_facts
from games.engine.ruleset import REVISION
from games.engine.side import OTHER, SIDES, Side
from games.engine.state import State
from tests.engine.secrecy.shadow import LeakError
from tests.engine.secrecy.watch import watch
from tests.kit.editions import ruleset_of

VIEW: Any = sys.modules["games.engine.view"]
"""The module: ``games.engine.view`` is the function of that name."""
ENOUGH = 4000
"""Steps within which every leak below is found many times over."""
Plant = Callable[[pytest.MonkeyPatch], None]


def in_a_view(patch: pytest.MonkeyPatch) -> None:
    """A view tells whether a stack has a leader in it."""
    honest = VIEW._force

    def force(c: Any, side: int, blocks: int, *others: Any) -> dict[str, Any]:
        return {**honest(c, side, blocks, *others), "led": bool(blocks & c.daimyo_mask[side])}

    patch.setattr(VIEW, "_force", force)


def in_a_sealed_choice(patch: pytest.MonkeyPatch) -> None:
    """A view tells whether a side passes for the rest of the battle (revision 1)."""
    honest = VIEW._combat

    def told(c: Any, s: State, fought: Any, viewer: int) -> dict[str, Any]:
        return {**honest(c, s, fought, viewer), "patience": fought.passing[:]}

    patch.setattr(VIEW, "_combat", told)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """Whoever names an enemy block is told in the refusal where it is."""
    honest = naming.blocks

    def blocks(play: Play, side: Side, names: Any, within: int, rule: str) -> int:
        for name in names:
            bit = play.c.block_bit[OTHER[side]].get(name)
            if bit is not None:
                at = play.s.at[OTHER[side]]
                raise Malformed(
                    "unknown-block", rule, block=name, at=[mask & bit != 0 for mask in at].index(True)
                )
        return honest(play, side, names, within, rule)

    patch.setattr(naming, "blocks", blocks)


def in_the_order_of_options(patch: pytest.MonkeyPatch) -> None:
    """The places to declare are listed by the strength of the enemy blocks there."""
    honest = combat.undeclared

    def by_strength(play: Play) -> list[int]:
        enemy = OTHER[SIDES[max(play.s.active, 0)]]
        army = play.c.blocks[enemy]

        def strength(place: int) -> int:
            return sum(block.mon for block in army if block.bit & play.s.at[enemy][place])

        return sorted(honest(play), key=strength)

    patch.setattr(combat, "undeclared", by_strength)


def in_the_order_of_an_event(patch: pytest.MonkeyPatch) -> None:
    """Discarded cards are told in the order in which they were named."""

    def names(c: Any, side: Side, kinds: Any) -> list[str]:
        return [c.cards[side][kind].id for kind in kinds]

    patch.setattr(hand, "names", names)


def in_an_event(patch: pytest.MonkeyPatch) -> None:
    """A march tells how many horses were seen."""
    honest = movement._announcement

    def told(play: Play, side: Side, move: Any, plan: Any) -> dict[str, Any]:
        horses = plan.blocks & play.c.arm_mask[side][1]
        return {**honest(play, side, move, plan), "horses": horses.bit_count()}

    patch.setattr(movement, "_announcement", told)


def in_the_name_of_a_leader(patch: pytest.MonkeyPatch) -> None:
    """A march names its leader, where leaders stay hidden."""
    honest = movement._announcement

    def told(play: Play, side: Side, move: Any, plan: Any) -> dict[str, Any]:
        leader = movement._leader(play, side, plan) if plan.leader else None
        return {**honest(play, side, move, plan), "leader": leader}

    patch.setattr(movement, "_announcement", told)


def in_a_leader_known(patch: pytest.MonkeyPatch) -> None:
    """Everybody knows where the leader of a march is, where leaders stay hidden."""
    honest = march.plan

    def plan(play: Play, side: Side, move: Any) -> Any:
        found = honest(play, side, move)
        play.s.known[side] |= found.leader
        return found

    patch.setattr(march, "plan", plan)


def in_what_is_asked(patch: pytest.MonkeyPatch) -> None:
    """A loyalty window is asked only where the hand holds a challenge card."""

    def go_on(play: Play, step: d.Fight) -> None:
        window = play.combat.window
        if window is not None:
            challenger = window.side.enemy
            if not play.s.hand[challenger][play.c.loyalty[challenger]]:
                play.combat.window = None
        battle.go_on(play, step)

    patch.setitem(core.STEPS, d.Fight, go_on)


def in_what_is_known(patch: pytest.MonkeyPatch) -> None:
    """A known block that leaves a stack of unknown ones stays known."""
    patch.setattr(control, "depart", lambda s, side, leaving, together: None)


def in_where_a_list_ends(patch: pytest.MonkeyPatch) -> None:
    """A list of actions goes on after a challenge, whether or not it was refuted."""
    honest = information_barrier.tells

    def tells(event: Event, side: Side) -> bool:
        return event.kind != "challenged" and honest(event, side)

    patch.setattr(information_barrier, "tells", tells)


def in_what_is_spared(patch: pytest.MonkeyPatch) -> None:
    """A side stops deploying by the rules where its hand has no card that fits, whoever knows of it."""
    honest = public_facts.may_deploy

    def fits(play: Play, side: Side, waiting: int) -> bool:
        cards = zip(play.c.cards[side], play.s.hand[side], strict=True)
        return honest(play, side, waiting) and any(count and card.solo & waiting for card, count in cards)

    patch.setattr(public_facts, "may_deploy", fits)


@pytest.mark.parametrize(
    ("plant", "edition", "revision"),
    [
        (in_a_view, "kessen", REVISION),
        (in_a_sealed_choice, "kessen", 1),
        (in_a_refusal, "kessen", REVISION),
        (in_the_order_of_options, "kessen", REVISION),
        (in_the_order_of_an_event, "kessen", REVISION),
        (in_an_event, "kessen", REVISION),
        (in_the_name_of_a_leader, "manual", REVISION),
        (in_a_leader_known, "manual", REVISION),
        (in_what_is_asked, "kessen", REVISION),
        (in_what_is_spared, "kessen", REVISION),
        (in_where_a_list_ends, "kessen", REVISION),
        (in_what_is_known, "kessen", REVISION),
    ],
)
def test_a_planted_leak_is_found(
    plant: Plant, edition: str, revision: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the leak the comparison fails; without it the same games are compared to the end."""
    plant(monkeypatch)
    with pytest.raises(LeakError):
        watch(ruleset_of(edition, revision), "planted", ENOUGH)
