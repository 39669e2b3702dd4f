"""The report of a finished game with both diaries, as a page and as Markdown for forums."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.drawing.board import sheet_svg
from games.drawing.layout import WIDE
from games.reads.access import Viewer
from games.services import war_report
from games.services.war_report import Kept, WarReport, in_markdown
from games.web.kept_pages import kept_page
from games.web.visitors import show_game, viewer_in
from sekigahara.errors.exceptions import or_404


@require_safe
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the report of a game."""
    viewer, kept = _found(request, public_id)

    def make() -> HttpResponse:
        made = war_report.made_of(viewer, kept)
        context = {"report": made, "weeks": list(zip(made.weeks, _boards(made), strict=True))}
        return show_game(request, viewer, "games/war_report.html", context)

    return kept_page(request, viewer, _shows(viewer, kept), make)


@require_safe
def markdown(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the report of a game as Markdown, for forums."""
    viewer, kept = _found(request, public_id)

    def make() -> HttpResponse:
        text = in_markdown(war_report.made_of(viewer, kept))
        return HttpResponse(text, content_type="text/markdown; charset=utf-8")

    return kept_page(request, viewer, _shows(viewer, kept), make)


def _found(request: HttpRequest, public_id: str) -> tuple[Viewer, list[Kept]]:
    """The viewer, and both diaries.

    Raises:
        Http404: there is no report, or the visitor may not see the game.
    """
    viewer = viewer_in(request, public_id)
    return viewer, or_404(war_report.diaries_of(viewer))


def _shows(viewer: Viewer, kept: Sequence[Kept]) -> list[Any]:
    diaries = [[each.head, each.fault, len(each.notes)] for each in kept]
    return [diaries, war_report.analysis_of(viewer.game).status]


def _boards(made: WarReport) -> list[str]:
    """The board at the end of each week; empty for what was written after the end of the game."""
    rules, view = made.moments.rules, made.moments.view
    return ["" if week.number is None else sheet_svg(rules, view(week.last), WIDE) for week in made.weeks]
