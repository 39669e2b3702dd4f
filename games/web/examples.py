"""The printed examples, step by step, as the replay of a game shows what happens."""

from functools import cache
from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.drawing.board import board_svg
from games.engine import position
from games.engine.ruleset import Ruleset
from games.rulebook.editions import FIXTURES, ruleset
from games.web.recorded import RecordedStep, recorded_steps, step_scene, step_sentences


class PrintedExample(NamedTuple):
    """An example that a rule book tells. The position of its name in ``fixtures/examples`` has its actions.

    Attributes:
        rule: the number of the rule it belongs to.
        title: of its page.
    """

    rule: str
    title: Promise


PRINTED_EXAMPLES: Final = {
    "combat": PrintedExample("10", _("The example of combat")),
    "cavalry": PrintedExample("8.4.1", _("The example of special attacks")),
    "movement": PrintedExample("7.3", _("The example of movement")),
}
"""By the names in their addresses."""


@require_safe
def example(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Show a step of an example, counted from 1."""
    printed = PRINTED_EXAMPLES.get(name)
    if printed is None:
        raise Http404
    rules, steps = _played(name)
    if not 1 <= number <= len(steps):
        raise Http404
    step = steps[number - 1]
    told = step_sentences(rules, step)
    places = {place for sentence in told for way in sentence.ways for place in way}
    context = {
        "printed": printed,
        "number": number,
        "last": len(steps),
        "previous": number - 1 or None,
        "next": number + 1 if number < len(steps) else None,
        "sentences": told,
        "board": board_svg(rules, step.view, marked=places, in_part=True),
        **step_scene(rules, step),
        "moments": reverse("games:example", args=[name, number]).removesuffix(f"{number}/"),
    }
    return render(request, "games/example.html", context)


@cache
def _played(name: str) -> tuple[Ruleset, list[RecordedStep]]:
    text = (FIXTURES / "examples" / f"{name}.toml").read_text(encoding="utf-8")
    found = position.read(text, ruleset)
    results = (each.reached for each in position.steps(found))
    return found.rules, list(recorded_steps(found.rules, ((each.state, each.events) for each in results)))
