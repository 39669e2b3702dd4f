"""A streaming replica says which games the archive lists, and nothing else; without it nothing is missed."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, connections, router, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone
from environs import env

from accounts import closing
from accounts.models.person import Person
from games.ladders.clubs import privacy
from games.ladders.models.club import Club, ClubGame
from games.ladders.models.statistics import GameSummary
from games.models.game import Game
from sekigahara.db import replica, service_time
from sekigahara.settings import full
from sekigahara.settings.full import replica_of
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.kit.processes import environment, wait_until
from tests.kit.replicated import Cluster, Pair, running_pair
from tests.kit.table import Table
from tests.ladders.archived import listed

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", replica.ALIAS]),
    pytest.mark.services,
    pytest.mark.xdist_group("replica"),
]

LIST = "/archive/"
LISTS = (LIST, "/api/v1/archive/")
RECORDS = "/api/v1/archive/records/?rated=true"


@pytest.fixture(scope="module")
def servers(django_db_setup: None) -> Iterator[Pair]:
    """Before Django looks which databases a test may use."""
    with running_pair(environment()["DATABASE_URL"]) as pair:
        _know(pair.replica)
        yield pair
        _forget()
        del connections.settings[replica.ALIAS]


@pytest.fixture
def pair(servers: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """The service works on the primary, and knows the replica."""
    usual = {name: connection.settings_dict[name] for name in ("HOST", "PORT", "NAME", "USER", "PASSWORD")}
    connection.close()
    connection.settings_dict.update(_address(servers.primary))
    _know(servers.replica)
    servers.catch_up()
    monkeypatch.setattr(replica, "_asked_again_from", float("-inf"))
    try:
        with override_settings(DATABASE_ROUTERS=["sekigahara.db.replica.Router"]):
            yield servers
    finally:
        _forget()
        connection.close()
        connection.settings_dict.update(usual)


def _address(cluster: Cluster) -> dict[str, Any]:
    return dict(env.dj_db_url("", cluster.url))


def _know(cluster: Cluster) -> None:
    """Tell the service of a replica there."""
    _forget()
    told = replica_of(connection.settings_dict, _address(cluster))
    connections.settings[replica.ALIAS] = told | {"TEST": {"MIRROR": "default"}}  # not to be emptied


def _forget() -> None:
    if replica.ALIAS in connections.settings:
        connections[replica.ALIAS].close()
        del connections[replica.ALIAS]


@pytest.fixture
def paused(pair: Pair) -> Iterator[Callable[[], None]]:
    """What lets the replica take in nothing more, until the end of the test."""

    def pause() -> None:
        pair.catch_up()
        pair.replica.told("SELECT pg_wal_replay_pause()")
        wait_until(lambda: pair.replica.told("SELECT pg_get_wal_replay_pause_state()") == "paused")

    yield pause
    pair.replica.told("SELECT pg_wal_replay_resume()")


def shown(path: str, **query: str) -> str:
    response = Client().get(path, query, headers={"accept": "*/*"})
    assert response.status_code == HTTPStatus.OK, response.content
    return response.content.decode()


def game_between(*names: str) -> Game:
    return listed(*map(PersonFactory.named, names))


def asked_of_replica(*paths: str) -> list[str]:
    """The statements that it was told while these were shown."""
    with CaptureQueriesContext(connections[replica.ALIAS]) as told:
        for path in paths:
            shown(path)
    return [statement["sql"] for statement in told.captured_queries]


def test_replica_says_which_games_are_listed_and_nothing_else(pair: Pair, paused: Callable[[], None]) -> None:
    old = game_between("Anna", "Bert")
    paused()
    new, table = game_between("Carl", "Dora"), Table(is_public=True)
    assert old.public_id in shown(LIST)
    assert new.public_id not in shown(LIST)
    assert new.public_id not in shown(LISTS[1])
    assert len(asked_of_replica(*LISTS, RECORDS)) == 2 * 3
    game = f"/games/{table.game.public_id}/"
    others = ("/", game, "/clubs/", "/ratings/", "/statistics/kessen/", "/games/open/", f"/api/v1{game}")
    assert asked_of_replica(*others) == []
    pair.replica.told("SELECT pg_wal_replay_resume()")
    pair.catch_up()
    assert new.public_id in shown(LIST)


def test_what_was_taken_back_since_is_not_listed(pair: Pair, paused: Callable[[], None]) -> None:
    club = ClubFactory.create()
    ClubGame.objects.create(club=club, game=(of_club := game_between("Erik", "Fritz")))
    of_closed = game_between("Gotelind", "Hans")
    paused()
    with transaction.atomic():
        privacy.set_watching(club, is_private=True)
    Club.objects.filter(pk=club.pk).update(is_private=True)
    closing.close(person=Person.objects.get(name="Gotelind"))
    assert asked_of_replica(LIST)
    for path in LISTS:
        assert of_club.public_id not in shown(path)
        assert "Gotelind" not in shown(path)
    assert of_closed.public_id in shown(LIST)
    assert of_closed.public_id not in shown(LIST, player="Gotelind")


def test_list_comes_from_the_primary_while_the_replica_is_away(
    pair: Pair, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked_of_replica(LIST)
    pair.replica.stop()
    try:
        game = game_between("Ida", "Jan")
        assert [game.public_id in shown(path) for path in LISTS] == [True, True]
        assert len(caplog.messages) == 1
        assert caplog.messages[0].startswith("lists are read from the primary, as the replica is away: ")
    finally:
        pair.replica.start()
        pair.catch_up()
    assert asked_of_replica(LIST) == [], "it is left alone for a while"
    monkeypatch.setattr(replica, "_asked_again_from", float("-inf"))
    assert asked_of_replica(LIST)


def test_list_comes_from_the_primary_when_the_replica_is_held_up(
    pair: Pair, paused: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a migration that it takes in: a lock of the primary's that it has not heard the end of."""
    with psycopg.connect(pair.primary.url) as migrating:
        migrating.execute(f"LOCK TABLE {GameSummary._meta.db_table} IN ACCESS EXCLUSIVE MODE")
        pair.primary.told("SELECT pg_switch_wal()")
        locked = "SELECT true FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted"
        wait_until(lambda: pair.replica.told(locked), what="the lock")
        paused()
    game = game_between("Kurt", "Lea")
    monkeypatch.setattr(full, "REPLICA_TIMEOUT", 0.1)
    _know(pair.replica)
    assert game.public_id in shown(LIST)


def test_replica_that_has_heard_of_nothing_for_long_is_not_asked(
    pair: Pair, paused: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    paused()
    game = game_between("Max", "Nora")
    later = timezone.now() + 2 * replica.BEHIND_AT_MOST
    with service_time.simulated(lambda: later):
        assert game.public_id in shown(LIST)
    assert "the last it has heard of was at" in caplog.text


def test_what_is_called_a_replica_and_is_none_is_not_asked_nor_written_to(
    pair: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    _know(pair.primary)
    game = game_between("Olga", "Paul")
    assert game.public_id in shown(LIST)
    assert caplog.text.count("it is none") == 1
    with pytest.raises(DatabaseError, match="read-only"):
        Person.objects.using(replica.ALIAS).update(name="Quentin")


def test_nothing_is_written_to_a_replica_or_migrated_there(pair: Pair) -> None:
    assert router.db_for_write(Game) == router.db_for_read(Game) == "default"
    assert not router.allow_migrate(replica.ALIAS, "games")
    assert router.allow_migrate("default", "games")
