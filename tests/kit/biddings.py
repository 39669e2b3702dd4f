"""Pairings with bidding for sides, and the results of their games."""

from datetime import datetime

from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, WEST, Side
from games.engine.state import Result
from games.ladders import participation, rounds
from games.ladders.bidding import sealed_bids as service
from games.ladders.bidding.auction import Bid
from games.ladders.models.bidding import Bidding
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.log import position
from games.models.game import Game
from games.models.pulse import Pulse
from tests.kit import cached_positions
from tests.kit.clubs import a_club, entered, named

PLAYERS = ("Ashigaru One", "Ashigaru Two")


def a_ladder(*, now: datetime | None = None, players: tuple[str, ...] = PLAYERS, pace: int = 3) -> Ladder:
    """A ladder of a club whose members bid for sides; all of them want one game at a time."""
    now = now or timezone.now()
    organiser = named("Organiser One")
    club = a_club(organiser)
    rules = participation.Rules("Bidding", "kessen", pace=pace, has_bidding=True)
    ladder = participation.begin(club=club, by=organiser, rules=rules, now=now)
    for name in players:
        entered(club, named(name))
        participation.take_part(ladder=ladder, person=named(name), most=1, now=now)
    return ladder


def paired(ladder: Ladder) -> Bidding:
    """The first round is paired, of two; the names of the players are in the order of theirs."""
    ladder.refresh_from_db()
    assert rounds.run(ladder.next_round_at) == 1
    return Bidding.objects.select_related("season__ladder", "first", "second").get(season__ladder=ladder)


def a_bidding(*, now: datetime | None = None, pace: int = 3) -> Bidding:
    """Two who are paired, and have not bid."""
    return paired(a_ladder(now=now, pace=pace))


def bid(bidding: Bidding, person: Person, made: Bid, now: datetime | None = None, nonce: str = "") -> Bidding:
    """Somebody bids."""
    return service.bid(
        bidding=bidding,
        person=person,
        side=made.side,
        points=made.points,
        now=now or bidding.paired_at,
        nonce=nonce,
    )


def look(now: datetime) -> int:
    """The worker looks, as it has done all the time before."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": now})
    return service.look(now)


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
