"""Games in each state, played by the services."""

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from unittest import mock

from factory import SubFactory, Trait
from factory.django import DjangoModelFactory

from accounts.models.person import Person
from games import engine
from games.engine import ruleset
from games.engine.actions import encode
from games.engine.options import Options
from games.engine.side import EAST, Side
from games.engine.state import State
from games.log import position
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT
from games.services import creation, joining, lobby, play
from tests.factories.people import PersonFactory
from tests.kit.random_play import lively

Condition = Callable[[State], bool]


def in_battle(state: State) -> bool:
    """Whether blocks are fighting."""
    return state.combat is not None


def never(state: State) -> bool:
    """No state is like that: a game played until then is over."""
    return False


class GameFactory(DjangoModelFactory[Game]):
    """A game, by default one that waits for anybody to join it.

    It takes the arguments of ``lobby.create``, and:

    Attributes:
        joins: who takes the other seat.
        until: to what state it is played after that.
        resigns: whether the one who joined resigns then.
        chooser: decides its id and chance, and what is played; by default ``kit.chance`` decides its chance.
        revision: of the rules.

    Traits:
        running: somebody has joined.
        in_battle: it has come to its first battle.
        over: it was played to its end.
        resigned: somebody has joined and resigned.
    """

    class Meta:
        model = Game

    class Params:
        running = Trait(joins=SubFactory(PersonFactory))
        in_battle = Trait(running=True, until=in_battle)
        over = Trait(running=True, until=never)
        resigned = Trait(running=True, resigns=True)

    creator = SubFactory(PersonFactory)
    edition = DEFAULT
    side = "east"
    opponent: lobby.Opponent = lobby.Anybody()
    joins: Person | None = None
    until: Condition | None = None
    resigns = False
    chooser: Random | None = None
    revision = ruleset.REVISION

    @classmethod
    def _create(
        cls,
        model_class: type[Game],
        *args: Any,
        joins: Person | None,
        until: Condition | None,
        resigns: bool,
        chooser: Random | None,
        revision: int,
        **asked: Any,
    ) -> Game:
        with decided_by(chooser), mock.patch.object(creation, "REVISION", revision):
            game = lobby.create(**asked)
            if joins is None:
                return game
            seat = joining.join(game=game, person=joins)
        if until is not None:
            play_on(game, until, chooser or Random(0))
        if resigns:
            play.resign(seat=seat)
        return model_class.objects.get(pk=game.pk)


@contextlib.contextmanager
def decided_by(chooser: Random | None) -> Iterator[None]:
    """Ids and seeds come from this, where there is one."""
    if chooser is None:
        yield
        return
    with (
        mock.patch.object(secrets, "token_bytes", chooser.randbytes),
        mock.patch.object(secrets, "choice", chooser.choice),
        # The client of Redis names its pool by it when it first connects, which may be just now.
        mock.patch.object(secrets, "token_hex", lambda count: os.urandom(count).hex()),
    ):
        yield


def play_on(game: Game, until: Condition, chooser: Random) -> None:
    """Do anything until the state is like that or the game is over."""
    while True:
        both = both_seats.of_game(game.pk)
        at = position.load(both[EAST].game)
        asked = engine.pending(at.state)
        if not asked or until(at.state):
            return
        _act(both, at, asked[0].side, chooser)


def act(game: Game, side: Side, chooser: Random) -> play.Done:
    """Do something that a side may do now."""
    both = both_seats.of_game(game.pk)
    return _act(both, position.load(both[side].game), side, chooser)


def _act(both: list[Seat], at: position.LoadedPosition, side: Side, chooser: Random) -> play.Done:
    return play.submit(
        seat=both[side],
        bodies=[encode(lively(options_of(at, side), chooser))],
        expected_version=both[side].version,
        both=both,
    )


def options_of(at: position.LoadedPosition, side: Side) -> Options:
    """What a side that is asked may do."""
    options = engine.options(*at, side)
    assert options is not None, f"{side.label} is asked nothing"
    return options
