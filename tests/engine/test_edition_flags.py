"""Every value that a flag has, in an edition or by choice, is proved by a test that says so.

A test says it with ``@pytest.mark.flag("disk_points", 2)``.
"""

import ast
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from games.api.shapes.described import schema_components
from games.engine.edition_data import Flags
from games.engine.edition_layers import OPTIONAL, ChosenFlags
from games.rulebook.editions import edition_ids, ruleset

TESTS = Path(__file__).parents[1]
FLAGS = Flags.__struct_fields__


@cache
def proved() -> set[tuple[str, str]]:
    """Each flag with each value that a test is marked with; values as they are written."""
    sources = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    return {
        (str(ast.literal_eval(node.args[0])), repr(ast.literal_eval(node.args[1])))
        for source in sources
        if "mark.flag" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.flag"
    }


def values(flag: str) -> set[Any]:
    """What the flag is somewhere: in an edition, by choice, or in all its shape allows."""
    played = {getattr(ruleset(edition).edition.flags, flag) for edition in edition_ids()}
    kind = get_type_hints(Flags)[flag]
    literal = {value for value in get_args(kind) if isinstance(value, str)}
    return played | set(OPTIONAL.get(flag, ())) | literal | ({False, True} if kind is bool else set())


@pytest.mark.parametrize("flag", FLAGS)
def test_each_value_of_a_flag_is_proved(flag: str) -> None:
    assert len(values(flag)) > 1, "no two games differ by it"
    missing = [value for value in values(flag) if (flag, repr(value)) not in proved()]
    assert not missing, f"no test is marked with {flag} as {missing}"


def test_no_test_is_marked_with_what_no_flag_is() -> None:
    known = {(flag, repr(value)) for flag in FLAGS for value in values(flag)}
    assert proved() <= known


@pytest.mark.parametrize("flag", OPTIONAL)
def test_every_optional_flag_may_be_as_every_edition_has_it(flag: str) -> None:
    """Whatever is played can be chosen for any game; so can what no edition has, as a rule of the house."""
    played = {getattr(ruleset(edition).edition.flags, flag) for edition in edition_ids()}
    unheard = played - set(OPTIONAL[flag])
    assert not unheard, f"editions have {flag} as {unheard}: let it be chosen, too, in ChosenFlags"
    assert len(set(OPTIONAL[flag])) == len(OPTIONAL[flag]) > 1


def test_every_optional_flag_is_described_with_its_values() -> None:
    """Programs read it in the schema of the API."""
    _, parts = schema_components([ChosenFlags])
    rows = parts["ChosenFlags"]["properties"]
    assert all(row["description"] for row in rows.values())
    ways = {flag: row.get("enum", [False, True]) for flag, row in rows.items()}
    assert ways == {flag: sorted(values) for flag, values in OPTIONAL.items()}
    assert {flag for flag, row in rows.items() if row.get("type") == "boolean"} == {
        flag for flag, values in OPTIONAL.items() if all(type(value) is bool for value in values)
    }
