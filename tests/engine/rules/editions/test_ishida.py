"""Ishida's death wins the game for East everywhere but in Kessen [2.1], R-43."""

import pytest

from games.rulebook.editions import edition_ids
from tests.kit.cases import cases
from tests.kit.editions import editions_where, ishida_is_fatal
from tests.kit.positions import Table, under

FATAL = editions_where(ishida_is_fatal)
EAST_WINS = ("east", "ishida-mitsunari")
WEST_WINS = ("west", "ieyasu")


def ended(p: Table, over: tuple[str, str]) -> None:
    """The game is over, everybody is told, and nobody is asked anything."""
    assert p.over == over
    [told] = p.story("public", "game-over")
    assert (told["winner"], told["victory"]) == over
    assert p.pending == []


# ---- battle


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("edition", edition_ids())
def test_ishida_lost_in_battle(edition: str) -> None:
    """He attacks alone at Suwa and is lost there."""
    p = under(
        edition,
        """
        pending = "take-losses"
        active = "west"
        west.at.suwa = "ishida-mitsunari"
        east.at.suwa = "ii-naomasa, date-two-mon"
        combat = { location = "suwa", east = { impact = 4 }, west = { impact = 1 } }
        """,
    )
    assert p.blocks("west", "lost") == ["ishida-mitsunari"]
    if edition in FATAL:
        ended(p, EAST_WINS)
    else:
        assert p.over is None


@pytest.mark.rule("2.1", "8.7.2")
@cases(
    "west impact asked over",
    ("he alone deployed: he goes", 'deployed = "ishida-mitsunari with mori-plain"', 0, False, EAST_WINS),
    ("he turned: he goes first", 'defected = "ishida-mitsunari with mori-plain"', 0, False, EAST_WINS),
    ("another goes before him", 'deployed = "mori-two-mon with mori-plain"', 0, False, None),
    ("either: West chooses", 'deployed = "ishida-mitsunari, mori-two-mon with mori-plain"', 0, True, None),
    ("nobody deployed: West chooses", "", 0, True, None),
    ("all are lost", "", 14, False, EAST_WINS),
)
def test_ishida_may_have_to_be_lost(
    west: str, impact: int, asked: bool, over: tuple[str, str] | None
) -> None:
    """West, two blocks, has lost a battle at Suwa: one block, or three for fourteen impact."""
    p = under(
        "gmt-2016",
        f"""
        pending = "take-losses"
        active = "west"
        west.at.suwa = "ishida-mitsunari, mori-two-mon"
        east.at.suwa = "date-two-mon x3"
        [combat]
        location = "suwa"
        east.impact = {impact}
        west.impact = 0
        west.{west or "lost = 0"}
        """,
    )
    assert (p.pending == [("west", "losses")]) is asked
    if asked:
        p.play("west", "losses", blocks="mori-two-mon")
        assert "ishida-mitsunari" not in p.blocks("west", "lost")
    assert p.over == over


@pytest.mark.rule("R-43")
@pytest.mark.parametrize("edition", FATAL)
@pytest.mark.parametrize("attacker", ["east", "west"])
def test_west_wins_if_ishida_and_ieyasu_fall_together(edition: str, attacker: str) -> None:
    """Whoever attacked, and so lost a leader first."""
    p = under(
        edition,
        f"""
        pending = "take-losses"
        active = "{attacker}"
        east.at.suwa = "ieyasu"
        west.at.suwa = "ishida-mitsunari"
        combat = {{ location = "suwa", east = {{ impact = 9 }}, west = {{ impact = 8 }} }}
        """,
    )
    assert p.count("east", "lost") == p.count("west", "lost") == 1
    ended(p, WEST_WINS)


@pytest.mark.rule("2.1")
def test_the_other_sides_losses_are_taken_before_the_game_ends() -> None:
    """West attacks and wins, eight to seven, but loses Ishida; East's two are lost all the same."""
    p = under(
        "gmt-2016",
        """
        pending = "take-losses"
        active = "west"
        west.at.suwa = "ishida-mitsunari"
        east.at.suwa = "date-two-mon x2"
        east.at.sunpu = "maeda-two-mon"
        west.at.sunpu = "ukita-two-mon"
        combat = { location = "suwa", east = { impact = 7 }, west = { impact = 8 } }
        """,
    )
    assert p.count("east", "lost") == 2
    assert p.story(kind="cards-drawn") == []
    ended(p, EAST_WINS)


# ---- siege


@pytest.mark.rule("2.1", "8.9.3")
@pytest.mark.parametrize(
    ("edition", "over"), [*((edition, EAST_WINS) for edition in FATAL), ("kessen", None)]
)
def test_ishida_lost_in_a_siege(edition: str, over: tuple[str, str] | None) -> None:
    """He is alone inside Gifu and meets seven impact."""
    p = under(
        edition,
        """
        pending = "take-losses"
        east.at.gifu = "date-two-mon x3"
        west.at.gifu = "ishida-mitsunari"
        combat = { location = "gifu", siege = true, east = { impact = 7 } }
        """,
    )
    assert p.over == over


@pytest.mark.rule("2.1", "8.9.3")
@cases(
    "given over", ("Sanada goes for him", "sanada", None), ("he is given up", "ishida-mitsunari", EAST_WINS)
)
def test_sanada_may_save_ishida(given: str, over: tuple[str, str] | None) -> None:
    """Both are inside Ueda, and one hit is to be taken."""
    p = under(
        "gmt-2016",
        """
        pending = "take-losses"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "ishida-mitsunari"
        combat = { location = "ueda", siege = true, east = { impact = 7 } }
        """,
    )
    p.play("west", "losses", blocks=given)
    assert p.over == over


@pytest.mark.rule("2.1", "9.1.1")
@cases(
    "impact over disks",
    ("Ishida goes before Hideyori", 7, EAST_WINS, ["hideyori", "sanada"]),
    ("both: Ishida is named", 14, EAST_WINS, ["sanada"]),
)
def test_ishida_and_hideyori_in_one_castle(impact: int, over: tuple[str, str], disks: list[str]) -> None:
    p = under(
        "gmt-2016",
        f"""
        pending = "take-losses"
        east.at.osaka = "date-two-mon x3"
        west.at.osaka = "ishida-mitsunari"
        combat = {{ location = "osaka", siege = true, east = {{ impact = {impact} }} }}
        """,
    )
    ended(p, over)
    assert p.disks == disks
