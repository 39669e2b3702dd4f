"""Statistics of editions."""

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from games.api import parameters
from games.api.answers import finished as answers
from games.api.endpoint import Readable, by_content
from games.api.openapi.operations import for_anybody
from games.api.parameters import OfStatistics
from games.ladders.statistics.figures import (
    Among,
    Balance,
    Statistics,
    all_statistics,
    editions,
    statistics_of,
)


class AllStatistics(Readable):
    """The statistics of all editions in short."""

    @for_anybody("listStatistics", answer=answers.StatisticsList, parameters=OfStatistics)
    def get(self, request: Request) -> HttpResponse:
        """List statistics of all editions.

        Get, for each edition, the number of finished public games and how often each side won. A game
        is counted some minutes after its end."""
        among = Among(parameters.read(request, OfStatistics).among)
        shown = [
            answers.EditionCount(each.edition, each.games, _balance(each.balance))
            for each in all_statistics(among)
        ]
        return by_content(request, answers.StatisticsList(shown))


class EditionStatistics(Readable):
    """The statistics of an edition."""

    @for_anybody("getStatistics", answer=answers.EditionStatistics, parameters=OfStatistics)
    def get(self, request: Request, edition: str) -> HttpResponse:
        """Get statistics of an edition.

        Get statistics of finished public games: which side wins, how and when, and where combat takes
        place. A game is counted some minutes after its end. Private games are never counted."""
        if edition not in editions():
            raise Http404
        among = Among(parameters.read(request, OfStatistics).among)
        return by_content(request, _shown(statistics_of(edition, among)))


def _shown(found: Statistics) -> answers.EditionStatistics:
    return answers.EditionStatistics(
        edition=found.edition,
        games=found.games,
        balance=_balance(found.balance),
        victories=[answers.VictoryCount(*won) for won in found.victories],
        weeks=[answers.WeekCount(*week) for week in found.weeks],
        median_days=found.median_days,
        days=[answers.DaysCount(*span) for span in found.spans],
        places=[answers.PlaceCount(*place) for place in found.places],
        actions=found.actions,
        east_lost=found.east_lost,
        west_lost=found.west_lost,
    )


def _balance(found: Balance | None) -> answers.Balance | None:
    return None if found is None else answers.Balance(*found)
