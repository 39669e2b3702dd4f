"""Which card refutes a challenge, and that one is always shown [8.6.1], R-18, R-19, R-20."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position


def window(blocks: str, card: str, hand: str, show: str | None = None) -> Table:
    """West has deployed blocks with a card and holds the given hand; East may challenge."""
    p = position(
        f"""
        active = "west"
        east.at.suwa = "tokugawa-two-mon"
        east.hand = "east-loyalty"
        west.at.suwa = "ukita-daimyo, ukita-two-mon x2, ishida-mitsunari, kobayakawa-hideaki"
        west.hand = "{card}, {hand}"

        [combat]
        location = "suwa"
        east.impact = 30
        """
    )
    p.play("west", "deploy", blocks=blocks, card=card, show=show)
    assert p.pending == [("east", "window")]
    return p


def shown(p: Table) -> str | None:
    """The card that refutes when East challenges, or None when the block turns."""
    p.play("east", "challenge")
    refuted = p.told("east", "refuted")
    assert bool(refuted) != bool(p.told("east", "defected"))
    return refuted[0]["card"] if refuted else None


@pytest.mark.rule("R-18", "R-19", "8.6.1", "8.6.3")
@cases(
    "blocks card hand expected",
    ("another card of the same kind", "ukita-two-mon", "ukita-plain", "ukita-plain", "ukita-plain"),
    ("a double of the clan", "ukita-two-mon", "ukita-special", "ukita-double", "ukita-double"),
    ("another clan's card", "ukita-two-mon", "ukita-plain", "mori-plain", None),
    ("a daimyo, another clan's card", "ukita-daimyo", "ukita-plain", "mori-plain", None),
    ("a double: any of the clan", "ukita-two-mon x2", "ukita-double", "ukita-plain", "ukita-plain"),
    ("a double: not another clan", "ukita-two-mon x2", "ukita-double", "mori-special", None),
    (
        "clan and wildcard",
        "ukita-two-mon, kobayakawa-hideaki",
        "ukita-double",
        "ukita-special",
        "ukita-special",
    ),
    ("not for the wildcard", "ukita-two-mon, kobayakawa-hideaki", "ukita-double", "mori-plain", None),
    ("nor when it came first", "kobayakawa-hideaki, ukita-two-mon", "ukita-double", "mori-plain", None),
    ("wildcard and clan", "kobayakawa-hideaki, ukita-two-mon", "ukita-double", "ukita-plain", "ukita-plain"),
    ("a wildcard: any clan's card", "kobayakawa-hideaki", "ukita-plain", "mori-plain", "mori-plain"),
    ("Ishida with a card", "ishida-mitsunari", "ukita-special", "otani-special", "otani-special"),
    ("a wildcard: no double", "kobayakawa-hideaki", "ukita-plain", "mori-double", None),
    ("not even of the card's clan", "kobayakawa-hideaki", "ukita-plain", "ukita-double", None),
    ("no challenge card", "ukita-two-mon", "ukita-plain", "west-loyalty", None),
    ("a wildcard: no challenge card", "kobayakawa-hideaki", "ukita-plain", "west-loyalty", None),
)
def test_a_card_refutes_if_it_could_have_deployed_the_block(
    blocks: str, card: str, hand: str, expected: str | None
) -> None:
    """A card refutes that could have deployed the block; of a double, its clan block."""
    assert shown(window(blocks, card, hand)) == expected


@pytest.mark.rule("R-20")
@cases(
    "hand show expected",
    ("plain before special", "ukita-double, ukita-special, ukita-plain", None, "ukita-plain"),
    ("special before double", "ukita-double, ukita-special", None, "ukita-special"),
    ("named", "ukita-double, ukita-special, ukita-plain", "ukita-special", "ukita-special"),
    ("named: the double", "ukita-double, ukita-special, ukita-plain", "ukita-double", "ukita-double"),
    ("the last one, although showing it tells something", "ukita-double", None, "ukita-double"),
)
def test_which_of_several_is_shown(hand: str, show: str | None, expected: str) -> None:
    """The one named with the deployment, else the first in the order plain, special, double; always one."""
    assert shown(window("ukita-two-mon", "ukita-plain", hand, show)) == expected


@pytest.mark.rule("R-20")
@cases(
    "show code",
    ("a card that does not fit", "mori-plain", "cannot-refute"),
    ("the very card that is played", "ukita-plain", "cannot-refute"),
    ("a card that is not in the hand", "ukita-double", "card-not-in-hand"),
    ("the enemy's card", "tokugawa-plain", "unknown-card"),
)
def test_cards_that_cannot_be_named(show: str, code: str) -> None:
    """West holds one plain Ukita card, a special one and Mori's; it deploys with the plain one."""
    p = position(
        """
        active = "west"
        east.at.suwa = "tokugawa-two-mon"
        west.at.suwa = "ukita-two-mon, ukita-daimyo"
        west.hand = "ukita-plain, ukita-special, mori-plain"
        combat = { location = "suwa" }
        """
    )
    refused = p.refuses("west", code, "deploy", blocks="ukita-two-mon", card="ukita-plain", show=show)
    assert refused.rule == "R-20"
    assert not p.allows("west", "deploy", blocks="ukita-two-mon", card="ukita-plain", show=show)
    (row,) = [
        row for row in p.choices("west") if row["action"].get("card") == "ukita-plain" and "two" in str(row)
    ]
    assert row["may_show"] == ["ukita-special"]


@pytest.mark.rule("R-20")
def test_a_free_daimyo_has_nothing_to_refute_with() -> None:
    """No challenge can follow, so no card may be named."""
    p = position(
        """
        active = "west"
        east.at.suwa = "tokugawa-two-mon"
        west.at.suwa = "ukita-two-mon, ukita-daimyo"
        west.hand = "ukita-plain"
        combat = { location = "suwa" }
        """
    )
    assert (
        p.refuses("west", "nothing-to-refute", "deploy", blocks="ukita-daimyo", show="ukita-plain").rule
        == "R-20"
    )


@pytest.mark.rule("R-20")
def test_the_named_card_is_sealed() -> None:
    """Whether and which card was named: East and the public see and are told the same."""
    seen = []
    for show in (None, "ukita-double", "ukita-special"):
        p = window("ukita-two-mon", "ukita-plain", "ukita-double, ukita-special", show)
        seen.append((p.view("east"), p.view(), p.told("east"), p.told("public")))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("R-17", "8.6.1")
def test_one_challenge_for_each_deployment() -> None:
    """West holds two challenges; the first is refuted, and the same deployment cannot be challenged again."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x3"
        east.hand = "tokugawa-plain x3"
        west.at.suwa = "mori-two-mon"
        west.hand = "west-loyalty x2"

        [combat]
        location = "suwa"
        west.impact = 9
        """
    )
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    p.play("west", "challenge")
    assert p.told(kind="refuted") == [{"event": "refuted", "side": "east", "card": "tokugawa-plain"}]
    assert p.pending == [("east", "deploy")]
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window")], "the next deployment has a window of its own"
    assert p.allows("west", "challenge")
