"""Games as text: every log reads back as it was written, and what is no such text is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import actions as a
from games.engine import notation
from games.engine.errors import EngineError
from games.engine.history import LogItem
from games.engine.notation import ENTRY_TYPES, FORMS
from games.engine.side import EAST, SIDES, WEST
from games.rulebook.editions import ruleset
from tests.engine.golden import recording
from tests.kit.searches import given, st

# Words of the notation are good ids too, so an edition could have them.
WORDS = (
    "wish",
    "with",
    "show",
    "to",
    "stay",
    "leader",
    "force",
    "openly",
    "rest-of-battle",
    "chance",
    "east",
)
ids = st.sampled_from(WORDS) | st.from_regex(r"[a-z0-9]{1,4}(-[a-z0-9]{1,3}){0,2}", fullmatch=True)
names = st.lists(ids, max_size=3).map(tuple)

groups = st.builds(a.Group, names, names, st.none() | ids)
bodies: st.SearchStrategy[a.Body] = st.one_of(
    st.builds(a.Discard, names),
    st.builds(a.Bid, ids, st.sampled_from([None, "first", "second"])),
    st.builds(a.Order, st.sampled_from(["first", "second"])),
    st.builds(a.Level, st.sampled_from(["none", "minimal", "limited", "total"]), names),
    st.builds(a.Move, ids, st.lists(groups, min_size=1, max_size=3).map(tuple), st.none() | ids),
    st.builds(a.Muster, ids, names, st.booleans()),
    st.builds(a.Mori, ids, names),
    st.just(a.EndMovement()),
    st.builds(a.Declare, ids),
    st.builds(a.Stance, st.booleans()),
    st.builds(a.Deploy, names, st.none() | ids, st.none() | ids),
    st.just(a.Finish()),
    st.just(a.Challenge()),
    st.builds(a.Pass, st.booleans()),
    st.builds(a.Losses, names),
    st.builds(a.Retreat, st.none() | ids, names),
    st.just(a.Silence()),
    st.just(a.Resign()),
    st.just(a.TimeOut()),
    st.just(a.Adjudicate()),
    st.just(a.Undo()),
)
piles = st.sampled_from(["east-cards", "west-cards", "east-blocks", "west-blocks"])
entries = st.tuples(st.sampled_from(SIDES), bodies) | st.builds(
    lambda pile, items: (None, a.Drawn(pile, items)), piles, names
)


@given(st.lists(entries, max_size=5))
def test_every_written_log_reads_back(log: list[LogItem]) -> None:
    text = "\n".join(f"  {notation.written(side, body)}" for side, body in log)
    assert notation.read(text) == log


@pytest.mark.parametrize("name", recording.names())
def test_every_recorded_game_reads_back(name: str) -> None:
    game = recording.read(name)
    text = notation.write(game.rules, game.log)
    assert notation.read(text) == game.log
    assert len([line for line in text.splitlines() if line.startswith("  ")]) == len(game.log)


def test_headings_say_when_it_was() -> None:
    game = recording.read("points-tied")
    headings = [line for line in notation.write(game.rules, game.log).splitlines() if line[:1].strip()]
    assert headings[:4] == ["Set-up", "Week 1", "Week 1, turn A: east", "Week 1, turn A: west"]
    assert headings[-1] == "Week 8, turn B: east"
    assert len(headings) == len(set(headings)) == 1 + 8 * 5


LINES: dict[str, LogItem] = {
    "chance drawn east-blocks: -": (None, a.Drawn("east-blocks", ())),
    "east bid date-plain wish first": (EAST, a.Bid("date-plain", "first")),
    "west level minimal": (WEST, a.Level("minimal")),
    "east move edo leader ieyasu: ieyasu, date-cavalry-1 > hakone > numazu force date-plain; sakai > oyama": (
        EAST,
        a.Move(
            "edo",
            (
                a.Group(("ieyasu", "date-cavalry-1"), ("hakone", "numazu"), "date-plain"),
                a.Group(("sakai",), ("oyama",)),
            ),
            "ieyasu",
        ),
    ),
    "east deploy: date-cavalry-1 with date-special show date-plain": (
        EAST,
        a.Deploy(("date-cavalry-1",), "date-special", "date-plain"),
    ),
    "west pass rest-of-battle": (WEST, a.Pass(rest_of_battle=True)),
    "west silence": (WEST, a.Silence()),
    "west retreat to kyoto stay mori-daimyo": (WEST, a.Retreat("kyoto", ("mori-daimyo",))),
    "east stance outside": (EAST, a.Stance(inside=False)),
    "east undo": (EAST, a.Undo()),
}


@pytest.mark.parametrize(("line", "entry"), LINES.items(), ids=LINES)
def test_lines_look_like_this(line: str, entry: LogItem) -> None:
    assert notation.written(*entry) == line
    assert notation.read(f"Heading\n\n  {line}\n# a remark\n") == [entry]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("  east", "line 1: a word is missing before the end"),
        ("Week 1\n  nobody bid x", 'line 2: "nobody" is none of east, west, chance'),
        ("  east fly", 'line 1: "fly" is nothing that can be done'),
        ("  east bid X", 'line 1: "X" cannot be read'),
        ("  east bid x y", 'line 1: "y" is not expected there'),
        ("  east bid x wish third", "line 1: Invalid enum value 'third'"),
        ("  east declare", "line 1: a word is missing before the end"),
        ("  east discard", "line 1: Object missing required field `cards`"),
        ("  east discard: a,", "line 1: a word is missing before the end"),
        ("  east stance there", 'line 1: "there" is neither inside nor outside'),
        ("  east move edo: a > b;", "line 1: a word is missing before the end"),
    ],
)
def test_a_line_that_is_none_is_named(text: str, complaint: str) -> None:
    with pytest.raises(notation.NotationError) as refused:
        notation.read(text)
    assert str(refused.value).startswith(complaint)


@pytest.mark.parametrize(
    "log",
    [[(EAST, a.Undo())], [(None, a.Finish())], [(EAST, a.Bid("x"))], [(None, a.Drawn("west-cards", ()))]],
)
def test_a_log_that_fits_no_game_is_not_written(log: list[Any]) -> None:
    with pytest.raises(EngineError):
        notation.write(ruleset("kessen"), log)


def test_every_action_and_every_field_has_its_form() -> None:
    """A field that is forgotten here would be lost."""
    for kind in [*ENTRY_TYPES.values(), a.Group]:
        assert {part.field for part in FORMS[kind]} == set(kind.__struct_fields__)  # type: ignore[attr-defined]
