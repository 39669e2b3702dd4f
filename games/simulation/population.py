"""Fills a database with people and games, so that pages can be measured at the size of a busy service.

Every game is played with its own seed, so that it can be verified and go on. Nobody is notified. Most games
are played at random, which is quick; some by computer players, which make games as long as those of people.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec
from django.db import transaction

from accounts.models.person import Person
from games import engine
from games.bots.players import Player
from games.engine.actions import Action, EndMovement, Finish, parse
from games.engine.options import Options
from games.engine.side import EAST, WEST, Side
from games.engine.state import State
from games.log.position import rules_of
from games.log.record import ENTRIES, genesis
from games.models.clocks import PACES
from games.models.game import ALPHABET, Game, Origin
from games.models.orders import SeatOrders
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT, text_with
from games.services import creation
from games.services.table import Table
from games.simulation import arena
from sekigahara.db import service_time

COMPUTER: Final = "ashigaru"
BY_COMPUTERS: Final = 100
"""One game of so many is played by computer players."""
ONE_OPEN_IN: Final = 25
"""One game of so many waits for an opponent."""
FINISHED: Final = 0.35
"""The share of games that are played to their end; a few others end on the way."""
MOST_ACTIONS_A_GAME: Final = 130
"""Actions: about the length of a game that is played at random."""
LONGEST_BY_COMPUTERS: Final = 420
A_VISIT: Final = 4
"""Actions after which the rows of a game are brought up to date, if the other side acts."""
FEWEST_PEOPLE: Final = 2
GAMES_A_STATEMENT: Final = 100
"""Games that are written together."""
ENTRIES_AT_ONCE: Final = 500

Chooser = Callable[[engine.Ruleset, State, Side], Action]


class Course(NamedTuple):
    """How far a game is played, and when.

    Attributes:
        actions: after how many actions it stops, unless it is over before.
        begun: when it began.
        latest: when its latest action was taken.
    """

    actions: int
    begun: datetime
    latest: datetime

    def at(self, done: int) -> datetime:
        """A time after so many actions: later than after fewer, and before the latest."""
        return self.latest - (self.latest - self.begun) / (1 + done / A_VISIT)


class KeptGame(NamedTuple):
    """A game that is played and not yet written."""

    game: Game
    seats: tuple[Seat, Seat]
    entries: list[Any]


def _nothing() -> None:
    return None


def numbered(count: int, now: datetime) -> list[Person]:
    """Add people to a database that has none of them.

    Args:
        count: how many; the first is Player 1.
        now: when all of them confirm their addresses.
    """
    rows = [
        Person(email=f"player-{number}@example.org", name=f"Player {number}", confirmed_at=now)
        for number in range(1, count + 1)
    ]
    for row in rows:
        row.set_unusable_password()
    return Person.objects.bulk_create(rows, batch_size=1000)


def is_empty() -> bool:
    """Whether the database has neither people nor games."""
    return not (Person.objects.exists() or Game.objects.exists())


def fill(people: int, games: int, *, seed: int = 0, step: Callable[[], object] = _nothing) -> None:
    """Fill an empty database.

    Args:
        people: how many, at least ``FEWEST_PEOPLE``.
        games: how many; a few of them still wait for an opponent.
        seed: decides everything but the salts of the logs.
        step: called after each game.

    Raises:
        ValueError: there are too few people.
    """
    if people < FEWEST_PEOPLE:
        raise ValueError("a game needs two people")
    chooser = random.Random(seed)  # noqa: S311 - what is drawn is a simulation
    now = service_time.now()
    known = numbered(people, now)
    for first in range(0, games, GAMES_A_STATEMENT):
        played = []
        for number in range(first, min(first + GAMES_A_STATEMENT, games)):
            played.append(_one(number, known, chooser, now))
            step()
        with transaction.atomic():
            _write(played)


def _one(number: int, people: Sequence[Person], chooser: random.Random, now: datetime) -> KeptGame:
    is_long = number % BY_COMPUTERS == 0
    pair = chooser.sample(people, 2)
    origin = Origin(
        "".join(chooser.choice(ALPHABET) for _ in range(10)), chooser.randbytes(creation.SEED_BYTES)
    )
    course = _course(chooser, now, LONGEST_BY_COMPUTERS if is_long else MOST_ACTIONS_A_GAME)
    terms = creation.Terms(
        is_public=chooser.random() < 0.5, pace=chooser.choice([None, *PACES]), reaction=None
    )
    with service_time.simulated(lambda: course.begun):
        game = creation.new_game(DEFAULT, text_with(DEFAULT, {}), terms, pair[EAST], origin)
    seats = (Seat(game=game, side=EAST, player=pair[EAST]), Seat(game=game, side=WEST, player=pair[WEST]))
    game.first, game.nonces = EAST, [f"east{number}", f"west{number}"]
    if number % ONE_OPEN_IN == ONE_OPEN_IN - 1:
        seats[WEST].player = None
        game.nonces = [game.nonces[EAST], None]
        return KeptGame(game, seats, [])
    choose = _by_computers(rules_of(game), str(number)) if is_long else _at_random(chooser)
    return KeptGame(game, seats, list(_played(seats, course, choose)))


def _course(chooser: random.Random, now: datetime, longest: int) -> Course:
    if chooser.random() < FINISHED:
        latest = now - timedelta(days=chooser.uniform(1, 600))
        return Course(arena.MOST_ACTIONS, latest - timedelta(days=chooser.uniform(5, 90)), latest)
    latest = now - timedelta(hours=chooser.uniform(0, 20))
    return Course(chooser.randint(1, longest), latest - timedelta(days=chooser.uniform(1, 90)), latest)


def _at_random(chooser: random.Random) -> Chooser:
    """Any legal action, but rarely one that only ends what could go on: such games are short."""

    def choose(rules: engine.Ruleset, state: State, side: Side) -> Action:
        offered = _offered(rules, state, side)
        for _try in range(3):
            action = offered.sample(chooser)
            if not isinstance(action, EndMovement | Finish):
                return action
        return offered.sample(chooser)

    return choose


def _by_computers(rules: engine.Ruleset, seed: str) -> Chooser:
    seated: tuple[Player, Player] = arena.seat(rules, (COMPUTER, COMPUTER), seed)

    def choose(rules: engine.Ruleset, state: State, side: Side) -> Action:
        described = _offered(rules, state, side).describe()
        view, options = arena.json_of(engine.view(rules, state, side)), arena.json_of(described)
        return parse(msgspec.json.encode(seated[side].choose(view, options)))

    return choose


def _offered(rules: engine.Ruleset, state: State, side: Side) -> Options:
    offered = engine.options(rules, state, side)
    if offered is None:
        raise arena.ArenaError(f"{side.label} is asked, but offered nothing")
    return offered


def _played(seats: tuple[Seat, Seat], course: Course, choose: Chooser) -> Iterator[Any]:
    """Play a game as the services do, visit by visit, and yield the entries of its log."""
    game = seats[EAST].game
    game.status, game.started_at, game.chain = Game.Status.RUNNING, course.begun, genesis(game)
    table = Table(seats)
    table.set_up()
    done = 0
    while table.state.result is None and done < course.actions:
        side = engine.pending(table.state)[0].side
        if _is_visit_over(table, side):
            yield from _recorded(table, course.at(done))
            table = Table(seats)
            table.load()
        table.take(side, choose(table.rules, table.state, side))
        done += 1
    yield from _recorded(table, course.latest)


def _is_visit_over(table: Table, side: Side) -> bool:
    """Whether the rows are brought up to date before a side acts."""
    if not table.steps:
        return False
    latest = table.steps[-1].side
    return latest is None or (latest != side and len(table.steps) >= A_VISIT)


def _recorded(table: Table, at: datetime) -> Sequence[Any]:
    with service_time.simulated(lambda: at):
        return table.record()


def _write(played: Sequence[KeptGame]) -> None:
    """Write games, with the rows that belong to them."""
    Game.objects.bulk_create([each.game for each in played])
    for each in played:  # the primary keys are known only now
        for seat in each.seats:
            seat.game_id = each.game.pk
        for entry in each.entries:
            entry.game_id = each.game.pk
    seats = Seat.objects.bulk_create(seat for each in played for seat in each.seats)
    running = [seat for seat in seats if seat.game.status == Game.Status.RUNNING]
    SeatOrders.objects.bulk_create(SeatOrders(seat=seat) for seat in running)
    entries = [entry for each in played for entry in each.entries]
    for first in range(0, len(entries), ENTRIES_AT_ONCE):
        ENTRIES.add(entries[first : first + ENTRIES_AT_ONCE])
