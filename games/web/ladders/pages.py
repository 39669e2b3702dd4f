"""Pages of a ladder: the public table, taking part, creating, changing and closing it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders import changing, participation
from games.ladders.bidding import queries as bid_queries
from games.ladders.bidding import sentences as bid_words
from games.ladders.clubs import queries as club_queries
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Line, Season
from games.ladders.pairing import sentences as pairing_words
from games.ladders.ratings.queries import name_of
from games.ladders.tables import lines, queries
from games.ladders.tables.forecast import Forecast
from games.ladders.tables.review import leaders_of, review_of
from games.ladders.tables.standings import Tally, TieBreak
from games.models.clocks import USUAL_PACE
from games.models.time_out_policy import POLICIES, OnTimeOut
from games.reads.deadlines import (
    agreed_on_holidays,
    agreed_on_silence,
    agreed_on_time_bank,
    agreed_on_windows,
)
from games.web.clubs import sentences
from games.web.clubs.finding import done, for_organiser, found_ladder, season_of
from games.web.ladders import challenges
from games.web.ladders.cards import cards_of
from games.web.ladders.files import parts
from games.web.ladders.forms import LadderForm, LadderSettingsForm, TakePartForm
from games.web.visitors import person_of
from games.web.window_terms import as_chosen
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused

CROSSTABLE_PLAYERS_SHOWN = 16
"""The most players in a crosstable on a page. The CSV file and the API have all."""
LINES_A_PAGE = 50
SEASONS_SHOWN = 12
"""The number of seasons that are listed unfolded."""


class _Break(NamedTuple):
    """A tie-break as the page shows it.

    Attributes:
        called: its name.
        explanation: how it is computed.
        value: in a player's line; empty below the table.
    """

    called: str
    explanation: str
    value: str = ""


class _Row(NamedTuple):
    """A line of the table as the page shows it.

    Attributes:
        line: of the stored table.
        name: of the player.
        is_me: whether the player is the signed-in person.
        breaks: the value of each tie-break, in the order they count.
        cells: the results against each player of the table; empty if the table is too long.
    """

    line: Line
    name: str
    is_me: bool
    breaks: list["_Break"]
    cells: list[Tally | None]


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def new_ladder(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Create a ladder."""
    usual = {"edition": club.edition, "pace": club.pace or USUAL_PACE} | as_chosen(club.hold, club.reaction)
    form = LadderForm(request.POST if request.method == "POST" else None, initial=usual)
    if form.is_valid():
        try:
            ladder = participation.begin(
                club=club, by=person, rules=form.rules(), terms=form.terms(), now=service_time.now()
            )
        except Refused as error:
            form.add_error(None if error.code == "off-before-inactive" else "name", sentences.refused(error))
        else:
            return redirect("ladders:ladder", ladder.public_id)
    context = {"club": club, "form": form}
    return render(request, "games/ladders/new.html", context, status=400 if form.is_bound else 200)


@require_safe
def ladder(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the table of a season, the running games, and the form for taking part."""
    return _shown(request, found_ladder(request, ladder))


@for_person
@require_POST
def take_part(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Join a ladder, or change how many games one plays at a time."""
    found = found_ladder(request, ladder)
    form = TakePartForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    most = form.cleaned_data["most"]
    joins = (
        _("Now you can challenge others.")
        if found.format == found.Format.CHALLENGE
        else _("You are paired in the next round.")
    )
    success = joins if most else _("You are pausing: no new game starts.")
    return _done(request, partial(participation.take_part, person=person, most=most), found, success)


@for_person
@require_POST
def leave(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Leave a ladder."""
    success = _("You have left the ladder. Games in progress go on, and count.")
    return _done(request, partial(participation.leave, person=person), found_ladder(request, ladder), success)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Show and change the settings of a ladder."""
    found = found_ladder(request, ladder)
    if not club_queries.standing_of(found.club, person).is_organiser:
        raise Http404
    known = {"name": found.name, **changing.rules_of(found)._asdict()}
    form = LadderSettingsForm(request.POST if request.method == "POST" else None, initial=known)
    if form.is_valid():
        name, rules = form.cleaned_data["name"], form.rules()
        try:
            changing.change(ladder=found, by=person, name=name, rules=rules, now=service_time.now())
        except Refused as error:
            form.add_error("name", sentences.refused(error))
        else:
            messages.success(request, _("Saved. The players are mailed what changes."))
            return redirect("ladders:ladder", found.public_id)
    context = {"ladder": found, "form": form}
    return render(request, "games/ladders/settings.html", context, status=400 if form.is_bound else 200)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Close a ladder, after a page that asks again."""
    found = found_ladder(request, ladder)
    if not club_queries.standing_of(found.club, person).is_organiser:
        raise Http404
    if request.method != "POST":
        if found.closed_at is not None:
            return redirect("ladders:ladder", found.public_id)
        context = {"ladder": found, **_came_of(found, queries.seasons_of(found)[0])}
        return render(request, "games/ladders/close.html", context)
    success = _("The ladder is closed. Games in progress are played to their end.")
    return _done(request, partial(participation.close, by=person), found, success)


def _done(request: HttpRequest, verb: Callable[..., object], ladder: Ladder, success: str) -> HttpResponse:
    """Carry out a verb on a ladder now, and redirect to the ladder's page."""
    done(request, partial(verb, ladder=ladder, now=service_time.now()), success)
    return redirect("ladders:ladder", ladder.public_id)


def _shown(
    request: HttpRequest, ladder: Ladder, form: TakePartForm | None = None, *, status: int = 200
) -> HttpResponse:
    person = person_of(request)
    season, entrant = season_of(request, ladder), queries.entrant_of(ladder, person)
    page = Paginator(range(1, lines.count_of(season) + 1), LINES_A_PAGE).get_page(request.GET.get("page"))
    table = list(lines.lines_of(season).filter(position__range=(page.start_index(), page.end_index())))
    cells = table if page.paginator.count <= CROSSTABLE_PLAYERS_SHOWN else []
    own = lines.line_of(season, person)
    newer, older = _numbers(ladder)
    standing = club_queries.standing_of(ladder.club, person)
    only = Ladder.objects.filter(pk=ladder.pk)
    context = {
        "ladder": ladder,
        "cards": cards_of(only, person, is_member=standing.membership is not None),
        "club": ladder.club,
        "standing": standing,
        "absent": queries.absent_in(ladder) if standing.is_organiser else [],
        "entrant": entrant,
        "form": form or TakePartForm(initial=None if entrant is None else {"most": entrant.most}),
        **({} if ladder.closed_at is None else _came_of(ladder, queries.seasons_of(ladder)[0])),
        "season": season,
        "coming": list(changing.sentences_of(ladder)),
        "forecast": _foreseen(queries.forecast_of(season, service_time.now())),
        "seasons": newer,
        "older_seasons": older,
        "rows": _rows(season, table, cells, person),
        "columns": range(1, len(cells) + 1),
        "crosstable": parts(page.paginator.count),
        "page": page,
        "embed": _embedding(ladder),
        "own": own,
        "own_page": None if own is None else -(-own.position // LINES_A_PAGE),
        "tie_breaks": _breaks(),
        "running": [
            {
                "match": match,
                "given": bid_words.handicap_in_short(match.handicap),
                "is_mine": person is not None and person.pk in (match.east_id, match.west_id),
            }
            for match in queries.running(ladder)[:25]
        ],
        "biddings": bid_queries.waiting_in(ladder)[:25],
        "edition": name_of(ladder.edition),
        "pace": sentences.pace(ladder.pace),
        "time_bank": agreed_on_time_bank(ladder.time_bank),
        "on_time_out": POLICIES[OnTimeOut(ladder.on_time_out)].agreed,
        "silence": agreed_on_silence(ladder.pace, POLICIES[OnTimeOut(ladder.on_time_out)])
        if ladder.silence_loses
        else "",
        "windows": agreed_on_windows(ladder.hold, ladder.reaction),
        "holidays": agreed_on_holidays(holidays_count=ladder.holidays_count),
        **challenges.shown(ladder, person, request.GET.get("ranking")),
        "pairing_rules": [] if ladder.format == Ladder.Format.CHALLENGE else pairing_words.rules_of(ladder),
        "bidding_rule": bid_words.rule() if ladder.has_bidding else [],
    }
    return render(request, "games/ladders/ladder.html", context, status=status)


def _came_of(ladder: Ladder, latest: Season) -> dict[str, Any]:
    """What came of a ladder, and who is at its top at the end."""
    return {"review": review_of(ladder), "leaders": leaders_of(latest)}


def _embedding(ladder: Ladder) -> list[str]:
    """The elements by which another site shows the standings: a frame, and a picture with a link."""
    page, frame, picture = (
        settings.SITE_URL + reverse(f"ladders:{name}", args=[ladder.public_id])
        for name in ("ladder", "embed", "picture")
    )
    return [
        f'<iframe src="{frame}" width="480" height="640" title="Sekigahara"></iframe>',
        f'<a href="{page}"><img src="{picture}" width="600" alt="Sekigahara"></a>',
    ]


def _foreseen(forecast: Forecast | None) -> str:
    """A forecast in a sentence; empty for none."""
    if forecast is None:
        return ""
    words = {"date": date_format(localtime(forecast.ends_at)), "count": forecast.holding_up}
    if not forecast.holding_up:
        return _("At this pace the last game of this season ends about %(date)s.") % words
    text = ngettext(
        "At this pace the last game of this season ends about %(date)s; %(count)d game holds it up.",
        "At this pace the last game of this season ends about %(date)s; %(count)d games hold it up.",
        forecast.holding_up,
    )
    return text % words


def _rows(season: Season, table: Sequence[Line], cells: Sequence[Line], person: Person | None) -> list[_Row]:
    """Lines of the table, with the results of each player against those in ``cells``."""
    names = lines.names_of(season, [line.person for line in table])
    met = lines.met(season, [line.person_id for line in cells]) if cells else {}
    return [
        _Row(
            line,
            names[line.person_id],
            person is not None and line.person_id == person.pk,
            _breaks(line),
            [met.get((line.person_id, other.person_id)) for other in cells],
        )
        for line in table
    ]


def _breaks(line: Line | None = None) -> list[_Break]:
    """The tie-breaks in the order they count, with the values of a line if there is one."""
    return [
        _Break(_(each.called), _(each.explanation), "" if line is None else _value(line, each))
        for each in TieBreak
    ]


def _value(line: Line, tie_break: TieBreak) -> str:
    return str(line.tie_breaks.get(tie_break, 0)).replace("-", "\N{MINUS SIGN}")


def _numbers(ladder: Ladder) -> tuple[list[int], list[int]]:
    """The numbers of a ladder's seasons, the latest first: those to list, and those to fold."""
    numbers = list(queries.seasons_of(ladder).values_list("number", flat=True))
    return numbers[:SEASONS_SHOWN], numbers[SEASONS_SHOWN:]
