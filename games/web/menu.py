"""What the menu of every page says to a person who is signed in."""

from collections.abc import Callable
from typing import Any

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


class SignedIn(ModelBackend):  # type: ignore[misc] # it has no types
    """Finds the person who is signed in, and what the menu says to them, by one statement."""

    def get_user(self, user_id: int) -> Person | None:
        """The person a session names; None if their account is closed."""
        person = _found(user_id)
        return person if person is not None and self.user_can_authenticate(person) else None


def menu(request: HttpRequest) -> dict[str, Callable[[], dict[str, Any]]]:
    """For the templates of all pages: how many games wait for the person who is signed in.

    Each game is counted once. It also says whether they are an organiser of a club. All of it was read when
    the person was found. What a request has changed since is read once a template asks.
    """
    person = getattr(request, "user", None)
    return {"menu": lambda: _menu(request, person) if isinstance(person, Person) else {}}


def _menu(request: HttpRequest, person: Person) -> dict[str, Any]:
    is_known = person.waiting is not None and request.method in {"GET", "HEAD"}
    known = person if is_known else _found(person.pk)
    return {} if known is None else {"waiting": known.waiting, "is_organiser": known.is_organiser}


def _found(key: int) -> Person | None:
    for person, waiting, is_organiser in _SIGNED_IN.rows(key):
        person.waiting, person.is_organiser = waiting, bool(is_organiser)
        return person
    return None
