"""Finds every place in the product where an error code is raised, from its source."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import accounts
import games
import notifications
import sekigahara

CODE_ARGUMENT = {
    # the engine and the services
    "Malformed": 0,
    "Illegal": 0,
    "NotYourDecision": 0,
    "GameIsOver": 0,
    "Conflict": 0,
    "Forbidden": 0,
    "Unacceptable": 0,
    # the API and what it is built on
    "problem": 0,
    "ApiRefusal": 0,
    "Unfit": 0,
    "AddressError": 0,
    "RefusalError": 0,
    "_refusal": 0,
    "ValidationError": 1,
}
"""What takes a code, and as which of its arguments."""


class Site(NamedTuple):
    """One place where a code is raised.

    Attributes:
        where: the file and its line.
        raised_as: the name of the class, or of the function that makes it.
        parameters: the names it is raised with.
    """

    where: str
    code: str
    raised_as: str
    parameters: frozenset[str]


@functools.cache
def sites() -> list[Site]:
    """All places where a code is written in the source of the product, which takes a second to read."""
    return [*_written()]


def _written() -> Iterator[Site]:
    for app in (accounts, games, notifications, sekigahara):
        root = Path(str(app.__file__)).parent
        for path in root.rglob("*.py"):
            name = path.relative_to(root.parent)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield from _called(node, f"{name}:{node.lineno}")
                elif isinstance(node, ast.ClassDef):
                    yield from _declared_in(node, f"{name}:{node.lineno}")


def _called(node: ast.Call, where: str) -> Iterator[Site]:
    parameters = frozenset(
        keyword.arg for keyword in node.keywords if keyword.arg and keyword.arg != "variant"
    )
    if isinstance(node.func, ast.Name):
        place = CODE_ARGUMENT.get(node.func.id)
        if place is not None and len(node.args) > place:
            yield from (Site(where, code, node.func.id, parameters) for code in _constants(node.args[place]))
        if node.func.id == "Unknown":
            yield from (
                Site(where, f"unknown-{what}", "Unknown", frozenset({what, "known"}))
                for what in _constants(node.args[0])
            )


def _declared_in(node: ast.ClassDef, where: str) -> Iterator[Site]:
    """The codes of a class of errors that brings its own."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and ast.unparse(inner.func) == "super().__init__" and inner.args:
            parameters = _parameters(inner)
            yield from (Site(where, code, node.name, parameters) for code in _constants(inner.args[0]))
        if isinstance(inner, ast.Assign) and ast.unparse(inner.targets[0]) in {"code", "default_code"}:
            yield from (Site(where, code, node.name, frozenset()) for code in _constants(inner.value))


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _parameters(node: ast.Call) -> frozenset[str]:
    return frozenset(keyword.arg for keyword in node.keywords if keyword.arg and keyword.arg != "variant")
