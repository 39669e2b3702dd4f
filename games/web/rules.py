"""The page of the rules: a summary of each, the differences between editions, and the rulings."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.rulebook.editions import layered
from games.rulebook.rules import Because, rulebook
from games.web.edition_comparison import EditionDifference, columns, differences, requested
from games.web.examples import PRINTED_EXAMPLES
from games.web.kept_html import kept_html

BECAUSE: dict[Because, Promise] = {
    "silence": _("The rules are silent."),
    "ambiguity": _("The rules can be read in more than one way."),
    "conflict": _("The rules contradict themselves."),
    "partial": _("Only some texts of the rules say it."),
    "secrecy": _("A secret would show."),
}


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
        "chapters": [list(entries) for _, entries in groupby(_entries(compared), _chapter)],
    }
    return render_to_string("games/_rules_body.html", context)


def _chapter(entry: dict[str, Any]) -> str:
    number: str = entry["number"]
    return number.partition(".")[0]


def _entries(compared: list[EditionDifference]) -> Iterator[dict[str, Any]]:
    """The rules with their differences and rulings. ``elsewhere`` are rulings shown at another rule."""
    book = rulebook()
    examples = {printed.rule: name for name, printed in PRINTED_EXAMPLES.items()}
    for number, rule in book.rules.items():
        yield {
            "number": number,
            "level": 2 + number.count("."),
            "title": rule.title,
            "text": rule.text,
            "is_heading": rule.informational,
            "example": examples.get(number),
            "differences": [each for each in compared if number in each.rules],
            "rulings": list(_rulings(number, compared)),
            "elsewhere": [each for each, ruling in book.rulings.items() if number in ruling.rules[1:]],
        }


def _rulings(rule: str, compared: list[EditionDifference]) -> Iterator[dict[str, Any]]:
    """The rulings whose main rule is this one, with differences that are not shown at the rule itself."""
    for number, ruling in rulebook().rulings.items():
        if ruling.rules[0] == rule:
            yield {
                "number": number,
                "ruling": ruling,
                "because": BECAUSE[ruling.because],
                "editions": [layered(each).own.name for each in ruling.editions],
                "differences": [each for each in compared if number in each.rules and rule not in each.rules],
            }
