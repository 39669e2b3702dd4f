"""What the menu of every page says to whoever is signed in."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest
from sesame.backends import ModelBackend

from accounts.models.person import Person
from sekigahara.db.statements import Select

_SIGNED_IN = Select[tuple[Person, int, bool]](
    """
    SELECT {person}, (
        SELECT count(DISTINCT seat.game_id)
        FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
        WHERE seat.player_id = person.id AND seat.waiting_since IS NOT NULL AND game.frozen_at IS NULL
            AND game.status <> 'called-off' AND game.lesson = ''
    ), EXISTS (
        SELECT 1 FROM ladders_membership membership
        WHERE membership.person_id = person.id AND membership.role = 'organiser'
    )
    FROM accounts_person person WHERE person.id = %s
    """,
    person=Person,
)
"""The games that wait are those of ``queries.waiting_seats``. A dissolved club has no organisers."""


class Menu(NamedTuple):
    """What the menu says to somebody.

    Attributes:
        waiting: how many games wait for them, each counted once.
        is_organiser: whether they are an organiser of a club.
    """

    waiting: int = 0
    is_organiser: bool = False


class SignedIn(ModelBackend):  # type: ignore[misc] # it has no types
    """Finds who is signed in, and what the menu says to them, by one statement."""

    def get_user(self, user_id: int) -> Person | None:
        """The person a session names; None if their account is closed."""
        person = _found(user_id)
        return person if person is not None and self.user_can_authenticate(person) else None


def menu(request: HttpRequest) -> dict[str, Callable[[], Menu]]:
    """For the templates of all pages: what the menu says to whoever is signed in.

    It was read when the person was found. What a request has changed since is read once a template asks.
    """
    person = getattr(request, "user", None)
    return {"menu": lambda: _menu(request, person) if isinstance(person, Person) else Menu()}


def _menu(request: HttpRequest, person: Person) -> Menu:
    is_known = person.waiting is not None and request.method in {"GET", "HEAD"}
    known = person if is_known else _found(person.pk)
    return Menu() if known is None else Menu(known.waiting or 0, known.is_organiser)


def _found(key: int) -> Person | None:
    for person, waiting, is_organiser in _SIGNED_IN.rows(key):
        person.waiting, person.is_organiser = waiting, bool(is_organiser)
        return person
    return None
