"""A client that openapi-python-client makes of the schema plays a turn over HTTP, with its own types.

The page of ``deploy/examples/frontend`` does the same with what openapi-typescript makes of it:
``tests/browser/test_example_frontend.py``.
"""

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from tests.api.published import OPENAPI
from tests.sekigahara.home import Home

pytestmark = pytest.mark.services
CONFIG = """
post_hooks: []  # it is not formatted
content_type_overrides:  # the generator knows no drawings, and no lines of JSON
  image/svg+xml: text/plain
  application/x-ndjson: text/plain
"""
PACKAGE = "generated_client"
MOST = 60
"""Decisions of a turn."""


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The package that the generator makes, without a word of complaint."""
    config = tmp_path / "config.yaml"
    config.write_text(CONFIG)
    command = [str(Path(sys.executable).with_name("openapi-python-client")), "generate"]
    options = ["--path", str(OPENAPI), "--output-path", str(tmp_path / PACKAGE), "--meta=none"]
    done = subprocess.run(
        [*command, *options, "--config", str(config), "--fail-on-warning"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    return importlib.import_module(PACKAGE)


def operation(group: str, name: str) -> ModuleType:
    """The module of an operation."""
    return importlib.import_module(f"{PACKAGE}.api.{group}.{name}")


class Player:
    """Plays both sides of a game, by what is generated alone.

    Attributes:
        moved: whether it has moved a stack.
    """

    def __init__(self, models: ModuleType, client: Any) -> None:
        self.models = models
        self.client = client
        body = models.NewGame(opponent=models.Myself(kind="myself"))
        made = operation("games", "create_game").sync(client=client, body=body)
        assert isinstance(made, models.Game), made
        self.game = made.id
        self.moved = False

    def look(self) -> Any:
        """The view of the side that decides."""
        found = operation("games", "get_view").sync(self.game, client=self.client)
        assert isinstance(found, self.models.GameView), found
        assert isinstance(found.view, self.models.SideView)
        assert isinstance(found.asked, self.models.Decision)
        return found.view

    def decide(self) -> None:
        """Make the pending decision."""
        asked = operation("games", "get_options").sync_detailed(self.game, client=self.client)
        assert isinstance(asked.parsed.options, self.models.Options), asked.content
        action = self.choose(asked.parsed.options.answers)
        done = operation("games", "act").sync(
            self.game, client=self.client, body=action, if_match=asked.headers["ETag"]
        )
        assert isinstance(done, self.models.Done), done
        assert not any(isinstance(event, dict) for event in done.events)

    def choose(self, answers: Any) -> Any:
        """A march if there is one and none was made yet; else the first of the actions that are listed."""
        routes = [each for each in answers if isinstance(each, self.models.Route)]
        if routes and not self.moved:
            self.moved = True
            return self.march(routes[0])
        return next(each for each in answers if isinstance(each, self.models.Choice)).choices[0].action

    def march(self, route: Any) -> Any:
        """The first that costs no card and needs no leader."""
        source, way = next(
            (source, way)
            for source in route.sources
            for way in source.reach
            if not way.force_march and not way.leader and way.meets == self.models.ReachMeets.NOTHING
        )
        group = self.models.Group(blocks=source.blocks[: way.size[0]], path=way.path)
        return self.models.MoveAction(type_="move", source=source.source, groups=[group])


def test_a_turn_is_played_with_the_generated_client(tmp_path: Path, generated: ModuleType) -> None:
    models = importlib.import_module(f"{PACKAGE}.models")
    home = Home(tmp_path / "home")
    with home.served():
        told = ("--name", "generated", "--scope", "games:play")
        token = home.run("manage.py", "token", "east@example.org", *told).strip()
        with generated.AuthenticatedClient(home.site, token, timeout=httpx.Timeout(60)) as client:
            player = Player(models, client)
            view = player.look()
            assert (view.week, view.turn) == (1, models.Turn.A)
            decisions = 0
            while (view.week, view.turn) == (1, models.Turn.A) and decisions < MOST:
                player.decide()
                view = player.look()
                decisions += 1
            assert player.moved
            assert view.turn is models.Turn.B
            refused = operation("games", "undo").sync(player.game, client=client, if_match='"east.1.en"')
            assert isinstance(refused, models.Problem)
            history = operation("games", "get_history").sync(player.game, client=client)
            assert isinstance(history, models.History)
            assert {change.side for change in history.changes if change.side} == {
                models.Side.EAST,
                models.Side.WEST,
            }
            listed = operation("games", "list_games").sync(client=client)
            assert {game.id for game in listed.games} == {player.game}
