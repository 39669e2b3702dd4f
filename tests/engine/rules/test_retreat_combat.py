"""A retreat that meets the enemy: overrun, combat at once, or joining friends [8.8.5], R-25, R-26, R-44."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position


def back_to_kofu(pieces: str, east: str = "tokugawa-two-mon x2") -> Table:
    """East attacked Suwa from Kofu, was beaten, and must go back there now."""
    return position(
        f"""
        pending = "beat-retreat"
        east.at.suwa = "{east}"
        east.came_from.kofu = "all at suwa"
        west.at.suwa = "mori-two-mon x2"
        {pieces}

        [combat]
        location = "suwa"
        west.impact = 5
        """
    )


@pytest.mark.rule("8.8.5", "R-25")
def test_a_retreat_onto_the_enemy_is_a_combat_at_once() -> None:
    """West has come to Kofu meanwhile: East, though beaten, attacks there."""
    p = back_to_kofu('west.at.kofu = "ukita-two-mon x2"')
    assert p.view()["combat"]["location"] == "kofu"
    assert p.view()["combat"]["attacker"] == "east"
    assert p.view()["combat"]["impact"] == {"east": 0, "west": 0}
    assert p.pending == [("east", "deploy")]


@pytest.mark.rule("8.8.5", "R-25")
def test_a_beaten_defender_attacks_where_it_retreats() -> None:
    """West, the defender, has no free neighbour and goes among East's blocks at Kofu: West attacks there."""
    p = position(
        """
        pending = "retreat"
        east.at.suwa = "tokugawa-two-mon x2"
        east.came_from.saku = "all at suwa"
        east.at.kofu = "date-two-mon"
        east.at.kiso = "date-three-mon"
        west.at.suwa = "mori-two-mon x2"

        [combat]
        location = "suwa"
        east.impact = 5
        """
    )
    p.play("west", "retreat", to="kofu")
    assert p.view()["combat"]["attacker"] == "west"
    assert p.pending == [("west", "deploy")]


@pytest.mark.rule("R-44", "R-23", "8.8.2")
def test_beaten_again_the_force_goes_back_onto_the_winners() -> None:
    """East loses at Kofu too: it must return to Suwa, where the winners stand, and attacks a third time."""
    p = back_to_kofu('west.at.kofu = "ukita-two-mon x2"', east="tokugawa-two-mon x3")
    p.play("east", "finish")
    p.play("west", "finish")
    assert p.pending == [("east", "losses")]
    p.play("east", "losses", blocks="tokugawa-two-mon")
    assert p.told("west", "retreated")[0]["to"] == "suwa"
    assert p.view()["combat"]["location"] == "suwa"
    assert p.view()["combat"]["attacker"] == "east"
    p.play("east", "finish")
    p.play("west", "finish")
    p.play("east", "losses", blocks="tokugawa-two-mon")
    assert p.view()["combat"]["location"] == "kofu", "and back once more with the last block"
    p.play("east", "finish")
    p.play("west", "finish")
    assert p.count("east", "lost") == 3
    assert p.pending == [("west", "level")]


@pytest.mark.rule("R-25", "9.1")
def test_a_retreat_to_a_lone_enemy_disk_is_a_siege() -> None:
    """West attacked Ayabe from Kyoto, was beaten and is back; Torii's disk alone is inside."""
    p = position(
        """
        active = "west"
        pending = "beat-retreat"
        east.at.ayabe = "maeda-two-mon x2"
        west.at.ayabe = "mori-two-mon x2"
        west.came_from.kyoto = "all at ayabe"

        [combat]
        location = "ayabe"
        east.impact = 5
        """
    )
    combat = p.view()["combat"]
    assert (combat["location"], combat["siege"], combat["attacker"]) == ("kyoto", True, "west")


FRIENDS = """
    pending = "beat-retreat"
    {declared}
    east.at.suwa = "tokugawa-two-mon x2"
    east.came_from.kofu = "all at suwa"
    east.at.kofu = "date-two-mon"
    west.at.suwa = "mori-two-mon x2"
    west.at.kofu = "ukita-two-mon x2"

    [combat]
    location = "suwa"
    west.impact = 5
"""


@pytest.mark.rule("R-25", "R-16", "8.8.5")
@cases(
    "declared asked",
    ("not declared yet: they fight there later in this phase", "", ("east", "deploy")),
    ("declared already: not before the next", 'declared = "suwa, kofu"', ("west", "level")),
)
def test_beaten_blocks_join_friends_in_the_combat_their_retreat_causes(
    declared: str, asked: tuple[str, str]
) -> None:
    """East and West both stand at Kofu when East's beaten force arrives: three against two then."""
    p = position(FRIENDS.format(declared=declared))
    assert p.count("east", "kofu") == 3
    assert p.pending == [asked]
    begun = [told for told in p.story(kind="battle-began") if told["location"] == "kofu"]
    assert [(told["east"], told["west"]) for told in begun] == ([] if declared else [(3, 2)])


@pytest.mark.rule("R-25", "R-12")
def test_friends_and_beaten_together_may_overrun() -> None:
    """Two come back to two friends at Kofu, where one enemy block stands: four to one."""
    p = position(
        FRIENDS.format(declared="")
        .replace("ukita-two-mon x2", "ukita-two-mon")
        .replace('kofu = "date-two-mon"', 'kofu = "date-two-mon x2"')
    )
    assert p.blocks("west", "lost") == ["ukita-two-mon"]
    assert p.pending == [("west", "level")]


@pytest.mark.rule("R-25", "8.9.5", "8.9.2", "8.8.5")
def test_blocks_inside_must_come_out_if_more_than_two() -> None:
    """West's beaten force joins the besieged at Gifu; the siege, declared next, has to be a battle."""
    p = position(
        """
        pending = "retreat"
        declared = "sawayama"
        east.at.sawayama = "tokugawa-two-mon x3"
        east.came_from.kyoto = "all at sawayama"
        east.at.gifu = "fukushima-two-mon x3"
        east.at.tsuruga = "maeda-two-mon"
        west.at.sawayama = "mori-two-mon x2"
        west.at.gifu = "ukita-two-mon x2"

        [combat]
        location = "sawayama"
        east.impact = 5
        """
    )
    p.play("west", "retreat", to="gifu")
    combat = p.view()["combat"]
    assert (combat["location"], combat["siege"]) == ("gifu", False)
    assert p.told("public", "battle-began")[0]["west"] == 4
    assert p.pending == [("east", "deploy")]


@pytest.mark.rule("R-25", "R-02", "8.8.5")
def test_a_disk_under_siege_is_a_friend_to_join() -> None:
    """East, beaten at Minakuchi, joins besieged Torii at Kyoto, without an attack of its own."""
    p = position(
        """
        active = "west"
        pending = "retreat"
        control.kyoto = "west"
        east.at.minakuchi = "tokugawa-two-mon x3"
        west.at.minakuchi = "mori-two-mon x2"
        west.came_from.kuwana = "all at minakuchi"
        west.at.kyoto = "ukita-two-mon x2"

        [combat]
        location = "minakuchi"
        west.impact = 5
        """
    )
    p.play("east", "retreat", to="kyoto")
    assert p.control("kyoto") == "west"
    combat = p.view()["combat"]
    assert (combat["location"], combat["attacker"], combat["siege"]) == ("kyoto", "west", False)
    assert p.pending == [("west", "deploy")]
