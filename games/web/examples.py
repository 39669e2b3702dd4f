"""The printed example of combat, step by step, as the replay of a game shows a fight."""

from functools import cache
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import engine, story
from games.drawing.board import board_svg
from games.engine import position
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY
from games.rulebook.editions import FIXTURES, ruleset
from games.web.battle_scene import scene, still

COMBAT = FIXTURES / "examples" / "battle.toml"
EXAMPLE_RULE = "10"
"""The rule that the example belongs to."""


class _Step(NamedTuple):
    """An action of the example.

    Attributes:
        view: of the public after it.
        events: all so far, as the public sees them.
        fresh: how many of the last of them it caused.
    """

    view: dict[str, Any]
    events: list[dict[str, Any]]
    fresh: int


@never_cache
@require_safe
def example(request: HttpRequest, number: int) -> HttpResponse:
    """Show a step of the example, counted from 1."""
    rules, steps = _played()
    if not 1 <= number <= len(steps):
        raise Http404
    step = steps[number - 1]
    names = story.Names(rules)
    fights = story.fights(step.events, step.fresh)
    latest = step.events[-step.fresh :]
    chapters = story.Storyteller(names, step.view["week"]).tell(latest)
    places = {event[key] for event in latest for key in ("location", "to") if key in event}
    context = {
        "number": number,
        "last": len(steps),
        "previous": number - 1 or None,
        "next": number + 1 if number < len(steps) else None,
        "sentences": [sentence for chapter in chapters for sentence in chapter.sentences],
        "board": board_svg(rules, step.view, marked=places, in_part=True),
        "battle": scene(rules, names, step.view, fights[-1]),
        "fought": still(rules, names, fights[-1]),
        "moments": reverse("games:example", args=[number]).removesuffix(f"{number}/"),
        "rule": EXAMPLE_RULE,
    }
    return render(request, "games/example.html", context)


@cache
def _played() -> tuple[Ruleset, list[_Step]]:
    found = position.read(COMBAT.read_text(encoding="utf-8"), ruleset)
    steps: list[_Step] = []
    events: list[dict[str, Any]] = []
    for each in position.steps(found):
        seen = [event.seen_by(NOBODY) for event in each.reached.events]
        events = [*events, *seen]
        steps.append(_Step(engine.view(found.rules, each.reached.state, NOBODY), events, len(seen)))
    return found.rules, steps
