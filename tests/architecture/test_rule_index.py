"""Every rule and ruling of every edition stands in the code and in a test, and every citation names one.

A citation is ``[8.6.1]`` or ``R-21`` in a comment or docstring of the engine or a comment of an edition's
file, or the rule of a refusal; a test cites with ``@pytest.mark.rule("8.6.1")``.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.rulebook.editions import EDITIONS, edition_ids

PROJECT = Path(__file__).resolve().parents[2]
ENGINE = PROJECT / "games" / "engine"
TESTS = PROJECT / "tests"
OF_EDITIONS = TESTS / "engine" / "rules" / "editions"
"""The tests of what editions have otherwise than each other."""
NUMBER = r"\d+(?:\.\d+)*"
RULING = r"R-\d\d"
BRACKETS = re.compile(rf"\[((?:{NUMBER}|{RULING})(?:(?:-|, | to | and )(?:{NUMBER}|{RULING}))*)\]")
RULINGS = re.compile(rf"({RULING})(?: to ({RULING}))?")
WHOLE = re.compile(rf"\d+(?:\.\d+)+|{RULING}")
Cited = dict[str, set[str]]
"""Numbers with the places that cite them."""


@cache
def told() -> dict[str, dict[str, dict[str, Any]]]:
    """What is told of rules, rulings and differences."""
    with (PROJECT / "fixtures" / "rules.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def index() -> dict[str, dict[str, Any]]:
    """Every rule and ruling by its number."""
    return {**told()["rules"], **told()["rulings"]}


def to_prove() -> list[str]:
    """The numbers that settle something, be it in one edition only."""
    return [number for number, row in index().items() if not row.get("informational")]


# ---- citations in the engine, and beside the data of editions


@cache
def cited_in_code() -> Cited:
    cited: Cited = defaultdict(set)
    for path in sorted(ENGINE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        where = str(path.relative_to(PROJECT))
        tree = ast.parse(source)
        for text in (*_comments(source), *_docstrings(tree)):
            for number in _numbers(text):
                cited[number].add(where)
        for number in _constants(tree):
            cited[number].add(where)
    for path in sorted(EDITIONS.glob("*.toml")):
        for number in _numbers(_said_beside(path.read_text(encoding="utf-8"))):
            cited[number].add(str(path.relative_to(PROJECT)))
    return cited


def _comments(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def _said_beside(data: str) -> str:
    """The comments of a TOML text, whose lists are no citations."""
    return "\n".join(line.partition("#")[2] for line in data.splitlines())


def _docstrings(tree: ast.AST) -> Iterator[str]:
    """Those of modules, classes and functions, and those that stand below what they explain."""
    for node in ast.walk(tree):
        said = node.value if isinstance(node, ast.Expr) else None
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            yield said.value


def _numbers(text: str) -> Iterator[str]:
    for found in BRACKETS.finditer(text):
        for part in re.split(", | and ", found[1]):
            yield from _range(part)
    for found in RULINGS.finditer(text):
        yield from _range(f"{found[1]} to {found[2]}" if found[2] else found[1])


def _range(part: str) -> Iterator[str]:
    """One number, or all of ``7.3.3-7.3.5`` or ``R-17 to R-21``."""
    if " to " in part:
        first, last = (int(number[2:]) for number in part.split(" to "))
        yield from (f"R-{number:02}" for number in range(first, last + 1))
    elif "-" in part and not part.startswith("R-"):
        one, two = part.split("-")
        stem, first = one.rpartition(".")[0], int(one.rpartition(".")[2])
        yield from (f"{stem}.{number}" for number in range(first, int(two.rpartition(".")[2]) + 1))
    else:
        yield part


def _constants(tree: ast.AST) -> Iterator[str]:
    """The rules of refusals and decisions: strings that are a number and nothing else."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and WHOLE.fullmatch(node.value):
            yield node.value


# ---- citations in the tests


@cache
def cited_in_tests() -> Cited:
    cited: Cited = defaultdict(set)
    for path in sorted(TESTS.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "mark.rule(" in source else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for number in (x.value for x in node.args if isinstance(x, ast.Constant)):
                    cited[str(number)].add(str(path.relative_to(PROJECT)))
    return cited


# ---- the index


@pytest.mark.parametrize(
    ("cited", "how"),
    [
        pytest.param(
            cited_in_code,
            "cite them in games/engine, or in a comment of the edition they are about",
            id="code",
        ),
        pytest.param(cited_in_tests, "mark a test of each with @pytest.mark.rule", id="tests"),
    ],
)
def test_every_rule_and_ruling_stands_there(cited: Any, how: str) -> None:
    """Where it is decided, and in a test that fails when it is decided wrongly."""
    missing = [f"{number} {index()[number]['title']}" for number in to_prove() if number not in cited()]
    assert not missing, f"{len(missing)} of {len(to_prove())} are missing, {how}:\n" + "\n".join(missing)


@pytest.mark.parametrize("cited", [cited_in_code, cited_in_tests], ids=["code", "tests"])
def test_every_citation_exists(cited: Any) -> None:
    wrong = {number: sorted(where) for number, where in cited().items() if number not in index()}
    assert not wrong, f"not in fixtures/rules.toml: {wrong}"


def test_every_ruling_and_difference_names_rules_and_editions_that_exist() -> None:
    for name, row in (index() | told()["differences"]).items():
        assert set(row.get("rules", ())) <= set(index()), name
        assert set(row.get("editions", ())) <= set(edition_ids()), name


def test_differences_of_editions_are_cited_by_tests_of_editions() -> None:
    """A test of the rule as one edition has it proves nothing of the others."""
    folder = str(OF_EDITIONS.relative_to(PROJECT))
    there = {number for number, where in cited_in_tests().items() if any(folder in path for path in where)}
    wanted = {name: set(row["rules"]) for name, row in told()["differences"].items()}
    missing = {name: rules - there for name, rules in wanted.items() if rules - there}
    assert not missing, f"no test in {folder} is marked with @pytest.mark.rule of these: {missing}"


def test_citations_are_read_as_they_are_written() -> None:
    """The reading itself: lists, ranges, and what only looks like a citation."""
    assert list(_numbers("so [8.6.1], R-21")) == ["8.6.1", "R-21"]
    assert list(_numbers("[8.2.2-8.2.4, 8.4, 9.4]")) == ["8.2.2", "8.2.3", "8.2.4", "8.4", "9.4"]
    assert list(_numbers("[8.6], R-17 to R-19.")) == ["8.6", "R-17", "R-18", "R-19"]
    assert list(_numbers("at[side][place], (R-04)")) == ["R-04"]
    assert list(_numbers(_said_beside('at = [8.6] # [7.2], "R-04"'))) == ["7.2", "R-04"]
    assert list(_constants(ast.parse('Illegal("road-used", "7.3.1", count=3)'))) == ["7.3.1"]
    assert list(_constants(ast.parse('GameIsOver("game-over", "2", text="7.3.1 and more")'))) == []
