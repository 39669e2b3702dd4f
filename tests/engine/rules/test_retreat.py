"""Where the beaten go: attackers back, defenders away, two into a castle of their own [8.8], R-23, R-24."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position


def beaten(side: str, pieces: str, attacker: str) -> Table:
    """A battle at Suwa that a side has lost; what it lost is lost already. Suwa: Kiso, Saku, Kofu."""
    winner = "west" if side == "east" else "east"
    return position(
        f"""
        active = "{attacker}"
        pending = "beat-retreat"
        east.at.suwa = "tokugawa-two-mon x2"
        west.at.suwa = "mori-two-mon x2"
        {pieces}

        [combat]
        location = "suwa"
        {winner}.impact = 5
        """
    )


@pytest.mark.rule("8.8.2", "R-23")
@cases(
    "came_from expected",
    (
        "two ways in",
        'east.came_from = { kiso = "tokugawa-two-mon-1", kofu = "tokugawa-two-mon-2" }',
        ["kiso", "kofu"],
    ),
    ("mustered: no way in, so anywhere", "", ["kiso", "kofu", "saku"]),
    ("where the enemy came from", 'west.came_from.kiso = "all at suwa"', ["kiso", "kofu", "saku"]),
    ("onto the enemy", 'west.at.kiso = "mori-three-mon"', ["kiso", "kofu", "saku"]),
)
def test_a_beaten_attacker_goes_back_where_it_came_from(came_from: str, expected: list[str]) -> None:
    """Back to where some of the force came from; where none of it came by road, to any neighbour."""
    p = beaten("east", came_from, "east")
    assert p.destinations("east") == expected
    for end in {"kiso", "kofu", "saku"} - set(expected):
        assert p.refuses("east", "not-a-retreat", "retreat", to=end).rule == "8.8.2"


@pytest.mark.rule("8.8.2", "R-29")
def test_one_way_back_is_not_asked() -> None:
    """Both attackers came from Kofu: they are there again at once."""
    p = beaten("east", 'east.came_from.kofu = "all at suwa"', "east")
    assert p.blocks("east", "kofu") == ["tokugawa-two-mon"] * 2
    assert p.pending == [("west", "level")]


@pytest.mark.rule("8.8.2")
@pytest.mark.parametrize("to", ["recruitment", "mori-box", "sunpu", "suwa"])
def test_a_retreat_goes_to_a_neighbour_and_never_to_a_box(to: str) -> None:
    """Boxes are no locations; Sunpu is no neighbour of Suwa; Suwa is where they were beaten."""
    p = beaten("west", "", "west")
    code = "unknown-location" if to in ("recruitment", "mori-box") else "not-a-retreat"
    p.refuses("west", code, "retreat", to=to)


@pytest.mark.rule("8.8.3")
@cases(
    "pieces expected",
    ("anywhere free", "", ["kiso", "kofu", "saku"]),
    ("not the way the enemy came", 'east.came_from.kofu = "all at suwa"', ["kiso", "saku"]),
    ("not among enemy units", 'east.at.kiso = "ieyasu"', ["kofu", "saku"]),
    ("friends do not matter", 'west.at.kiso = "mori-daimyo"', ["kiso", "kofu", "saku"]),
    ("nor its own way in", 'west.came_from.kofu = "mori-two-mon-1"', ["kiso", "kofu", "saku"]),
    (
        "nothing is left: then anywhere",
        """
            east.came_from.kofu = "all at suwa"
            east.at.kiso = "ieyasu"
            east.at.saku = "date-two-mon"
            """,
        ["kiso", "kofu", "saku"],
    ),
)
def test_a_beaten_defender_goes_where_no_enemy_is_or_came_from(pieces: str, expected: list[str]) -> None:
    """Where no enemy is and none came from; only if there is no such place, anywhere next door."""
    p = beaten("west", pieces, "east")
    assert p.destinations("west") == expected
    for end in {"kiso", "kofu", "saku"} - set(expected):
        assert p.refuses("west", "not-a-retreat", "retreat", to=end).rule == "8.8.3"


@pytest.mark.rule("8.8.3", "R-29")
def test_a_defender_avoids_a_lone_enemy_disk() -> None:
    """Murakami has two neighbours; at Yamagata East's disk stands, so West goes to Niigata unasked."""
    p = position(
        """
        pending = "beat-retreat"
        east.at.murakami = "date-two-mon"
        west.at.murakami = "uesugi-two-mon"

        [combat]
        location = "murakami"
        east.impact = 5
        """
    )
    assert p.blocks("west", "niigata") == ["uesugi-two-mon"]


@pytest.mark.rule("R-24", "8.8.1")
def test_the_loser_retreats_from_an_empty_field() -> None:
    """Both sides lose all but one East block; East, the attacker, lost at 14 to 14 and goes all the same."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x4"
        east.came_from.saku = "all at suwa"
        west.at.suwa = "mori-two-mon x2"

        [combat]
        location = "suwa"
        east.impact = 14
        west.impact = 14
        east.finished = true
        west.finished = true
        """
    )
    p.play("east", "losses", blocks="tokugawa-two-mon x3")
    assert p.count("west", "suwa") == 0
    assert p.count("east", "suwa") == 0
    assert p.count("east", "saku") == 1


@pytest.mark.rule("8.8.1")
def test_any_number_retreats_together() -> None:
    """Eighteen blocks could not move; beaten, they go to one place as one group."""
    p = position(
        """
        pending = "beat-retreat"
        east.at.suwa = "tokugawa-two-mon x6, date-two-mon x4, maeda-two-mon x4, fukushima-two-mon x3, ieyasu"
        west.at.suwa = "mori-two-mon x4, mori-three-mon"

        [combat]
        location = "suwa"
        west.impact = 5
        """
    )
    assert p.refuses("east", "not-your-castle", "retreat", to="kofu", stay="ieyasu").rule == "8.8.4"
    p.play("east", "retreat", to="kofu")
    assert (p.count("east", "suwa"), p.count("east", "kofu")) == (0, 18)


@pytest.mark.rule("8.8.1", "R-28")
def test_the_enemy_is_told_numbers_only() -> None:
    """Two blocks leave Suwa: West hears how many and where to, East which."""
    p = beaten("east", "", "east")
    p.play("east", "retreat", to="kofu")
    told = {"event": "retreated", "side": "east", "source": "suwa", "to": "kofu", "count": 2, "stayed": 0}
    assert p.told("west", "retreated") == [told]
    assert p.told("public", "retreated") == [told]
    assert p.told("east", "retreated") == [{**told, "blocks": p.ids("east", "kofu"), "stay": []}]
    assert p.view("west")["locations"]["kofu"] == {"east": {"count": 2}}
