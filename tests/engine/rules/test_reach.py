"""The rows of the route options tell neither more nor less than the rules allow one group [7.3].

Every path of up to four roads is tried for every size and price, and every row is carried out and looked at.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from games.engine import SIDES, EngineError, Ruleset, Side, apply, new_game, pending, settle
from games.engine.actions import Group, Move
from games.engine.chance import Seeded
from games.engine.decisions import MoveStacks
from games.engine.play import Play
from games.engine.rules import march
from games.engine.rules.reach import MEETS
from games.engine.rules.route import Route
from games.engine.state import State
from games.rulebook.editions import edition_ids, ruleset
from tests.kit.edition_edits import add, edited, remove
from tests.kit.positions import Table, position
from tests.kit.random_play import offered_to
from tests.kit.searches import given, settings, st

NOTHING, FIGHT, OVERRUN, OVERRUN_BY_THEM = MEETS
REGION = ("osaka", "kyoto", "ayabe", "himeji", "minakuchi", "sawayama", "kuwana", "kiyosu", "gifu", "iwamura")
ROADS = (
    "osaka - kyoto",
    "kyoto - minakuchi",
    "kyoto - sawayama",
    "sawayama - gifu",
    "gifu - kiyosu",
    "kuwana - kiyosu",
    "kyoto - ayabe",
)


class Way(NamedTuple):
    """So many blocks get from the source along the path, at this price."""

    source: str
    path: tuple[str, ...]
    size: int
    force_march: bool
    leader: bool


@cache
def crowded() -> Ruleset:
    """Kessen with short cuts in the home provinces: the printed board has hardly two ways of one length."""
    short_cuts = (
        'a = "osaka", b = "minakuchi", highway = true',
        'a = "ayabe", b = "osaka"',
        'a = "kiyosu", b = "iwamura"',
        'a = "sawayama", b = "minakuchi", highway = true',
    )
    # A board has at most 63 roads, so some go that nobody uses here.
    far_away = ('"iwaki" "mito"', '"niigata" "murakami"', '"takeda" "arato"', '"kofu" "numazu"')
    return edited(
        *(remove(f"a {ends} b") for ends in far_away),
        *(add("roads", f'{{ {road}, grade = "reconstructed" }}') for road in short_cuts),
    )


def paths(rules: Ruleset, source: int) -> Iterator[tuple[int, ...]]:
    """All paths of up to four roads, also those that come by a location again."""
    c = rules.components
    edge: list[tuple[int, ...]] = [()]
    for _ in range(march.LONGEST_MARCH):
        edge = [(*way, to) for way in edge for to in c.roads[way[-1] if way else source]]
        yield from edge


def a_move(
    play: Play, side: Side, source: int, way: tuple[str, ...], size: int, price: tuple[bool, bool]
) -> Move:
    """A move of the first blocks there, paid with the first card and led by the last daimyo, if at all."""
    c, s = play.c, play.s
    blocks = c.ids(side, march.movable(play, side, source))[:size]
    card = c.card_ids(side, s.hand[side])[0] if price[0] else None
    leader = c.ids(side, s.at[side][source] & c.daimyo_mask[side])[-1] if price[1] else None
    return Move(c.locations[source], (Group(blocks, way, card),), leader)


def prices(play: Play, side: Side, source: int) -> list[tuple[bool, bool]]:
    """All ways to pay, as (force march, leader), for which there is a card and a daimyo."""
    leaders = bool(play.s.at[side][source] & play.c.daimyo_mask[side])
    cards = any(play.s.hand[side])
    return [(card, led) for card in {False, cards} for led in {False, leaders}]


def legal(play: Play, side: Side, move: Move) -> bool:
    try:
        march.plan(play, side, move)
    except EngineError:
        return False
    return True


def all_ways(rules: Ruleset, state: State, side: Side) -> set[Way]:
    """What the judge of moves accepts, found by trying everything."""
    play, c = Play(rules.components, state), rules.components
    found: set[Way] = set()
    for source in c.indexes:
        size_there = march.movable(play, side, source).bit_count()
        for way in paths(rules, source) if size_there else ():
            names = tuple(c.locations[end] for end in way)
            for size in range(1, size_there + 1):
                for price in prices(play, side, source):
                    if legal(play, side, a_move(play, side, source, names, size, price)):
                        found.add(Way(c.locations[source], names, size, *price))
    return found


def check(rules: Ruleset, state: State, side: Side) -> int:
    """The rows are all that is legal, and nothing else; how many rows there were."""
    route = Route(Play(rules.components, state), side)
    sources = msgspec.to_builtins(route.describe())["sources"]
    listed: set[Way] = set()
    for told in sources:
        assert told["blocks"] == free_to_go(rules, state, side, told["source"])
        for row in told["reach"]:
            carry_out_row(rules, state, side, told, row)
            for size in range(row["size"][0], row["size"][1] + 1):
                listed.add(Way(told["source"], tuple(row["path"]), size, row["force_march"], row["leader"]))
    assert listed == all_ways(rules, state, side)
    assert len(route) == sum(len(told["reach"]) for told in sources)
    return len(route)


def free_to_go(rules: Ruleset, state: State, side: Side, source: str) -> tuple[str, ...]:
    c = rules.components
    return c.ids(side, state.at[side][c.location_index[source]] & ~state.spent)


def carry_out_row(rules: Ruleset, state: State, side: Side, told: Any, row: Any) -> None:
    """A group of the least, and one of the greatest size of a row meets what the row says."""
    c = rules.components
    source, end = c.location_index[told["source"]], c.location_index[row["to"]]
    assert row["path"][-1] == row["to"]
    assert 1 <= row["size"][0] <= row["size"][1] <= len(told["blocks"])
    for size in set(row["size"]):
        play = Play(c, state)
        move = a_move(play, side, source, tuple(row["path"]), size, (row["force_march"], row["leader"]))
        after = apply(rules, state, side, move).state
        if after.result is not None:
            continue  # Ieyasu fell on the way, which no row may foretell: nothing happens after that
        moved = sum(c.block_bit[side][name] for name in move.groups[0].blocks)
        standing = moved & after.at[side][end]
        # Who comes by a place a second time has swept it the first time.
        before = 0 if row["to"] in row["path"][:-1] else state.at[side.enemy][end]
        met = before, after.at[side.enemy][end]
        disk = c.disk_bit[side.enemy][end] & after.disks
        seen = {
            NOTHING: standing == moved and not any(met) and not disk,
            FIGHT: standing == moved and met[0] == met[1] and bool(met[1] or disk),
            OVERRUN: standing == moved and bool(met[0]) and not met[1],
            OVERRUN_BY_THEM: moved & after.at[side][c.lost] == moved and not standing,
        }
        assert [what for what, holds in seen.items() if holds] == [row["meets"]], (told["source"], row)


def places(numbers: list[int], pool: list[str]) -> str:
    """Lines of a position: so many of the pool in each place of the region."""
    lines = []
    for place, number in zip(REGION, numbers, strict=True):
        taken, pool[:] = pool[:number], pool[number:]
        lines.append(f'at.{place} = "{", ".join(taken)}"')
    return "\n".join(lines)


stacks = st.lists(st.sampled_from([0, 0, 0, 0, 1, 2, 3, 5]), min_size=len(REGION), max_size=len(REGION))
garrisons = st.lists(st.sampled_from([0, 0, 0, 1, 1, 2, 4]), min_size=len(REGION), max_size=len(REGION))


@pytest.mark.rule("7.3.1", "7.3.2", "7.3.3", "7.3.4", "7.3.5", "7.4.1", "R-10", "R-13")
@settings(max_examples=30)
@given(data=st.data())
def test_7_3_rows_are_all_a_group_can_do_on_a_crowded_board(data: st.DataObject) -> None:
    """Stacks of both sides stand about the home provinces, with short cuts, used roads and spent blocks."""
    draw, rules = data.draw, crowded()
    side = draw(st.sampled_from(SIDES))
    mine, theirs = draw(stacks), draw(garrisons)
    mine[draw(st.integers(0, len(REGION) - 1))] += draw(st.sampled_from([3, 4, 8, 9, 13]))
    pools = []
    for army, daimyo in zip(rules.components.blocks, rules.components.daimyo_mask, strict=True):
        led = [block.id for block in army if daimyo & block.bit]
        rest = [block.id for block in army if not daimyo & block.bit]
        # Every few blocks a leader, so that some stacks have one and some not.
        pools.append([name for number, name in enumerate(rest) for name in (*led[number : number + 1], name)])
    used = draw(st.sets(st.sampled_from(ROADS), max_size=3))
    hand = draw(st.sampled_from(["", "date-plain", "date-plain, east-loyalty"]))
    if side == Side.WEST:
        hand = hand.replace("date", "mori").replace("east", "west")
    text = f"""
        active = "{side.label}"
        roads_used = "{", ".join(sorted(used))}"
        disks = "{draw(st.sampled_from(["hideyori, torii, mogami", "hideyori"]))}"
        [{side.label}]
        hand = "{hand}"
        {places(mine, pools[side])}
        [{side.enemy.label}]
        {places(theirs, pools[side.enemy])}
    """
    p = position(text, rules)
    if p.pending == [(side.label, "movement")]:
        p.state.spent = sum(1 << number for number in draw(st.sets(st.integers(0, 20))))
        check(rules, p.state, side)


def paths_from_osaka(p: Table, to: str) -> set[tuple[str, ...]]:
    """The paths from Osaka to a place that West is offered."""
    [source] = Route(Play(p.c, p.state), Side.WEST).describe()["sources"]
    return {row["path"] for row in source["reach"] if row["to"] == to}


@pytest.mark.rule("7.3.1", "R-02")
def test_7_3_way_that_takes_a_resource_is_a_row_beside_one_of_the_same_price_that_takes_none() -> None:
    """From Osaka to Ayabe by Himeji, and by Kyoto, which is taken on the way."""
    p = position("""
        active = "west"
        disks = "hideyori"
        control.kyoto = "east"
        west.at.osaka = "mori-two-mon"
    """)
    by_himeji, by_kyoto = ("himeji", "ayabe"), ("kyoto", "ayabe")
    assert paths_from_osaka(p, "ayabe") == {by_himeji, by_kyoto}
    p.march("west", "osaka", *by_kyoto)
    assert p.view("west")["locations"]["kyoto"]["resource"] == "west"


@pytest.mark.rule("7.3.1", "R-02")
def test_7_3_way_round_and_home_again_is_a_row() -> None:
    """Three highways that no printed board has: the group is back at Osaka, and Kyoto is taken."""
    text = """
        active = "west"
        disks = "hideyori"
        control.kyoto = "east"
        west.at.osaka = "mori-two-mon"
    """
    p = position(text, crowded())
    round_trip = ("kyoto", "minakuchi", "osaka")
    assert paths_from_osaka(p, "osaka") == {round_trip, round_trip[1::-1] + round_trip[2:]}
    p.march("west", "osaka", *round_trip)
    assert p.view("west")["locations"]["kyoto"]["resource"] == "west"
    assert p.blocks("west", "osaka") == ["mori-two-mon"]


@pytest.mark.rule("7.3.1", "7.3.3", "R-10")
@pytest.mark.parametrize("edition", edition_ids())
def test_7_3_rows_are_all_a_group_can_do_in_games(edition: str) -> None:
    """The offered rows are complete in the first movement phases of random games on the printed board."""
    rules, random = ruleset(edition), Random(edition)
    source, looked_at = Seeded(edition.encode()), 0
    state, _ = settle(rules, new_game(rules).state, source)
    while looked_at < 6 and state.result is None:
        asked = pending(state)[0]
        offered = offered_to(rules, state, asked.side)
        # The last move may end the phase, and then the Mori come before anybody looks.
        if isinstance(asked, MoveStacks) and state.moves_left > 1 and random.randrange(2) == 0:
            looked_at += check(rules, state, asked.side) > 0
        state, _ = settle(rules, apply(rules, state, asked.side, offered.sample(random)).state, source)
    assert looked_at == 6


@pytest.mark.rule("R-09", "7.3.1")
@pytest.mark.parametrize("seed", range(4))
def test_r_09_sampled_moves_of_one_and_two_groups_are_legal(seed: int) -> None:
    """From the first movement on: a hundred sampled moves are among the options and are carried out."""
    rules, random = ruleset("kessen"), Random(seed)
    p = position("""
        east.at.edo = "ieyasu, tokugawa-two-mon x6, tokugawa-three-mon x4"
        east.at.sunpu = "fukushima-daimyo, fukushima-two-mon x3"
        east.hand = "date-plain x2"
        west.at.oyama = "ukita-two-mon"
        west.at.hakone = "ukita-three-mon x3"
    """)
    route = Route(Play(rules.components, p.state), Side.EAST)
    parties = set()
    for _ in range(100):
        move = route.sample(random)
        assert route.contains(move)
        assert isinstance(move, Move)
        apply(rules, p.state, Side.EAST, move)
        parties.add(len(move.groups))
    assert parties == {1, 2}
