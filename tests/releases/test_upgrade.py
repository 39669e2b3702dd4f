"""The database of each release becomes one of the present: nothing is lost, and its games are played on.

The gate tries that of the newest release, the long proof ``overnight`` all: what is migrated from an older
one has the tables of the newest on its way.
"""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django import DjangoDbBlocker

from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from games.log import heads, portable, position, verification
from games.models.game import Game
from games.models.seat import Seat
from games.reads import chronicle
from games.services import computers, play
from notifications.delivery import deliver_due
from notifications.models import Notification
from notifications.webhooks.models import Webhook
from tests.kit import caches
from tests.releases.contents import FOUNDED, LAST_DAY, PLAYER
from tests.releases.databases import Release, releases, restored

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("releases")]

UPGRADED = LAST_DAY + timedelta(minutes=1)
"""When each database is migrated: a minute after its release left it."""
ACTIONS = 15
"""The number of actions that each running game goes on for."""


*OLDER, NEWEST = releases()


@pytest.fixture(
    scope="module",
    params=[*(pytest.param(older, marks=pytest.mark.overnight) for older in OLDER), NEWEST],
    ids=lambda release: release.version,
)
def release(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[Release]:
    """A release whose database was restored and migrated by its owner, a minute after the release left it."""
    release: Release = request.param
    name = f"{connection.settings_dict['TEST']['NAME']}_{release.version}"
    with django_db_blocker.unblock(), restored(release, name), time_machine.travel(UPGRADED):
        caches.empty()
        said = StringIO()
        call_command("release_check", in_use=True, stdout=said, stderr=said)
        assert "Go: run deploy/migrate" in said.getvalue()
        assert "games.W001" not in said.getvalue(), "the role of the processes could change the log"
        yield release


def replayed() -> str:
    """What `replay_games --all` prints; it raises where a game differs."""
    output = StringIO()
    call_command("replay_games", "--all", stdout=output)
    return output.getvalue()


def running() -> list[Game]:
    return list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"))


def asked_seat(game: Game) -> Seat | None:
    return Seat.objects.select_related("game").filter(game=game).exclude(asked="").first()


def test_the_schema_is_that_of_the_models(release: Release) -> None:
    call_command("check", "--database", "default", "--fail-level", "WARNING")
    assert Game.objects.filter(started_at__gte=FOUNDED, edition="kessen").exists(), release.version


def test_upgraded_games_follow_from_their_logs(release: Release) -> None:
    begun = Game.objects.filter(length__gt=0).count()
    assert begun > len(running()) > 5, release.version
    said = replayed()
    assert said.startswith(f"{begun} games")
    of_release = (
        Game.objects.filter(length__gt=0).exclude(shape=position.SHAPE).count()
    )  # others were played on
    said_of_them = f"{of_release} have positions of another release: what both know was compared" in said
    assert said_of_them == bool(of_release), said
    assert "lost" not in said


def test_upgraded_finished_games_verify(release: Release) -> None:
    finished = list(Game.objects.filter(status=Game.Status.OVER))
    assert finished, release.version
    for game in finished:
        verified = verification.verify(portable.complete(game))
        assert len(verified.log) == game.length, str(game)


def test_upgraded_results_lead_to_the_same_ratings_and_statistics(release: Release) -> None:
    call_command("rebuild_ratings", "--check")
    call_command("rebuild_statistics", "--check")


def test_upgraded_secrets_can_be_read(release: Release) -> None:
    hooks = list(Webhook.objects.all())
    assert hooks
    assert all(hook.secret.startswith("whsec_") for hook in hooks)
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {release.token}"})
    assert (answer.status_code, answer.json()["name"]) == (200, "Ashigaru One")
    assert ApiToken.objects.filter(access=None).count() == 2


def test_upgraded_pages_are_shown_to_their_players(release: Release) -> None:
    for person in Person.objects.filter(name__in=("Ashigaru One", "Ashigaru Five")):
        browser = Client()
        browser.force_login(person)
        seats = Seat.objects.filter(player=person, game__length__gt=0).select_related("game")
        pages = ["/games/", "/clubs/", "/me/", *(f"/games/{seat.game.public_id}/" for seat in seats)]
        answers = {page: browser.get(page).status_code for page in pages}
        assert set(answers.values()) == {200}, answers


def test_upgraded_mail_is_sent(release: Release) -> None:
    waiting = Notification.objects.filter(status=Notification.Status.WAITING, due_at__lte=UPGRADED)
    assert waiting.exists(), release.version
    deliver_due()
    assert not waiting.exists()
    assert not Notification.objects.filter(status=Notification.Status.FAILED).exists()


def test_upgraded_running_games_are_played_on(release: Release) -> None:
    """As far as `ACTIONS`; the first of them, to its end. Its players resign the last."""
    games = running()
    for game in games:
        for _action in range(ACTIONS if game != games[0] else 2000):
            seat = asked_seat(game)
            if seat is None:
                break
            computers.act(seat, PLAYER)
    assert Game.objects.get(pk=games[0].pk).is_over, release.version
    play.resign(seat=Seat.objects.select_related("game").get(game=games[-1], side=0))
    assert Game.objects.get(pk=games[-1].pk).is_over
    for game in Game.objects.filter(pk__in=[game.pk for game in games]):
        assert heads.shown(game) == chronicle.heads_of(game)[-1], str(game)
    replayed()
    call_command("rebuild_statistics", "--check")
