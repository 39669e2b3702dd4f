"""Queries about biddings, which only the two who bid may know of, and the points that they led to."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from accounts.models.person import Person
from games.ladders.models.bidding import Bidding
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.models.game import Game


def bidding_at(public_id: str, person: Person) -> Bidding | None:
    """The bidding at an address, if it is one of the person's."""
    return biddings_of(person).filter(public_id=public_id).first()


def biddings_of(person: Person) -> QuerySet[Bidding]:
    """All there have been, the latest first."""
    own = Bidding.objects.filter(Q(first=person) | Q(second=person))
    return own.select_related(
        "season__ladder__club", "first", "second", "match__game", "match__east", "match__west"
    ).order_by("-paired_at", "public_id")


def waiting_for(person: Person) -> QuerySet[Bidding]:
    """Those whose bids are sealed, the first to be opened before all."""
    return biddings_of(person).filter(Bidding.WAITING).order_by("due_at", "public_id")


def waiting_in(ladder: Ladder) -> QuerySet[Bidding]:
    """The biddings of a ladder that everyone may see, the latest paired first."""
    waiting = Bidding.objects.filter(Bidding.WAITING, season__ladder=ladder)
    return waiting.select_related("first", "second").order_by("-paired_at", "-pk")


def handicaps_by_game(games: Collection[Game]) -> dict[int, tuple[int, int]]:
    """By the ids of games, the points given to East and to West in those where any were given."""
    rated = [game.pk for game in games if game.is_rated]  # as those of ladders are
    found = Match.objects.filter(Match.WITH_HANDICAP, game__in=rated) if rated else ()
    return {match.game_id: match.handicap for match in found}
