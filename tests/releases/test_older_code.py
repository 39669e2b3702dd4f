"""Processes of a release go on working once the tables are those of the present.

`deploy/README.md` says: migrate, then restart the processes one by one.
"""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from games.models.game import Game
from games.models.seat import Seat
from games.reads import queries
from games.services import computers, joining
from notifications.delivery import deliver_due
from notifications.models import Notification
from tests.factories.people import PersonFactory
from tests.kit import caches
from tests.releases.contents import PLAYER
from tests.releases.databases import PROJECT, Release, empty, releases

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("releases")]

FILL = "import django; django.setup(); from tests.releases import contents; contents.fill()"
"""People sign up, create and join games, check in, submit actions, bid and challenge; mail is sent."""


def named(release: Release) -> str:
    return release.version


@pytest.mark.parametrize("release", releases(), ids=named)
def test_the_commit_that_filled_the_database_of_a_release_is_named(release: Release) -> None:
    tree = ["git", "cat-file", "-e", f"{release.commit}:tests/releases/contents.py"]
    assert subprocess.run(tree, cwd=PROJECT, check=False).returncode == 0


@pytest.mark.django_db
@pytest.mark.parametrize("release", releases(), ids=named)
def test_rows_can_be_inserted_with_the_columns_that_a_release_knew(release: Release) -> None:
    statements = list(release.inserts())
    tables = {statement.split(maxsplit=3)[2] for statement in statements}
    assert {"public.games_game", "public.games_entry", "public.notifications_notification"} <= tables
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement, [])
    assert Game.objects.count() > 20


@pytest.mark.overnight
@pytest.mark.parametrize("release", releases(), ids=named)
def test_the_code_of_a_release_works_on_the_present_tables(
    release: Release, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """And the present code goes on with what it made there."""
    release.unpack(tmp_path)
    name = f"{connection.settings_dict['TEST']['NAME']}_{release.version}_code"
    with django_db_blocker.unblock(), empty(name) as url:
        surroundings = os.environ | {"TEST_DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.kit.settings"}
        subprocess.run([sys.executable, "-c", FILL], cwd=tmp_path, env=surroundings, check=True)
        states = set(Notification.objects.values_list("status", flat=True))
        assert Notification.Status.SENT in states
        assert Notification.Status.FAILED not in states
        caches.empty()
        newcomer = PersonFactory.named("Newcomer")
        waiting = queries.open_games(newcomer).first()
        assert waiting is not None
        joining.join(game=waiting, person=newcomer)
        for game in Game.objects.filter(status=Game.Status.RUNNING):
            for seat in Seat.objects.select_related("game").filter(game=game).exclude(asked="")[:1]:
                computers.act(seat, PLAYER)
        deliver_due()
        assert not Notification.objects.filter(status=Notification.Status.FAILED).exists()
        call_command("replay_games", "--all", stdout=StringIO())
