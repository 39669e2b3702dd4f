"""Every value that a flag has, in an edition or by choice, is proved by a test that says so.

A test says it with ``@pytest.mark.flag("disk_points", 2)``.
"""

import ast
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from games.editions import edition_ids, ruleset
from games.engine.edition_data import Flags
from games.engine.edition_layers import OPTIONAL

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
def test_what_may_be_chosen_is_a_flag_that_editions_set_differently(flag: str) -> None:
    """Each choice is between what one edition has and what another has."""
    played = {getattr(ruleset(edition).edition.flags, flag) for edition in edition_ids()}
    assert played == set(OPTIONAL[flag])
