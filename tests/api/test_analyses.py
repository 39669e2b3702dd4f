"""What a game was about, by API."""

import pytest

from games.engine.side import EAST
from games.models.analysis import Analysis
from games.models.game import Game
from games.services import suspension
from games.tasks import analyse_games
from tests.analysis.conftest import _small
from tests.kit.calling import Caller, caller_at, token_of
from tests.kit.recorded import stored
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

__all__ = ["_small"]


@pytest.fixture
def game() -> Game:
    return stored("ieyasu-slain-in-battle")


@pytest.mark.usefixtures("_small")
def test_analysis_is_made_once_asked_for(game: Game) -> None:
    path = f"games/{game.public_id}/analysis/"
    caller = caller_at("someone@example.org")
    assert Caller().get(path).json() == {
        "status": "unasked",
        "percent": 0,
        "luck": None,
        "turning_points": None,
        "grave": None,
    }
    asked = caller.post(path, {})
    assert (asked.status_code, asked.json()["status"]) == (202, "waiting")
    analyse_games()
    answered = Caller().get(path)
    told = answered.json()
    assert (told["status"], told["percent"]) == ("ready", 100)
    assert [week["week"] for week in told["luck"]["east"]["weeks"]] == [1, 2]
    assert len(told["turning_points"]) <= 3
    again = Caller().get(path, **{"If-None-Match": answered["ETag"]})
    assert again.status_code == 304
    assert caller.post(path, {}).json()["status"] == "ready"


def test_a_game_that_runs_has_none() -> None:
    table = Table(is_public=True)
    path = f"games/{table.game.public_id}/analysis/"
    player = Caller(token_of(table.people[EAST]))
    assert player.get(path).status_code == player.post(path, {}).status_code == 404
    assert player.get(path).json()["code"] == player.get("games/nogamehere/analysis/").json()["code"]
    assert Caller().get(path).status_code == 401
    assert not Analysis.objects.exists()


def test_a_suspended_game_has_none(game: Game) -> None:
    suspension.freeze(game, "chain-broken")
    refused = Caller().get(f"games/{game.public_id}/analysis/")
    assert (refused.status_code, refused.json()["code"]) == (409, "frozen")
