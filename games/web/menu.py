"""What the menu of every page shows."""

from collections.abc import Callable

from django.http import HttpRequest

from accounts.models.person import Person
from games.reads import queries


def waiting(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """For the templates of all pages: how many games wait for whoever is signed in.

    It is counted, by one statement, once a template asks, and never for anybody else.
    """
    person = getattr(request, "user", None)
    return {"count_waiting": lambda: queries.count_waiting(person) if isinstance(person, Person) else 0}
