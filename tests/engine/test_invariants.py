"""What is always true is true of every position of a game, and what is not is noticed."""

from collections.abc import Callable

import pytest

from games.engine import EAST, WEST
from games.engine.decisions import BeginWeek, DrawCards, MoveStacks, Pair, PlaceBid
from games.engine.invariants import InvariantBroken, check
from games.engine.state import Combat, State, Window
from games.rulebook.editions import ruleset
from tests.kit.positions import position

KESSEN = ruleset("kessen")
C = KESSEN.components
GIFU, KYOTO = C.location_index["gifu"], C.location_index["kyoto"]

MOVING = """
east.at.edo = "ieyasu, tokugawa-two-mon"
west.mori_box = "mori-daimyo"
"""
FIGHTING = """
east.at.gifu = "ieyasu, tokugawa-three-mon"
east.came_from.kiyosu = "all at gifu"
east.hand = "date-plain"
west.at.gifu = "ukita-daimyo, ukita-two-mon x2"
west.hand = "west-loyalty"
combat.location = "gifu"
combat.window = "east"
combat.east.deployed = "tokugawa-three-mon with tokugawa-plain"
"""
BIDDING = "pending = 'bid'\neast.hand = 'date-plain'\nwest.hand = 'mori-plain'\nwest.bid = 'mori-plain'"


def combat_of(s: State) -> Combat:
    assert s.combat is not None
    return s.combat


def lose_a_block(s: State) -> None:
    s.at[EAST][C.bag] &= s.at[EAST][C.bag] - 1


def double_a_block(s: State) -> None:
    s.at[EAST][C.box] |= s.at[EAST][C.bag] & -s.at[EAST][C.bag]


def put_east_into_the_mori_box(s: State) -> None:
    s.at[EAST][C.mori_box], s.at[EAST][C.bag] = s.at[EAST][C.bag], 0


def lose_a_card(s: State) -> None:
    s.deck[WEST][0] -= 1


def owe_a_card(s: State) -> None:
    s.hand[WEST][0] -= 1
    s.deck[WEST][0] += 1


def hold_an_empty_place(s: State) -> None:
    s.holder[GIFU] = WEST


def control_what_is_no_resource(s: State) -> None:
    s.control[GIFU] = WEST


def come_from_somewhere_in_peace(s: State) -> None:
    s.origin[EAST][C.location_index["edo"]] = 1 << C.location_index["oyama"]


def come_where_no_road_leads(s: State) -> None:
    s.origin[EAST][GIFU] = 1 << KYOTO


def know_a_block_in_the_bag(s: State) -> None:
    s.known[EAST] |= s.at[EAST][C.bag]


def forget_the_mori(s: State) -> None:
    s.known[WEST] = 0


def show_what_is_not_held(s: State) -> None:
    s.shown[WEST][0] = 1


def move_what_is_in_the_bag(s: State) -> None:
    s.spent |= s.at[EAST][C.bag]


def muster_without_a_muster(s: State) -> None:
    s.fresh = s.spent = s.at[EAST][C.location_index["edo"]]


def go_without_going_first(s: State) -> None:
    s.first = -1


def go_on_after_the_turn(s: State) -> None:
    s.active = -1


def reach_week_9(s: State) -> None:
    s.week = 9


def ask_two_things(s: State) -> None:
    s.agenda.append(MoveStacks(EAST))


def ask_the_other_side(s: State) -> None:
    s.agenda[-1] = MoveStacks(WEST)


def ask_nobody(s: State) -> None:
    s.agenda.append(BeginWeek())


def ask_nothing_though_it_is_not_over(s: State) -> None:
    s.agenda.clear()


def forget_the_combat(s: State) -> None:
    s.discards[EAST][combat_of(s).played[EAST][0]] += 1
    s.combat = None


def fight_elsewhere(s: State) -> None:
    combat_of(s).location = KYOTO


def fight_for_both(s: State) -> None:
    combat_of(s).defected[EAST] = combat_of(s).loyal[EAST]


def sink_below_nothing(s: State) -> None:
    combat_of(s).impact[WEST] = -1


def deploy_with_no_card(s: State) -> None:
    combat_of(s).with_card[WEST] = True


def challenge_what_is_not_deployed(s: State) -> None:
    combat_of(s).window = Window(WEST, 0, (0,), 1)


def challenge_in_a_siege(s: State) -> None:
    combat_of(s).siege = True


def seal_outside_bidding(s: State) -> None:
    s.sealed = [[], []]


def discard_and_have_discarded(s: State) -> None:
    s.sealed[EAST] = None


def bid_and_be_asked(s: State) -> None:
    s.agenda[-1] = Pair((PlaceBid(EAST),), (PlaceBid(WEST),))


def ask_in_the_wrong_queue(s: State) -> None:
    s.agenda[-1] = Pair((DrawCards(WEST, 1),), ())


def pair_nobody(s: State) -> None:
    s.agenda[-1] = Pair((), ())


Broken = list[tuple[str, Callable[[State], None], str]]
IN_MOVEMENT: Broken = [
    (MOVING, lose_a_block, "east has blocks missing"),
    (MOVING, double_a_block, "or in two places"),
    (MOVING, put_east_into_the_mori_box, "blocks of east are in the Mori box"),
    (MOVING, lose_a_card, "west has cards missing"),
    (MOVING, owe_a_card, "a pile of west holds less than nothing"),
    (MOVING, hold_an_empty_place, "gifu is held by a side without units there"),
    (MOVING, control_what_is_no_resource, "gifu is controlled, but is no resource"),
    (MOVING, come_from_somewhere_in_peace, "edo is not contested"),
    (MOVING, know_a_block_in_the_bag, "is known that is neither on the board"),
    (MOVING, forget_the_mori, "a block in the Mori box is not known"),
    (MOVING, show_what_is_not_held, "west is known to hold a card it does not hold"),
    (MOVING, move_what_is_in_the_bag, "that are not on the board"),
    (MOVING, muster_without_a_muster, "no muster took place"),
    (MOVING, go_without_going_first, "nobody went first"),
    (MOVING, go_on_after_the_turn, "left of a turn that is over"),
    (MOVING, reach_week_9, "no such week"),
    (MOVING, ask_two_things, "a decision waits below another"),
    (MOVING, ask_the_other_side, "in the other's turn"),
    (MOVING, ask_nobody, "nobody is asked, though the game is not over"),
    (MOVING, ask_nothing_though_it_is_not_over, "or it is not and nothing is"),
    (MOVING, seal_outside_bidding, "something is sealed outside"),
]
IN_COMBAT: Broken = [
    (FIGHTING, come_where_no_road_leads, "from where no road leads"),
    (FIGHTING, forget_the_combat, "something of a combat is asked, but there is none"),
    (FIGHTING, fight_elsewhere, "blocks of east fight that are not there"),
    (FIGHTING, fight_for_both, "fights for both sides"),
    (FIGHTING, sink_below_nothing, "less impact"),
    (FIGHTING, deploy_with_no_card, "west deployed with a card and has played none"),
    (FIGHTING, challenge_what_is_not_deployed, "that is not the last"),
    (FIGHTING, challenge_in_a_siege, "in a siege"),
]
IN_BIDDING: Broken = [
    (BIDDING, discard_and_have_discarded, "east is to discard and has, or is not"),
    (BIDDING, bid_and_be_asked, "west has bid and is still asked"),
    (BIDDING, ask_in_the_wrong_queue, "in its queue that is not its own"),
    (BIDDING, pair_nobody, "nobody is asked in a pair"),
]


@pytest.mark.parametrize(
    ("text", "breaks", "violation"),
    [pytest.param(*row, id=row[1].__name__) for row in (*IN_MOVEMENT, *IN_COMBAT, *IN_BIDDING)],
)
def test_an_impossible_position_breaks_an_invariant(
    text: str, breaks: Callable[[State], None], violation: str
) -> None:
    state = position(text).state
    check(KESSEN, state)
    breaks(state)
    with pytest.raises(InvariantBroken) as caught:
        check(KESSEN, state)
    assert any(violation in told for told in caught.value.violations), caught.value
    assert str(caught.value) == "; ".join(caught.value.violations)
