"""What a finished game was about: asking for it, how far it is, and the result."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.person import Person
from accounts.rate_limits import sender_of, waiting_time
from games import engine, story
from games.analysis import sentences
from games.analysis.course import compared
from games.analysis.graves import GraveDeed
from games.analysis.turning_points import TurningPoint
from games.analysis.work import AnalysisResult, SideLuck
from games.drawing.luck import LuckBar, LuckWeek, luck_chart
from games.engine.side import LABELS, NOBODY
from games.log import position
from games.reads.access import VIEWPOINTS, Viewer
from games.reads.endings import ending_in_words
from games.reads.moments import Moments
from games.services import analyses
from games.web import forks
from games.web.replay import moment_scene
from games.web.visitors import person_of, show_game, viewer_in
from sekigahara.errors.exceptions import Limited

LOOK_AGAIN = 5
"""Seconds before a page without scripts looks again how far the analysis is."""


@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what a finished game was about, or how far the analysis is; or ask for it."""
    viewer = viewer_in(request, public_id)
    standing = analyses.of_game(viewer.game)
    if request.method == "POST":
        return _ask(request, viewer)
    rules, state = position.load(viewer.game)
    view = engine.view(rules, state, NOBODY)
    context: dict[str, Any] = {
        "ending": ending_in_words(viewer.both, view),
        "score": story.situation(story.Names(rules), view).sides,
        "standing": standing,
        "may_ask": _asker(request, viewer) is not None,
        "look_again": LOOK_AGAIN,
    }
    if standing.result is not None:
        context |= _shown(viewer, standing.result)
    return show_game(request, viewer, "games/analysis.html", context)


def _asker(request: HttpRequest, viewer: Viewer) -> Person | None:
    """Who asks, for the limits; None for nobody who may."""
    return person_of(request) or (None if viewer.seat is None else viewer.seat.player)


def _ask(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    asker = _asker(request, viewer)
    if asker is None:
        return redirect_to_login(request.path)
    try:
        analyses.ask(viewer.game, asker=asker, sender=sender_of(request))
    except Limited as limited:
        text = _("Too many games were asked about today. It is possible again in %(time)s.")
        messages.warning(request, text % {"time": waiting_time(limited.seconds)})
    page = reverse("games:analysis", args=[viewer.game.public_id], query={"as": viewer.label})
    return HttpResponseRedirect(page)


def _shown(viewer: Viewer, result: AnalysisResult) -> dict[str, Any]:
    names = story.Names(position.rules_of(viewer.game))
    moments = {
        label: Moments(viewer.game, VIEWPOINTS[label])
        for label in {each.side for each in result.turning_points} | {each.side for each in result.grave}
    }
    sides = [
        _luck(names, label, luck) for label, luck in zip(LABELS, (result.east, result.west), strict=True)
    ]
    weeks = sorted({week for side in sides for week in side["weeks"]})
    return {
        "sides": sides,
        "chart": _chart(sides, result),
        "rows": [(week, [side["weeks"].get(week, "") for side in sides]) for week in weeks],
        "turns": result.turns,
        "net": sentences.net_of_luck(names, result.east.total, result.west.total),
        "grave": [
            {
                **_grave(names, deed, _fork(moments[deed.side], deed.moment, deed.side, viewer)),
                **_stood(names, moments[deed.side], deed.moment),
            }
            for deed in result.grave
        ],
        "points": [
            {
                **_point(names, point, _fork(moments[point.side], point.moment, point.side, viewer)),
                **_stood(names, moments[point.side], point.moment),
            }
            for point in result.turning_points
        ],
    }


def _stood(names: story.Names, moments: Moments, number: int) -> dict[str, Any]:
    """How it stood at the moment of a decision: the score, and the fight as the replay shows it."""
    score = story.situation(names, moments.view(number)).sides
    return {"score": score, **moment_scene(moments, names, number)}


def _fork(moments: Moments, number: int, viewpoint: str, viewer: Viewer) -> dict[str, Any] | None:
    """The form for playing on from a moment; None where the game was over."""
    if moments.state(number).result is not None:
        return None
    return forks.form(moments.game, number, viewpoint, viewer)


def _luck(names: story.Names, label: str, luck: SideLuck) -> dict[str, Any]:
    """The luck of a side: a verdict in words, and numbers, also by week."""
    name = names.side(label)
    return {
        "label": label,
        "name": name,
        "verdict": sentences.luck_in_words(name, luck.total),
        "castles": sentences.luck_in_castles(luck.total),
        "weeks": {each.week: sentences.luck_in_castles(each.luck) for each in luck.weeks},
    }


def _chart(sides: Sequence[dict[str, Any]], result: AnalysisResult) -> SafeString | None:
    """The chart of luck by week; None if nothing was drawn."""
    bars = [
        {each.week: LuckBar(each.luck.castles, each.luck.usual) for each in luck.weeks}
        for luck in (result.east, result.west)
    ]
    numbers = sorted({week for side in bars for week in side})
    if not numbers:
        return None
    weeks = [LuckWeek(str(number), *(side.get(number) for side in bars)) for number in numbers]
    described = " ".join(f"{side['verdict']} ({side['castles']})" for side in sides)
    return luck_chart(weeks, title=_("Luck by week"), described=described)


def _grave(names: story.Names, deed: GraveDeed, fork: dict[str, Any] | None) -> dict[str, Any]:
    """A grave answer: what it did, and why it was grave. ``fork`` is the form to play on from there."""
    return {
        "deed": deed,
        "side": names.side(deed.side),
        "done": [sentences.deed(names, deed.side, event) for event in deed.done],
        "reasons": sentences.why_grave(names, deed),
        "fork": fork,
    }


def _point(names: story.Names, point: TurningPoint, fork: dict[str, Any] | None) -> dict[str, Any]:
    """A turning point: what only each of the two turns does, what both do, and what it cost.

    ``reasons`` speak for the other turn, ``price`` against it. ``fork`` is the form to play on from there.
    """
    turns = compared(point.played, point.preferred)
    played, preferred, alike = (
        [sentences.deed(names, point.side, event) for event in events] for events in turns
    )
    return {
        "point": point,
        "side": names.side(point.side),
        "played": played,
        "preferred": preferred,
        "alike": alike,
        "cost": sentences.cost(names, point),
        "reasons": sentences.reasons(names, point),
        "price": sentences.price(names, point),
        "hindsight": sentences.hindsight(point),
        "fork": fork,
    }
