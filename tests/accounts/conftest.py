"""People who sign in, each from somewhere else."""

import itertools
import re
import secrets

import pytest
from django.core import mail
from django.test import Client
from oauth2_provider.models import Application

from accounts import oauth
from accounts.models.person import Person
from notifications.delivery import deliver_due
from tests.accounts.programs import HOME
from tests.factories.people import PersonFactory

numbers = itertools.count(1)


def somewhere() -> str:
    """An address of the net nobody has sent from yet."""
    return f"2001:db8:{secrets.token_hex(2)}:{secrets.token_hex(2)}::1"


def new_browser() -> Client:
    """A browser somewhere, with nothing in it."""
    return Client(REMOTE_ADDR=somewhere())


def new_address() -> str:
    """A mail address that was never heard of."""
    return f"player{next(numbers)}-{secrets.token_hex(4)}@example.org"


def somebody(name: str = "") -> Person:
    """Somebody new of that name."""
    return PersonFactory.create(name=name, email=new_address())


def mailed_link() -> str:
    """The path of the link in the newest mail, after all that is due was sent."""
    deliver_due()
    links = re.findall(r"^http://testserver(/sign-in/\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    (link,) = links
    return str(link)


@pytest.fixture
def browser() -> Client:
    return new_browser()


@pytest.fixture
def address() -> str:
    return new_address()


@pytest.fixture
def person(address: str) -> Person:
    """Somebody with a name who has never signed in."""
    return PersonFactory.create(name="Anna", email=address)


@pytest.fixture
def signed_in(person: Person) -> Client:
    """Her browser."""
    browser = new_browser()
    browser.force_login(person)
    return browser


@pytest.fixture
def app() -> Application:
    """A program that somebody has registered."""
    return oauth.register(person=PersonFactory.named("Maker"), name="Board at a glance", redirects=[HOME])
