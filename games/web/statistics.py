"""What the finished public games of each edition come to, as charts, as tables, and as a file."""

import csv

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

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
@never_cache
def overview(request: HttpRequest) -> HttpResponse:
    """All editions, and which side wins in each."""
    among = _among(request)
    told = [
        (each, name_of(each.edition), charts.balance(each, name_of(each.edition)))
        for each in all_statistics(among)
    ]
    context = {
        "told": told,
        "among": among,
        "choices": CHOICES.items(),
        "games": sum(e[0].games for e in told),
    }
    return render(request, "games/statistics/overview.html", context)


@require_safe
@never_cache
def of_edition(request: HttpRequest, edition: str) -> HttpResponse:
    """One edition: balance, kinds of victory, length, and where it is fought."""
    found = _found(edition)
    among = _among(request)
    told, name = statistics_of(found, among), name_of(found)
    printed = _printed(found)
    others = statistics_of(found, Among.ALL).games - told.games
    places = charts.named(told, printed)
    context = {
        "told": told,
        "name": name,
        "has_page": printed is not None,
        "among": among,
        "choices": CHOICES.items(),
        "others": others,
        "balance": charts.balance(told, name),
        "victories": charts.victories(told),
        "victory_rows": [(victory_in_short(won.victory, found), won) for won in told.victories],
        "weeks": charts.weeks(told),
        "spans": charts.spans(told),
        "span_rows": [(charts.span_in_words(span), span.games) for span in told.spans],
        "places": charts.places(places),
        "place_rows": places,
        "board": None if printed is None else charts.board(printed, places),
        "actions": _average(told.actions, told.games),
        "east_lost": _average(told.east_lost, told.games),
        "west_lost": _average(told.west_lost, told.games),
    }
    return render(request, "games/statistics/edition.html", context)


@require_safe
@never_cache
def of_edition_csv(request: HttpRequest, edition: str) -> HttpResponse:
    """The statistics of an edition as a file for spreadsheets: what is counted, of what, and how often."""
    found = _found(edition)
    told = statistics_of(found, _among(request))
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found}-{told.among}.csv"'
    csv.writer(response).writerows([("what", "of", "number"), *_rows(told)])
    return response


def _rows(told: Statistics) -> list[tuple[str, str, int]]:
    rows = [("games", "", told.games)]
    if told.balance is not None:
        balance = told.balance
        rows += [("decided", "east", balance.east), ("decided", "west", balance.west)]
        rows += [(f"east-{each}-per-mille", "", getattr(balance, each)) for each in ("share", "low", "high")]
    for won in told.victories:
        rows += [(f"victory-{won.victory}", "east", won.east), (f"victory-{won.victory}", "west", won.west)]
    rows += [("week", str(week.number), week.games) for week in told.weeks]
    if told.games:
        rows.append(("median-days", "", told.median_days))
    rows += [
        ("days", f"{span.first}-{'' if span.last is None else span.last}", span.games) for span in told.spans
    ]
    for place in told.places:
        rows += [("battles", place.location, place.battles), ("sieges", place.location, place.sieges)]
    rows += [("actions", "", told.actions)]
    return [*rows, ("blocks-lost", "east", told.east_lost), ("blocks-lost", "west", told.west_lost)]


def _among(request: HttpRequest) -> Among:
    """Which games are meant; those between people, whatever else the address says."""
    wanted = request.GET.get("among", "")
    return Among(wanted) if wanted in {*Among} else Among.PEOPLE


def _found(edition: str) -> str:
    if edition not in editions():
        raise Http404
    return edition


def _printed(edition: str) -> Layered | None:
    """The edition as its file has it; None for one that is no more."""
    return layered(edition) if edition in edition_ids() else None


def _average(total: int, games: int) -> str:
    """With one decimal."""
    return f"{total / games:.1f}" if games else _("none")
