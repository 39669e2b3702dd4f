"""A ladder: its table for everybody, taking part for members, beginning and closing for organisers."""

import csv
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders import club_lists, ladders, tables
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.standings import TieBreak
from games.ladders.tables import Table
from games.services.errors import Refused
from games.web.clubs import words
from games.web.clubs.finding import done, for_organiser
from games.web.ladders.forms import LadderForm, TakePartForm
from games.web.visitors import person_of

CELLS = 16
"""Players that a crosstable on a page has room for. The files have all."""


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def new_ladder(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Begin a ladder."""
    usual = {"edition": club.edition, "pace": club.pace or 3}
    form = LadderForm(request.POST) if request.method == "POST" else LadderForm(initial=usual)
    if form.is_valid():
        try:
            ladder = ladders.begin(club=club, by=person, rules=form.rules(), now=timezone.now())
        except Refused as error:
            form.add_error("name", words.refused(error))
        else:
            return redirect("ladders:ladder", ladder.public_id)
    context = {"club": club, "form": form}
    return render(request, "games/ladders/new.html", context, status=400 if form.is_bound else 200)


@require_safe
@never_cache
def ladder(request: HttpRequest, ladder: str) -> HttpResponse:
    """The table of a season, the games that go on, and one's own part."""
    return _shown(request, _found(ladder))


@for_person
@require_POST
def take_part(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Say how many games one wants at a time."""
    found = _found(ladder)
    form = TakePartForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    most = form.cleaned_data["most"]
    said = _("You are paired in the next round.") if most else _("You pause: no new game begins.")
    done(
        request, partial(ladders.take_part, ladder=found, person=person, most=most, now=timezone.now()), said
    )
    return redirect("ladders:ladder", ladder)


@for_person
@require_POST
def leave(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Take part no longer."""
    said = _("You have left the ladder. Games that have begun go on, and count.")
    done(request, partial(ladders.leave, ladder=_found(ladder), person=person, now=timezone.now()), said)
    return redirect("ladders:ladder", ladder)


@for_person
@require_POST
def close(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Pair nobody any more."""
    found = _found(ladder)
    if not club_lists.standing_of(found.club, person).is_organiser:
        raise Http404
    said = _("The ladder is closed. Games that have begun are played to their end.")
    done(request, partial(ladders.close, ladder=found, by=person, now=timezone.now()), said)
    return redirect("ladders:ladder", ladder)


@require_safe
@never_cache
def standings_csv(request: HttpRequest, ladder: str) -> HttpResponse:
    """A season's table as a file for spreadsheets."""
    shown = _table(request, _found(ladder))
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{ladder}-{shown.season.number}.csv"'
    writer = csv.writer(response)
    writer.writerow(["place", "player", "points", "wins", "ties", "losses", *TieBreak])
    for row in shown.table.rows:
        tally = row.tally
        name = _harmless(shown.names[row.player])
        broken = [row.tie_breaks[each] for each in TieBreak]
        writer.writerow([row.place, name, row.points, tally.wins, tally.ties, tally.losses, *broken])
    return response


@require_safe
@never_cache
def standings_json(request: HttpRequest, ladder: str) -> HttpResponse:
    """The same for programs, with the crosstable by places in the list of rows."""
    shown = _table(request, _found(ladder))
    order = {row.player: index for index, row in enumerate(shown.table.rows)}
    return JsonResponse(
        {
            "ladder": ladder,
            "season": shown.season.number,
            "begins_at": shown.season.begins_at,
            "ends_at": shown.season.ends_at,
            "rows": [
                {
                    "place": row.place,
                    "player": shown.names[row.player],
                    "points": row.points,
                    "wins": row.tally.wins,
                    "ties": row.tally.ties,
                    "losses": row.tally.losses,
                    "tie_breaks": {str(each): row.tie_breaks[each] for each in TieBreak},
                }
                for row in shown.table.rows
            ],
            "crosstable": [
                {
                    "row": order[one],
                    "against": order[other],
                    "wins": tally.wins,
                    "ties": tally.ties,
                    "losses": tally.losses,
                }
                for (one, other), tally in sorted(shown.table.crosstable.items(), key=lambda cell: cell[0])
            ],
        }
    )


def _found(public_id: str) -> Ladder:
    ladder = tables.ladder_at(public_id)
    if ladder is None:
        raise Http404
    return ladder


def _table(request: HttpRequest, ladder: Ladder) -> Table:
    """The season the address names, or the latest."""
    seasons = tables.seasons_of(ladder)
    wanted = request.GET.get("season", "")
    season = (
        seasons.filter(number=wanted).first() if wanted.isdecimal() and len(wanted) < 7 else seasons.first()
    )
    if season is None:
        raise Http404
    return tables.table_of(season)


def _shown(
    request: HttpRequest, ladder: Ladder, form: TakePartForm | None = None, *, status: int = 200
) -> HttpResponse:
    person = person_of(request)
    shown, entrant = _table(request, ladder), tables.entrant_of(ladder, person)
    context = {
        "ladder": ladder,
        "club": ladder.club,
        "standing": club_lists.standing_of(ladder.club, person),
        "entrant": entrant,
        "form": form or TakePartForm(initial=None if entrant is None else {"most": entrant.most}),
        "season": shown.season,
        "seasons": tables.seasons_of(ladder)[:12],
        "rows": [_row(shown, row.player, row) for row in shown.table.rows],
        "columns": range(1, len(shown.table.rows) + 1) if len(shown.table.rows) <= CELLS else (),
        "tie_breaks": [(each, _(each.explanation)) for each in TieBreak],
        "running": tables.running(ladder)[:25],
        "edition": words.edition_name(ladder.edition),
        "pace": words.pace(ladder.pace),
        "on_time_out": words.ON_TIME_OUT[ladder.on_time_out],
    }
    return render(request, "games/ladders/ladder.html", context, status=status)


def _row(shown: Table, player: int, row: Any) -> dict[str, Any]:
    """A line of the table, with what the player did against each of the others."""
    cells = [shown.table.crosstable.get((player, other.player)) for other in shown.table.rows]
    return {"player": shown.names[player], "row": row, "cells": cells if len(cells) <= CELLS else ()}


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in tuple("=+-@\t\r") else name
