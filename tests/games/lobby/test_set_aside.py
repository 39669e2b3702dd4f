"""Who lets two games pass their first deadline unseen is set aside in open games until they are here."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts import services as accounts
from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.ladders.at_hand import to_join
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.reads import queries
from games.services import clock, joining, lobby, outages
from sekigahara.errors.exceptions import Conflict
from tests.factories.people import PersonFactory
from tests.kit.calling import caller_at
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.both]

LATE = timedelta(days=2, minutes=1)


def table_of(person: Person, number: int, on_time_out: OnTimeOut = OnTimeOut.NOTHING) -> Table:
    """A game in which that person, who has not looked yet, is waited for."""
    table = Table(number, terms=lobby.Terms(pace=2, on_time_out=on_time_out))
    Seat.objects.filter(game=table.game, side=WEST).update(player=person, looked_at=0)
    table.submit(EAST, table.a_bid(EAST))
    return table


def let_pass(traveller: time_machine.Traveller) -> None:
    traveller.shift(LATE)
    outages.go_on(datetime.now(UTC))
    for _time in range(2):
        clock.send_reminders()


def unseen(person: Person) -> int:
    return Person.objects.get(pk=person.pk).unseen_games


def offer(person: Person) -> Game:
    return lobby.create(creator=person, edition="kessen", side="east", opponent=lobby.Anybody())


@pytest.fixture
def sleeper() -> Person:
    return PersonFactory.named("Ishida")


@pytest.fixture
def aside(sleeper: Person) -> Person:
    sleeper.unseen_games = 2
    sleeper.save()
    return sleeper


@pytest.mark.parametrize("on_time_out", [OnTimeOut.NOTHING, OnTimeOut.CLAIM])
def test_two_games_that_pass_unseen_set_somebody_aside(
    sleeper: Person, traveller: time_machine.Traveller, on_time_out: OnTimeOut
) -> None:
    for number in (1, 2, 3):
        table_of(sleeper, number, on_time_out)
        let_pass(traveller)
        assert unseen(sleeper) == min(number, 2)
    assert Person.objects.get(pk=sleeper.pk).is_set_aside


def test_game_that_was_looked_at_or_given_more_time_does_not_count(
    sleeper: Person, traveller: time_machine.Traveller
) -> None:
    seen = table_of(sleeper, 1)
    Seat.objects.filter(game=seen.game, side=WEST).update(looked_at=1)
    extended = table_of(sleeper, 2)
    due = extended.seat(WEST).due_at
    assert due is not None
    clock.give_time(seat=extended.seat(EAST), due_at=due)
    let_pass(traveller)
    let_pass(traveller)
    assert unseen(sleeper) == 0


def test_who_is_set_aside_neither_offers_nor_joins_and_is_not_listed(sleeper: Person) -> None:
    own, other = offer(sleeper), offer(PersonFactory.named("Ii"))
    reader = PersonFactory.named("Honda")
    Person.objects.filter(pk=sleeper.pk).update(unseen_games=2)
    sleeper.refresh_from_db()
    assert [game.pk for game in queries.open_games(reader)] == [other.pk]
    assert [free.seat.game_id for free in to_join(reader, 9)] == [other.pk]
    with pytest.raises(Conflict, match="set-aside"):
        offer(sleeper)
    with pytest.raises(Conflict, match="set-aside"):
        joining.join(game=other, person=sleeper)
    accounts.say_here(person=sleeper)
    joining.join(game=other, person=sleeper)
    assert [free.seat.game_id for free in to_join(reader, 9)] == [own.pk]


def test_invitations_and_computer_players_stay_open_to_them(aside: Person) -> None:
    host = PersonFactory.named("Ii")
    invited = lobby.create(creator=host, edition="kessen", side="east", opponent=lobby.Invite(aside.email))
    joining.join(game=invited, person=aside)
    lobby.create(creator=aside, edition="kessen", side="east", opponent=lobby.Computer("ashigaru"))


def test_one_tap_says_that_they_are_here(aside: Person) -> None:
    browser = signed_in(aside)
    assert "Are you still here?" in text(browser.get("/games/open/"))
    assert "You can play open games again." in text(browser.post("/me/here/", follow=True))
    assert unseen(aside) == 0
    assert "Are you still here?" not in text(browser.get("/games/open/"))


def test_program_reads_it_and_says_that_it_is_here(aside: Person) -> None:
    caller = caller_at(aside.email)
    assert caller.get("me/").json()["set_aside"] is True
    assert caller.send("PATCH", "me/", {"here": False}).json()["set_aside"] is True
    assert caller.send("PATCH", "me/", {"here": True}).json()["set_aside"] is False
    assert caller.send("PATCH", "me/", {"here": "yes"}).status_code == 400
