"""The beginning of a recorded campaign, which plays itself on the first page."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

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
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, Side
from games.rulebook.editions import FIXTURES, edition_text
from games.web.battle_scene import scene, still
from games.web.kept_html import kept_html
from sekigahara.db import caching

RECORDED: Final = FIXTURES / "games" / "ieyasu-slain-in-battle.json"
FILM_BEGINS, FILM_ENDS = 31, 51
"""Its first and its last entry: East marches to relieve Kyoto, and a battle is fought there to the end."""
STILL_ENTRY: Final = 45
"""The entry after which one sees it first, or for good where nothing may move: the height of the battle."""
FILM_KEPT_FOR: Final = 365 * 24 * 60 * 60
"""Seconds. Its address says the release."""


class _Step(NamedTuple):
    """What everybody saw of an entry that shows something on the board.

    Attributes:
        entry: its number, from 1.
        view: after it.
        sentences: about it.
        fight: the latest one, in which what it brought is new.
    """

    entry: int
    view: dict[str, Any]
    sentences: list[story.Sentence]
    fight: story.Fight | None


def still_html() -> str:
    """The still, which scripts move on from."""
    return kept_html("film", _still)


def _still() -> str:
    rules, steps = _played()
    number, step = next((at, step) for at, step in enumerate(steps, start=1) if step.entry == STILL_ENTRY)
    board = board_svg(rules, step.view)
    return render_to_string(
        "games/_film.html",
        {"at": number, "board": board, "frame": _frame(rules, step), "release": caching.release()},
    )


@require_safe
@gzip_page
@cache_control(public=True, max_age=FILM_KEPT_FOR, immutable=True)
def film(_request: HttpRequest) -> HttpResponse:
    """What changes on the still, frame by frame. The first follows on the last."""
    return HttpResponse(kept_html("film-frames", _frames))


def _frames() -> str:
    rules, steps = _played()
    before = _parts(rules, steps[-1])
    frames = []
    for step in steps:
        parts = _parts(rules, step)
        changed = {
            sheet: [part for name, part in parts[sheet].items() if part != before[sheet][name]]
            for sheet in parts
        }
        frames.append({**_frame(rules, step), "parts": changed})
        before = parts
    return render_to_string("games/_film_frames.html", {"frames": frames})


def _parts(rules: Ruleset, step: _Step) -> dict[str, dict[str, SafeString]]:
    return {sheet.id: moving_parts(rules, step.view, sheet) for sheet in (WIDE, TALL)}


def _frame(rules: Ruleset, step: _Step) -> dict[str, Any]:
    names = story.Names(rules)
    return {
        "sentences": step.sentences,
        "battle": scene(rules, names, step.view, step.fight),
        "fought": still(rules, names, step.fight),
    }


@cache
def _played() -> tuple[Ruleset, list[_Step]]:
    told = json.loads(RECORDED.read_text(encoding="utf-8"))
    rules = Ruleset.from_text(edition_text(told["edition"]), told.get("revision", 1))
    return rules, list(_steps(rules, told["log"]))


def _steps(rules: Ruleset, log: list[tuple[str | None, dict[str, Any]]]) -> Iterator[_Step]:
    names = story.Names(rules)
    state = engine.new_game(rules).state
    events: list[dict[str, Any]] = []
    for entry, (side, body) in enumerate(log[:FILM_ENDS], start=1):
        said: Any = actions.parse_body(json.dumps(body))
        if side is None:
            reached = engine.draw(rules, state, said)
        else:
            reached = engine.apply(rules, state, Side.named(side), said)
        state = reached.state
        seen = [event.seen_by(NOBODY) for event in reached.events]
        events += seen
        chapters = story.Storyteller(names, state.week).tell(seen)
        sentences = [each for chapter in chapters for each in chapter.sentences if each.ways]
        if sentences and entry >= FILM_BEGINS:
            fights = story.fights(events, len(seen))
            yield _Step(entry, engine.view(rules, state, NOBODY), sentences, fights[-1] if fights else None)
