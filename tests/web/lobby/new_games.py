"""Creates games by the form, and follows the links in invitations."""

import re
import uuid

from django.core import mail
from django.test import Client

from games.models.game import Game
from notifications.delivery import deliver_due
from tests.web.browsers import text

INVITE = {"edition": "kessen", "opponent": "invite", "side": "west", "name": "Ieyasu Fan"}


def create(browser: Client, **changes: str) -> Game:
    """Send the form for a new game: an invitation to somebody new, but for the changes."""
    response = browser.post("/games/new/", INVITE | {"invited": f"{uuid.uuid4()}@example.org"} | changes)
    assert response.status_code == 302, text(response)
    return Game.objects.get(public_id=response["Location"].split("/")[2])


def offered(page: str) -> str:
    """The offer on the page of the form."""
    found = re.search(r'name="offer" value="([^"]+)"', page)
    assert found, page
    return found[1]


def mailed_path(address: str) -> str:
    """The path of the link in the newest mail to an address."""
    deliver_due()
    letter = [str(sent.body) for sent in mail.outbox if sent.to == [address]][-1]
    link = re.search(r"http://testserver(/[ti]/\S+)", letter)
    assert link, letter
    return link[1]


def by_mail(address: str) -> tuple[Client, str]:
    """A browser that has followed the link of the newest mail to an address, and the page it was led to."""
    guest = Client()
    return guest, guest.get(mailed_path(address))["Location"]
