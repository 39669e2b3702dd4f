"""On PostgreSQL the role of the processes cannot get past what guards the log."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from django.conf import settings
from django.core import checks
from django.core.management import call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction
from psycopg.errors import LockNotAvailable
from pytest_django import DjangoDbBlocker

from accounts.models.person import Person
from games.log import seat_register
from games.models import guard
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat
from games.services import guest_games
from games.services.lobby import Myself
from tests.factories.people import PersonFactory
from tests.kit import postgresql
from tests.kit.commands import output_of
from tests.kit.table import Table

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("log_roles")]

GUIDE = Path(__file__).resolve().parents[2] / "deploy" / "README.md"
Connection = psycopg.Connection[tuple[object, ...]]
CONNECTING = ("NAME", "USER", "PASSWORD")


class Names(NamedTuple):
    """What stands in the guide for the owner and the processes' role; the database is called like that."""

    owner: str
    web: str

    def statements(self, number: int) -> list[str]:
        """Those of a block of SQL in the guide, with these names."""
        guide = GUIDE.read_text(encoding="utf-8")
        block = re.findall(r"^```sql\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[number]
        named = re.sub(r"\bsekigahara(_owner)?\b", lambda found: self.owner if found[1] else self.web, block)
        return named.replace("'...'", "'known to everybody'").splitlines()


def connect(name: str, user: str, password: str) -> None:
    connection.close()
    connection.settings_dict.update(dict(zip(CONNECTING, (name, user, password), strict=True)))


@pytest.fixture(scope="module", params=["new", pytest.param("had one role", marks=pytest.mark.overnight)])
def roles(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[Names]:
    """An installation made by the statements of the guide; Django is connected to it as its processes are."""
    names = Names(f"test_owner_{os.getpid()}", f"test_web_{os.getpid()}")
    usual = {name: connection.settings_dict[name] for name in CONNECTING}
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch, postgresql.server() as server:
        try:
            if request.param == "new":
                for statement in names.statements(0):
                    server.execute(statement)
            else:
                server.execute(f"CREATE ROLE {names.web} LOGIN PASSWORD 'known to everybody'")
                server.execute(f"CREATE DATABASE {names.web} OWNER {names.web}")
                connect(names.web, names.web, "known to everybody")
                call_command("migrate", verbosity=0)
                assert warned() == ["games.W001"]
                connect(names.web, usual["USER"], usual["PASSWORD"])
                with connection.cursor() as cursor:
                    for statement in names.statements(1):
                        cursor.execute(statement)
            connect(names.web, names.web, "known to everybody")
            owner = {**settings.DATABASES["default"], "USER": names.owner, "PASSWORD": "known to everybody"}
            patch.setattr(settings, "DATABASE_OWNER", owner)
            call_command("migrate", verbosity=0)
            yield names
        finally:
            connect(**{name.lower(): value for name, value in usual.items()})
            server.execute(f"DROP DATABASE IF EXISTS {names.web} WITH (FORCE)")
            for role in names:
                server.execute(f"DROP ROLE IF EXISTS {role}")


@pytest.fixture(scope="module")
def table(roles: Names) -> Table:
    """A running game between two people, made and played by the processes' role."""
    table = Table()
    table.submit(table.asked()[0])
    return table


def warned() -> list[str | None]:
    found = checks.run_checks(include_deployment_checks=True, databases=["default"], tags=[guard.TAG])
    return [each.id for each in found]


def delete_row(person: Person) -> None:
    """Delete the row of somebody who has a seat: foreign keys are looked at when the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_person WHERE id = %s", [person.pk])


DEEDS = (
    "UPDATE games_entry SET body = ''",
    "DELETE FROM games_entry",
    "TRUNCATE games_entry",
    "TRUNCATE games_game CASCADE",
    "INSERT INTO games_entry SELECT * FROM games_entry ON CONFLICT (id) DO UPDATE SET body = ''",
    "SELECT body FROM games_entry FOR UPDATE",
    "ALTER TABLE games_entry DISABLE TRIGGER ALL",
    "ALTER TABLE games_entry DISABLE TRIGGER games_entry_no_update",
    "DROP TRIGGER games_entry_no_update ON games_entry",
    "DROP TRIGGER games_seat_no_guest_update ON games_seat",
    "DROP TABLE games_entry CASCADE",
    "DROP SCHEMA public CASCADE",
    "ALTER TABLE games_entry OWNER TO CURRENT_USER",
    "CREATE RULE no_entries AS ON INSERT TO games_entry DO INSTEAD NOTHING",
    "CREATE OR REPLACE FUNCTION games_entry_refuse() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'",
    "SET session_replication_role = replica",
    "SET ROLE {owner}",
)


@pytest.mark.parametrize("deed", DEEDS)
def test_processes_cannot_get_past_the_guard_of_the_log(table: Table, roles: Names, deed: str) -> None:
    before = list(Entry.objects.values())
    denied = "must be owner|permission denied|must be member|must be able to SET ROLE"
    with (
        pytest.raises(ProgrammingError, match=denied),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(deed.format(owner=roles.owner))
    assert list(Entry.objects.values()) == before
    assert guard.missing() == []


def test_the_log_of_a_game_between_people_is_not_forgotten(table: Table) -> None:
    with pytest.raises(IntegrityError, match="DELETE of games_entry refused"), transaction.atomic():
        guard.forget(table.game.pk)
    assert Entry.objects.filter(game=table.game).count() == table.game.length


def test_somebody_taken_from_a_game_of_guests_still_guards_its_log(roles: Names) -> None:
    guest, person = PersonFactory.create(guest=True), PersonFactory.create()
    game = guest_games.begin(player=guest, opponent=Myself())
    seats = Seat.objects.filter(game=game, side=1)
    seats.update(player=person)
    seat_register.enter([(seat_register.Kind.SUBSTITUTE, seats.get())])
    for take_away in (lambda: seats.update(player=None), lambda: delete_row(person)):
        with transaction.atomic():
            take_away()
            with pytest.raises(IntegrityError, match="DELETE of games_entry refused"):
                guard.forget(game.pk)
            transaction.set_rollback(True)


def test_processes_cannot_make_guests_of_people_whose_game_has_begun(table: Table) -> None:
    guest = PersonFactory.create(guest=True)
    other = guest_games.begin(player=guest, opponent=Myself())
    seats = Seat.objects.filter(game=table.game)
    people = Person.objects.filter(pk__in=seats.values("player"))
    person = people[0].pk
    for make_false_guest in (
        lambda: people.update(guest_seen_at=guest.guest_seen_at),
        lambda: seats.update(player=guest),
        lambda: (
            seats.filter(side=0).delete(),
            Seat.objects.filter(game=other, side=0).update(game=table.game),
        ),
        lambda: (seats.filter(side=0).delete(), Seat.objects.create(game=table.game, side=0, player=guest)),
        lambda: [
            Person.objects.filter(pk=old).update(id=new) for old, new in ((person, 0), (guest.pk, person))
        ],
    ):
        with (
            pytest.raises(IntegrityError, match=r"refused: no(body who has a seat becomes a| guest comes)"),
            transaction.atomic(),
        ):
            make_false_guest()
    assert Entry.objects.filter(game=table.game).count() == table.game.length


TURN = "UPDATE accounts_person SET guest_seen_at = now() WHERE id = %(person)s"
SEAT = "UPDATE games_seat SET player_id = %(person)s WHERE game_id = %(game)s"


@pytest.fixture
def others(roles: Names) -> Iterator[list[Connection]]:
    """Two connections of processes."""
    parameters = connection.get_connection_params() | {"cursor_factory": None}
    with psycopg.connect(**parameters) as one, psycopg.connect(**parameters) as other:
        yield [one, other]


@pytest.mark.parametrize(("seed", "first", "second"), [(1, SEAT, TURN), (2, TURN, SEAT)])
def test_nobody_is_seated_while_they_become_a_guest(
    others: list[Connection], seed: int, first: str, second: str
) -> None:
    game, person = Table(seed).game, PersonFactory.create()
    values = {"person": person.pk, "game": game.pk}
    one, other = others
    one.execute(first, values)
    other.execute("SET LOCAL lock_timeout = 100")
    with pytest.raises(LockNotAvailable):
        other.execute(second, values)
    other.rollback()
    one.commit()
    with pytest.raises(psycopg.IntegrityError, match="refused"):
        other.execute(second, values)
    other.rollback()
    with pytest.raises(IntegrityError, match="DELETE of games_entry refused"), transaction.atomic():
        guard.forget(game.pk)


def test_an_older_state_of_the_database_makes_no_guest_and_deletes_no_log(others: list[Connection]) -> None:
    guest, person = PersonFactory.create(guest=True), PersonFactory.create()
    kept, game = guest_games.begin(player=guest, opponent=Myself()), Table(3).game
    for each in others:
        each.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        each.execute("SELECT FROM games_seat")
    Seat.objects.filter(game=kept).update(player=person)
    Seat.objects.filter(game=game).update(player=person)
    one, other = others
    with pytest.raises(psycopg.IntegrityError, match="refused"):
        one.execute(TURN, {"person": person.pk})
    with pytest.raises(psycopg.IntegrityError, match="refused"):
        other.execute("SELECT games_entry_forget(%s)", [kept.pk])


def test_processes_delete_guests_with_their_games(roles: Names) -> None:
    guest = PersonFactory.create(guest=True)
    game = guest_games.begin(player=guest, opponent=Myself())
    assert Entry.objects.filter(game=game).exists()
    assert guest_games.forget(guest)
    assert not Game.objects.filter(pk=game.pk).exists()
    assert not Entry.objects.filter(game=game).exists()


def test_an_installation_with_two_roles_is_told_nothing(roles: Names) -> None:
    assert warned() == []
    call_command("check", databases=["default"], fail_level="WARNING")


def test_backup_by_the_processes_is_restored_by_the_owner(table: Table, roles: Names, tmp_path: Path) -> None:
    before = list(Entry.objects.order_by("pk").values())
    output_of("backup", tmp_path / "made.backup")
    output_of("restore", "--over", tmp_path / "made.backup")
    call_command("migrate", verbosity=0)
    assert warned() == []
    assert list(Entry.objects.order_by("pk").values()) == before
    table.submit(table.asked()[0])
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Entry.objects.filter(game=table.game).delete()
