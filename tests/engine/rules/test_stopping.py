"""Where moving blocks must stop, and who may not even leave [7.3.2, 8.9.5]."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position


@pytest.mark.rule("7.3.2")
@cases(
    "defenders moves_on",
    ("an enemy block", 'west.at.oyama = "ukita-two-mon"', False),
    ("nobody", "", True),
    ("a friend", 'east.at.oyama = "date-two-mon"', True),
)
def test_7_3_2_moving_blocks_stop_at_the_enemy(defenders: str, moves_on: bool) -> None:
    """Two blocks go from Edo by Oyama to Utsunomiya; a single enemy block at Oyama stops them."""
    p = position(f'east.at.edo = "tokugawa-two-mon x2"\n{defenders}')
    if moves_on:
        p.march("east", "edo", "oyama", "utsunomiya")
        assert p.count("east", "utsunomiya") == 2
        return
    refusal = p.march_refused("east", "must-stop", "edo", "oyama", "utsunomiya")
    assert (refusal.rule, refusal.parameters) == ("7.3.2", {"location": "oyama"})
    p.march("east", "edo", "oyama")
    assert p.count("east", "oyama") == 2


@pytest.mark.rule("7.3.2")
@cases(
    "path",
    ("too far as well", ["oyama", "utsunomiya", "shirakawa", "nihonmatsu"]),
    ("farther than anybody can go", ["oyama", "utsunomiya", "shirakawa", "nihonmatsu", "aoba", "soma"]),
)
def test_7_3_2_the_enemy_is_named_before_the_distance(path: list[str]) -> None:
    """Whoever were told to stop earlier would run into the enemy at Oyama next."""
    p = position('east.at.edo = "tokugawa-two-mon x2"\nwest.at.oyama = "ukita-two-mon"')
    assert p.march_refused("east", "must-stop", "edo", *path).parameters == {"location": "oyama"}
    p.march_refused("east", "must-stop", "edo", *path, force_march="date-plain")


@pytest.mark.rule("7.3.2", "R-14", "3.4")
def test_7_3_2_a_lone_disk_stops_any_number() -> None:
    """Eight West blocks arrive at Kyoto, where only the Torii disk stands: they stop, no overrun."""
    p = position("""
        active = "west"
        west.at.osaka = "ukita-two-mon x3, ukita-three-mon x3, mori-two-mon x2"
        east.at.edo = "ieyasu"
    """)
    p.march_refused("west", "must-stop", "osaka", "kyoto", "sawayama")
    p.march("west", "osaka", "kyoto")
    assert p.count("west", "kyoto") == 8
    assert "east" not in p.view("east")["locations"]["kyoto"], "nothing counts the disk"
    assert "torii" in p.disks
    assert not p.told(kind="overrun")


@pytest.mark.rule("7.3.2")
def test_7_3_2_blocks_join_a_fight_and_stay_in_it() -> None:
    """Friends fight at Oyama already: three more arrive, which is no overrun of two, and must stop too."""
    p = position("""
        east.at.edo = "tokugawa-two-mon x3"
        east.at.oyama = "date-two-mon"
        west.at.oyama = "ukita-two-mon x2"
    """)
    p.march_refused("east", "must-stop", "edo", "oyama", "utsunomiya")
    p.march("east", "edo", "oyama")
    assert p.count("east", "oyama") == 4


@pytest.mark.rule("R-40", "8.9.5")
@cases(
    "place to friends",
    ("one block in a castle", "okazaki", "kiyosu", "tokugawa-two-mon"),
    ("more than fit inside", "okazaki", "kiyosu", "tokugawa-two-mon x5"),
    ("blocks beside a disk", "yamagata", "aoba", "tokugawa-two-mon x2"),
)
def test_r_40_besieged_blocks_do_not_leave(place: str, to: str, friends: str) -> None:
    """East was there first and enemy blocks came: nobody leaves, whatever the number."""
    p = position(f"""
        east.at.{place} = "{friends}"
        east.at.edo = "ieyasu"
        west.at.{place} = "ukita-two-mon x2"
    """)
    assert p.march_refused("east", "besieged", place, to).rule == "8.9.5"
    sources = (p.options("east") or {})["answers"][0]["sources"]
    assert [row["source"] for row in sources] == ["edo"]


@pytest.mark.rule("R-40", "8.9.5")
def test_r_40_besiegers_leave_freely() -> None:
    """West besieges Okazaki: part of it walks off, then the rest, and the castle is East's again alone."""
    p = position("""
        active = "west"
        east.at.okazaki = "tokugawa-two-mon"
        west.at.okazaki = "ukita-two-mon x3"
    """)
    p.march("west", "okazaki", "kiyosu", blocks="ukita-two-mon x2")
    assert p.view()["locations"]["okazaki"]["besieged"] == "east"
    p.march("west", "okazaki", "hamamatsu")
    assert "besieged" not in p.view()["locations"]["okazaki"]


@pytest.mark.rule("R-40")
def test_r_40_the_castle_s_colour_does_not_matter() -> None:
    """East took Gifu, a West castle, and West came back: East is besieged there, West may leave."""
    text = """
        active = "{active}"
        holder.gifu = "east"
        east.at.gifu = "tokugawa-two-mon x2"
        west.at.gifu = "ukita-two-mon x2"
        east.at.edo = "ieyasu"
    """
    position(text.format(active="east")).march_refused("east", "besieged", "gifu", "kiyosu")
    p = position(text.format(active="west"))
    p.march("west", "gifu", "sawayama")
    assert p.count("west", "sawayama") == 2


@pytest.mark.rule("R-40")
def test_r_40_without_a_castle_nobody_is_besieged() -> None:
    """In the open both sides may walk away from a fight before it is fought."""
    p = position('east.at.oyama = "tokugawa-two-mon"\nwest.at.oyama = "ukita-two-mon x2"')
    p.march("east", "oyama", "edo")
    assert p.count("east", "edo") == 1
    assert not p.told(kind="overrun")


@pytest.mark.rule("R-40")
def test_r_40_siege_is_judged_when_the_move_starts() -> None:
    """West's stack besieged in Gifu: friends sweep the besieger away, then the garrison leaves."""
    p = position("""
        active = "west"
        west.at.gifu = "ukita-two-mon x2"
        west.at.sawayama = "otani-two-mon x2"
        east.at.gifu = "tokugawa-two-mon"
    """)
    p.march_refused("west", "besieged", "gifu", "kiyosu")
    p.march("west", "sawayama", "gifu")
    assert p.blocks("east", "lost") == ["tokugawa-two-mon"]
    p.march("west", "gifu", "kiyosu", blocks="ukita-two-mon x2")
    assert p.count("west", "kiyosu") == 2
