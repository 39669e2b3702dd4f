"""The combat phase: what must be declared, in whose order, and how often [8.1], R-16, R-29."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position

TWO_FIELDS = """
    pending = "declare"
    east.at.suwa = "tokugawa-two-mon x2"
    east.at.sunpu = "tokugawa-three-mon"
    west.at.suwa = "mori-two-mon"
    west.at.sunpu = "ukita-two-mon"
"""


def declared(p: Table) -> list[str]:
    return [told["location"] for told in p.story(kind="combat-declared")]


@pytest.mark.rule("8.1", "R-29")
@cases(
    "pieces expected",
    ("nobody meets an enemy", "", []),
    ("neighbours do not fight", "east.at.suwa = 'ieyasu'\nwest.at.kiso = 'mori-two-mon'", []),
    ("one place, not asked", "east.at.suwa = 'ieyasu'\nwest.at.suwa = 'mori-two-mon'", ["suwa"]),
    ("East at its own disk", "east.at.kyoto = 'ieyasu'", []),
    ("a lone enemy disk", "active = 'west'\nwest.at.kyoto = 'mori-two-mon'", ["kyoto"]),
)
def test_combat_is_declared_without_asking_where_there_is_no_choice(pieces: str, expected: list[str]) -> None:
    """No place or one place leaves nothing to choose: the phase ends, or the combat begins by itself."""
    p = position("pending = 'fight-combats'\n" + pieces)
    assert declared(p) == expected
    if not expected:
        assert p.pending == [("west", "level")], "the next turn begins"


@pytest.mark.rule("8.1")
def test_the_active_player_chooses_where_to_fight_first() -> None:
    """Two places: East chooses one, that combat is fought to its end, and only then comes the other."""
    p = position(TWO_FIELDS)
    assert p.pending == [("east", "declare")]
    assert p.options("west") is None
    assert sorted(row["action"]["location"] for row in p.choices("east")) == ["sunpu", "suwa"]
    p.play("east", "declare", location="sunpu")
    assert declared(p) == ["sunpu"]
    p.play("east", "finish")
    p.play("west", "finish")
    assert p.told(kind="combat-ended")[0]["location"] == "sunpu"
    assert declared(p) == ["sunpu", "suwa"], "the last one left needs no choice"


@pytest.mark.rule("8.1")
def test_the_last_place_is_declared_when_the_first_is_resolved_with_all_it_causes() -> None:
    """East loses at Suwa, chooses where to retreat, and only then the combat at Sunpu begins by itself."""
    p = position(TWO_FIELDS)
    p.play("east", "declare", location="suwa")
    p.play("east", "finish")
    p.play("west", "finish")
    assert (p.pending, declared(p)) == ([("east", "losses")], ["suwa"])
    p.play("east", "losses", blocks="tokugawa-two-mon")
    assert (p.pending, declared(p)) == ([("east", "retreat")], ["suwa"])
    p.play("east", "retreat", to="kofu")
    assert (p.pending, declared(p)) == ([("east", "deploy")], ["suwa", "sunpu"])
    assert p.view()["combat"]["location"] == "sunpu"


@pytest.mark.rule("8.1", "R-16")
@cases(
    "location code rule",
    ("no enemy there", "kiso", "nothing-to-fight", "8.1"),
    ("declared this phase", "suwa", "declared-already", "R-16"),
    ("not on the board", "nagoya", "unknown-location", "4.1"),
)
def test_places_that_cannot_be_declared(location: str, code: str, rule: str) -> None:
    """Suwa was declared before in this phase; Sunpu and Oshi are left."""
    p = position(
        TWO_FIELDS
        + """
    declared = "suwa"
    east.at.oshi = "ieyasu"
    west.at.oshi = "mori-three-mon"
    """
    )
    assert sorted(row["action"]["location"] for row in p.choices("east")) == ["oshi", "sunpu"]
    assert p.refuses("east", code, "declare", location=location).rule == rule
    not_asked = p.refuses("west", "not-your-decision", "declare", location="sunpu")
    assert not_asked.rule == "8.1"
    assert not_asked.parameters == {"waiting": ["east"], "decision": "declare"}


@pytest.mark.rule("8.1", "R-16")
def test_a_new_phase_forgets_what_was_declared() -> None:
    """The siege of Gifu was fought in East's turn A; in its turn B it must be declared again."""
    p = position(
        """
        turn = "A"
        first = "west"
        pending = "deploy"
        east.at.gifu = "ieyasu, tokugawa-two-mon"
        west.at.gifu = "ukita-two-mon"
        west.at.aizu = "uesugi-two-mon"
        combat = { location = "gifu", siege = true }
        """
    )
    p.play("east", "finish")
    assert p.pending == [("west", "level")], "it is not declared again in this phase"
    p.play("west", "level", level="minimal")
    p.play("west", "end-movement")
    assert declared(p) == ["gifu"], "R-27: West has to declare it too"
    p.play("west", "stance", inside=True)
    p.play("east", "level", level="minimal")
    p.play("east", "end-movement")
    p.play("west", "stance", inside=True)
    assert declared(p) == ["gifu", "gifu"]
    assert p.view()["combat"]["siege"] is True


@pytest.mark.rule("R-16", "8.8.5")
def test_a_combat_caused_by_a_retreat_counts_as_declared() -> None:
    """West attacked Hamamatsu from Okazaki and is beaten, while East came to stand at Okazaki.

    The retreat causes a siege of Okazaki. Both sides still have blocks there afterwards, but it is not
    declared a second time in the phase.
    """
    p = position(
        """
        active = "west"
        pending = "beat-retreat"
        east.at.hamamatsu = "tokugawa-three-mon x2"
        east.at.okazaki = "fukushima-two-mon"
        west.at.hamamatsu = "mori-two-mon x2"
        west.came_from.okazaki = "mori-two-mon x2"

        [combat]
        location = "hamamatsu"
        east.impact = 5
        """
    )
    assert p.pending == [("east", "stance")], "one way back: West is not asked"
    p.play("east", "stance", inside=True)
    assert p.view()["combat"]["attacker"] == "west"
    p.play("west", "finish")
    assert p.count("west", "okazaki") == 2
    assert p.count("east", "okazaki") == 1
    assert p.pending == [("east", "level")], "Okazaki counts as declared"
