"""Many people of a club sign in at one network, by its link or by invitations; nobody is flooded."""

import itertools
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts import links
from accounts.models.person import Person
from accounts.rate_limits import Limit
from games.ladders.clubs import founding
from games.ladders.models.club import Club
from games.models.seat import Invitation
from games.reads.turn_links import invitation_link
from games.services import joining, lobby
from games.services.lobby import Invite
from notifications.delivery import deliver_due
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.web.browsers import path_of

pytestmark = pytest.mark.django_db

WIFI, MOBILE = "192.0.2.1", "192.0.2.2"
PEOPLE = 40
numbers = itertools.count(1)


def ask(browser: Client, address: str = "") -> Any:
    return browser.post("/sign-in/", {"email": address or f"somebody{next(numbers)}@example.org"})


def at(network: str, *links_followed: str) -> Client:
    """A browser at a network that followed links."""
    browser = Client(REMOTE_ADDR=network)
    for link in links_followed:
        assert browser.get(link).status_code == 302
    return browser


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(joining=Club.Joining.LINK, name="Edo Club")


def link_of(club: Club) -> str:
    return f"/clubs/{club.slug}/join/{club.link}/"


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "LINKS_FROM_SENDER", Limit("links of a test", 1, 3600))
    monkeypatch.setattr(links, "LINKS_TO_INVITED", Limit("links to invited of a test", 3, 3600))
    monkeypatch.setattr(links, "LINKS_BY_INVITATION", Limit("links by invitation of a test", 4, 3600))


def test_club_of_forty_signs_in_at_one_network(club: Club) -> None:
    assert {ask(at(WIFI, link_of(club))).status_code for _person in range(PEOPLE)} == {302}
    deliver_due()
    assert len(mail.outbox) == PEOPLE
    strangers = [ask(at(WIFI)).status_code for _person in range(links.LINKS_FROM_SENDER.most + 1)]
    assert strangers == [302] * links.LINKS_FROM_SENDER.most + [429]
    assert ask(at(WIFI, link_of(club))).status_code == 302


@pytest.mark.usefixtures("_few")
def test_link_raises_the_limit_of_a_network_and_no_further(club: Club) -> None:
    assert [ask(at(WIFI, link_of(club))).status_code for _person in range(5)] == [302] * 4 + [429]
    assert [ask(at(MOBILE, link_of(club))).status_code for _person in range(3)] == [302, 302, 429]


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("what", ["renewed", "approval", "dissolved", "invented"])
def test_link_that_lets_nobody_in_raises_nothing(club: Club, what: str) -> None:
    browser = at(WIFI, f"/clubs/{club.slug}/join/invented/" if what == "invented" else link_of(club))
    if what == "renewed":
        founding.renew_link(club=club, by=Person.objects.get(memberships__club=club), old=club.link)
    elif what == "approval":
        Club.objects.update(joining=Club.Joining.APPROVAL)
    elif what == "dissolved":
        Club.objects.update(dissolved_at=club.created_at)
    assert [ask(browser).status_code for _time in range(2)] == [302, 429]


def invited(address: str) -> Invitation:
    opponent = Invite(address)
    game = lobby.create(creator=PersonFactory.create(), edition="kessen", side="east", opponent=opponent)
    return Invitation.objects.get(seat__game=game)


@pytest.mark.usefixtures("_few")
def test_invitation_raises_the_limit_for_whom_it_was_mailed_to() -> None:
    assert [ask(at(WIFI)).status_code for _time in range(2)] == [302, 429]
    invitation = invited("Anna@example.org")
    browser = at(WIFI, path_of(invitation_link(invitation)))
    assert ask(browser, "stranger@example.org").status_code == 429
    assert ask(browser, "anna@example.org ").status_code == 302
    joining.decline(game=invitation.seat.game, person=invitation.person)
    assert ask(browser, "anna@example.org").status_code == 429


def test_address_is_not_flooded_by_invitations(club: Club) -> None:
    for _time in range(2 * links.LINKS_TO_ADDRESS.most):
        assert ask(at(WIFI, link_of(club)), "anna@example.org").status_code == 302
    deliver_due()
    assert len(mail.outbox) == links.LINKS_TO_ADDRESS.most
