"""A club, a ladder of challenges, a game with an arbiter, and a server here that webhooks lead to."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from tests.factories.clubs import ClubFactory, ClubWebhookFactory
from tests.factories.ladders import ChallengeLadderFactory
from tests.kit.receiver import Receiver, server
from tests.kit.work import do_due_work
from tests.ladders.case import Case

__all__ = ["server"]


@pytest.fixture
def club() -> Club:
    """A club of one organiser."""
    return ClubFactory.create()


@pytest.fixture
def ladder() -> Ladder:
    """A ladder of challenges with five players."""
    return ChallengeLadderFactory.create()


@pytest.fixture
def heard(club: Club, server: Receiver) -> Callable[[], list[Any]]:
    """What a program was posted of the club since the last look."""
    ClubWebhookFactory.create(club=club, url=f"http://{server.address}/in")

    def look() -> list[Any]:
        do_due_work()
        return [json.loads(body) for body in server.bodies()]

    return look


@pytest.fixture
def said(club: Club, server: Receiver) -> Callable[[], list[str]]:
    """What a chat channel was posted of the club since the last look."""
    ClubWebhookFactory.create(club=club, url=f"http://{server.address}/chat", shape="discord")

    def look() -> list[str]:
        do_due_work()
        return [json.loads(body)["content"] for body in server.bodies()]

    return look


@pytest.fixture
def case() -> Case:
    """A game of a club that arbiters rule on."""
    return Case()
