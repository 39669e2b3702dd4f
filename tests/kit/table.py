"""A game in the database with somebody at either seat, for tests of what is around the engine."""

import random
import secrets
from collections.abc import Callable
from unittest import mock

from accounts.models.person import Person
from games import engine
from games.engine.actions import Bid, encode
from games.engine.decisions import DiscardHalf
from games.engine.options import Options
from games.engine.side import EAST, SIDES, WEST, Side
from games.engine.state import State
from games.models.game import Game
from games.models.seat import Seat
from games.services import lobby, play, position
from notifications.models import Notification

EMAILS = ("east@example.org", "west@example.org")


class Table:
    """A game just begun between two people. All is read from the database anew, as another process would.

    Args:
        seed: decides the game's id and chance, and whatever is done at random in it.
        is_public: whether anybody may watch.
    """

    def __init__(self, seed: int = 0, *, is_public: bool = False) -> None:
        self._chooser = random.Random(seed)
        self.people = [Person.objects.at(email) for email in EMAILS]
        with (
            mock.patch.object(secrets, "token_bytes", self._chooser.randbytes),
            mock.patch.object(secrets, "choice", self._chooser.choice),
        ):
            created = lobby.create(
                creator=self.people[EAST],
                edition="kessen",
                side="east",
                opponent=lobby.Anybody(),
                is_public=is_public,
            )
            lobby.join(game=created, person=self.people[WEST])
        self._pk = created.pk

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self._pk)

    @property
    def state(self) -> State:
        return position.load(self.game).state

    def version(self, side: Side) -> int:
        """How many changes that side could see."""
        return self.seat(side).version

    def seat(self, side: Side) -> Seat:
        return Seat.objects.select_related("game").get(game=self._pk, side=side)

    def options(self, side: Side) -> Options:
        options = engine.options(*position.load(self.game), side)
        assert options is not None, f"{side.label} is asked nothing"
        return options

    def any_action(self, side: Side) -> bytes:
        """Something that side may do now."""
        return encode(self.options(side).sample(self._chooser))

    def a_bid(self, side: Side) -> bytes:
        """A sealed bid that side may make, or make instead of the one it made."""
        where = position.load(self.game)
        return encode(Bid(engine.view(where.rules, where.state, side)["mine"]["hand"][0]))

    def submit(
        self, side: Side, *actions: bytes | str, version: int | None = None, key: str = ""
    ) -> play.Done:
        """Do this, or anything, having seen that version, or the latest."""
        return play.submit(
            seat=self.seat(side),
            bodies=actions or [self.any_action(side)],
            expected_version=self.version(side) if version is None else version,
            key=key,
        )

    def asked(self) -> list[Side]:
        """The sides the engine asks."""
        return [decision.side for decision in engine.pending(self.state)]

    def play_on(self, until: Callable[[State], bool] = lambda state: False) -> None:
        """Do anything until the state is like that or the game is over."""
        while (asked := self.asked()) and not until(self.state):
            self.submit(asked[0])

    def announced(self, side: Side) -> list[Notification]:
        """What the outbox holds, or held, for a seat."""
        reference = self.seat(side).reference
        return list(Notification.objects.filter(about=reference).order_by("pk"))

    def all_announced(self) -> list[Notification]:
        return [row for side in SIDES for row in self.announced(side)]


def table_where(condition: Callable[[State], bool]) -> Table:
    """A game that has come to this: one of the first hundred, which are always the same."""
    for seed in range(100):
        table = Table(seed)
        table.play_on(until=condition)
        if not table.game.is_over:
            return table
    raise AssertionError("no game came to this")


def is_window_open(state: State) -> bool:
    """Somebody may challenge the deployment just made."""
    return state.combat is not None and state.combat.window is not None


def do_both_discard(state: State) -> bool:
    """A later week begins, and both have cards to lose."""
    return [type(decision) for decision in engine.pending(state)] == [DiscardHalf, DiscardHalf]
