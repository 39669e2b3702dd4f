"""People who are about to close their accounts, and what there is to be found of them afterwards."""

import json
from collections.abc import Iterator

from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts.models.person import Person
from accounts.sessions import SessionStore
from games.engine.side import EAST, WEST
from notifications.webhooks.models import Webhook
from tests.kit.table import Table

NAME, ADDRESS = "Ashigaru One", "ashigaru.one@example.org"
OTHER = "Ashigaru Two"


def renamed(person: Person, name: str, email: str) -> Person:
    Person.objects.filter(pk=person.pk).update(name=name, email=email, confirmed_at=timezone.now())
    return Person.objects.get(pk=person.pk)


def tables(count: int, *, is_public: bool = False) -> list[Table]:
    """Games of the two, of whom East is about to leave."""
    made = [Table(seed, is_public=is_public) for seed in range(count)]
    people = [
        renamed(made[0].people[EAST], NAME, ADDRESS),
        renamed(made[0].people[WEST], OTHER, "ashigaru.two@example.org"),
    ]
    for table in made:
        table.people = people
    return made


def a_table() -> Table:
    """One of them."""
    return tables(1)[0]


def again(person: Person) -> Person:
    return Person.objects.get(pk=person.pk)


def stored_texts() -> Iterator[tuple[str, str]]:
    """Everything in the database that is text, or may be read as text, with where it stands."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for name, value in zip(names, row, strict=True):
                    if isinstance(value, memoryview | bytes):
                        yield f"{table}.{name}", bytes(value).decode("latin-1")
                    elif value is not None:
                        yield f"{table}.{name}", str(value)


def found_in_the_database(*words: str) -> set[str]:
    kept = {where for where, text in stored_texts() for word in words if word.lower() in text.lower()}
    opened = [SessionStore().decode(session.session_data) for session in Session.objects.all()]
    return kept | {"a session" for held in opened if any(word in json.dumps(held) for word in words)}


def a_webhook(person: Person) -> Webhook:
    types = ["game.started", "game.your-phase", "game.over"]
    return Webhook.objects.create(
        person=person, url="https://hooks.example.test/x", shape=Webhook.Shape.STANDARD, types=types
    )
