"""Why a turn is better: by facts that are clear, and that make up a good part of the difference."""

from collections.abc import Sequence

from games.analysis.reasons import FactKind, Facts, Stand, reasons
from games.bots.hatamoto.value import Worths

WORTHS = Worths(point=0.1, block=0.1, lost=0.05, card=0.05)
MANY = 20
EVEN = {
    FactKind.POINTS: [2.0] * MANY,
    FactKind.OWN_LOSSES: [1.0] * MANY,
    FactKind.ENEMY_LOSSES: [2.0] * MANY,
    FactKind.ARRIVALS: [9.0] * MANY,
    FactKind.CARDS: [4.0] * MANY,
}
NOBODY = [""] * MANY
FACTS = Facts(0.5, {"ieyasu": Stand("edo", 3)}, NOBODY, NOBODY, EVEN)


def better(chance: float, **changed: float | Sequence[float]) -> Facts:
    """Facts with another chance, and other numbers by the names of their kinds."""
    numbers = {
        FactKind[name.upper()]: number if isinstance(number, Sequence) else [number] * MANY
        for name, number in changed.items()
    }
    return FACTS._replace(chance=chance, numbers=EVEN | numbers)


def kinds(played: Facts, preferred: Facts) -> list[FactKind]:
    return [each.kind for each in reasons(WORTHS, played, preferred).found]


def fallen(count: int) -> list[str]:
    return ["ieyasu"] * count + [""] * (MANY - count)


def test_alike_turns_give_no_reason() -> None:
    assert reasons(WORTHS, FACTS, FACTS) == ([], None)


def test_the_strongest_three_reasons_are_given_strongest_first() -> None:
    preferred = better(0.6, points=4.0, own_losses=-2.0, enemy_losses=3.5, arrivals=10.0, cards=5.0)
    assert kinds(FACTS, preferred) == [FactKind.OWN_LOSSES, FactKind.ENEMY_LOSSES, FactKind.POINTS]


def test_a_fact_that_adds_little_is_no_reason() -> None:
    preferred = better(0.7, points=8.0, cards=5.0)
    assert kinds(FACTS, preferred) == [FactKind.POINTS]
    assert reasons(WORTHS, FACTS, preferred).price is None


def test_blocks_that_come_to_the_map_are_a_reason() -> None:
    assert kinds(FACTS, better(0.6, arrivals=14.0)) == [FactKind.ARRIVALS]


def test_the_strongest_counterargument_is_the_price() -> None:
    preferred = better(0.55, points=7.0, own_losses=3.0, cards=3.0)
    price = reasons(WORTHS, FACTS, preferred).price
    assert price is not None
    assert (price.kind, price.played, price.preferred) == (FactKind.OWN_LOSSES, 1.0, 3.0)


def test_a_difference_that_may_be_chance_is_no_reason() -> None:
    unsteady = [0.0, 10.0] * (MANY // 2 - 1) + [2.0, 12.0]
    assert kinds(FACTS, better(0.6, points=unsteady)) == [FactKind.POINTS]
    assert kinds(FACTS, better(0.6, points=[-4.0, 10.0] * (MANY // 2))) == []
    assert kinds(FACTS, FACTS._replace(chance=0.6, won=fallen(3))) == []
    assert kinds(FACTS, FACTS._replace(chance=0.6, won=fallen(8))) == [FactKind.WON]


def test_a_leader_that_is_lost_is_named_with_where_he_stands() -> None:
    lost = FACTS._replace(chance=0.3, stands={"ieyasu": Stand("gifu", 3)}, lost=fallen(9))
    first, second = reasons(WORTHS, lost, FACTS).found
    assert (first.kind, first.played, first.preferred, first.leader) == (
        FactKind.LOST,
        9 / MANY,
        0.0,
        "ieyasu",
    )
    assert (second.kind, second.leader) == (FactKind.STAND, "ieyasu")
    assert (second.played_place, second.preferred_place) == ("gifu", "edo")


def test_a_leaders_place_is_a_reason_only_if_he_is_lost() -> None:
    moved = FACTS._replace(chance=0.3, stands={"ieyasu": Stand("gifu", 0)})
    assert kinds(moved, FACTS) == []
    lost = FACTS._replace(chance=0.3, lost=fallen(9))
    assert kinds(lost, FACTS) == [FactKind.LOST, FactKind.STAND]
    assert kinds(lost._replace(stands={}), FACTS) == [FactKind.LOST]
