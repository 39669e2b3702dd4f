"""Every code that a problem document can have: what it means, with which status, and what to do about it.

What the engine and the services refuse is found where it is refused: the program is read for it once, when
somebody first asks, so that nothing has to be written down twice. Other codes have rows in ``code_words``.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import games
from games.errors import Frozen, Limited, Stale
from games.story.refusal_words import SENTENCES
from sekigahara.errors.code_texts import OTHERS, TO_DO
from sekigahara.errors.problems import STATUS_OF_REFUSAL


class Code(NamedTuple):
    """One code.

    Attributes:
        name: the code itself.
        statuses: those that an answer with it can have.
        parameters: the names of what can stand in ``parameters``.
        sentences: what it means, one for each wording; values of parameters are shown as their names.
        to_do: what whoever is told it should do.
    """

    name: str
    statuses: list[int]
    parameters: list[str]
    sentences: list[str]
    to_do: str


class Site(NamedTuple):
    """A place where something is refused: as which class of errors, and with which parameters."""

    code: str
    refused_as: str
    parameters: frozenset[str]


OF_THEIR_OWN = (
    Site("stale", Stale.__name__, frozenset({"version", "etag"})),
    Site("frozen", Frozen.__name__, frozenset()),
    Site("too-many", Limited.__name__, frozenset({"seconds"})),
)
"""Refusals that bring their code themselves."""


def codes() -> dict[str, Code]:
    """All of them by name, in the active language."""
    found = {code.name: code for code in _refusals()}
    for name, row in OTHERS.items():
        found[name] = Code(name, [row.status], list(row.parameters), [str(row.means)], str(row.to_do))
    return dict(sorted(found.items()))


def _refusals() -> Iterator[Code]:
    statuses = {refused.__name__: status for refused, status in STATUS_OF_REFUSAL.items()}
    places = defaultdict[str, list[Site]](list)
    for site in sites():
        places[site.code].append(site)
    for name, refused in places.items():
        found = sorted({statuses[site.refused_as] for site in refused})
        wordings = [row for row in SENTENCES if row.partition(" ")[0] == name]
        brought = frozenset[str]().union(*(site.parameters for site in refused))
        sentences = [_with_names(row) for row in wordings]
        yield Code(name, found, sorted(brought), sentences, str(TO_DO[found[0]]))


@cache
def sites() -> tuple[Site, ...]:
    """Wherever something is refused. A log that does not replay is no refusal: it is our fault."""
    classes = {refused.__name__ for refused in STATUS_OF_REFUSAL}
    found = list(OF_THEIR_OWN)
    for path in sorted(Path(games.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in classes:
                code = node.args[0] if node.args else None
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    brought = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
                    found.append(Site(code.value, node.func.id, brought))
    return tuple(found)


class _Numbers(dict[str, int]):
    """Stands for the parameters of a sentence: each is a number found nowhere else."""

    def __missing__(self, name: str) -> int:
        self[name] = 9_871_000_000 + len(self)
        return self[name]


def _with_names(row: str) -> str:
    """A sentence with the names of its parameters in it, in the form for many where there are several."""
    numbers = _Numbers()
    told = str(SENTENCES[row] % numbers)
    for name, number in numbers.items():
        told = told.replace(str(number), f"{{{name.removesuffix('_id')}}}")
    return told
