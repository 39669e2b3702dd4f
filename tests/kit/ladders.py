"""What players do on ladders, and what the worker does after them."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST, Side
from games.engine.state import Result
from games.ladders import rounds
from games.ladders.bidding import sealed_bids
from games.ladders.bidding.auction import Bid
from games.ladders.challenges import negotiation, stored_ranking
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.log import position
from games.models.game import Game
from games.models.outage import Pulse
from tests.factories.ladders import NOW
from tests.kit import cached_positions

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def accept(made: Challenge, at: datetime = NOW) -> Challenge:
    """The challenged player accepts."""
    return negotiation.accept(challenge=made, by=made.challenged, now=at)


def decline(made: Challenge, at: datetime = NOW) -> Challenge:
    """The challenged player declines."""
    return negotiation.decline(challenge=made, by=made.challenged, now=at)


def win(made: Challenge, winner: Person | None, at: datetime, victory: str = "points") -> None:
    """The game ends; what follows is for ``run``."""
    match = Challenge.objects.select_related("match").get(pk=made.pk).match
    assert match is not None
    side = None if winner is None else EAST if match.east_id == winner.pk else WEST
    assert side is None or (match.east_id, match.west_id)[SIDES.index(side)] == winner.pk  # type: ignore[union-attr]
    Game.objects.filter(pk=match.game_id).update(
        status=Game.Status.OVER, ended_at=at, winner=side, victory=victory, week=6
    )


def run(at: datetime) -> int:
    """The worker looks for rounds that are due, as it has done all the time before."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": at})
    return rounds.run(at)


def order(ladder: Ladder) -> list[int]:
    """The numbers of the players as they are ranked, the top first."""
    names = dict(stored_ranking.ranked(ladder).values_list("person", "person__name"))
    return [int(names[person].split()[-1]) for person in stored_ranking.ranking_of(ladder)]


def bid(bidding: Bidding, person: Person, made: Bid, now: datetime | None = None, nonce: str = "") -> Bidding:
    """Somebody bids."""
    return sealed_bids.bid(
        bidding=bidding,
        person=person,
        side=made.side,
        points=made.points,
        now=now or bidding.paired_at,
        nonce=nonce,
    )


def look(now: datetime) -> int:
    """The worker looks for bids that are due, as it has done all the time before."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": now})
    return sealed_bids.look(now)


def opened(bidding: Bidding, first: Bid, second: Bid) -> Match:
    """Both bid, and the game begins."""
    bid(bidding, bidding.first, first)
    match = bid(bidding, bidding.second, second).match
    assert match is not None
    return Match.objects.select_related("game", "east", "west", "season").get(pk=match.pk)


def over(match: Match, score: tuple[int, int], victory: str = "points", winner: Side | None = None) -> Game:
    """The game of a match is over, with that many victory points of East and of West."""
    game = Game.objects.get(pk=match.game_id)
    state = position.load(game).state.copy()
    won = winner if winner is not None else EAST if score[EAST] > score[WEST] else WEST
    state.result = Result(won, victory, score)
    cached_positions.put(game, state)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.OVER, winner=won, victory=victory, week=7, ended_at=timezone.now()
    )
    game.refresh_from_db()
    return game
