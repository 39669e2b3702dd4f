"""The table of error codes is complete, and every code that the API can answer with has a page."""

import re
from collections import Counter

import pytest
from django.test import Client
from django.utils.functional import Promise
from rest_framework import exceptions

from games.engine import errors
from sekigahara.errors import problems
from sekigahara.errors.codes import CODES, DECLARED
from sekigahara.errors.codes.declaration import Code
from sekigahara.errors.exceptions import Conflict, Forbidden, Frozen, Limited, Stale, Unacceptable
from sekigahara.errors.problems import PAGES
from tests.kit.pages import words_of
from tests.kit.raised_codes import CODE_ARGUMENT, Site, sites

STATUS_OF_CLASS = {
    errors.Malformed: 400,
    errors.Illegal: 422,
    errors.NotYourDecision: 409,
    errors.GameIsOver: 409,
    Stale: 412,
    Conflict: 409,
    Frozen: 409,
    Forbidden: 403,
    Unacceptable: 422,
    Limited: 429,
}
"""The status that a class of refusals stands for, whatever its code."""
OF_FRAMEWORK = {
    each.default_code.replace("_", "-"): each.status_code
    for each in vars(exceptions).values()
    if isinstance(each, type) and issubclass(each, exceptions.APIException)
}
OF_FORMS = {"address-too-long"}
"""Raised by a field of a form, which shows its own sentence."""
RULING = "games/ladders/arbitration/"
OF_QUESTIONS = {"asked-already", "no-arbiter-free", "no-club"}
"""What players may meet who ask an arbiter through the API."""
PUBLIC = {name: code for name, code in CODES.items() if not code.is_for_pages}


def test_every_code_is_declared_once() -> None:
    declared = Counter(code.name for code in DECLARED)
    assert {name: count for name, count in declared.items() if count > 1} == {}
    assert set(declared) == set(CODES)


def test_every_code_that_is_raised_is_declared() -> None:
    assert len({site.code for site in sites()}) > 150
    undeclared = {site.code: site.where for site in sites() if site.code not in CODES}
    assert set(undeclared) <= OF_FORMS, "declare each in sekigahara/errors/codes/"
    assert set(OF_FRAMEWORK) <= set(CODES)


def test_every_declared_code_is_raised() -> None:
    assert set(CODES) == {site.code for site in sites()} - OF_FORMS | set(OF_FRAMEWORK)


def test_codes_that_only_rulings_raise_are_for_pages() -> None:
    """Arbiters rule on pages only."""
    elsewhere = {site.code for site in sites() if not site.where.startswith(RULING)}
    own = {site.code for site in sites()} - elsewhere - OF_FORMS - OF_QUESTIONS
    assert len(own) > 10
    assert {name for name in own if not CODES[name].is_for_pages} == set()
    assert not {name for name in OF_QUESTIONS if CODES[name].is_for_pages}


@pytest.mark.parametrize("refused", STATUS_OF_CLASS, ids=lambda refused: refused.__name__)
def test_a_class_of_refusals_has_one_status(refused: type[Exception]) -> None:
    own = [site for site in sites() if site.raised_as == refused.__name__]
    assert own
    assert {CODES[site.code].status for site in own} == {STATUS_OF_CLASS[refused]}


def test_the_status_of_a_framework_error_is_the_declared_one() -> None:
    assert {name: CODES[name].status for name in OF_FRAMEWORK} == OF_FRAMEWORK


def with_placeholders(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def is_raised_in_words(site: Site) -> bool:
    """Whether all that its sentence needs is written where it is raised."""
    return site.raised_as in CODE_ARGUMENT and site.raised_as not in {"problem", "_refusal"}


def test_every_raised_code_brings_the_parameters_of_its_sentence() -> None:
    for site in filter(is_raised_in_words, sites()):
        code = CODES.get(site.code)
        if code is not None:
            assert site.parameters <= code.parameters, site
            assert with_placeholders(code.texts()[0]) <= site.parameters, site


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.name)
def test_texts_of_a_code_are_well_formed(code: Code) -> None:
    assert all(isinstance(text, Promise) for text in (code.title, code.text, *code.variants.values()))
    title = str(code.title)
    assert title[0].isupper()
    assert not title.endswith(".")
    assert len(title) < 50
    for text in [*code.texts(), code.to_do()]:
        assert text.endswith((".", "…", "”.", "}")), text
        assert not re.search(r"%[(sd]|9871", text)


def test_a_text_names_its_parameters() -> None:
    (text,) = CODES["road-used"].texts()
    assert text.startswith("The road from {start} to {end} has already been used")
    (text,) = CODES["loss-count"].texts()
    assert text == "You must lose exactly {count} blocks here."


def test_the_index_links_to_every_page_and_so_does_the_type_of_a_problem() -> None:
    index = words_of(Client().get(PAGES))
    linked = re.findall(rf'href="({PAGES}[\w-]+/)"', index)
    assert sorted(linked) == sorted(f"{PAGES}{name}/" for name in PUBLIC)
    for name, code in PUBLIC.items():
        answer = problems.problem(name)
        assert answer.status_code == code.status
        path = re.search(rb'"type": "http://testserver([^"]+)"', answer.content)
        assert path is not None
        page = Client().get(path[1].decode())
        assert page.status_code == 200, name
        shown = words_of(page)
        assert all(text in shown for text in [str(code.title), *code.texts(), code.to_do()]), name
        assert all(f"<code>{parameter}</code>" in shown for parameter in code.parameters), name
        assert f"<dd>{code.status} " in shown


@pytest.mark.parametrize("name", ["no-such-code", "name-taken"])
def test_a_code_that_no_answer_can_have_has_no_page(name: str) -> None:
    answer = Client().get(f"{PAGES}{name}/")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
