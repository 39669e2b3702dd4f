"""Playing at once: a guest begins a game with one tap, and can do nothing but play it."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import guests, links
from accounts.models.person import Person
from games.engine.side import SIDES
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT
from games.services import computers, play
from games.services.guest_games import GUEST_GAMES_AT_ONCE
from notifications.delivery import deliver_due
from notifications.models import Notification
from tests.permissions.table import TABLE
from tests.permissions.test_table import API, rows_of
from tests.permissions.world import ROLES, World
from tests.secrecy.routes import PARAMETER, routes
from tests.web.browsers import address, signed_in, text

pytestmark = pytest.mark.django_db


def tap(browser: Client, **fields: str) -> Any:
    """Play now."""
    return browser.post("/play/", fields)


@pytest.fixture
def guest() -> Client:
    """Who has a game."""
    browser = Client()
    tap(browser)
    return browser


def seats_in(browser: Client) -> list[Seat]:
    """The seats of the browser's guest, the latest game's last."""
    held = Seat.objects.select_related("game", "player").filter(player=guest_of(browser))
    return list(held.order_by("game__created_at", "side"))


def guest_of(browser: Client) -> Person:
    return Person.objects.get(pk=browser.session[guests.GUEST][0])


def with_token(browser: Client, path: str) -> str:
    """The token against forged requests, from the form of a page."""
    page = text(browser.get(path))
    return page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]


# ---- one tap


def test_one_tap_on_the_first_page_begins_a_game_against_the_computer() -> None:
    browser = Client(enforce_csrf_checks=True)
    assert "Play now" in text(browser.get("/"))
    token = with_token(browser, "/")
    landed = tap(browser, csrfmiddlewaretoken=token)
    (seat,) = seats_in(browser)
    assert landed["Location"] == address(seat)
    game = seat.game
    other = Seat.objects.get(game=game, side=seat.plays.enemy)
    assert (game.edition, game.status, other.computer) == (DEFAULT, Game.Status.RUNNING, "komono")
    assert not game.is_public
    assert not game.is_rated
    page = text(browser.get(landed["Location"]))
    assert 'id="board"' in page
    assert "You play as a guest" in page
    assert "30 days" in page
    assert f'href="/sign-in/?next=%2Fgames%2F{game.public_id}%2F"' in page


def test_a_guest_decides_as_anybody(guest: Client) -> None:
    computers.play_computers()
    (seat,) = seats_in(guest)
    assert seat.asked
    page = text(guest.get(address(seat)))
    assert "Your decision" in page
    assert "Rematch" not in page
    guest.post(f"{address(seat)}resign/")
    seat.game.refresh_from_db()
    assert seat.game.winner == seat.plays.enemy
    assert "Rematch" in text(guest.get(address(seat)))
    begun = guest.post(f"{address(seat)}rematch/")
    assert "You play as a guest" in text(guest.get(begun["Location"]))


def test_a_second_tap_leads_to_the_game_that_is_running() -> None:
    browser = Client()
    first = tap(browser)["Location"]
    assert "Go on playing" in text(browser.get("/"))
    assert tap(browser)["Location"] == first
    assert Person.objects.filter(guest_seen_at__isnull=False).count() == 1
    (seat,) = seats_in(browser)
    play.resign(seat=seat)
    assert tap(browser)["Location"] != first
    assert Person.objects.filter(guest_seen_at__isnull=False).count() == 1


def test_nobody_else_sees_the_game() -> None:
    browser = Client()
    path = tap(browser)["Location"]
    other = Client()
    tap(other)
    for stranger in (other, Client(), signed_in(Person.objects.at("stranger@example.org"))):
        assert stranger.get(path).status_code == 404
    for listed in ("/", "/games/open/", "/archive/", "/statistics/"):
        assert path.split("/")[2] not in text(Client().get(listed))


def test_a_guest_may_play_both_sides(guest: Client) -> None:
    path = tap(guest, new="myself")["Location"]
    mine = [seat for seat in seats_in(guest) if address(seat) == path]
    assert [seat.plays for seat in mine] == list(SIDES)
    for side in ("east", "west"):
        assert guest.get(f"{path}?as={side}").status_code == 200


def test_a_guest_plays_three_games_at_a_time() -> None:
    browser = Client()
    for _game in range(GUEST_GAMES_AT_ONCE):
        assert tap(browser, new="computer")["Location"].count("/") == 3
    refused = browser.post("/play/", {"new": "computer"}, follow=True)
    assert "A guest plays 3 games at a time." in text(refused)
    assert len(seats_in(browser)) == GUEST_GAMES_AT_ONCE
    play.resign(seat=seats_in(browser)[0])
    tap(browser, new="computer")
    assert len(seats_in(browser)) == GUEST_GAMES_AT_ONCE + 1


def test_a_guest_lists_their_games_and_begins_another_there(guest: Client) -> None:
    page = text(guest.get("/games/"))
    assert "komono (computer)" in page
    assert "Another game against the computer" in page
    assert "Keep these games: add an email address" in page
    assert "came by a link" not in page


def test_signed_in_people_play_as_themselves() -> None:
    person = Person.objects.at("known@example.org")
    browser = signed_in(person)
    path = tap(browser)["Location"]
    assert tap(browser)["Location"] == path
    assert Seat.objects.get(player=person).game.public_id in path
    assert not Person.objects.filter(guest_seen_at__isnull=False).exists()
    assert "as a guest" not in text(browser.get(path))


# ---- limits


def test_one_address_creates_ten_guests_a_day() -> None:
    for _guest in range(guests.FROM_SENDER.most):
        assert tap(Client()).status_code == 302
    refused = tap(Client())
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert "Too many games were started from this address" in text(refused)
    assert tap(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert tap(Client()).status_code == 302


def test_many_places_of_one_network_have_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "FROM_NETWORK", guests.FROM_NETWORK._replace(most=5))
    taps = [tap(Client(REMOTE_ADDR=f"198.51.100.{place}")).status_code for place in range(6)]
    assert taps == [302] * 5 + [429]


# ---- what a guest cannot do


def test_no_mail_is_attempted_to_a_guest(guest: Client) -> None:
    computers.play_computers()
    deliver_due()
    person = guest_of(guest)
    rows = Notification.objects.filter(recipient=person)
    assert {row.status for row in rows} <= {Notification.Status.SKIPPED}
    assert mail.outbox == []
    assert links.read(links.new_token(person)) is None


def test_guest_is_asked_to_sign_in_wherever_a_stranger_is(guest: Client) -> None:
    """A game to join and a club to enter are among it; the list of their own games is not."""
    world, known = World(), {route.name: route for route in routes()}
    opened = set()
    for row, letters in rows_of(TABLE).items():
        method, name = row.split()
        if letters[ROLES.index("nobody")] == "?" and not name.startswith(API):
            values = {each: world.value(name, each) for each in PARAMETER.findall(known[name].path)}
            answer = guest.generic(method, known[name].filled(**values))
            if not answer.get("Location", "").startswith("/sign-in/?next="):
                opened.add(row)
    assert opened == {"GET games:mine"}


def test_voiding_links_does_not_lock_a_guest_out() -> None:
    browser = Client()
    path = tap(browser)["Location"]
    page = browser.post(f"{path}links/", follow=True)
    assert "no link to this seat was ever mailed" in text(page)
    assert browser.get(path).status_code == 200


# ---- how long it is kept


def test_a_visit_is_noted_once_a_day_and_keeps_the_session() -> None:
    browser = Client()
    path = tap(browser)["Location"]
    begun = guest_of(browser).guest_seen_at
    assert begun is not None
    browser.get(path)
    assert guest_of(browser).guest_seen_at == begun
    for days in (20, 40, 60, 80, 100):  # a session that is not renewed ends after 90
        with time_machine.travel(begun + timedelta(days=days), tick=False):
            assert browser.get(path).status_code == 200
            assert guest_of(browser).guest_seen_at == begun + timedelta(days=days)
            assert browser.get("/games/").status_code == 200


def test_a_guest_deletes_their_games_at_once() -> None:
    browser = Client()
    path = tap(browser)["Location"]
    guest = guest_of(browser)
    assert "Delete my games as a guest" in text(browser.get("/games/"))
    page = browser.post("/play/forget/", follow=True)
    assert "Your games as a guest are deleted." in text(page)
    assert not Person.objects.filter(pk=guest.pk).exists()
    assert not Game.objects.exists()
    assert browser.get(path).status_code == 404
    assert browser.post("/play/forget/")["Location"] == "/"
