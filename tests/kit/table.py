"""A game in the database with a player in each seat."""

import contextlib
import itertools
import random
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any
from unittest import mock

from accounts.models.person import Person
from games import engine
from games.engine import ruleset
from games.engine.actions import Bid, Drawn, Group, Level, Move, Pass, encode
from games.engine.chance import Scripted, Seeded
from games.engine.core import word
from games.engine.decisions import AnswerDeployment, ChooseLevel
from games.engine.options import Options
from games.engine.side import EAST, NOBODY, SIDES, WEST, Side
from games.engine.state import State
from games.log import position
from games.models import both_seats
from games.models.game import Game
from games.models.log import Entry
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.reads import chronicle
from games.rulebook.editions import DEFAULT
from games.services import lobby, play
from notifications.models import Notification
from sekigahara.db.statements import Select
from tests.factories.games import Condition, GameFactory, never, options_of, play_on
from tests.kit.random_play import LogItem, a_list, lively

EMAILS = ("east@example.org", "west@example.org")
_GAME = Select[tuple[Game]]("SELECT {game} FROM games_game game WHERE public_id = %s", game=Game)


def _of_no_club(game: Game, opponent: lobby.Opponent) -> None:
    """A game whose arbiters a test has no need of."""


class Table:
    """A game just begun between two people. All is read from the database again, as another process would.

    Args:
        seed: decides the game's id and chance, and whatever is done at random in it.
        is_public: whether anybody may watch; for a game on terms of its own, they say it.
        terms: what is agreed beside the rules.
        edition: what is played.
        flags: chosen for the game.
        revision: of the rules; the present one by default.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        is_public: bool = False,
        terms: lobby.Terms | None = None,
        edition: str = DEFAULT,
        flags: Mapping[str, Any] = MappingProxyType({}),
        revision: int | None = None,
    ) -> None:
        self._chooser = random.Random(seed)
        self.people = [Person.objects.at(email) for email in EMAILS]
        by_arbiter = terms is not None and terms.on_time_out == OnTimeOut.ARBITER
        game = GameFactory.create(
            creator=self.people[EAST],
            joins=self.people[WEST],
            edition=edition,
            terms=terms or lobby.Terms(is_public=is_public),
            flags=flags,
            enter=_of_no_club if by_arbiter else None,
            chooser=self._chooser,
            revision=revision or ruleset.REVISION,
        )
        self._public_id = game.public_id

    # ---- looking ----

    @property
    def game(self) -> Game:
        ((game,),) = _GAME.rows(self._public_id)
        return game

    @property
    def state(self) -> State:
        return position.load(self.game).state

    @property
    def both(self) -> list[Seat]:
        """East's seat and West's, with the same game and their players."""
        return both_seats.found_with_players(self._public_id)

    def seat(self, side: Side) -> Seat:
        return self.both[side]

    def version(self, viewer: int) -> int:
        """How many changes a side, or the public with NOBODY, could see."""
        return self.game.version if viewer == NOBODY else self.seat(Side(viewer)).version

    def view(self, viewer: int) -> dict[str, Any]:
        """What a side, or the public with NOBODY, sees."""
        return engine.view(*position.load(self.game), viewer)

    def told(self, viewer: int) -> list[chronicle.SeenChange]:
        """What a side, or the public with NOBODY, could see happen."""
        return chronicle.changes_seen(self.game, viewer)

    def asked(self) -> list[Side]:
        """The sides the engine asks."""
        return [decision.side for decision in engine.pending(self.state)]

    def options(self, side: Side) -> Options:
        return options_of(position.load(self.game), side)

    def announced(self, side: Side) -> list[Notification]:
        """What the outbox holds, or held, for a seat."""
        reference = self.seat(side).reference
        return list(Notification.objects.filter(about=reference).order_by("pk"))

    def all_announced(self) -> list[Notification]:
        return [row for side in SIDES for row in self.announced(side)]

    # ---- doing ----

    def any_action(self, side: Side) -> bytes:
        """Something that side may do now."""
        return self._any_action(position.load(self.game), side)

    def _any_action(self, at: position.LoadedPosition, side: Side) -> bytes:
        return encode(lively(options_of(at, side), self._chooser))

    def a_bid(self, side: Side) -> bytes:
        """A sealed bid that side may make, or make instead of the one it made."""
        return encode(Bid(self.view(side)["mine"]["hand"][0]))

    def a_quiet_move(self, side: Side, *, paid: bool = False) -> bytes:
        """One block goes somewhere; while blocks may still move there mostly is such an action.

        Args:
            paid: it marches further, for a card that everybody sees.
        """
        answers = self.options(side).describe()["answers"]
        for source in (
            source for shape in answers if shape["shape"] == "route" for source in shape["sources"]
        ):
            for row in source["reach"]:
                is_quiet = row["size"][0] == 1 and row["meets"] == "nothing" and not row["leader"]
                if is_quiet and row["force_march"] == paid:
                    card = self.view(side)["mine"]["hand"][0] if paid else None
                    return encode(Move(source["source"], (Group(source["blocks"][:1], row["path"], card),)))
        raise AssertionError("no block may move so")

    def submit(
        self, side: Side, *bodies: bytes | str, version: int | None = None, key: str = ""
    ) -> play.Done:
        """Do this, or anything, having seen that version, or the latest."""
        both = self.both
        return play.submit(
            seat=both[side],
            bodies=bodies or [self._any_action(position.load(both[side].game), side)],
            expected_version=both[side].version if version is None else version,
            key=key,
            both=both,
        )

    def undo(self, side: Side, *, version: int | None = None, key: str = "") -> play.Done:
        """Take back the latest, having seen that version, or the latest."""
        both = self.both
        seen = both[side].version if version is None else version
        return play.undo(seat=both[side], expected_version=seen, key=key, both=both)

    def play_on(self, until: Condition = never) -> None:
        """Do anything until the state is like that or the game is over."""
        play_on(self.game, until, self._chooser)

    def wander(self) -> Iterator[Side]:
        """Do anything until the game is over, and also what can be done out of turn or unseen.

        Actions are taken back, bids replaced, windows passed for good though one could go on, and several
        actions are sent as one list. Stops after each request, to say who acted.
        """
        while not (both := self.both)[EAST].game.is_over:
            at = position.load(both[EAST].game)
            side = self._chooser.choice([decision.side for decision in engine.pending(at.state)])
            seat = both[side]
            if seat.can_undo and self._chooser.random() < 0.3:
                play.undo(seat=seat, expected_version=seat.version, both=both)
            elif self._chooser.random() < 0.2 and engine.options(*at, side.enemy):
                side = side.enemy  # asked too, or able to replace a sealed bid
                self.submit(side)
            elif self._chooser.random() < 0.3 and (folded := self._unseen_pass(at, side)) is not None:
                play.submit(seat=seat, bodies=[folded], expected_version=seat.version, both=both)
            else:
                bodies = [encode(action) for action in a_list(*at, side, self._chooser)]
                play.submit(seat=seat, bodies=bodies, expected_version=seat.version, both=both)
            yield side

    def wander_on(self, requests: int | None = None) -> None:
        """Wander for that many requests, or until the game is over."""
        for _side in itertools.islice(self.wander(), requests):
            pass

    def _unseen_pass(self, at: position.LoadedPosition, side: Side) -> bytes | None:
        """A pass of which nobody else learns, if the side has one to give."""
        offered = options_of(at, side)
        sealed = Pass(rest_of_battle=self._chooser.random() < 0.5)
        return encode(sealed) if offered.decision == "deploy" and sealed in offered else None

    def a_list(self, side: Side) -> list[bytes]:
        """One action, or more: as far as the side learns nothing, and the one after."""
        return [encode(action) for action in a_list(*position.load(self.game), side, self._chooser)]


@contextlib.contextmanager
def chance_of(log: Iterable[LogItem]) -> Iterator[None]:
    """Within the block chance gives one game what it gave in a recorded one."""
    script: dict[str, list[str]] = {}
    for _side, body in log:
        if isinstance(body, Drawn):
            script.setdefault(body.pile, []).extend(body.items)
    source = Scripted(script, Seeded(b""))
    with mock.patch.object(position, "chance_of", return_value=source):
        yield


def table_where(condition: Condition, *, terms: lobby.Terms | None = None) -> Table:
    """A game that has come to this: one of the first hundred, which are always the same."""
    for seed in range(100):
        table = Table(seed, terms=terms)
        table.play_on(until=condition)
        if not table.game.is_over:
            return table
    raise AssertionError("no game came to this")


def on_the_march(*, is_public: bool = False) -> tuple[Table, Side]:
    """A game in which a side has paid for total movement and not moved yet; and that side."""
    table = Table(is_public=is_public)
    table.play_on(until=lambda state: type(engine.pending(state)[0]) is ChooseLevel)
    (side,) = table.asked()
    table.submit(side, encode(Level("total", tuple(table.view(side)["mine"]["hand"][:2]))))
    return table, side


def is_window_open(state: State) -> bool:
    """Somebody may challenge the deployment just made."""
    return state.combat is not None and state.combat.window is not None


def is_window_separate(state: State) -> bool:
    """A side is asked nothing but whether to challenge the deployment just made."""
    return any(type(decision) is AnswerDeployment for decision in engine.pending(state))


def is_folded_window_open(state: State) -> bool:
    """The side that deploys next may challenge first."""
    return is_window_open(state) and is_asked("deploy")(state)


def is_asked(*decisions: str) -> Condition:
    """The sides are asked these decisions, of which their words are named."""
    return lambda state: tuple(word(each) for each in engine.pending(state)) == decisions


do_both_discard = is_asked("discard", "discard")
"""A later week begins, and both have cards to lose."""


def everything_stored() -> list[object]:
    """Every row that acting could change."""
    return [
        list(model.objects.order_by("pk").values()) for model in (Game, Seat, Entry, Notification, Receipt)
    ]
