"""Browsers of those who come to a game in a test."""

from django.test import Client

from accounts.models.person import Person
from games.models.seat import Seat
from games.turn_links import turn_link

SITE = "http://testserver"


def signed_in(person: Person) -> Client:
    """Somebody who has signed in."""
    browser = Client()
    browser.force_login(person)
    return browser


def path_of(link: str) -> str:
    """A link of a mail without the host."""
    return link.removeprefix(SITE)


def by_link(seat: Seat) -> Client:
    """A browser that has followed a turn link, and nothing else."""
    browser = Client()
    assert browser.get(path_of(turn_link(seat))).status_code == 302
    return browser


def address(seat: Seat) -> str:
    """The page of the seat's game."""
    return f"/games/{seat.game.public_id}/"
