"""Half an odd hand: rounded down, or as the player likes [6.2], by `discard_rounding`."""

from typing import Any

import pytest

from tests.kit.cases import cases
from tests.kit.editions import editions_where
from tests.kit.positions import Table, under

PLAYERS_CHOICE = "gmt-2011"


def begun(edition: str, east: str, west: str = "mori-plain x2", **flags: Any) -> Table:
    """Week 2 begins; both sides hold cards."""
    return under(
        edition,
        f"""
        pending = "begin-week"
        week = 2
        east.hand = "{east}"
        west.hand = "{west}"
        """,
        **flags,
    )


def sizes(p: Table, held: int) -> set[int]:
    """How many of East's Tokugawa cards it may discard; each size is tried, and refused otherwise."""
    found = set()
    for size in range(held + 1):
        if p.allows("east", "discard", cards=["tokugawa-plain"] * size):
            found.add(size)
        else:
            p.refuses("east", DISCARD_CODES[held % 2], "discard", cards=["tokugawa-plain"] * size)
    return found


DISCARD_CODES = ("discard-count", "discard-half-count")
"""The refusal of a wrong number where the player has a choice of an odd hand, after that of an even one."""


@pytest.mark.flag("discard_rounding", "choice")
@pytest.mark.rule("6.2")
@cases(
    "held allowed",
    ("one card: keep it or not", 1, {0, 1}),
    ("two: one", 2, {1}),
    ("three: one or two", 3, {1, 2}),
    ("seven: three, as in the printed example, or four", 7, {3, 4}),
    ("eight: four", 8, {4}),
    ("nine: four or five", 9, {4, 5}),
)
def test_an_odd_hand_is_rounded_as_the_player_likes(held: int, allowed: set[int]) -> None:
    p = begun(PLAYERS_CHOICE, f"tokugawa-plain x{held}")
    assert sizes(p, held) == allowed
    [shape] = (p.options("east") or {})["answers"]
    assert (shape["least"], shape["most"]) == (min(allowed), max(allowed))


@pytest.mark.flag("discard_rounding", "down")
@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", editions_where(lambda edition: edition.flags.discard_rounding == "down"))
def test_elsewhere_it_is_rounded_down(edition: str) -> None:
    """Three of seven, and never four."""
    p = begun(edition, "tokugawa-plain x7")
    p.refuses("east", "discard-count", "discard", cards=["tokugawa-plain"] * 4)
    p.play("east", "discard", cards=["tokugawa-plain"] * 3)
    assert p.discards("east") == ["tokugawa-plain"] * 3


@pytest.mark.flag("discard_rounding", "choice")
@pytest.mark.flag("discard_rounding", "down")
@pytest.mark.rule("6.2", "R-29")
@cases(
    "edition held asked",
    ("choice: a single card is asked about", PLAYERS_CHOICE, 1, "discard"),
    ("choice: an empty hand is not", PLAYERS_CHOICE, 0, "bid"),
    ("down: nor is a single card", "gmt-2016", 1, "bid"),
    ("down: nor an empty hand", "gmt-2016", 0, "bid"),
)
def test_a_side_is_asked_only_where_it_has_a_choice(edition: str, held: int, asked: str) -> None:
    p = begun(edition, f"tokugawa-plain x{held}" if held else "")
    assert ("east", asked) in p.pending
    drawn = [told["count"] for told in p.story("public", "cards-drawn") if told["side"] == "east"]
    assert drawn == ([] if asked == "discard" else [6]), "who discards draws after it"


@pytest.mark.flag("discard_rounding", "choice")
@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("given", "left"), [(0, 7), (1, 6)])
def test_the_single_card_kept_or_given(given: int, left: int) -> None:
    """Either way East draws six, for its five castles to four, and is asked for its bid."""
    p = begun(PLAYERS_CHOICE, "maeda-double")
    p.play("east", "discard", cards=["maeda-double"] * given)
    assert len(p.hand("east")) == left
    assert ("east", "bid") in p.pending
    p.play("west", "discard", cards=["mori-plain"])
    revealed = [told["cards"] for told in p.told("public", "discards-revealed") if told["side"] == "east"]
    assert revealed == [["maeda-double"]] * given, "nothing is shown of nothing"


@pytest.mark.flag("discard_rounding", "choice")
@pytest.mark.rule("6.2")
@cases(
    "cards",
    ("none of three", []),
    ("all of three", ["date-plain", "date-double", "east-loyalty"]),
)
def test_a_wrong_number_of_discards_is_refused(cards: list[str]) -> None:
    """The refusal of a number says both that are right."""
    p = begun(PLAYERS_CHOICE, "date-plain, date-double, east-loyalty")
    refusal = p.refuses("east", "discard-half-count", "discard", cards=cards)
    assert refusal.rule == "6.2"
    assert refusal.parameters == {"count": 1, "most": 2}


@pytest.mark.flag("discard_rounding", "choice")
@pytest.mark.rule("R-07", "R-32")
def test_the_enemy_sees_only_the_sizes_of_the_piles_after_the_choice() -> None:
    """East gives up one card of three, or two: West sees how many are in hand and pile, as ever, and with the
    same number the same, whichever cards they are. Which they were is told once West has discarded too."""
    seen = {}
    for cards in ("date-plain", "east-loyalty", "date-plain, date-double", "date-double, east-loyalty"):
        p = begun(PLAYERS_CHOICE, "date-plain, date-double, east-loyalty")
        p.play("east", "discard", cards=cards)
        seen[cards] = (p.view("west"), p.told("west"), p.options("west"))
        piles = p.view("west")["sides"]["east"]
        count = len(cards.split(", "))
        assert (piles["hand"], piles["discards"], piles["draw_pile"]) == (9 - count, count, 46)
        assert [row["cards"] for row in p.story("west", "discards-revealed")] == []
        p.play("west", "discard", cards=["mori-plain"])
        [told] = [row for row in p.told("west", "discards-revealed") if row["side"] == "east"]
        assert told["cards"] == sorted(cards.split(", "))
    one, other, two, others = seen.values()
    assert one == other
    assert two == others
    assert one[2] == two[2], "what West is asked does not depend on it"


@pytest.mark.flag("discard_rounding", "choice")
@pytest.mark.flag("discard_rounding", "down")
@pytest.mark.parametrize(
    ("edition", "rounding", "allowed"),
    [("kessen", "choice", {2, 3}), ("gmt-2016", "choice", {2, 3}), ("gmt-2011", "down", {2})],
)
def test_chosen_for_a_game_it_holds_whatever_the_edition_says(
    edition: str, rounding: str, allowed: set[int]
) -> None:
    p = begun(edition, "tokugawa-plain x5", discard_rounding=rounding)
    tried = {n for n in range(6) if p.allows("east", "discard", cards=["tokugawa-plain"] * n)}
    assert tried == allowed
