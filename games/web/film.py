"""The beginning of a recorded campaign, which plays itself on the first page."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games import engine, story
from games.drawing.board import board_svg, moving_parts
from games.drawing.layout import TALL, WIDE
from games.engine import actions
from games.engine.events import Event
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State
from games.rulebook.editions import FIXTURES, edition_text
from games.web.kept_html import kept_html
from games.web.recorded import RecordedStep, recorded_steps, step_scene, step_sentences
from sekigahara.db import caching

RECORDED: Final = FIXTURES / "games" / "ieyasu-slain-in-battle.json"
FILM_BEGINS, FILM_ENDS = 31, 51
"""Its first and its last entry: East marches to relieve Kyoto, and a battle is fought there to the end."""
STILL_ENTRY: Final = 45
"""The entry after which one sees it first, or for good where nothing may move: the height of the battle."""
FILM_KEPT_FOR: Final = 365 * 24 * 60 * 60
"""Seconds. Its address says the release."""


def still_html() -> str:
    """The still, which scripts move on from."""
    return kept_html("film", _still)


def _still() -> str:
    rules, steps = _played()
    at = next(at for at, (entry, _step) in enumerate(steps) if entry == STILL_ENTRY)
    _entry, step = steps[at]
    return render_to_string(
        "games/_film.html",
        {
            "at": at + 1,
            "board": board_svg(rules, step.view),
            "frame": _frame(rules, step),
            "release": caching.release(),
        },
    )


@require_safe
@gzip_page
@cache_control(public=True, max_age=FILM_KEPT_FOR, immutable=True)
def film(_request: HttpRequest) -> HttpResponse:
    """What changes on the still, frame by frame. The first follows on the last."""
    return HttpResponse(kept_html("film-frames", _frames))


def _frames() -> str:
    rules, steps = _played()
    before = _parts(rules, steps[-1][1])
    frames = []
    for _entry, step in steps:
        parts = _parts(rules, step)
        changed = {
            sheet: [part for name, part in parts[sheet].items() if part != before[sheet][name]]
            for sheet in parts
        }
        frames.append({**_frame(rules, step), "parts": changed})
        before = parts
    return render_to_string("games/_film_frames.html", {"frames": frames})


def _parts(rules: Ruleset, step: RecordedStep) -> dict[str, dict[str, SafeString]]:
    return {sheet.id: moving_parts(rules, step.view, sheet) for sheet in (WIDE, TALL)}


def _frame(rules: Ruleset, step: RecordedStep) -> dict[str, Any]:
    return {"sentences": _told(rules, step), **step_scene(rules, step)}


def _told(rules: Ruleset, step: RecordedStep) -> list[story.Sentence]:
    """What happened at places of the board."""
    return [sentence for sentence in step_sentences(rules, step) if sentence.ways]


@cache
def _played() -> tuple[Ruleset, list[tuple[int, RecordedStep]]]:
    """The entries that show something, with their numbers."""
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    rules = Ruleset.from_text(edition_text(recorded["edition"]), recorded.get("revision", 1))
    steps = enumerate(recorded_steps(rules, _results(rules, recorded["log"][:FILM_ENDS])), start=1)
    return rules, [(entry, step) for entry, step in steps if entry >= FILM_BEGINS and _told(rules, step)]


def _results(
    rules: Ruleset, log: list[tuple[str | None, dict[str, Any]]]
) -> Iterator[tuple[State, Sequence[Event]]]:
    state = engine.new_game(rules).state
    for side, body in log:
        said: Any = actions.parse_body(json.dumps(body))
        if side is None:
            reached = engine.draw(rules, state, said)
        else:
            reached = engine.apply(rules, state, Side.named(side), said)
        state = reached.state
        yield state, reached.events
