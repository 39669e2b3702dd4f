"""Up to two of the beaten may stay in a castle that was theirs [8.8.4], R-23."""

from typing import Any

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position


def at_gifu(west: str, extra: str = "") -> Table:
    """West, the owner of Gifu's castle, fought outside and lost; East came from Kiyosu."""
    return position(
        f"""
        pending = "retreat"
        east.at.gifu = "tokugawa-two-mon x3"
        east.came_from.kiyosu = "all at gifu"
        west.at.gifu = "{west}"
        {extra}

        [combat]
        location = "gifu"
        east.impact = 6
        west.lost = 1
        """
    )


@pytest.mark.rule("8.8.4", "8.8.1")
@cases(
    "answer inside sawayama",
    ("all retreat", {"to": "sawayama"}, 0, 4),
    ("one stays", {"to": "sawayama", "stay": "ukita-two-mon"}, 1, 3),
    ("two stay", {"to": "sawayama", "stay": "ukita-two-mon, ukita-daimyo"}, 2, 2),
)
def test_up_to_two_blocks_stay_in_the_castle(answer: dict[str, Any], inside: int, sawayama: int) -> None:
    """Four blocks are left: none, one or two of West's choice stay, the others go as one group."""
    p = at_gifu("ukita-two-mon x3, ukita-daimyo")
    assert p.allows("west", "retreat", **answer)
    p.play("west", "retreat", **answer)
    assert (p.count("west", "gifu"), p.count("west", "sawayama")) == (inside, sawayama)
    assert p.holder("gifu") == ("west" if inside else "east")
    castle = p.view()["locations"]["gifu"]["castle"]
    assert castle == ("west" if inside else "east")
    assert p.pending == [("west", "level")], "no second combat at Gifu in this phase"


@pytest.mark.rule("8.8.4", "8.8.1")
@cases(
    "answer code rule",
    ("three stay", {"to": "sawayama", "stay": "ukita-two-mon x3"}, "castle-limit", "8.8.4"),
    ("nowhere to go for the others", {"stay": "ukita-two-mon x2"}, "must-retreat", "8.8.1"),
    ("nobody goes, nobody stays", {}, "must-retreat", "8.8.1"),
    ("East's way in", {"to": "kiyosu", "stay": "ukita-daimyo"}, "not-a-retreat", "8.8.3"),
    ("not there", {"to": "sawayama", "stay": "otani-two-mon"}, "block-not-available", "8.8.4"),
)
def test_a_retreat_the_castle_does_not_allow_is_refused(answer: dict[str, Any], code: str, rule: str) -> None:
    """Four blocks are left outside Gifu."""
    p = at_gifu("ukita-two-mon x3, ukita-daimyo")
    assert p.refuses("west", code, "retreat", **answer).rule == rule
    assert not p.allows("west", "retreat", **answer)


@pytest.mark.rule("8.8.4")
def test_two_may_all_stay() -> None:
    """With two blocks left nobody has to leave; but "go to Sawayama, all stay" is no answer."""
    p = at_gifu("ukita-two-mon x2")
    assert p.refuses("west", "nobody-retreats", "retreat", to="sawayama", stay="all").rule == "8.8.4"
    assert not p.allows("west", "retreat", to="sawayama", stay="all")
    p.play("west", "retreat", stay="ukita-two-mon x2")
    assert p.count("west", "gifu") == 2
    assert p.told("east", "retreated") == [
        {"event": "retreated", "side": "west", "source": "gifu", "to": None, "count": 0, "stayed": 2}
    ]
    assert p.view()["locations"]["gifu"]["besieged"] == "west"


@pytest.mark.rule("8.8.4", "R-29")
def test_a_castle_leaves_a_choice_even_with_one_way_out() -> None:
    """Only Iwamura is open to West: it is asked all the same, for it may stay in the castle."""
    p = at_gifu("ukita-two-mon", 'east.at.sawayama = "ieyasu"')
    assert p.allows("west", "retreat", to="iwamura")
    assert p.allows("west", "retreat", stay="ukita-two-mon")
    assert not p.allows("west", "retreat", to="sawayama")


@pytest.mark.rule("8.8.4", "8.9.1", "R-04")
@cases(
    "owner allowed",
    ("West was there first: the castle was West's", "west", True),
    ("East was there first", "east", False),
)
def test_only_the_owner_of_the_castle_stays(owner: str, allowed: bool) -> None:
    """Okazaki's castle is East's by nature, but what counts is whose it was before the combat."""
    p = position(
        f"""
        pending = "retreat"
        holder.okazaki = "{owner}"
        east.at.okazaki = "tokugawa-two-mon x2"
        west.at.okazaki = "mori-two-mon x3"

        [combat]
        location = "okazaki"
        east.impact = 5
        """
    )
    answer = {"to": "kiyosu", "stay": "mori-two-mon"}
    assert p.allows("west", "retreat", **answer) is allowed
    if not allowed:
        assert p.refuses("west", "not-your-castle", "retreat", **answer).rule == "8.8.4"


@pytest.mark.rule("8.8.4", "R-24")
def test_the_castle_stays_closed_to_those_who_did_not_own_it() -> None:
    """East's garrison of Okazaki is destroyed to the last, yet West, the loser, must leave."""
    p = position(
        """
        active = "west"
        east.at.okazaki = "tokugawa-two-mon"
        west.at.okazaki = "mori-two-mon x3"
        west.came_from.kiyosu = "all at okazaki"

        [combat]
        location = "okazaki"
        east.impact = 9
        west.impact = 8
        east.finished = true
        west.finished = true
        """
    )
    p.play("west", "losses", blocks="mori-two-mon x2")
    assert p.count("east", "okazaki") == 0
    assert p.count("west", "kiyosu") == 1, "at once, by the only way it came"


@pytest.mark.rule("8.8.4", "9.1")
def test_a_disk_harbours_two_like_a_castle() -> None:
    """East fought outside at Kyoto and lost: two stay with Torii, one goes to Ayabe."""
    p = position(
        """
        active = "west"
        pending = "retreat"
        east.at.kyoto = "tokugawa-two-mon x3"
        west.at.kyoto = "mori-two-mon x3"
        west.came_from.osaka = "all at kyoto"

        [combat]
        location = "kyoto"
        west.impact = 6
        """
    )
    p.refuses("east", "castle-limit", "retreat", to="ayabe", stay="tokugawa-two-mon x3")
    p.play("east", "retreat", to="ayabe", stay="tokugawa-two-mon x2")
    assert (p.count("east", "kyoto"), p.count("east", "ayabe")) == (2, 1)


@pytest.mark.rule("R-23", "8.8.2", "8.8.4")
def test_a_beaten_garrison_with_a_relief_force() -> None:
    """West came to the relief of besieged Gifu from Sawayama and is beaten as the attacker.

    Two may stay in the castle; the rest go where the relief came from and nowhere else.
    """
    p = position(
        """
        active = "west"
        pending = "retreat"
        east.at.gifu = "tokugawa-two-mon x3"
        east.came_from.kiyosu = "all at gifu"
        west.at.gifu = "ukita-two-mon x2, otani-two-mon x2"
        west.came_from.sawayama = "otani-two-mon x2"

        [combat]
        location = "gifu"
        attacker = "west"
        east.impact = 6
        """
    )
    p.refuses("west", "not-a-retreat", "retreat", to="iwamura", stay="ukita-two-mon x2")
    p.play("west", "retreat", to="sawayama", stay="otani-two-mon x2")
    assert p.blocks("west", "gifu") == ["otani-two-mon", "otani-two-mon"]
    assert p.blocks("west", "sawayama") == ["ukita-two-mon", "ukita-two-mon"]


@pytest.mark.rule("R-28", "8.8.4")
def test_the_enemy_is_not_told_which_blocks_stayed_and_which_went() -> None:
    """One of West's three was deployed and is known; the stack parts, and it is known no more."""
    p = position(
        """
        pending = "retreat"
        east.at.gifu = "tokugawa-two-mon x3"
        west.at.gifu = "ukita-two-mon x2, ukita-daimyo"

        [combat]
        location = "gifu"
        east.impact = 6
        west.deployed = "ukita-daimyo"
        """
    )
    assert p.known("west", "gifu") == ["ukita-daimyo"]
    assert not p.allows("west", "retreat", stay="all"), "three do not fit"
    p.play("west", "retreat", to="sawayama", stay="ukita-two-mon")
    assert p.view("east")["locations"]["gifu"]["west"] == {"count": 1}
    assert p.view("east")["locations"]["sawayama"]["west"] == {"count": 2}
    (told,) = p.told("east", "retreated")
    assert not {"blocks", "stay"} & set(told)


@pytest.mark.rule("R-25", "7.4.3")
def test_the_owner_of_a_castle_is_not_overrun_by_a_retreat() -> None:
    """Eight beaten blocks come back to Gifu, where one West block owns the castle: it may stay inside."""
    p = position(
        """
        pending = "beat-retreat"
        east.at.sawayama = "tokugawa-two-mon x6, date-two-mon x2"
        east.came_from.gifu = "all at sawayama"
        west.at.sawayama = "mori-two-mon x2"
        west.at.gifu = "ukita-two-mon"

        [combat]
        location = "sawayama"
        west.impact = 5
        """
    )
    assert p.pending == [("west", "stance")]
    p.play("west", "stance", inside=True)
    assert p.view()["combat"]["siege"] is True
    assert p.pending == [("east", "deploy")]
