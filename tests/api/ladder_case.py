"""A ladder of four players for tests of the API, and a round of it."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models.api_token import ApiToken
from accounts.scopes import Scope
from accounts.services import create_token
from games.engine.side import EAST
from games.ladders import rounds, settling
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.models.game import Game
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller

CLUB = "clubs/friends-of-sekigahara/"
NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
DAY = timedelta(days=1)
NEW = {"name": "Free pairing", "edition": "kessen", "pace": 3}


def calling(name: str, *scopes: Scope) -> Caller:
    """Somebody with a token for that; by default for reading and for clubs."""
    person = PersonFactory.named(name)
    count = ApiToken.objects.filter(user=person).count()
    _row, token = create_token(
        person=person, name=f"token {count}", scopes=scopes or (Scope.READ, Scope.CLUBS)
    )
    return Caller(token)


@pytest.fixture
def ladder() -> Ladder:
    """Of four players."""
    names = ("Ashigaru One", "Ashigaru Two", "Ashigaru Three", "Ashigaru Four")
    return LadderFactory.create(club__founder__name="Ashigaru organiser", players=names, now=NOW)


@pytest.fixture
def played(ladder: Ladder) -> list[Match]:
    """A round, in which East has won every game."""
    rounds.run(NOW + DAY)
    matches = list(Match.objects.order_by("pk"))
    Game.objects.filter(match__in=matches).update(
        status=Game.Status.OVER, winner=EAST, victory="points", week=7, ended_at=NOW + 5 * DAY
    )
    settling.settle()
    return matches


def path(ladder: Ladder, rest: str = "") -> str:
    return f"ladders/{ladder.public_id}/{rest}"
