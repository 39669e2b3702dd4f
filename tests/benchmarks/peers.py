"""Other people's engines at their everyday work; `python -m tests.benchmarks.peers` times them without us.

The packages belong to the `bench` dependency group. They are imported when asked for and typed loosely, so
that neither the tests nor the type check need them.
"""

import argparse
import random
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.benchmarks import goals
from tests.benchmarks.floors import all_floors
from tests.benchmarks.measure import Subject, run

CHESS_PLIES = 120
CATAN_ACTIONS = 600
DIPLOMACY_PHASES = 12
DOMINO_GAMES = 40


class PeerMissingError(Exception):
    """A package to compare with is not installed."""


def required(module: str, package: str) -> Any:
    """Import `module`; where `package` is not installed, raise PeerMissingError with the way to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise PeerMissingError(
            f"{package} cannot be imported ({error}); it belongs to the dependency group 'bench': "
            "install that with `uv sync --group bench` or `pip install --group bench`"
        ) from error


def _source(package: str) -> str:
    return f"{package} {version(package)}"


@cache
def chess_game() -> tuple[str, ...]:
    """A legal game of 120 plies in UCI, drawn at random and the same every time.

    Chance is lifelike enough: over the game a position has 24 pieces and 32 legal moves in the mean, just as
    in Kasparov against Topalov, 1999. Greedier choices keep too many pieces or too few moves.
    """
    board, chance = required("chess", "chess").Board(), random.Random(0)
    while len(board.move_stack) < CHESS_PLIES:
        board.push(chance.choice(list(board.legal_moves)))
    return tuple(move.uci() for move in board.move_stack)


def _chess_positions() -> list[Any]:
    """The board before every ply of the game."""
    board, positions = required("chess", "chess").Board(), []
    for ply in chess_game():
        positions.append(board.copy(stack=False))
        board.push_uci(ply)
    return positions


def chess_push_uci() -> Subject:
    """The yardstick: read a ply, check that it is legal, play it."""
    chess, plies = required("chess", "chess"), chess_game()

    def game() -> None:
        board = chess.Board()
        for ply in plies:
            board.push_uci(ply)

    return _of_games(goals.YARDSTICK, game, 15)


def chess_push() -> Subject:
    """Play plies that are known to be legal."""
    chess = required("chess", "chess")
    moves = [chess.Move.from_uci(ply) for ply in chess_game()]

    def game() -> None:
        board = chess.Board()
        for move in moves:
            board.push(move)

    return _of_games(goals.CHESS_TRUSTED, game, 40)


def chess_legal_moves() -> Subject:
    """List the legal moves of every position of the game; a unit is a move listed."""
    positions = _chess_positions()

    def work() -> int:
        return sum(len(list(board.legal_moves)) for _ in range(5) for board in positions)

    return Subject(goals.CHESS_OPTIONS, work, _source("chess"))


def chess_board_from_fen() -> Subject:
    """Restore every position of the game from its text."""
    board_of: Callable[[str], object] = required("chess", "chess").Board
    fens = [board.fen() for board in _chess_positions()]

    def game() -> None:
        for fen in fens:
            board_of(fen)

    return _of_games(goals.CHESS_RESTORE, game, 4)


def _of_games(name: str, game: Callable[[], None], times: int) -> Subject:
    """The game so many times; a unit is one of its plies."""

    def work() -> int:
        for _ in range(times):
            game()
        return times * CHESS_PLIES

    return Subject(name, work, _source("chess"))


@cache
def _catan_game() -> tuple[Any, tuple[Any, ...]]:
    """A game of four players before its first action, and the actions of that game, chosen at random.

    catanatron throws its dice with the global generator, so whoever replays the actions seeds that the same
    way. Options are sorted before one is chosen: their own order changes from one process to the next.
    """
    catanatron = required("catanatron", "catanatron")
    start = catanatron.Game([catanatron.Player(color) for color in catanatron.Color], seed=1)
    game, chance, actions = start.copy(), random.Random(1), []
    random.seed(1)
    for _ in range(CATAN_ACTIONS):
        actions.append(chance.choice(sorted(game.state.playable_actions, key=str)))
        game.execute(actions[-1])
    return start, tuple(actions)


def catan_copy() -> Subject:
    """The copy catanatron's own searching players make before they try an action, at stages of a game."""
    start, actions = _catan_game()
    game, stages = start.copy(), []
    random.seed(1)
    for number, action in enumerate(actions, start=1):
        game.execute(action)
        if number % 50 == 0:
            stages.append(game.copy())

    def work() -> int:
        for _ in range(30):
            for stage in stages:
                stage.copy()
        return 30 * len(stages)

    return Subject(goals.CATAN_COPY, work, _source("catanatron"))


def catan_action() -> Subject:
    """Check an action against the options, apply it, list the next options."""
    start, actions = _catan_game()

    def work() -> int:
        game = start.copy()
        random.seed(1)
        for action in actions:
            game.execute(action)
        return len(actions)

    return Subject(goals.CATAN_ACTION, work, _source("catanatron"))


def domino_action() -> Subject:
    """List the legal actions, then apply one: a domino game that is written in Python, its deals included."""
    required("open_spiel.python.games.block_dominoes", "open_spiel")
    game = required("pyspiel", "open_spiel").load_game("python_block_dominoes")
    chance = random.Random(1)
    recorded: list[list[int]] = []
    for _ in range(DOMINO_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        recorded.append(state.history())

    def work() -> int:
        for actions in recorded:
            state = game.new_initial_state()
            for action in actions:
                state.legal_actions()
                state.apply_action(action)
        return sum(map(len, recorded))

    return Subject(goals.DOMINO_ACTION, work, _source("open_spiel"))


def diplomacy_order() -> Subject:
    """Set the orders of all powers and resolve the phase: the first phases of a game at random."""
    new_game = required("diplomacy", "diplomacy").Game
    game, chance = new_game(), random.Random(3)
    recorded: list[dict[str, list[str]]] = []
    for _ in range(DIPLOMACY_PHASES):
        possible, places = game.get_all_possible_orders(), game.get_orderable_locations()
        # Sorted, because their own order changes from one process to the next.
        orders = {
            power: [chance.choice(sorted(possible[place])) for place in sorted(where)]
            for power, where in places.items()
        }
        recorded.append(orders)
        _resolve(game, orders)

    def work() -> int:
        game = new_game()
        for orders in recorded:
            _resolve(game, orders)
        return sum(len(of_power) for orders in recorded for of_power in orders.values())

    return Subject(goals.DIPLOMACY_ORDER, work, _source("diplomacy"))


def _resolve(game: Any, orders: dict[str, list[str]]) -> None:
    for power, of_power in orders.items():
        game.set_orders(power, of_power)
    game.process()


def all_peers() -> list[Subject]:
    """Every peer, ready to be timed. Raises PeerMissingError where one is not installed."""
    chess = [chess_push_uci(), chess_push(), chess_legal_moves(), chess_board_from_fen()]
    return [*chess, catan_copy(), catan_action(), domino_action(), diplomacy_order()]


def main(arguments: list[str]) -> int:
    """Time the peers and the floors without us; exit code 1 where a peer is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.peers", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args(arguments)
    try:
        subjects = all_peers()
    except PeerMissingError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    run(chosen.rounds, [*subjects, *all_floors()], goals.PEER_GOALS).show(chosen.json)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
