"""Siege combat: who deploys, who loses, disks, and what being besieged means [8.9.3-8.9.5], R-40."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position


def siege_of_gifu(inside: str, rest: str = "", hand: str = "tokugawa-plain, tokugawa-special") -> Table:
    """East besieges Gifu and is asked to deploy."""
    return position(
        f"""
        east.at.gifu = "ieyasu, tokugawa-cavalry x2, tokugawa-two-mon x2, ii-naomasa"
        east.hand = "{hand}"
        west.at.gifu = "{inside}"
        west.hand = "west-loyalty, ukita-plain"

        [combat]
        location = "gifu"
        siege = true
        {rest}
        """
    )


@pytest.mark.rule("8.9.3", "8.9.4", "8.2.4")
def test_only_the_besieger_deploys_and_nobody_challenges() -> None:
    """Ieyasu comes free, then blocks with cards; West, with a challenge in its hand, is never asked."""
    p = siege_of_gifu("ukita-two-mon", hand="tokugawa-plain, tokugawa-special, date-plain")
    p.play("east", "deploy", blocks="ieyasu")
    for card, total in (("tokugawa-plain", 4), ("tokugawa-special", 8)):
        p.play("east", "deploy", blocks="tokugawa-two-mon", card=card)
        assert p.impact == (total, 0)
        assert p.pending == [("east", "deploy")], "the initiative stays with the besieger"
        p.refuses("west", "not-your-decision", "challenge")
    p.play("east", "finish")
    assert p.blocks("west", "lost") == ["ukita-two-mon"]


@pytest.mark.rule("8.9.4")
@cases(
    "deployed block card expected",
    ("cavalry with swords: its mon", "", "tokugawa-cavalry", "tokugawa-special", 1),
    ("no bonus of an arm", "ii-naomasa with date-plain", "tokugawa-cavalry", "tokugawa-special", 1),
    ("the clan bonus counts", "ieyasu", "tokugawa-cavalry", "tokugawa-special", 2),
    ("a double card", "", "tokugawa-two-mon x2", "tokugawa-double", 5),
    ("a wildcard with swords", "", "ii-naomasa", "tokugawa-special", 2),
)
def test_no_special_attacks_in_a_siege(deployed: str, block: str, card: str, expected: int) -> None:
    """Swords deploy a block like a plain card."""
    p = siege_of_gifu("ukita-two-mon", f'east.deployed = "{deployed}"', f"{card}, date-plain x2")
    before, _ = p.impact
    p.play("east", "deploy", blocks=block, card=card)
    assert p.impact[0] - before == expected
    assert p.told(kind="deployed")[0]["special"] is False


@pytest.mark.rule("8.9.3", "8.9.4")
def test_a_besieger_cannot_challenge_pass_or_name_a_refuter() -> None:
    """Nothing can be challenged, so no card is named to refute with; and there is no window to pass."""
    p = siege_of_gifu("ukita-two-mon", hand="tokugawa-plain x2, east-loyalty")
    fields = {"blocks": "tokugawa-two-mon", "card": "tokugawa-plain", "show": "tokugawa-plain"}
    assert p.refuses("east", "nothing-to-refute", "deploy", **fields).rule == "R-20"
    p.refuses("east", "no-window", "challenge")
    assert all("may_show" not in row for row in p.choices("east"))


@pytest.mark.rule("8.9.3")
@cases(
    "inside impact asked left",
    ("six: nobody", "ukita-two-mon x2", 6, False, 2),
    ("seven: one of two, West chooses", "ukita-two-mon x2", 7, True, 1),
    ("thirteen: one", "ukita-two-mon x2", 13, True, 1),
    ("fourteen: both", "ukita-two-mon x2", 14, False, 0),
    ("seven: the only one", "ukita-two-mon", 7, False, 0),
    ("no deployment at all", "ukita-two-mon", 0, False, 1),
)
def test_losses_in_a_siege(inside: str, impact: int, asked: bool, left: int) -> None:
    """One block for each full seven impact, none for a defeat; East loses nothing and nobody retreats."""
    p = siege_of_gifu(inside, f"east.impact = {impact}")
    p.play("east", "finish")
    assert (p.pending == [("west", "losses")]) is asked
    if asked:
        p.play("west", "losses", blocks="ukita-two-mon-2")
        assert p.ids("west", "gifu") == ["ukita-two-mon-1"]
    assert (p.count("west", "gifu"), p.count("east", "gifu")) == (left, 6)
    assert p.story(kind="retreated") == []
    assert p.count("east", "lost") == 0
    fell = [told["location"] for told in p.story(kind="castle-fell")]
    assert fell == ([] if left else ["gifu"])
    assert p.holder("gifu") == ("west" if left else "east")
    assert p.view()["locations"]["gifu"]["castle"] == ("west" if left else "east")


@pytest.mark.rule("8.9.3", "9.1")
@cases(
    "inside impact disk",
    ("the disk alone, six impact", "", 6, True),
    ("the disk alone, seven", "", 7, False),
    ("a block goes before the disk", "date-two-mon", 7, True),
    ("a block, then the disk", "date-two-mon", 14, False),
    ("two blocks before the disk", "date-two-mon x2", 14, True),
    ("two blocks and the disk", "date-two-mon x2", 21, False),
)
def test_a_disk_goes_last(inside: str, impact: int, disk: bool) -> None:
    """West besieges Torii at Kyoto; while the disk stands the castle has not fallen."""
    p = position(
        f"""
        active = "west"
        east.at.kyoto = "{inside}"
        west.at.kyoto = "mori-two-mon x3"
        west.hand = "mori-plain"

        [combat]
        location = "kyoto"
        siege = true
        west.impact = {impact}
        """
    )
    p.play("west", "finish")
    assert ("torii" in p.disks) is disk
    assert p.holder("kyoto") == ("east" if disk else "west")
    assert [told["disk"] for told in p.story("east", "disk-lost")] == ([] if disk else ["torii"])
    assert bool(p.story(kind="castle-fell")) is not disk
    if impact >= 7:
        assert p.count("east", "kyoto") == 0


@pytest.mark.rule("8.9.5", "8.2.1")
def test_a_battle_takes_in_everybody_in_the_location() -> None:
    """Two besieged and a relief of two are four outside: all of them may deploy against East."""
    p = position(
        """
        active = "west"
        east.at.gifu = "tokugawa-two-mon x2"
        west.at.gifu = "ukita-two-mon x2"
        west.at.sawayama = "otani-two-mon x2"
        west.hand = "ukita-plain, otani-plain"
        """
    )
    p.march("west", "sawayama", "gifu")
    assert p.story("public", "movement-ended"), "nobody else can move"
    assert p.view()["combat"]["siege"] is False
    rows = [row["action"] for row in p.choices("west") if row["action"]["type"] == "deploy"]
    assert {row["blocks"][0] for row in rows} == set(p.ids("west", "gifu"))
    assert p.count("west", "gifu") == 4
