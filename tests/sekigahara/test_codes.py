"""Every code that anything can be refused with has a page, made of what defines it."""

import ast
import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from rest_framework import exceptions

import accounts
import games
import notifications
import sekigahara
from games.errors import Refused
from games.story.refusal_words import SENTENCES
from notifications.webhooks.errors import TooManyTrialsError, TooManyWaitingError, WebhookError
from sekigahara.errors import problems
from sekigahara.errors.code_texts import OTHERS, TO_DO
from sekigahara.errors.codes import OF_THEIR_OWN, codes, sites
from sekigahara.errors.problems import PAGES, STATUS_OF_REFUSAL, TITLES

SOURCES = [
    path
    for app in (accounts, games, notifications, sekigahara)
    for path in Path(str(app.__file__)).parent.rglob("*.py")
]
RAISED_WITH = {"problem": 1, "Unfit": 0, "AuthenticationFailed": 1, "AddressError": 0}
"""What takes a code, and as which of its arguments; a third writes it down in its class."""


def written() -> Iterator[tuple[str, str]]:
    """Every code that is written anywhere but in what the engine and the services refuse, and where."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                name = node.func.id
                if name in RAISED_WITH and len(node.args) > RAISED_WITH[name]:
                    yield from _constant(node.args[RAISED_WITH[name]], where)
                if name == "Unknown":
                    yield from ((f"unknown-{what}", where) for what, where in _constant(node.args[0], where))
            if isinstance(node, ast.ClassDef) and any(
                "Exception" in ast.unparse(base) for base in node.bases
            ):
                yield from _of_class(node, where)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "default_code":
                yield from _constant(node.value, where)


def _of_class(node: ast.ClassDef, where: str) -> Iterator[tuple[str, str]]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and ast.unparse(inner.func) == "super().__init__":
            yield from (each for argument in inner.args[1:] for each in _constant(argument, where))


def _constant(node: ast.expr, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, where


OF_FRAMEWORK = {
    each.default_code.replace("_", "-"): each.status_code
    for each in vars(exceptions).values()
    if isinstance(each, type) and issubclass(each, exceptions.APIException)
}
OF_PAGES = {TooManyTrialsError.code, TooManyWaitingError.code}
OF_WEBHOOKS = {each.code for each in WebhookError.__subclasses__()} - OF_PAGES
"""Tests are sent from the page alone."""
OF_NAMES = {"name-invisible", "name-linked"}
"""Said by what checks a name, in pages and here."""


def test_every_code_that_is_written_has_its_words() -> None:
    found = dict(written())
    assert len(found) > 15
    missing = {code: where for code, where in found.items() if code not in codes()}
    assert not missing, "write a row for each into sekigahara/errors/code_texts.py"
    others = {*OF_FRAMEWORK, *OF_NAMES, *OF_WEBHOOKS}
    assert others <= {*OTHERS}
    assert {*OTHERS} <= {*found, *others}, "a row is for nothing"


def test_every_refusal_of_the_engine_and_the_services_is_found() -> None:
    assert {site.code for site in sites()} >= {row.partition(" ")[0] for row in SENTENCES}
    assert {site.refused_as for site in sites()} <= {each.__name__ for each in STATUS_OF_REFUSAL}
    without_code = {each.refused_as for each in OF_THEIR_OWN}
    assert without_code == {
        each.__name__ for each in Refused.__subclasses__() if "__init__" in vars(each) and each is not Refused
    }


@pytest.mark.parametrize("status", sorted({*STATUS_OF_REFUSAL.values()}))
def test_what_to_do_is_said_for_every_status_of_a_refusal(status: int) -> None:
    assert str(TO_DO[status])


def test_statuses_are_those_the_answers_have() -> None:
    for name, status in OF_FRAMEWORK.items():
        assert codes()[name].statuses == [status], name
    assert codes()["road-used"].statuses == [422]
    assert codes()["stale"].parameters == ["etag", "version"]
    assert all(status in TITLES for code in codes().values() for status in code.statuses)


def test_a_sentence_names_its_parameters_and_has_no_numbers_left() -> None:
    (told,) = codes()["road-used"].sentences
    assert told.startswith("The road from {start} to {end} has been used")
    (told,) = codes()["loss-count"].sentences
    assert told == "You lose exactly {count} blocks here. Choose as many."
    for code in codes().values():
        for sentence in [*code.sentences, code.to_do]:
            assert not re.search(r"%[(sd]|9871", sentence), code.name
            named = set(re.findall(r"{(\w+)}", sentence))
            assert named <= {*code.parameters}, code.name


def test_the_index_leads_to_every_page_and_the_type_of_a_problem_too() -> None:
    index = html.unescape(Client().get(PAGES).content.decode())
    linked = re.findall(rf'href="({PAGES}[\w-]+/)"', index)
    assert {*linked} == {f"{PAGES}{name}/" for name in codes()}
    for name, code in codes().items():
        answer = problems.problem(code.statuses[0], name)
        path = re.search(rb'"type": "http://testserver([^"]+)"', answer.content)
        assert path is not None
        page = Client().get(path[1].decode())
        assert page.status_code == 200, name
        told = html.unescape(page.content.decode())
        assert all(sentence in told for sentence in [*code.sentences, code.to_do]), name
        assert all(f"<code>{parameter}</code>" in told for parameter in code.parameters), name
        assert f"{code.statuses[0]}: " in told


def test_of_a_code_that_nobody_has_there_is_no_page() -> None:
    answer = Client().get(f"{PAGES}no-such-code/")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
