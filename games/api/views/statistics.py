"""Statistics of editions, which anybody may read."""

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from games.api import answers, parameters
from games.api.endpoint import Endpoint, by_content
from games.api.openapi.operations import described
from games.api.parameters import OfStatistics
from games.api.permissions import HasScopeOrWatches
from games.ladders.statistics.figures import (
    Among,
    Balance,
    Statistics,
    all_statistics,
    editions,
    statistics_of,
)


class AllStatistics(Endpoint):
    """Every edition."""

    permission_classes = (HasScopeOrWatches,)

    @described(
        "listStatistics",
        "Which side wins in each edition",
        answer=answers.StatisticsList,
        parameters=OfStatistics,
        is_for_anybody=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """All editions, with the number of finished games that anybody may look at, and which side wins.
        A game is counted some minutes after its end."""
        among = Among(parameters.read(request, OfStatistics).among)
        shown = [
            answers.EditionCount(each.edition, each.games, _balance(each.balance))
            for each in all_statistics(among)
        ]
        return by_content(request, answers.StatisticsList(shown))


class EditionStatistics(Endpoint):
    """One edition."""

    permission_classes = (HasScopeOrWatches,)

    @described(
        "getStatistics",
        "What the games of an edition come to",
        answer=answers.EditionStatistics,
        parameters=OfStatistics,
        is_for_anybody=True,
        problems=(404,),
    )
    def get(self, request: Request, edition: str) -> HttpResponse:
        """Which side wins the finished games that anybody may look at, how, when, and where it is fought.
        A game is counted some minutes after its end; private ones never are."""
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
