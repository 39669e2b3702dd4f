"""Ishida overrun wins the game for East as Ieyasu overrun does for West [2.1, 7.4], R-12, R-13."""

import pytest

from tests.engine.rules.editions.test_ishida import EAST_WINS, FATAL, WEST_WINS, ended
from tests.kit.positions import under


@pytest.mark.rule("7.4.2", "R-12")
@pytest.mark.parametrize(
    ("edition", "over"), [*((edition, EAST_WINS) for edition in FATAL), ("kessen", None)]
)
def test_ishida_overrun(edition: str, over: tuple[str, str] | None) -> None:
    """Four East blocks meet him at Oyama; the rest of the move, to Mito, happens only if the game goes on."""
    p = under(
        edition,
        """
        west.at.oyama = "ishida-mitsunari"
        east.at.edo = "tokugawa-two-mon x5"
        """,
    )
    groups = [
        {"blocks": ["tokugawa-two-mon x4"], "path": ["oyama"]},
        {"blocks": ["tokugawa-two-mon"], "path": ["mito"]},
    ]
    p.play("east", "move", source="edo", groups=groups)
    assert p.over == over
    assert p.count("east", "mito") == (0 if over else 1)


@pytest.mark.rule("R-13")
def test_ishida_walks_into_four_and_is_overrun() -> None:
    p = under(
        "gmt-2016",
        'active = "west"\nwest.at.edo = "ishida-mitsunari"\neast.at.oyama = "date-two-mon x3, ieyasu"',
    )
    p.march("west", "edo", "oyama")
    ended(p, EAST_WINS)


@pytest.mark.rule("7.2", "R-12")
def test_a_muster_overruns_ishida() -> None:
    """He stands before three East blocks at Kiyosu; a fourth is mustered there."""
    p = under(
        "gmt-2016",
        """
        west.at.kiyosu = "ishida-mitsunari"
        east.at.kiyosu = "date-two-mon x3"
        east.recruitment = "fukushima-two-mon"
        """,
    )
    p.play("east", "muster", location="kiyosu", blocks="fukushima-two-mon", openly=False)
    ended(p, EAST_WINS)


@pytest.mark.rule("R-12", "R-13")
def test_ishida_retreats_into_four_and_is_overrun() -> None:
    """Beaten at Kumano by East from Anotsu, he has nowhere to go but there or to Tanabe, where four stand."""
    p = under(
        "gmt-2016",
        """
        pending = "retreat"
        east.at.kumano = "date-two-mon x3"
        east.at.tanabe = "tokugawa-two-mon x4"
        west.at.kumano = "ishida-mitsunari"
        combat = { location = "kumano", east = { impact = 3, came_from = "anotsu" }, west = { lost = 1 } }
        """,
    )
    assert p.over is None
    p.play("west", "retreat", to="tanabe")
    ended(p, EAST_WINS)


@pytest.mark.rule("R-12", "9.3")
@pytest.mark.parametrize("edition", ["gmt-2016", "kessen"])
def test_mori_blocks_that_arrive_overrun_ieyasu(edition: str) -> None:
    """He besieges Osaka alone; Ishida is inside with two, and a card brings the fourth block: West wins."""
    p = under(
        edition,
        """
        active = "west"
        east.at.osaka = "ieyasu"
        west.at.osaka = "ishida-mitsunari, ukita-two-mon x2"
        west.mori_box = "mori-daimyo, mori-three-mon x2"
        west.hand = "ukita-plain"
        """,
    )
    p.play("west", "mori", card="ukita-plain", blocks="mori-three-mon")
    ended(p, WEST_WINS)
