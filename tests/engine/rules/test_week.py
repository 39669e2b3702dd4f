"""The week: reinforcement and whose turn follows whose [6.1, 6.2, 6.4], R-05, R-35."""

import pytest

from tests.kit.cases import cases
from tests.kit.edition_edits import change, edited
from tests.kit.positions import Table, position


def drawn(p: Table, kind: str) -> dict[str, int]:
    """How many cards or blocks each side drew since the position was set up."""
    sums = {"east": 0, "west": 0}
    for told in p.story("public", kind):
        sums[told["side"]] += told["count"]
    return sums


# ---- whose turn


@pytest.mark.rule("6.1", "6.4")
@pytest.mark.parametrize(
    ("order", "expected"),
    [("first", ["west", "east", "west", "east"]), ("second", ["east", "west", "east", "west"])],
)
def test_a_week_is_reinforcement_bids_and_two_turns_each(order: str, expected: list[str]) -> None:
    """Week 3: both discard and draw, both bid, West wins and chooses; turn A and turn B have the same order.
    Each side moves and fights before the other moves. Then week 4 begins, with its own reinforcement."""
    p = position(
        """
        pending = "begin-week"
        week = 3
        east.hand = "tokugawa-plain x2"
        west.hand = "west-loyalty x2"
        chance.east-cards = "date-plain x6"
        """
    )
    assert p.pending == [("east", "discard"), ("west", "discard")]
    p.play("east", "discard", cards=["tokugawa-plain"])
    p.play("west", "discard", cards=["west-loyalty"])
    assert p.pending == [("east", "bid"), ("west", "bid")]
    p.play("east", "bid", card="tokugawa-plain")
    p.play("west", "bid", card="west-loyalty")
    p.play("west", "order", order=order)
    turns = []
    for _ in range(4):
        [(side, asked)] = p.pending
        assert asked == "level"
        seen = p.view()
        assert (seen["active"], seen["first"]) == (side, expected[0])
        turns.append((side, seen["turn"]))
        p.play(side, "level", level="minimal")
        assert not p.allows(side, "level", level="minimal")
        if p.pending[0][1] == "movement":
            p.play(side, "end-movement")
    assert turns == list(zip(expected, "AABB", strict=True))
    assert p.view()["week"] == 4
    assert p.pending == [("east", "discard"), ("west", "discard")]


@pytest.mark.rule("6.4")
def test_a_player_fights_before_the_other_moves() -> None:
    """East ends its movement at Suwa beside a West block: that combat comes before West's movement."""
    p = position('east.at.suwa = "ieyasu, date-two-mon x2"\nwest.at.suwa = "mori-two-mon"')
    p.play("east", "end-movement")
    assert p.story(kind="combat-declared")[0]["location"] == "suwa"
    assert p.view()["active"] == "east"
    assert ("west", "level") not in p.pending


# ---- cards


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("held", "discards"), [(2, 1), (3, 1), (7, 3), (8, 4)])
def test_half_the_hand_is_discarded_rounded_down(held: int, discards: int) -> None:
    p = position(f'pending = "begin-week"\nweek = 2\neast.hand = "tokugawa-plain x{held}"')
    for wrong in {discards - 1, discards + 1} & set(range(held + 1)):
        assert p.refuses("east", "discard-count", "discard", cards=["tokugawa-plain"] * wrong).rule == "6.2"
    p.play("east", "discard", cards=["tokugawa-plain"] * discards)
    assert p.discards("east") == ["tokugawa-plain"] * discards
    assert drawn(p, "cards-drawn")["east"] == 6, "five, and one for more castles"


@pytest.mark.rule("6.2")
def test_only_cards_in_hand_are_discarded() -> None:
    p = position('pending = "begin-week"\nweek = 2\neast.hand = "date-plain, date-double, maeda-plain x2"')
    p.refuses("east", "card-not-in-hand", "discard", cards=["date-plain", "date-plain"])
    p.refuses("east", "card-not-in-hand", "discard", cards=["date-plain", "tokugawa-plain"])
    p.refuses("east", "unknown-card", "discard", cards=["date-plain", "mori-plain"])
    assert p.allows("east", "discard", cards=["date-plain", "maeda-plain"])


@pytest.mark.rule("6.2", "9.1", "R-35")
@cases(
    "pieces east west",
    ("five castles to four", "", 6, 5),
    ("four to five: East's two disks add none", "west.at.okazaki = 'ukita-daimyo'", 5, 6),
    ("six to three is still one card", "east.at.gifu = 'ieyasu'", 6, 5),
    (
        "a besieged castle is its owner's",
        "west.at.okazaki = 'ukita-daimyo'\neast.at.okazaki = 'ieyasu'\nholder.okazaki = 'east'",
        6,
        5,
    ),
)
def test_the_side_with_most_castles_draws_a_sixth_card(pieces: str, east: int, west: int) -> None:
    p = position(f'pending = "begin-week"\nweek = 2\n{pieces}')
    assert drawn(p, "cards-drawn") == {"east": east, "west": west}


@pytest.mark.rule("R-35")
def test_nobody_draws_a_sixth_card_if_castles_are_even() -> None:
    """By rules in which Okazaki has no castle there are four each, and East's disks break no tie."""
    rules = edited(change('id = "okazaki"', 'castle = "east",', ""))
    p = position('pending = "begin-week"\nweek = 2', rules)
    assert p.story(kind="week-began")[0]["castles"] == [4, 4]
    assert drawn(p, "cards-drawn") == {"east": 5, "west": 5}


# ---- blocks


@pytest.mark.rule("6.2", "4.4")
def test_blocks_come_into_the_recruitment_box() -> None:
    """West controls no resource location and East one: East draws one block more. The enemy sees how many
    came, and where to, but not which."""
    p = position('pending = "begin-week"\nweek = 2\ncontrol.kiso = "east"')
    assert (p.count("east", "recruitment"), p.count("west", "recruitment")) == (3, 2)
    assert p.count("east", "bag") == 48 - 3
    [told] = [row for row in p.story("west", "blocks-drawn") if row["side"] == "east"]
    assert told == {"event": "blocks-drawn", "side": "east", "count": 3, "place": "recruitment"}
    [mine] = [row for row in p.story("east", "blocks-drawn") if row["side"] == "east"]
    assert sorted(mine["blocks"]) == sorted(p.ids("east", "recruitment"))


@pytest.mark.rule("6.2")
@cases(
    "control east west",
    ("none each: a tie, both", "", 3, 3),
    ("one each: both", "kiso = 'east'\ntakeda = 'west'", 3, 3),
    ("more for West", "kiso = 'west'\ntakeda = 'west'\nniigata = 'east'", 2, 3),
    ("more for East", "edo = 'east'\nkyoto = 'east'\nkuwana = 'west'", 3, 2),
)
def test_the_side_with_most_resources_draws_one_block_extra(control: str, east: int, west: int) -> None:
    p = position(f'pending = "begin-week"\nweek = 2\n[control]\n{control}')
    assert drawn(p, "blocks-drawn") == {"east": east, "west": west}


@pytest.mark.rule("R-05")
@pytest.mark.parametrize(("bag", "count"), [("maeda-cavalry", 1), ("", 0)])
def test_a_bag_that_runs_out_gives_what_it_has(bag: str, count: int) -> None:
    """Three are due to East and one, or none, is in the bag; nobody waits for more, and none follow later."""
    p = position(
        f"""
        pending = "begin-week"
        week = 2
        east.bag = "{bag}"
        east.lost = "rest"
        """
    )
    assert p.count("east", "recruitment") == count
    assert drawn(p, "blocks-drawn") == {"east": count, "west": 3}
    assert p.pending == [("east", "bid"), ("west", "bid")]


@pytest.mark.rule("R-32", "6.2")
def test_a_card_discarded_now_may_be_drawn_in_the_same_step() -> None:
    """East's draw pile is empty: the discards are shuffled into a new one, this week's among them."""
    p = position(
        """
        pending = "begin-week"
        week = 2
        east.hand = "tokugawa-double, date-double"
        east.deck = ""
        east.discards = "rest"
        west.hand = "mori-plain x2"
        chance.east-cards = "tokugawa-double"
        """
    )
    p.play("east", "discard", cards=["tokugawa-double"])
    assert "tokugawa-double" in p.hand("east")
    assert len(p.told("west", "pile-reshuffled")) == 1
    assert p.view("west")["sides"]["east"]["discards"] == 0
    p.play("west", "discard", cards=["mori-plain"])
    told = [row["cards"] for row in p.told("west", "discards-revealed") if row["side"] == "east"]
    assert told == [["tokugawa-double"]], "it was discarded all the same, and is shown"
