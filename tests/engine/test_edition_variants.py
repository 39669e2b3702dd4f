"""Variants differ from the edition they change in what they say, and in nothing else."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.engine.edition_layers import KEYS
from games.rulebook.editions import FIXTURES, edition_ids, ruleset
from tests.kit.editions import variants


def facts(edition: str) -> dict[str, Any]:
    """Every fact of an edition by its section, its entry and its key."""
    return dict(_facts(msgspec.to_builtins(ruleset(edition).edition)))


def _facts(raw: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for section, told in raw.items():
        if isinstance(told, dict):
            yield from ((f"{section}.{key}", value) for key, value in told.items())
        elif isinstance(told, list | tuple):
            for entry in told:
                name = " - ".join(entry[key] for key in KEYS.get(section, ("id",)))
                yield from ((f"{section} {name} {key}", value) for key, value in entry.items())
        else:
            yield section, told


def differences(one: str, other: str) -> dict[str, tuple[Any, Any]]:
    before, after = facts(one), facts(other)
    return {
        name: (before.get(name), after.get(name))
        for name in before | after
        if before.get(name) != after.get(name)
    }


FIVE = ("uesugi-daimyo", "uesugi-three-mon", "uesugi-three-mon", "uesugi-cavalry", "uesugi-firearms")
THREE = ("uesugi-daimyo", "uesugi-three-mon", "uesugi-firearms")


@pytest.mark.rule("6.2")
def test_gmt_2011_is_gmt_2016_but_for_aizu_and_the_rounding() -> None:
    found = differences("gmt-2016", "gmt-2011")
    note = found.pop("setup west - aizu note")
    assert found == {
        "id": ("gmt-2016", "gmt-2011"),
        "name": ("GMT 2016", "GMT 2011"),
        "flags.discard_rounding": ("down", "choice"),
        "setup west - aizu blocks": (FIVE, THREE),
        "setup west - aizu grade": ("inferred", "printed"),
    }
    assert note[1] == "", "what is read off the print needs no note"


@pytest.mark.rule("R-45")
def test_the_manual_is_kessen_but_for_what_it_states() -> None:
    assert differences("kessen", "manual") == {
        "id": ("kessen", "manual"),
        "name": ("Kessen", "Manual"),
        "flags.special_bonus_per_earlier": (1, 2),
        "flags.double_and_wildcard": ("with-clan-block", "alone"),
        "flags.mori_double_brings_two": (True, False),
        "flags.leader_shown": (True, False),
        "locations kyoto capital": (None, "west"),
        "locations edo capital": (None, "east"),
        "blocks ishida-mitsunari fatal": (False, True),
    }


@pytest.mark.parametrize(("base", "variant"), variants())
@pytest.mark.parametrize("section", ["locations", "roads", "disks", "blocks", "cards", "setup", "clans"])
def test_entries_keep_their_order(base: str, variant: str, section: str) -> None:
    """Block numbers, and with them what is drawn, follow from it. What a variant adds comes last."""
    keys = KEYS.get(section, ("id",))
    before, after = (
        [tuple(getattr(entry, key) for key in keys) for entry in getattr(ruleset(edition).edition, section)]
        for edition in (base, variant)
    )
    kept, added = [name for name in before if name in after], [name for name in after if name not in before]
    assert after == kept + added


@pytest.mark.parametrize("edition", edition_ids())
def test_every_fact_has_a_grade(edition: str) -> None:
    """The base game was read off its print; the Kessen board is taken from it, or reconstructed."""
    sections = ("locations", "roads", "disks", "blocks", "cards", "setup")
    graded = {name: value for name, value in facts(edition).items() if name.endswith(" grade")}
    told = ruleset(edition).edition
    assert len(graded) == sum(len(getattr(told, section)) for section in sections)
    base = {"stated", "printed", "inferred"}
    expected = base if edition.startswith("gmt") else {"stated", "printed", "as-base-board", "reconstructed"}
    assert set(graded.values()) <= expected | base


def test_all_editions_are_listed_and_each_has_its_own_name_and_digest() -> None:
    assert edition_ids() == sorted(path.stem for path in (FIXTURES / "editions").glob("*.toml"))
    assert {"gmt-2011", "gmt-2016", "kessen", "manual"} <= {*edition_ids()}, "games are played by them"
    told = [ruleset(edition) for edition in edition_ids()]
    assert len({rules.edition.name for rules in told}) == len({rules.digest for rules in told}) == len(told)
