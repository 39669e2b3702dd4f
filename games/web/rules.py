"""The page of the rules: a summary of each, the differences between editions, and the rulings."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.rulebook.editions import layered
from games.rulebook.rules import Because, Ruling, rulebook
from games.web.edition_comparison import Difference, columns, differences, requested
from games.web.kept_html import kept_html

BECAUSE: dict[Because, Promise] = {
    "silence": _("The rules are silent."),
    "ambiguity": _("The rules can be read in more than one way."),
    "conflict": _("The rules contradict themselves."),
    "secrecy": _("A secret would show."),
}


class Read(NamedTuple):
    """A ruling on the page.

    Attributes:
        number: of the ruling.
        ruling: its texts.
        because: why the ruling was needed.
        editions: the names of the editions it concerns; empty for all.
        differences: between editions, except those already shown at its rule.
    """

    number: str
    ruling: Ruling
    because: Promise
    editions: list[str]
    differences: list[Difference]


class Entry(NamedTuple):
    """A rule with its differences and rulings.

    Attributes:
        number: of the rule.
        level: of its heading, 2 for a chapter.
        title: of the rule.
        text: its summary.
        is_heading: whether it only introduces other rules.
        differences: between editions.
        rulings: shown at this rule.
        elsewhere: the numbers of rulings on this rule that are shown at another rule.
    """

    number: str
    level: int
    title: str
    text: str
    is_heading: bool
    differences: list[Difference]
    rulings: list[Read]
    elsewhere: list[str]


@never_cache
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show all rules. ``?edition=``, an id or a digest, marks the values of one edition."""
    named = request.GET.get("edition", "")
    marked = requested(named)
    digest = "" if marked is None else marked.digest
    body = kept_html(f"rules:{digest}", partial(_body, named))
    return render(request, "games/rules.html", {"body": body})


def _body(named: str) -> str:
    beside = columns(named)
    compared = differences(beside)
    context = {
        "columns": beside,
        "marked": next((column for column in beside if column.is_marked), None),
        "differences": compared,
        "entries": list(_entries(compared)),
    }
    return render_to_string("games/_rules_body.html", context)


def _entries(compared: list[Difference]) -> Iterator[Entry]:
    book = rulebook()
    for number, rule in book.rules.items():
        yield Entry(
            number,
            level=2 + number.count("."),
            title=rule.title,
            text=rule.text,
            is_heading=rule.informational,
            differences=[each for each in compared if number in each.rules],
            rulings=list(_rulings(number, compared)),
            elsewhere=[each for each, ruling in book.rulings.items() if number in ruling.rules[1:]],
        )


def _rulings(rule: str, compared: list[Difference]) -> Iterator[Read]:
    """The rulings whose main rule is this one."""
    for number, ruling in rulebook().rulings.items():
        if ruling.rules[0] == rule:
            yield Read(
                number,
                ruling,
                BECAUSE[ruling.because],
                [layered(each).own.name for each in ruling.editions],
                [each for each in compared if number in each.rules and rule not in each.rules],
            )
