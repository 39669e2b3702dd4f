"""What is asked for twice is refused without an error of the database: its log is for the unexpected."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import Error, connection

from accounts import services
from accounts.models.person import Person
from sekigahara.errors.exceptions import RefusalError, Unacceptable
from tests.factories.clubs import ClubFactory, ClubWebhookFactory
from tests.factories.ladders import LadderFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def errors() -> Iterator[list[Error]]:
    """The errors of statements on the test's connection."""
    noted: list[Error] = []

    def note(execute: Callable[..., Any], *statement: Any) -> Any:
        try:
            return execute(*statement)
        except Error as error:
            noted.append(error)
            raise

    with connection.execute_wrapper(note):
        yield noted


def test_a_second_token_of_a_name(errors: list[Error]) -> None:
    person = Person.objects.at("someone@example.org")
    services.create_token(person=person, name="bot", scopes=["games:read"])
    with pytest.raises(RefusalError, check=lambda error: error.code == "name-taken"):
        services.create_token(person=person, name="bot", scopes=["games:read"])
    assert errors == []


def test_a_second_webhook_at_an_address(errors: list[Error]) -> None:
    club = ClubFactory.create()
    ClubWebhookFactory.create(club=club)
    with pytest.raises(RefusalError, check=lambda error: error.code == "address-taken"):
        ClubWebhookFactory.create(club=club)
    assert errors == []


def test_a_second_ladder_of_a_name(errors: list[Error]) -> None:
    ladder = LadderFactory.create()
    with pytest.raises(Unacceptable):
        LadderFactory.create(club=ladder.club)
    assert errors == []
