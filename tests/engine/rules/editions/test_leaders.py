"""Who learns which daimyo led a move [7.3.4], R-10, R-28, by `leader_shown`."""

from typing import Any

import pytest

from games.rulebook.editions import EDITIONS, edition_ids, ruleset
from tests.kit.cases import cases
from tests.kit.editions import editions_where
from tests.kit.positions import Table, under

NAMELESS = 'west.at.himeji = "ukita-two-mon"'
HIDDEN: dict[str, dict[str, Any]] = {"manual": {}, "kessen": {"leader_shown": False}}
"""By edition, what has to be chosen for leaders to stay hidden."""


def led(edition: str, leader: str, rest: str = "", **flags: Any) -> Table:
    """A daimyo of four blocks at Oyama leads them all two locations."""
    blocks = "ieyasu, date-daimyo, tokugawa-two-mon x2"
    p = under(edition, f'east.at.oyama = "{blocks}"\n{NAMELESS}\n{rest}', **flags)
    p.march("east", "oyama", "utsunomiya", "shirakawa", leader=leader)
    return p


@pytest.mark.rule("R-10", "7.3.4")
@pytest.mark.flag("leader_shown", True)
@pytest.mark.flag("leader_shown", False)
@cases(
    "edition chosen shown",
    ("the manual", "manual", None, False),
    ("the manual, chosen otherwise", "manual", True, True),
    ("Kessen", "kessen", None, True),
    ("Kessen, chosen otherwise", "kessen", False, False),
)
def test_a_leader_is_named_or_only_declared(edition: str, chosen: bool | None, shown: bool) -> None:
    """Where leaders stay hidden the enemy learns that a daimyo led from Oyama, and its own side which."""
    flags: dict[str, Any] = {} if chosen is None else {"leader_shown": chosen}
    p = led(edition, "ieyasu", **flags)
    (moved,) = p.told("west", "stack-moved")
    assert moved["leader"] == ("ieyasu" if shown else None)
    declared = {"event": "daimyo-led", "side": "east", "source": "oyama"}
    assert p.told("west", "daimyo-led") == p.told("public", "daimyo-led") == ([] if shown else [declared])
    assert p.told("east", "daimyo-led") == ([] if shown else [{**declared, "leader": "ieyasu"}])


@pytest.mark.rule("R-28", "R-10")
@pytest.mark.flag("leader_shown", False)
@pytest.mark.parametrize("edition", HIDDEN)
def test_a_leader_who_was_not_named_is_not_known(edition: str) -> None:
    """All of Oyama goes, in whosever name: four hidden blocks stand at Shirakawa."""
    p = led(edition, "ieyasu", **HIDDEN[edition])
    assert p.known("east", "shirakawa") == []
    for viewer in ("west", "public"):
        assert p.view(viewer)["locations"]["shirakawa"]["east"] == {"count": 4}


@pytest.mark.rule("R-28")
@pytest.mark.flag("leader_shown", False)
def test_a_leader_who_was_known_before_is_known_still() -> None:
    p = led("manual", "ieyasu", "east.known = 'ieyasu'")
    assert p.known("east", "shirakawa") == ["ieyasu"]


@pytest.mark.rule("R-10", "R-28", "3.1")
@pytest.mark.flag("leader_shown", False)
@pytest.mark.parametrize("edition", HIDDEN)
def test_twins_that_differ_in_who_led_look_the_same(edition: str) -> None:
    seen = []
    for leader in ("ieyasu", "date-daimyo"):
        p = led(edition, leader, **HIDDEN[edition])
        seen.append([(p.view(each), p.told(each), p.story(each)) for each in ("west", "public")])
    assert seen[0] == seen[1]


@pytest.mark.rule("R-10")
@pytest.mark.flag("leader_shown", False)
@cases(
    "source path why",
    ("a castle leads already", "edo", ("oyama", "utsunomiya"), "the castle goes first"),
    ("base movement is enough", "oyama", ("utsunomiya",), "one location"),
)
def test_a_hidden_leader_is_used_only_where_needed(source: str, path: tuple[str, ...], why: str) -> None:
    p = under("manual", f'east.at.{source} = "ieyasu, tokugawa-two-mon"\n{NAMELESS}')
    assert p.march_refused("east", "leader-not-needed", source, *path, leader="ieyasu").rule == "R-10", why


@pytest.mark.rule("R-10")
@pytest.mark.flag("leader_shown", True)
def test_only_the_manual_keeps_leaders_hidden() -> None:
    assert editions_where(lambda edition: not edition.flags.leader_shown) == ["manual"]


@pytest.mark.rule("R-10")
@pytest.mark.flag("leader_shown", True)
@pytest.mark.parametrize("path", sorted(EDITIONS.glob("earlier/*.toml")), ids=lambda path: path.stem)
def test_games_that_began_before_go_on_naming_leaders(path: Any) -> None:
    """Their text does not have the flag, and stays as it is; nor do choices for the others change theirs."""
    text = path.read_text(encoding="utf-8")
    assert "leader_shown" not in text
    assert type(ruleset(edition_ids()[0])).from_text(text).edition.flags.leader_shown
