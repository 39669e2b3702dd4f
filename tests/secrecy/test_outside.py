"""A game and its twin, over every channel of a running installation on PostgreSQL and Redis."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.contrib.sessions.models import Session
from django.test import override_settings

from games.engine.side import WEST
from games.models.game import Game
from games.models.log import Entry
from games.models.orders import SeatOrders
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.models.seat_change import SeatChange
from games.rulebook.editions import ruleset
from notifications.models import Notification
from tests.kit.installation import web_server, worker
from tests.kit.log import unguarded
from tests.kit.mail import mail_server
from tests.secrecy.channels import API, PAGES
from tests.secrecy.knowledge import known
from tests.secrecy.memory import Memory
from tests.secrecy.originals import played
from tests.secrecy.outside import SERVED, Outside, Post
from tests.secrecy.playing import Plan, tell
from tests.secrecy.schedule import schedule
from tests.secrecy.stage import Stage
from tests.secrecy.twins import Twins, twins

SEED = "outside-2"
EDITION = "kessen"
LOOKS = 2
LONG_AGO = timedelta(days=60)
"""So that no page counts in minutes how long ago something was."""
OF_THE_MOMENT = {
    "notifications:mail",
    "accounts:data-everything",
    "accounts:data-archive",
    "games-api:my-data",
}
"""They tell when a mail was sent, by the clock of the worker, and of other games that were made meanwhile.
Within one process, where there is one clock, they are compared like all others."""
ASKED = {*PAGES, *API} - OF_THE_MOMENT


@pytest.fixture(scope="module")
def post() -> Post:
    """Where the mail of the installation arrives."""
    return Post()


@pytest.fixture(scope="module")
def outside(django_db_setup: None, post: Post) -> Iterator[Outside]:
    """The installation, on the database of the tests."""
    with mail_server(post) as mail_port, web_server() as site:
        told = {"SITE_URL": site, "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}"}
        with worker(*SERVED, **told), Outside(site, post) as service:
            yield service


@pytest.mark.overnight
@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_twins_are_told_the_same_over_the_wire(outside: Outside, post: Post) -> None:
    pair = _pair()
    tellings = schedule(pair, SEED, datetime.now(UTC) - LONG_AGO)
    numbers = sorted(Random(SEED).sample(range(len(tellings[0])), LOOKS))
    random = Random(SEED)
    plan = Plan(
        viewer=WEST,
        looks={number: known(pair.one, WEST, tellings[0][number], random) for number in numbers},
        thorough=numbers[:1],
        channels=ASKED,
        seed=SEED,
        ends=False,
    )
    memory = Memory()
    # The worker is woken when its mail is looked for, and not before.
    with override_settings(NUDGE="builtins.bool"):
        stage = Stage(is_public=True, beside="west", quiet=(), edition=EDITION)
        outside.work()  # there is mail of the other game
        for script, beats in zip((pair.one, pair.other), tellings, strict=True):
            post.mails.clear()
            with _wiped():
                tell(stage, plan, outside, script, beats, memory, f"{SEED} {script is pair.one}")
            memory.begin_again()
    heard = {sort.rpartition(" ")[2] for sort in memory.heard}
    assert ASKED | {"games.started", "games.your-phase"} <= heard


def _pair() -> Twins:
    """A game of a week's beginning in which more is done unseen than in its twin, or less."""
    for number in range(20):
        script = played(ruleset(EDITION), f"{SEED}/{number}", 24)
        pair = twins(script, WEST, SEED)
        if len(pair.one.points) != len(pair.other.points):
            return pair
    raise AssertionError("nothing was done unseen in any game")


@contextlib.contextmanager
def _wiped() -> Iterator[None]:
    """What is committed within the block is gone after it."""
    games, seats = list(Game.objects.all()), list(Seat.objects.all())
    yield
    unbegun = [game.pk for game in games if not game.length]
    with unguarded():
        Entry.objects.filter(game__in=unbegun).delete()
        SeatChange.objects.filter(game__in=unbegun).delete()
    SeatOrders.objects.filter(seat__game__in=unbegun).delete()
    for model in (Notification, Receipt, Session):
        model.objects.all().delete()
    for row in (*games, *seats):
        row.save()
