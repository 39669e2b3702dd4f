"""Cards after a combat, and the order in which everything after it comes [8.10], R-01, R-15, R-26."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position


@pytest.mark.rule("8.10")
def test_both_discard_what_they_played_and_draw_as_many() -> None:
    """East played two cards and West three, one of them a challenge that was refuted; all are replaced."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x3"
        east.hand = "date-plain"
        west.at.suwa = "mori-two-mon x3"
        west.hand = "ukita-plain"
        chance.east-cards = "maeda-double, east-loyalty"
        chance.west-cards = "otani-double, otani-plain, otani-special"

        [combat]
        location = "suwa"
        east.deployed = "tokugawa-two-mon with tokugawa-plain, tokugawa-two-mon with tokugawa-special"
        west.deployed = "mori-two-mon with mori-plain, mori-two-mon with mori-special"
        west.played = "west-loyalty"
        east.finished = true
        """
    )
    p.play("west", "finish")
    p.play("east", "retreat", to="kofu")
    assert p.discards("east") == ["tokugawa-plain", "tokugawa-special"]
    assert p.discards("west") == ["mori-plain", "mori-special", "west-loyalty"]
    assert sorted(p.hand("east")) == ["date-plain", "east-loyalty", "maeda-double"]
    assert sorted(p.hand("west")) == ["otani-double", "otani-plain", "otani-special", "ukita-plain"]
    assert p.told("west", "cards-drawn") == [
        {"event": "cards-drawn", "side": "east", "count": 2},
        {
            "event": "cards-drawn",
            "side": "west",
            "count": 3,
            "cards": ["otani-double", "otani-plain", "otani-special"],
        },
    ]
    assert [told for told in p.told("public", "cards-drawn") if "cards" in told] == []


@pytest.mark.rule("8.10")
@cases(
    "lost cards",
    ("nothing lost", 0, 0),
    ("one block: no card", 1, 0),
    ("two blocks: a card", 2, 1),
    ("three blocks: still one", 3, 1),
    ("four blocks: two", 4, 2),
)
@pytest.mark.parametrize("side", ["east", "west"])
def test_a_card_for_every_two_blocks_lost_in_a_battle(side: str, lost: int, cards: int) -> None:
    """Nobody played a card; winner and loser alike draw for what they lost."""
    p = position(
        f"""
        pending = "retreat"
        east.at.suwa = "tokugawa-two-mon x2"
        west.at.suwa = "mori-two-mon x2"

        [combat]
        location = "suwa"
        east.impact = 5
        {side}.lost = {lost}
        """
    )
    p.play("west", "retreat", to="kiso")
    other = "west" if side == "east" else "east"
    assert (len(p.hand(side)), len(p.hand(other))) == (cards, 0)


@pytest.mark.rule("8.10", "8.9.3")
@pytest.mark.parametrize(("inside", "impact", "cards"), [(2, 14, 2), (2, 7, 1), (1, 14, 1), (1, 0, 0)])
def test_after_a_siege_the_defender_draws_one_card_for_each_block(
    inside: int, impact: int, cards: int
) -> None:
    """East besieges Gifu and played one card; West, with one or two blocks, loses what it loses."""
    p = position(
        f"""
        east.at.gifu = "tokugawa-two-mon x3"
        east.hand = "date-plain"
        west.at.gifu = "ukita-two-mon x{inside}"

        [combat]
        location = "gifu"
        siege = true
        east.deployed = "tokugawa-two-mon with tokugawa-plain"
        east.impact = {impact}
        """
    )
    p.play("east", "finish")
    if p.pending == [("west", "losses")]:
        p.play("west", "losses", blocks="ukita-two-mon")
    assert len(p.hand("west")) == cards
    assert len(p.hand("east")) == 2, "its own card and one for the card played"


@pytest.mark.rule("8.10", "9.1")
def test_a_lost_disk_gives_no_card() -> None:
    """West takes Yamagata: Mogami's disk and one block are destroyed; East draws for the block only."""
    p = position(
        """
        active = "west"
        east.at.yamagata = "date-two-mon"
        west.at.yamagata = "uesugi-two-mon x3"
        west.hand = "mori-plain"

        [combat]
        location = "yamagata"
        siege = true
        west.impact = 14
        """
    )
    p.play("west", "finish")
    assert "mogami" not in p.disks
    assert (len(p.hand("east")), len(p.hand("west"))) == (1, 1)


@pytest.mark.rule("8.10", "3.3")
def test_played_cards_are_discarded_before_the_draw() -> None:
    """East's draw pile is empty: the two cards it just played are shuffled and come back."""
    p = position(
        """
        pending = "retreat"
        east.at.suwa = "tokugawa-two-mon x2"
        east.hand = "rest"
        west.at.suwa = "mori-two-mon x2"

        [combat]
        location = "suwa"
        east.impact = 5
        east.deployed = "tokugawa-two-mon with tokugawa-plain, tokugawa-two-mon with tokugawa-double"
        """
    )
    assert len(p.hand("east")) == 53
    p.play("west", "retreat", to="kiso")
    assert len(p.hand("east")) == 55
    assert p.discards("east") == []
    assert [told["side"] for told in p.told("public", "pile-reshuffled")] == ["east"]


@pytest.mark.rule("R-01", "8.10")
def test_cards_that_no_pile_holds_are_not_owed() -> None:
    """East lost four blocks and holds every card but the one it played: it draws one, not three."""
    p = position(
        """
        pending = "retreat"
        east.at.suwa = "tokugawa-two-mon x2"
        east.hand = "rest"
        west.at.suwa = "mori-two-mon x2"

        [combat]
        location = "suwa"
        east.impact = 5
        east.lost = 4
        east.deployed = "tokugawa-two-mon with tokugawa-plain"
        """
    )
    p.play("west", "retreat", to="kiso")
    assert p.told("public", "cards-drawn") == [{"event": "cards-drawn", "side": "east", "count": 1}]
    assert len(p.hand("east")) == 55


AFTER = """
    pending = "fight"
    east.at.suwa = "tokugawa-two-mon x{blocks}"
    east.came_from.kofu = "all at suwa"
    west.at.suwa = "mori-two-mon"
    west.at.kofu = "{kofu}"

    [combat]
    location = "suwa"
    east.deployed = "tokugawa-two-mon with tokugawa-plain, tokugawa-two-mon with tokugawa-plain"
    west.deployed = "mori-two-mon with mori-plain"
    east.impact = 5
    west.impact = 9
    east.finished = true
    west.finished = true
"""


@pytest.mark.rule("R-26", "8.10", "8.8.5")
def test_the_combat_a_retreat_causes_waits_for_the_cards() -> None:
    """East loses two of three and goes back to Kofu, where West is: cards first, then the new combat."""
    p = position(AFTER.format(blocks=3, kofu="ukita-two-mon x2"))
    told = [(told["event"], told.get("side"), told.get("count")) for told in p.story("public")]
    assert told == [
        ("combat-ended", None, None),
        ("blocks-lost", "east", None),
        ("retreated", "east", 1),
        ("cards-drawn", "east", 2 + 1),
        ("cards-drawn", "west", 1),
        ("combat-declared", "east", None),
        ("battle-began", "east", None),
    ]
    assert p.pending == [("east", "deploy")]
    assert len(p.hand("east")) == 3, "and may be played in it"


@pytest.mark.rule("R-26", "R-15")
def test_an_overrun_at_the_end_of_a_retreat_comes_before_the_cards_of_the_battle() -> None:
    """Three of East's five meet twelve at Kofu: one card for the overrun, three for the battle."""
    p = position(
        AFTER.format(
            blocks=5, kofu="mori-two-mon x3, ukita-two-mon x3, uesugi-two-mon x3, shimazu-three-mon x3"
        )
    )
    told = [(told["event"], told.get("side"), told.get("count")) for told in p.story("public")]
    assert told[1:6] == [
        ("blocks-lost", "east", None),
        ("retreated", "east", 3),
        ("overrun", "east", 3),
        ("cards-drawn", "east", 1),
        ("cards-drawn", "east", 2 + 1),
    ]


@pytest.mark.rule("R-26", "2.1")
def test_an_instant_victory_comes_before_the_retreat() -> None:
    """Ieyasu is among East's two losses: the third block neither retreats nor does anybody draw."""
    p = position(
        AFTER.format(blocks=3, kofu="ukita-two-mon x2")
        .replace('tokugawa-two-mon x3"', 'tokugawa-two-mon x2, ieyasu"')
        .replace("tokugawa-two-mon with tokugawa-plain, ", "ieyasu with tokugawa-plain, ")
    )
    assert p.over == ("west", "ieyasu")
    assert [told["event"] for told in p.story("public")] == ["combat-ended", "blocks-lost", "game-over"]
