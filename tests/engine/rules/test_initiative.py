"""Who deploys next, and how a battle comes to its end [8.5]."""

import pytest

from tests.kit.cases import cases
from tests.kit.editions import ruleset_of
from tests.kit.positions import Table, position

BOTH_HAVE_PLENTY = """
    east.at.suwa = "tokugawa-two-mon x3, tokugawa-three-mon x2"
    east.hand = "tokugawa-plain x3, tokugawa-double"
    west.at.suwa = "mori-two-mon x3, mori-three-mon x2"
    west.hand = "mori-plain x3, mori-double"
"""


def fight(rest: str, active: str = "east") -> Table:
    return position(f"active = '{active}'\n{BOTH_HAVE_PLENTY}\n[combat]\nlocation = 'suwa'\n{rest}")


@pytest.mark.rule("8.5")
@cases(
    "active east west holder",
    ("the attacker begins", "east", 0, 0, "east"),
    ("West begins when it attacks", "west", 0, 0, "west"),
    ("the side that is behind", "east", 3, 2, "west"),
    ("the attacker behind", "east", 2, 3, "east"),
    ("a tie: the defender leads", "east", 6, 6, "east"),
    ("a tie: East, the defender, leads", "west", 6, 6, "west"),
    ("West attacks and is behind", "west", 6, 5, "west"),
)
def test_the_side_that_is_losing_deploys(active: str, east: int, west: int, holder: str) -> None:
    """Both have blocks and cards left; the totals say who is asked."""
    p = fight(f"east.impact = {east}\nwest.impact = {west}", active)
    assert p.pending == [(holder, "deploy")]
    other = "west" if holder == "east" else "east"
    assert p.options(other) is None
    p.refuses(other, "not-your-decision", "finish")


@pytest.mark.rule("8.5")
@cases(
    "west then",
    ("East takes the lead: the other side's turn", 1, ("west", "deploy")),
    ("East draws level as attacker and goes on after the window", 2, ("west", "window")),
    ("East stays behind and goes on after the window", 5, ("west", "window")),
)
def test_the_initiative_is_looked_at_after_each_deployment(west: int, then: tuple[str, str]) -> None:
    """East deploys two impact; West may challenge either way, but deploys only if East leads now."""
    p = fight(f"west.impact = {west}")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [then]
    if then[1] == "window":
        p.play("west", "pass")
        assert p.pending == [("east", "deploy")]


@pytest.mark.rule("8.5")
def test_the_defender_takes_the_lead_with_a_tie() -> None:
    """West, the defender, is behind 0 to 3 and deploys three: now East must act."""
    p = fight("east.impact = 3")
    p.play("west", "deploy", blocks="mori-three-mon", card="mori-plain")
    assert p.impact == (3, 3)
    assert p.pending == [("east", "deploy")]


@pytest.mark.rule("8.5", "8.4.2")
def test_the_initiative_never_passes_between_the_blocks_of_a_double() -> None:
    """East is one behind: the first block alone would take the lead, but the second comes with it."""
    p = fight("west.impact = 1")
    p.play("east", "deploy", blocks="tokugawa-three-mon x2", card="tokugawa-double")
    assert p.impact == (7, 1)
    assert [told["kinds"] for told in p.told(kind="deployed")] == [["tokugawa-three-mon"] * 2]
    assert p.pending == [("west", "deploy")]


@pytest.mark.rule("8.5")
def test_a_successful_challenge_moves_the_initiative() -> None:
    """East led 3 to 2 with Ii; West turns him, leads 4 to 0, and East has to act again."""
    p = position(
        """
        east.at.suwa = "ii-naomasa, date-two-mon"
        east.hand = "tokugawa-plain, east-loyalty"
        west.at.suwa = "mori-two-mon x2"
        west.hand = "west-loyalty, mori-plain"

        [combat]
        location = "suwa"
        west.deployed = "mori-two-mon with mori-plain"
        east.impact = 1
        """
    )
    p.play("east", "deploy", blocks="ii-naomasa", card="tokugawa-plain")
    assert p.impact == (3, 2)
    assert p.pending == [("west", "deploy")], "the window is part of West's own turn to deploy"
    p.play("west", "challenge")
    assert p.impact == (1, 4)
    assert p.pending == [("east", "deploy")]


@pytest.mark.rule("8.5")
def test_the_other_side_goes_on_when_one_is_finished() -> None:
    """East is finished; West may deploy as often as it likes although it leads, then the battle ends."""
    p = fight("west.impact = 2")
    p.play("east", "finish")
    for expected in (4, 7):
        assert p.pending == [("west", "deploy")]
        p.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
        assert p.impact == (0, expected)
        assert p.pending == [("east", "window")], "a finished side may still challenge"
        p.play("east", "pass")
    p.play("west", "finish")
    assert p.told(kind="combat-ended")[0]["winner"] == "west"


@pytest.mark.rule("8.5")
def test_a_finished_side_never_deploys_again() -> None:
    """East is finished and falls behind by West's next deployments: it is asked nothing but windows."""
    p = fight("east.impact = 4\nwest.impact = 5\neast.finished = true")
    assert p.pending == [("west", "deploy")]
    p.play("west", "deploy", blocks="mori-three-mon", card="mori-plain")
    assert p.pending == [("east", "window")]
    refused = p.refuses(
        "east", "another-decision", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain"
    )
    assert refused.rule == "8.6.1"
    p.refuses("east", "another-decision", "finish")


@pytest.mark.rule("8.5", "8.6.1")
def test_a_finished_side_stays_finished_after_its_challenge_succeeds() -> None:
    """West is finished and turns East's Ii: East, now behind, keeps the initiative until it has finished."""
    p = position(
        """
        east.at.suwa = "ii-naomasa, tokugawa-two-mon"
        east.hand = "date-plain, east-loyalty"
        west.at.suwa = "mori-two-mon x3"
        west.hand = "west-loyalty, mori-plain"

        [combat]
        location = "suwa"
        west.impact = 1
        west.finished = true
        """
    )
    p.play("east", "deploy", blocks="ii-naomasa", card="date-plain")
    p.play("west", "challenge")
    assert p.impact == (0, 3)
    assert p.pending == [("east", "deploy")]
    p.play("east", "finish")
    assert p.told(kind="combat-ended")[0]["winner"] == "west"


@pytest.mark.rule("8.5")
def test_the_attacker_may_finish_before_anything_is_deployed() -> None:
    """At 0 to 0 East is finished at once; West deploys if it likes, and wins even with nothing."""
    p = fight("")
    assert p.allows("east", "finish")
    p.play("east", "finish")
    assert p.pending == [("west", "deploy")]
    p.play("west", "finish")
    (ended,) = p.told(kind="combat-ended")
    assert (ended["winner"], ended["east"], ended["west"]) == ("west", 0, 0)


@pytest.mark.rule("R-29", "8.5")
@cases(
    "east hand with_card asked",
    ("a card that fits nothing is still a choice", "date-two-mon", "maeda-plain", "true", True),
    ("only a challenge in the hand", "date-two-mon", "east-loyalty", "true", True),
    ("no card left after deploying with cards", "date-two-mon", "", "true", False),
    ("no card, but any block might be a daimyo", "date-two-mon", "", "false", True),
    ("no block left", "", "date-plain", "true", False),
)
def test_finishing_is_asked_unless_everybody_can_see_there_is_nothing_else(
    east: str, hand: str, with_card: str, asked: bool
) -> None:
    """East is behind with one block deployed; whether it is asked depends on public numbers alone."""
    p = position(
        f"""
        east.at.suwa = "fukushima-two-mon, {east}"
        east.hand = "{hand}"
        west.at.suwa = "mori-two-mon x2"
        west.hand = "mori-plain"

        [combat]
        location = "suwa"
        east.deployed = "fukushima-two-mon with fukushima-plain"
        east.with_card = {with_card}
        west.impact = 5
        """
    )
    assert p.pending == [("east" if asked else "west", "deploy")]
    finished = [told["side"] for told in p.story(kind="finished")]
    assert finished == ([] if asked else ["east"])


@pytest.mark.rule("R-29", "R-28", "8.5")
@cases(
    "known shown with_card asked",
    ("a known block, an unseen hand", "date-two-mon", "mori", "true", True),
    ("an unknown block that the shown card may fit", "", "date-plain", "true", True),
    ("a known block that the shown card fits", "date-two-mon", "date-plain", "true", True),
    ("a known block, and no card for it", "date-two-mon", "maeda-plain", "true", False),
    ("and it is no daimyo", "date-two-mon", "maeda-plain", "false", False),
    ("but an unknown one may be", "", "maeda-plain", "false", True),
    ("a known wildcard goes with any card", "kuroda-nagamasa", "maeda-plain", "true", True),
    ("no card, and the block is known to be no daimyo", "date-two-mon", "", "false", False),
    ("no card, but a daimyo is free", "date-daimyo", "", "false", True),
    ("a daimyo is not free after a card", "date-daimyo", "maeda-plain", "true", False),
)
@pytest.mark.parametrize("revision", [1, 2])
def test_a_side_whose_shown_cards_fit_nothing_is_not_asked_to_deploy(
    known: str, shown: str, with_card: str, asked: bool, revision: int
) -> None:
    """In revision 1 numbers alone counted: of blocks, and of cards once one was deployed with a card."""
    hand, shown = ("maeda-plain", "") if shown == "mori" else (shown, shown)
    p = position(
        f"""
        east.at.suwa = "fukushima-two-mon, {known or "date-two-mon"}"
        east.known = "{known}"
        east.hand = "{hand}"
        east.shown = "{shown}"
        west.at.suwa = "mori-two-mon x2"
        west.hand = "mori-plain"

        [combat]
        location = "suwa"
        east.deployed = "fukushima-two-mon with fukushima-plain"
        east.with_card = {with_card}
        west.impact = 5
        """,
        ruleset_of("kessen", revision),
    )
    is_counted = hand or with_card == "false"
    assert p.pending == [("east" if asked or (revision == 1 and is_counted) else "west", "deploy")]


@pytest.mark.rule("R-29", "8.5")
def test_cards_that_lie_open_are_not_in_the_hand() -> None:
    """Every card that could deploy East's known block, but perhaps the double, was seen elsewhere."""
    for left, asked in (("", False), ("date-double", True)):
        p = position(
            """
            active = "west"
            east.at.suwa = "fukushima-two-mon, date-two-mon"
            east.known = "date-two-mon"
            east.hand = "maeda-plain"
            west.at.suwa = "mori-two-mon x2"
            west.hand = "mori-plain"

            [combat]
            location = "suwa"
            east.deployed = "fukushima-two-mon with fukushima-plain"
            """
        )
        assert p.pending == [("west", "deploy")]
        for card, kind in p.c.card_index[0].items():
            if card.startswith("date-") and card != left:
                p.state.discards[0][kind] += p.state.deck[0][kind]
                p.state.deck[0][kind] = 0
        p.play("west", "finish")
        assert (p.pending == [("east", "deploy")]) is asked
        assert ("east" in [told["side"] for told in p.told(kind="finished")]) is not asked
