"""The worked battle of section 10, from the first deployment to the retreat, with every number of it."""

import pytest

from tests.kit.positions import Table, position

FIELD = """
    active = "west"
    pending = "fight-combats"

    [east]
    at.kiso = "maeda-cavalry, tokugawa-three-mon, ieyasu, date-two-mon x3"
    hand = "maeda-special, tokugawa-plain x2, fukushima-plain, maeda-plain, east-loyalty"

    [west]
    at.kiso = "mori-daimyo, ukita-two-mon x2, uesugi-firearms, mori-firearms, kobayakawa-hideaki"
    came_from.iwamura = "mori-daimyo, ukita-two-mon x2"
    came_from.matsumoto = "uesugi-firearms, mori-firearms, kobayakawa-hideaki"
    hand = "ukita-double, uesugi-plain, mori-special, ukita-plain"
"""


def score(p: Table) -> str:
    """West's impact and East's, as the example writes them."""
    east, west = p.impact
    return f"{west}:{east}"


def asked(p: Table) -> str:
    """The one side that is asked."""
    ((side, _),) = p.pending
    return side


@pytest.mark.rule("10", "8.2.1", "8.5", "8.7.1", "8.7.2", "8.8.2", "8.10")
def test_the_worked_example_step_by_step() -> None:
    """Six against six: 1:0, 1:3, 6:3, 6:6, 7:6, 7:8, 12:8, 16:8, and the defection that makes it 12:12.

    Then the defender wins: two West losses, Kobayakawa first, one East loss, and West goes back.
    """
    p = position(FIELD)
    assert asked(p) == "west", "the attacker makes the first deployment"

    p.play("west", "deploy", blocks="mori-daimyo")
    assert (score(p), asked(p)) == ("1:0", "east")
    p.play("east", "deploy", blocks="maeda-cavalry", card="maeda-special")
    assert (score(p), asked(p)) == ("1:3", "west")
    p.play("west", "deploy", blocks="ukita-two-mon x2", card="ukita-double")
    assert (score(p), asked(p)) == ("6:3", "east")
    p.play("east", "deploy", blocks="tokugawa-three-mon", card="tokugawa-plain")
    assert (score(p), asked(p)) == ("6:6", "west"), "defenders lead at a tie"
    p.play("west", "deploy", blocks="uesugi-firearms", card="uesugi-plain")
    assert (score(p), asked(p)) == ("7:6", "east"), "no swords on the card, no firearms attack"
    p.refuses("east", "daimyo-not-free", "deploy", blocks="ieyasu")
    p.play("east", "deploy", blocks="ieyasu", card="tokugawa-plain")
    assert (score(p), asked(p)) == ("7:8", "west")
    p.play("west", "deploy", blocks="mori-firearms", card="mori-special")
    assert (score(p), asked(p)) == ("12:8", "east")

    deployable = [row for row in p.choices("east") if row["action"]["type"] == "deploy"]
    assert (deployable, len(p.hand("east"))) == ([], 3), "three blocks and three cards, none of which match"
    p.play("east", "finish")
    assert asked(p) == "west"
    p.play("west", "deploy", blocks="kobayakawa-hideaki", card="ukita-plain")
    assert (score(p), p.pending) == ("16:8", [("east", "window")])
    p.play("east", "challenge")
    assert (score(p), asked(p)) == ("12:12", "west"), "the last West card was played: nothing can refute"

    assert p.told(kind="combat-ended") == [
        {
            "event": "combat-ended",
            "location": "kiso",
            "winner": "east",
            "east": 12,
            "west": 12,
            "siege": False,
        }
    ]
    assert p.pending == [("west", "losses")]
    p.refuses("west", "loss-order", "losses", blocks="mori-daimyo, uesugi-firearms")
    p.play("west", "losses", blocks="kobayakawa-hideaki, mori-daimyo")
    assert p.pending == [("east", "losses")]
    p.play("east", "losses", blocks="maeda-cavalry")
    assert p.pending == [("west", "retreat")]
    assert p.allows("west", "retreat", to="iwamura")
    assert p.allows("west", "retreat", to="matsumoto")
    p.refuses("west", "not-a-retreat", "retreat", to="suwa")
    p.play("west", "retreat", to="matsumoto")
    assert p.blocks("west", "matsumoto") == [
        "mori-firearms",
        "uesugi-firearms",
        "ukita-two-mon",
        "ukita-two-mon",
    ]
    assert p.count("east", "kiso") == 5
    assert len(p.hand("east")) == 2 + 4, "four cards played, one block lost"
    assert len(p.hand("west")) == 0 + 5, "four cards played, two blocks lost"
