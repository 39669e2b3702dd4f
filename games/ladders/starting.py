"""Begins the games of ladders, of every format: at once, or when the bids for sides are open."""

from datetime import datetime, timedelta

from accounts.models.person import Person
from games.ladders.challenges.eligibility import State
from games.ladders.clubs.privacy import take_in
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match, Season
from games.models import playing_time
from games.models.time_out_policy import OnTimeOut
from games.services import creation, lobby
from notifications.services import Announcement, announce

BIDDING = "ladders.bidding"


def begin(
    *, ladder: Ladder, season: Season, players: tuple[Person, Person], number: int, now: datetime
) -> Match | Bidding:
    """Begin a game by the rules of a ladder, in the caller's transaction, which holds its lock.

    With bidding for sides, both players are asked for a bid, and the game begins when the bids are opened.

    Args:
        players: East and West; with bidding for sides, in any order.
        number: the round of the ladder.
    """
    if ladder.has_bidding:
        return _bidding(ladder, season, players, number, now)
    return match(ladder=ladder, season=season, players=players, number=number, paired_at=now)


def match(
    *,
    ladder: Ladder,
    season: Season,
    players: tuple[Person, Person],
    number: int,
    paired_at: datetime,
    handicap: tuple[int, int] = (0, 0),
    chance: creation.Chance | None = None,
) -> Match:
    """Make and begin the game of a pairing whose sides are settled, in the caller's transaction.

    Args:
        players: East and West.
        number: the round of the ladder.
        handicap: victory points that bidding gives to East and to West.
        chance: as for ``create_between``.
    """
    game = lobby.create_between(
        players,
        edition=ladder.edition,
        terms=creation.Terms(
            is_public=True,
            pace=ladder.pace,
            time_bank=ladder.time_bank,
            on_time_out=OnTimeOut(ladder.on_time_out),
            is_rated=True,
            hold=ladder.hold,
            reaction=ladder.reaction,
            holidays_count=ladder.holidays_count,
        ),
        chance=chance,
    )
    take_in(game, ladder.club_id)
    (east, west), (given_east, given_west) = players, handicap
    made = Match.objects.create(
        season=season,
        round=number,
        game=game,
        east=east,
        west=west,
        paired_at=paired_at,
        given_east=given_east,
        given_west=given_west,
        is_apart=not ladder.rates_bots and east.is_bot != west.is_bot,
    )
    if ladder.format == Ladder.Format.CHALLENGE:
        accepted = Challenge.objects.filter(season__ladder=ladder, state=State.ACCEPTED, match=None)
        accepted.filter(challenger__in=players, challenged__in=players).update(match=made)
    return made


def _bidding(
    ladder: Ladder, season: Season, players: tuple[Person, Person], number: int, now: datetime
) -> Bidding:
    coin, game = creation.new_origin(), creation.new_origin()
    bidding = Bidding.objects.create(
        season=season,
        round=number,
        first=players[0],
        second=players[1],
        paired_at=now,
        due_at=playing_time.deadline(now, timedelta(days=ladder.pace), *ladder.time_away_of(*players)),
        public_id=game.public_id,
        seed=coin.seed,
        commitment=coin.commitment,
        game_seed=game.seed,
    )
    announce([Announcement(BIDDING, bidding.public_id, str(each.pk), each.pk) for each in players])
    return bidding
