"""What several make at the same moment on PostgreSQL is made once, and its log has no error of it."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import Error, connection, transaction
from django.db.backends.signals import connection_created

from games.ladders.clubs import founding
from games.ladders.clubs.founding import ClubTerms
from games.ladders.models.club import Club
from games.models.game import EditionText
from games.rulebook.editions import DEFAULT
from games.services import lobby, offers
from games.services.lobby import Computer
from sekigahara.db.writes import ensured
from sekigahara.errors.exceptions import Unacceptable
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.kit.concurrency import at_once, codes, waiting
from tests.kit.processes import wait_until

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def errors() -> Iterator[list[Error]]:
    """The errors of statements on every connection that is opened."""
    noted: list[Error] = []

    def note(execute: Callable[..., Any], *statement: Any) -> Any:
        try:
            return execute(*statement)
        except Error as error:
            noted.append(error)
            raise

    def listen(*, connection: Any, **_signal: Any) -> None:
        connection.execute_wrappers.append(note)

    connection_created.connect(listen)
    yield noted
    connection_created.disconnect(listen)


def while_writes_wait(table: str, *attempts: Callable[[], object]) -> list[Any]:
    """What comes of attempts that have all read before the first of them may write into a table."""
    outcomes: list[Any] = []
    crowd = threading.Thread(target=lambda: outcomes.extend(at_once(*attempts)))
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK {table} IN EXCLUSIVE MODE")
        crowd.start()
        wait_until(lambda: waiting() == len(attempts), what="all of them waiting")
    crowd.join(timeout=40)
    return outcomes


def test_clubs_of_one_name(errors: list[Error]) -> None:
    founders = [PersonFactory.named(f"Founder {name}") for name in ("One", "Two", "Three")]

    def founds(number: int) -> Callable[[], object]:
        name = ("Edo Club", "EDO club", "Edо Club")[number]  # noqa: RUF001 - a look-alike
        return lambda: founding.found(founder=founders[number], terms=ClubTerms(name))

    outcomes = while_writes_wait("ladders_club", *map(founds, range(3)))
    assert codes(outcomes) == ["", "club-name-taken", "club-name-taken"]
    assert Club.objects.count() == 1
    assert errors == []


def test_clubs_of_one_address(errors: list[Error]) -> None:
    founders = [PersonFactory.named(f"Neighbour {name}") for name in ("One", "Two")]

    def founds(number: int) -> Callable[[], object]:
        return lambda: founding.found(founder=founders[number], terms=ClubTerms(("Edo!", "Edo?")[number]))

    assert codes(while_writes_wait("ladders_club", *map(founds, range(2)))) == ["", ""]
    assert {club.slug for club in Club.objects.all()} == {"edo", "edo-2"}
    assert errors == []


def test_clubs_that_take_one_name(errors: list[Error]) -> None:
    clubs = [ClubFactory.create(founder__name=f"Renamer {name}", name=name) for name in ("One", "Two")]
    founders = [club.memberships.get().person for club in clubs]

    def renames(number: int) -> Callable[[], object]:
        changed = {"name": "Edo Club"}
        return lambda: founding.change(club=clubs[number], by=founders[number], changed=changed)

    assert codes(while_writes_wait("ladders_club", *map(renames, range(2)))) == ["", "club-name-taken"]
    assert errors == []


def test_a_name_in_capitals_is_the_same_name(errors: list[Error]) -> None:
    ClubFactory.create(founder__name="Founder Large", name="ΣΙΓΜΑ")
    with pytest.raises(Unacceptable, match="club-name-taken"):
        ClubFactory.create(founder__name="Founder Small", name="σιγμα")
    assert errors == []


def test_the_text_of_an_edition(errors: list[Error]) -> None:
    def pins() -> object:
        return ensured(EditionText.objects.all(), {"text": "x"}, digest="a" * 64)

    one, other = while_writes_wait("games_editiontext", pins, pins)
    assert one == other
    assert errors == []


def test_an_offer_is_used_once(errors: list[Error]) -> None:
    person = PersonFactory.named("Somebody")
    offer = offers.make().text

    def creates() -> object:
        return lobby.create(
            creator=person, edition=DEFAULT, side="east", opponent=Computer("ashigaru"), offer=offer
        )

    assert codes(while_writes_wait("games_game", creates, creates)) == ["", "offer-used"]
    assert errors == []
