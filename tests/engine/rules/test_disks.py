"""Disks: strongholds that can be destroyed [9.1], R-33."""

import pytest

from tests.kit.positions import Table, position


@pytest.mark.rule("9.1.1", "9.1.2", "9.1.3")
def test_the_three_disks_stand_at_their_places() -> None:
    p = position('pending = "level"')
    places = p.view()["locations"]
    assert {name: place["disk"] for name, place in places.items() if "disk" in place} == {
        "osaka": "hideyori",
        "kyoto": "torii",
        "yamagata": "mogami",
    }
    assert sorted(p.view()["disks"]) == ["hideyori", "mogami", "torii"]


def siege_of(location: str, besieger: str, impact: int, inside: str = "") -> Table:
    """A siege whose deployments are made; the losses follow."""
    owner = "west" if besieger == "east" else "east"
    force = "date-two-mon x4" if besieger == "east" else "mori-two-mon x4"
    return position(
        f"""
        pending = "take-losses"
        active = "{besieger}"
        {besieger}.at.{location} = "{force}"
        {owner}.at.{location} = "{inside}"
        [combat]
        location = "{location}"
        siege = true
        {besieger}.impact = {impact}
        """
    )


@pytest.mark.rule("9.1", "9.1.2", "9.1.3")
@pytest.mark.parametrize(("location", "disk"), [("kyoto", "torii"), ("yamagata", "mogami")])
def test_a_siege_destroys_a_lone_disk(location: str, disk: str) -> None:
    """Seven impact take it, six do not. It gives no card; the place is nobody's stronghold then."""
    assert disk in siege_of(location, "west", 6).disks
    p = siege_of(location, "west", 7)
    assert disk not in p.disks
    assert p.story("east", "disk-lost")[0]["disk"] == disk
    assert p.story(kind="castle-fell")[0]["location"] == location
    assert p.story(kind="cards-drawn") == []
    assert p.over is None
    assert "besieged" not in p.view()["locations"][location]


@pytest.mark.rule("9.1")
def test_a_battle_never_touches_a_disk() -> None:
    """Two East blocks come out to fight at Kyoto and meet 21 impact: both are lost, Torii stands."""
    p = position(
        """
        pending = "take-losses"
        active = "west"
        east.at.kyoto = "tokugawa-two-mon x2"
        west.at.kyoto = "mori-two-mon x4"
        [combat]
        location = "kyoto"
        west.impact = 21
        """
    )
    assert p.count("east", "lost") == 2
    assert "torii" in p.disks
    assert p.holder("kyoto") == "east"
    assert p.over is None
