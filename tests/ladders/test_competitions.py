"""A game says of which ladder it is: on its page, in the mail that it has begun, and to programs."""

from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.side import EAST, LABELS, SIDES, WEST, Side
from games.ladders import starting
from games.ladders.arbitration.verbs.annul import ANNULLED
from games.ladders.bidding.auction import Bid
from games.ladders.models.season import Match, Season
from games.ladders.ratings.results import CORRECTED
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.notices.turns import over as over_mail
from games.services import play
from games.services.waiting import OVER, STARTED, YOUR_PHASE
from games.simulation.league import check_in_all
from notifications.registry import Message
from tests.factories.ladders import PLAYERS, BiddingFactory, BiddingLadderFactory
from tests.factories.people import PersonFactory
from tests.kit import cached_positions
from tests.kit.calling import caller_at
from tests.kit.ladders import opened
from tests.kit.owed_mails import composed
from tests.kit.pages import in_one_line
from tests.kit.table import Table
from tests.ladders.archived import taken_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]
SENTENCE = "The game counts for season 2 of Bidding, a ladder of the club Friends of Sekigahara."


def match_of_second_season() -> Match:
    """A game that a ladder paired in its second season."""
    ladder = BiddingLadderFactory.create()
    first = ladder.seasons.get()
    season = Season.objects.create(
        ladder=ladder, number=2, begins_at=first.ends_at, ends_at=first.ends_at + timedelta(days=91)
    )
    one, other = (PersonFactory.named(name) for name in PLAYERS)
    made = starting.match(
        ladder=ladder, season=season, players=(one, other), number=1, paired_at=first.ends_at
    )
    check_in_all()
    made.game.refresh_from_db()
    return made


def mailed(game: Game, kind: str) -> Message:
    """What East is mailed while they are asked for a bid."""
    seat = Seat.objects.get(game=game, side=EAST)
    mail = composed(kind, seat.reference, str(seat.told_at))
    assert mail is not None
    return mail


def test_the_page_of_a_game_leads_to_its_season() -> None:
    match = match_of_second_season()
    address = f"/ladders/{match.season.ladder.public_id}/?season=2"
    page = unescape(in_one_line(Client().get(f"/games/{match.game.public_id}/").content.decode()))
    assert f'a game of season 2 of <a href="{address}">Bidding</a>, a ladder of the club' in page
    assert "a game of the club" not in page, "the club is named once"
    led = urlsplit(address)
    there = Client().get(led.path, parse_qs(led.query))
    assert there.context["season"] == match.season


def test_the_mail_that_it_has_begun_names_the_ladder() -> None:
    match = match_of_second_season()
    address = f"http://testserver/ladders/{match.season.ladder.public_id}/?season=2"
    mail = mailed(match.game, STARTED)
    assert SENTENCE in mail.text
    assert address in mail.text.splitlines()
    page = unescape(mail.html)
    assert f'href="{address}"' in page
    assert "The game counts for season 2 of" in page
    assert mail.subject == "East against Ashigaru Two: the game has begun"


def test_no_other_game_is_of_a_ladder() -> None:
    table = Table()
    assert "ladder" not in mailed(table.game, STARTED).text
    told = caller_at(table.people[EAST].email).get(f"games/{table.game.public_id}/").json()
    assert told["ladder"] is None


def test_programs_are_told_which_ladder_and_season_a_game_is_of() -> None:
    match = match_of_second_season()
    of = {"id": match.season.ladder.public_id, "name": "Bidding", "season": 2}
    east = caller_at(match.east.email)
    assert east.get(f"games/{match.game.public_id}/").json()["ladder"] == of
    (listed,) = east.get("games/?list=mine").json()["games"]
    assert listed["ladder"] == of
    assert caller_at("stranger@example.org").get(f"games/{match.game.public_id}/").json()["ladder"] == of


def test_a_list_of_many_takes_as_many_statements_as_a_list_of_one() -> None:
    match = match_of_second_season()
    caller = caller_at(match.east.email)

    def taken() -> int:
        cached_positions.forget()
        with CaptureQueriesContext(connection) as captured:
            told = caller.get("games/?list=mine").json()["games"]
        assert all(game["ladder"] for game in told)
        return len(captured)

    caller.get("games/?list=mine")
    alone = taken()
    ladder = match.season.ladder
    for number in (2, 3, 4):
        starting.match(
            ladder=ladder,
            season=match.season,
            players=(match.west, match.east) if number % 2 else (match.east, match.west),
            number=number,
            paired_at=match.paired_at,
        )
    assert Seat.objects.filter(player=match.east, side=WEST).exists()
    assert taken() == alone + 1  # for the notes of all games that wait


GIVEN = (
    "West begins with 3 victory points given by bidding: they count only if the game is decided by points."
)


@pytest.fixture
def match() -> Match:
    """West has been given 3 points."""
    return opened(BiddingFactory.create(), Bid(EAST, 3), Bid(EAST, 1))


def at_the_end(game: Game, side: Side) -> Message:
    mail = over_mail(f"{game.public_id}.{LABELS[side]}", "1")
    assert mail is not None
    return mail


def decided_by_points(short: int | None) -> tuple[Game, tuple[int, int]]:
    """A game of a ladder that East has won by points, and how many both had.

    Args:
        short: how many points West still lacks to draw level with those given; None for none given.
    """
    game = taken_in(7)  # won by more than a point
    result = position.load(game).state.result
    assert result is not None
    assert (result.winner, result.victory) == (EAST, "points")
    east, west = result.points
    players = [PersonFactory.named(name) for name in PLAYERS]
    for side, player in zip(SIDES, players, strict=True):
        Seat.objects.filter(game=game, side=side).update(player=player, computer="")
    Game.objects.filter(pk=game.pk).update(is_rated=True)
    season = BiddingLadderFactory.create().seasons.get()
    Match.objects.create(
        season=season,
        round=1,
        game=game,
        east=players[EAST],
        west=players[WEST],
        paired_at=season.begins_at,
        given_west=0 if short is None else east - west - short,
    )
    return game, result.points


def test_mail_of_the_start_says_the_points_given(match: Match) -> None:
    mail = mailed(match.game, STARTED)
    assert GIVEN in mail.text
    assert GIVEN in unescape(mail.html)


def test_later_mails_say_neither_ladder_nor_points_given(match: Match) -> None:
    mail = mailed(match.game, YOUR_PHASE)
    for word in ("ladder", "bidding"):
        assert word not in mail.text
        assert word not in unescape(mail.html)


@pytest.mark.parametrize(
    ("short", "told"),
    [
        (1, "With the points given East has {east} and West {west}: East wins in the ladder."),
        (0, "With the points given both have {east}, and West wins ties: West wins in the ladder."),
        (-1, "With the points given East has {east} and West {west}: West wins in the ladder."),
    ],
)
def test_both_are_mailed_who_wins_in_the_ladder(short: int, told: str) -> None:
    game, (east, _west) = decided_by_points(short)
    sentence = told.format(east=east, west=east - short)
    for side in SIDES:
        mail = at_the_end(game, side)
        assert mail.subject.endswith(": the game is over"), "won or lost is not all there is to it"
        for text in (mail.text, unescape(mail.html)):
            assert "given by bidding" in text
            assert sentence in text


def test_mail_of_the_end_says_that_points_given_do_not_count(match: Match) -> None:
    play.resign(seat=Seat.objects.select_related("game", "player").get(game=match.game, side=EAST))
    mail = at_the_end(match.game, EAST)
    assert GIVEN in mail.text
    assert "The game was not decided by points, so the points given do not count." in mail.text
    assert "in the ladder" not in mail.text


@pytest.mark.parametrize("kind", [STARTED, OVER])
def test_a_game_without_points_given_says_nothing_of_them(kind: str) -> None:
    if kind == STARTED:
        mail = mailed(opened(BiddingFactory.create(), Bid(EAST, 3), Bid(WEST, 1)).game, STARTED)
    else:
        mail = at_the_end(decided_by_points(None)[0], EAST)
    assert "bidding" not in mail.text
    assert "points given" not in mail.text
    assert mail.subject.endswith((": the game has begun", ": you won"))


@pytest.mark.parametrize("victory", [ANNULLED, CORRECTED])
def test_mail_of_the_end_names_no_ladder_winner_after_a_ruling(victory: str) -> None:
    game, _points = decided_by_points(-1)
    Match.objects.filter(game=game).update(victory=victory, ended_at=game.ended_at)
    mail = at_the_end(game, WEST)
    assert "given by bidding" in mail.text
    assert "in the ladder" not in mail.text
