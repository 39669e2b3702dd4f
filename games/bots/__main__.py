"""Serve a computer player to another process: ``python -m games.bots NAME --seed S``.

Talks in lines of JSON. The first line in is the edition; every further line is an object with ``view``
and ``options`` and is answered by one line, the action. The end of the input ends the player.
"""

import argparse
import json
import sys
from typing import Any

from games.bots import players


def serve(name: str, seed: int) -> None:
    """Answer every line of the standard input.

    Args:
        name: of the computer player.
        seed: decides everything the player leaves to chance.

    Raises:
        UnknownPlayerError: there is no player of that name.
    """
    edition: dict[str, Any] = json.loads(sys.stdin.readline())
    player = players.create(name, edition, seed)
    for line in sys.stdin:
        question = json.loads(line)
        answer = player.choose(question["view"], question["options"])
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        sys.stdout.flush()


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="python -m games.bots", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "name", choices=[name for name in sorted(players.PLAYERS) if not players.rehearses(name)]
    )
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    try:
        serve(arguments.name, arguments.seed)
    except json.JSONDecodeError as error:
        sys.exit(f"games.bots: a line is not JSON: {error}")


if __name__ == "__main__":
    main()
