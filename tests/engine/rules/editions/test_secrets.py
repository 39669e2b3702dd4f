"""What differs between editions tells nobody more than in Kessen [3.1], R-28, R-29."""

import pytest

from tests.kit.positions import Table, under


def ueda(inside: str, hand: str) -> Table:
    """West must choose a loss at Ueda, where Sanada is too."""
    return under(
        "gmt-2016",
        f"""
        pending = "losses"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "{inside}"
        west.hand = "{hand}"
        combat = {{ location = "ueda", siege = true, east = {{ impact = 7 }} }}
        """,
    )


@pytest.mark.rule("R-29", "3.1")
def test_blocks_inside_ueda_stay_hidden_before_and_after_sanada_falls() -> None:
    """Ishida, whom West must save, or any other two: East sees two blocks, a question, and a disk less."""
    seen = []
    for inside, hand in (
        ("ishida-mitsunari, mori-two-mon", "mori-plain"),
        ("uesugi-daimyo, uesugi-firearms", "west-loyalty"),
    ):
        p = ueda(inside, hand)
        before = (p.view("east"), p.view(), p.story("east"), p.pending)
        p.play("west", "losses", blocks="sanada")
        seen.append((before, p.view("east"), p.view(), p.told("east")))
    assert seen[0] == seen[1]
    assert seen[0][1]["locations"]["ueda"]["west"] == {"count": 2}


@pytest.mark.rule("R-29", "8.6.1")
@pytest.mark.parametrize("hand", ["date-double", "date-plain", "east-loyalty"])
def test_west_is_asked_after_a_lone_wildcard_whatever_could_refute(hand: str) -> None:
    """East deploys Ii with a double and holds one card more: West sees four impact, and may pass."""
    p = under(
        "gmt-2016",
        f"""
        east.at.suwa = "ii-naomasa, tokugawa-two-mon"
        east.hand = "tokugawa-double, {hand}"
        west.at.suwa = "mori-two-mon"
        west.hand = "west-loyalty"
        combat = {{ location = "suwa", west = {{ impact = 30 }} }}
        """,
    )
    p.play("east", "deploy", blocks="ii-naomasa", card="tokugawa-double")
    assert p.pending == [("west", "window")]
    assert p.told("west") == [
        {
            "event": "deployed",
            "side": "east",
            "location": "suwa",
            "card": "tokugawa-double",
            "kinds": ["ii-naomasa"],
            "impact": 4,
            "total": 4,
            "special": False,
        }
    ]
    assert p.view("west")["sides"]["east"]["hand"] == 1
    assert hand not in str(p.view("west")["sides"]["east"])
