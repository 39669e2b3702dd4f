"""Fills a database with people and games, so that pages can be measured at the size of a busy service.

The first games are played, each with its own seed, so that they can be verified. Most of them are played at
random, which is quick; some by computer players, which make games as long as those of people. The others are
copies of these, with people, id, seed, times and hashes of their own. They are read and go on like any other,
but their draws are those of the game that was played: they do not follow from the seed of the copy, since
draws depend on the id of a game. `replay_games` and `verify_game` say so of each copy. Nobody is notified.
"""

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from django.db import transaction
from django.db.models import DateTimeField, Model

from accounts.models.person import Person
from games import engine
from games.bots.players import Player
from games.engine.actions import Action, EndMovement, Finish, parse
from games.engine.options import Options
from games.engine.side import EAST, WEST, Side
from games.engine.state import State
from games.log import heads, position, record
from games.log.record import ENTRIES
from games.models.clocks import PACES
from games.models.game import ALPHABET, Game, Origin
from games.models.orders import SeatOrders
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT, text_with
from games.services import creation
from games.services.table import Table
from games.simulation import arena
from sekigahara.db import service_time

PLAYED: Final = 100
"""How many games are played; the others are copies."""
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

_Moved = TypeVar("_Moved", bound=Model)
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


class Original(NamedTuple):
    """A game that was played and is copied.

    Attributes:
        latest: when its latest action was taken, or it was created.
        texts: of the changes that the public could see.
        last: the number of entries up to the end of the last of these.
    """

    kept: KeptGame
    latest: datetime
    texts: list[bytes]
    last: int


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


def fill(
    people: int,
    games: int,
    *,
    seed: int = 0,
    played: int = PLAYED,
    step: Callable[[], object] = _nothing,
) -> None:
    """Fill an empty database.

    Args:
        people: how many, at least ``FEWEST_PEOPLE``.
        games: how many; a few of them still wait for an opponent.
        seed: decides everything but the salts of the logs.
        played: how many games are played, at least one; the others are copies.
        step: called after each game.

    Raises:
        ValueError: there are too few people.
    """
    if people < FEWEST_PEOPLE:
        raise ValueError("a game needs two people")
    chooser = random.Random(seed)  # noqa: S311 - what is drawn is a simulation
    now = service_time.now()
    known = numbered(people, now)
    originals: list[Original] = []
    for some in _sets(range(min(played, games))):
        made = []
        for number in some:
            made.append(_one(number, known, chooser, now))
            step()
        _write(made)
        originals += map(_original, made)
    for some in _sets(range(played, games)):
        made = []
        for number in some:
            made.append(_copied(originals[number % played], number, known, chooser, now))
            step()
        _write(made)


def _one(number: int, people: Sequence[Person], chooser: random.Random, now: datetime) -> KeptGame:
    is_long = number % BY_COMPUTERS == 0
    pair = chooser.sample(people, 2)
    origin = _origin(chooser)
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
    choose = _by_computers(position.rules_of(game), str(number)) if is_long else _at_random(chooser)
    return KeptGame(game, seats, list(_played(seats, course, choose)))


def _sets(numbers: range) -> Iterator[range]:
    """Numbers of games, those that are written together at a time."""
    for first in range(0, len(numbers), GAMES_A_STATEMENT):
        yield numbers[first : first + GAMES_A_STATEMENT]


def _origin(chooser: random.Random) -> Origin:
    public_id = "".join(chooser.choice(ALPHABET) for _ in range(10))
    return Origin(public_id, chooser.randbytes(creation.SEED_BYTES))


def _original(kept: KeptGame) -> Original:
    """What copies of a game need, which is written already."""
    if not kept.entries:
        return Original(kept, kept.game.created_at, [], 0)
    steps = position.retold(kept.game).steps
    texts = list(heads.public_texts(steps))
    last = max(step.entries[1] for step, text in zip(steps, texts, strict=True) if text is not None)
    return Original(kept, kept.entries[-1].created_at, list(filter(None, texts)), last)


def _copied(
    original: Original, number: int, people: Sequence[Person], chooser: random.Random, now: datetime
) -> KeptGame:
    game, pair = original.kept.game, chooser.sample(people, 2)
    later = _latest(chooser, now, is_over=game.is_over) - original.latest
    game = _moved(game, later)
    game.public_id, game.seed = origin = _origin(chooser)
    game.commitment, game.creator = origin.commitment, pair[EAST]
    game.nonces = [None if nonce is None else f"{nonce}-{number}" for nonce in game.nonces]
    seats = _moved(original.kept.seats[EAST], later), _moved(original.kept.seats[WEST], later)
    for seat in seats:
        seat.game, seat.player = game, pair[seat.side] if seat.player_id is not None else None
    return KeptGame(game, seats, list(_chained(game, original, later)))


def _chained(game: Game, original: Original, later: timedelta) -> Iterator[Any]:
    """The entries of a copy. Salts are those of the original; hashes are new, also in the row of the game."""
    if not original.kept.entries:
        return
    chain = game.head_public = record.genesis(game)
    for entry in original.kept.entries:
        chain = record.link(chain, entry.side, entry.salt, entry.body)
        values = {
            name: getattr(entry, name) for name in ("seq", "side", "body", "salt", "by_order", "change")
        }
        yield ENTRIES.new(**values, chain=chain, created_at=entry.created_at + later)
        if entry.seq == original.last:
            game.head_chain = chain
    game.chain = chain
    for text in original.texts:
        game.head_public = heads.public_after(game.head_public, text)


def _moved(row: _Moved, later: timedelta) -> _Moved:
    """A copy of a row that is not written, with all its times so much later."""
    copied = copy.copy(row)
    copied.pk, copied._state.adding = None, True  # noqa: SLF001 - the documented way to copy a row
    for field in row._meta.concrete_fields:  # noqa: SLF001 - the documented way to a model's fields
        if isinstance(field, DateTimeField) and (at := getattr(row, field.attname)) is not None:
            setattr(copied, field.attname, at + later)
    return copied


def _latest(chooser: random.Random, now: datetime, *, is_over: bool) -> datetime:
    """When the latest action of a game was taken."""
    if is_over:
        return now - timedelta(days=chooser.uniform(1, 600))
    return now - timedelta(hours=chooser.uniform(0, 20))


def _course(chooser: random.Random, now: datetime, longest: int) -> Course:
    is_over = chooser.random() < FINISHED
    latest = _latest(chooser, now, is_over=is_over)
    if is_over:
        return Course(arena.MOST_ACTIONS, latest - timedelta(days=chooser.uniform(5, 90)), latest)
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
    game.status, game.started_at, game.chain = Game.Status.RUNNING, course.begun, record.genesis(game)
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


@transaction.atomic
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
