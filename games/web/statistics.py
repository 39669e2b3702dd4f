"""Statistics of the finished public games of each edition, as charts, as tables, and as CSV."""

import csv

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.ladders.ratings.counting import FIRST_WEEK
from games.ladders.ratings.queries import name_of
from games.ladders.statistics.figures import Among, Statistics, all_statistics, editions, statistics_of
from games.rulebook.editions import Layered, edition_ids, layered
from games.story.victories import victory_in_short
from games.web import charts

CHOICES = {
    Among.PEOPLE: gettext_lazy("Between two people"),
    Among.ALL: gettext_lazy("All, with those against computer players"),
}


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show the balance between the sides in each edition."""
    among = _among(request)
    rows = [
        (each, name_of(each.edition), charts.balance(each, name_of(each.edition)))
        for each in all_statistics(among)
    ]
    context = {
        "rows": rows,
        "among": among,
        "choices": CHOICES.items(),
        "games": sum(e[0].games for e in rows),
    }
    return render(request, "games/statistics/overview.html", context)


@require_safe
def of_edition(request: HttpRequest, edition: str) -> HttpResponse:
    """Show the statistics of one edition: balance, kinds of victory, length, and places of combats."""
    found = _found(edition)
    among = _among(request)
    statistics, name = statistics_of(found, among), name_of(found)
    printed = _printed(found)
    others = statistics_of(found, Among.ALL).games - statistics.games
    places = charts.named(statistics, printed)
    context = {
        "statistics": statistics,
        "name": name,
        "has_page": printed is not None,
        "among": among,
        "choices": CHOICES.items(),
        "others": others,
        "balance": charts.balance(statistics, name),
        "victories": charts.victories(statistics),
        "victory_rows": [(victory_in_short(won.victory, found), won) for won in statistics.victories],
        "weeks": charts.weeks(statistics),
        "first_weeks": FIRST_WEEK,
        "spans": charts.spans(statistics),
        "span_rows": [(charts.span_in_words(span), span.games) for span in statistics.spans],
        "places": charts.places(places),
        "place_rows": places,
        "board": None if printed is None else charts.board(printed, places),
        "actions": _average(statistics.actions, statistics.games),
        "east_lost": _average(statistics.east_lost, statistics.games),
        "west_lost": _average(statistics.west_lost, statistics.games),
    }
    return render(request, "games/statistics/edition.html", context)


@require_safe
def of_edition_csv(request: HttpRequest, edition: str) -> HttpResponse:
    """Download the statistics of an edition as CSV with the columns ``what``, ``of`` and ``number``."""
    found = _found(edition)
    statistics = statistics_of(found, _among(request))
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found}-{statistics.among}.csv"'
    csv.writer(response).writerows([("what", "of", "number"), *_rows(statistics)])
    return response


def _rows(statistics: Statistics) -> list[tuple[str, str, int]]:
    rows = [("games", "", statistics.games)]
    if statistics.balance is not None:
        balance = statistics.balance
        rows += [("decided", "east", balance.east), ("decided", "west", balance.west)]
        rows += [(f"east-{each}-per-mille", "", getattr(balance, each)) for each in ("share", "low", "high")]
    for won in statistics.victories:
        rows += [(f"victory-{won.victory}", "east", won.east), (f"victory-{won.victory}", "west", won.west)]
    rows += [("week", str(week.number), week.games) for week in statistics.weeks]
    if statistics.games:
        rows.append(("median-days", "", statistics.median_days))
    rows += [
        ("days", f"{span.first}-{'' if span.last is None else span.last}", span.games)
        for span in statistics.spans
    ]
    for place in statistics.places:
        rows += [("battles", place.location, place.battles), ("sieges", place.location, place.sieges)]
    rows += [("actions", "", statistics.actions)]
    return [
        *rows,
        ("blocks-lost", "east", statistics.east_lost),
        ("blocks-lost", "west", statistics.west_lost),
    ]


def _among(request: HttpRequest) -> Among:
    """The games that the query selects; by default those between people."""
    choice = request.GET.get("among", "")
    return Among(choice) if choice in {*Among} else Among.PEOPLE


def _found(edition: str) -> str:
    if edition not in editions():
        raise Http404
    return edition


def _printed(edition: str) -> Layered | None:
    """The edition in its file; None if the file no longer exists."""
    return layered(edition) if edition in edition_ids() else None


def _average(total: int, games: int) -> str:
    """The average for each game, with one decimal."""
    return f"{total / games:.1f}" if games else _("none")
