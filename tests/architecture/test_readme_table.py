"""The README's table “To change … open …” names files and symbols that exist, and leaves out no package."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
ROW = re.compile(
    r"^\| (?P<change>[^|]+) \| \[`(?P<named>[^`]+)`\]\((?P<file>[^)]+)\): `(?P<symbol>[^`]+)` \|$"
)
FEWEST_ROWS = 30
ONLY_COMMANDS = {"games/management", "sekigahara/management", "accounts/management"}
"""Packages that Django wants and that hold nothing but the package of their commands."""


@cache
def rows() -> list[dict[str, str]]:
    """Every row of the table: what is to be changed, the file and the symbol."""
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    section = text.partition("\n## To change …")[2].partition("\n## ")[0]
    return [found.groupdict() for line in section.splitlines() if (found := ROW.match(line))]


def defined_in(path: Path) -> Iterator[str]:
    """The names defined at the top level of a Python file, and members of its classes as Class.member."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        for name, holder in _names(node):
            yield name
            if isinstance(holder, ast.ClassDef):
                yield from (f"{name}.{member}" for child in holder.body for member, _ in _names(child))


def _names(node: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, node
        case ast.Assign(targets=targets):
            yield from ((target.id, node) for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name, node


def packages() -> set[str]:
    """Every package of the product that holds a module, by its folder."""
    found = set()
    for app in ("games", "accounts", "notifications", "sekigahara"):
        for path in (PROJECT / app).rglob("*.py"):
            folder = path.parent.relative_to(PROJECT).as_posix()
            if path.name != "__init__.py" and not folder.endswith("migrations"):
                found.add(folder)
    return found - ONLY_COMMANDS


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["change"])
def test_the_file_is_there_and_has_the_symbol(row: dict[str, str]) -> None:
    assert row["named"] == row["file"]
    path = PROJECT / row["file"]
    assert path.is_file(), f"{row['file']} is gone"
    if path.suffix == ".py":
        assert row["symbol"] in {*defined_in(path)}
    else:
        assert re.search(rf"(?<![\w-]){re.escape(row['symbol'])}(?![\w-])", path.read_text(encoding="utf-8"))


def test_the_table_is_long_enough_and_says_nothing_twice() -> None:
    assert len(rows()) >= FEWEST_ROWS
    changes = [row["change"] for row in rows()]
    assert len(changes) == len({*changes})


def test_every_package_has_a_row() -> None:
    named = {Path(row["file"]).parent.as_posix() for row in rows()}
    assert packages() <= named, f"without a row: {sorted(packages() - named)}"


# ---- the list of modules


MODULES_OF = re.compile(r"^\| `(?P<folder>[^`]+)/` \| (?P<modules>.+) \|$")
NAME = re.compile(r"`(?P<name>[^`]+)`")
SAY_IT_ALL = {"__init__", "apps", "tasks", "urls"}
"""Modules with one content in every Django app."""


def listed() -> dict[str, set[str]]:
    """The modules that the README lists, by folder. What stands in brackets explains one."""
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    section = text.partition("\n## Every module")[2].partition("\n## ")[0]
    found = (MODULES_OF.match(line) for line in section.splitlines())
    return {
        each["folder"]: {*NAME.findall(re.sub(r"\([^)]*\)", "", each["modules"]))} for each in found if each
    }


def present() -> dict[str, set[str]]:
    """The modules there are, likewise."""
    modules: dict[str, set[str]] = {}
    for app in ("games", "accounts", "notifications", "sekigahara"):
        for path in (PROJECT / app).rglob("*.py"):
            folder = path.parent.relative_to(PROJECT).as_posix()
            if path.stem not in SAY_IT_ALL and not folder.endswith("migrations"):
                modules.setdefault(folder, set()).add(path.stem)
    return modules


def test_every_module_is_listed_and_no_other() -> None:
    assert listed() == present()
