"""A game says of which ladder it is: on its page, in the mail that it has begun, and to programs."""

from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.side import EAST, WEST
from games.ladders import starting
from games.ladders.bidding.auction import Bid
from games.ladders.models.season import Match, Season
from games.models.seat import Seat
from games.services.waiting import STARTED, YOUR_PHASE
from games.simulation.league import check_in_all
from notifications.registry import Message, kind_named
from tests.factories.ladders import PLAYERS, BiddingFactory, BiddingLadderFactory
from tests.factories.people import PersonFactory
from tests.kit import cached_positions
from tests.kit.calling import caller_at
from tests.kit.ladders import opened
from tests.kit.pages import in_one_line
from tests.kit.table import Table

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


def mailed(match: Match, kind: str) -> Message:
    """What East is mailed while they are asked for a bid."""
    seat = Seat.objects.get(game=match.game, side=EAST)
    found = kind_named(kind)
    assert found is not None
    mail = found.compose(f"{match.game.public_id}.east", str(seat.told_at))
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
    mail = mailed(match, STARTED)
    assert SENTENCE in mail.text
    assert address in mail.text.splitlines()
    page = unescape(mail.html)
    assert f'href="{address}"' in page
    assert "The game counts for season 2 of" in page
    assert mail.subject == "East against Ashigaru Two: the game has begun"


def test_later_mails_do_not_name_it_again() -> None:
    mail = mailed(match_of_second_season(), YOUR_PHASE)
    assert "ladder" not in mail.text
    assert "ladder" not in mail.html


def test_no_other_game_is_of_a_ladder() -> None:
    table = Table()
    seat = Seat.objects.get(game=table.game, side=EAST)
    kind = kind_named(STARTED)
    assert kind is not None
    mail = kind.compose(f"{table.game.public_id}.east", str(seat.told_at))
    assert mail is not None
    assert "ladder" not in mail.text
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


def test_a_game_with_points_given_tells_both() -> None:
    match = opened(BiddingFactory.create(), Bid(EAST, 3), Bid(EAST, 1))
    told = caller_at(match.east.email).get(f"games/{match.game.public_id}/").json()
    assert told["given"] == {"east": 0, "west": 3}
    assert told["ladder"]["season"] == 1


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
    assert taken() == alone
