"""What computer players think in: a process of its own, which knows only what the seat it thinks for does.

    python -m games.services.thinker

Reads a question from each line and answers it in one line, the action to take. It has neither the database
nor the settings, and lets everything else on the machine go first. The end of the input ends it.
"""

import os
import signal
import sys
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from games import engine
from games.bots import players
from games.bots.players import Rehearser
from games.engine import Ruleset, Side
from games.engine.worlds import Worlds

NICENESS = 15
"""How far other processes go before it, as ``nice`` counts."""


class ThinkerQuestion(msgspec.Struct, frozen=True):
    """What a player is to decide: two games that the seat cannot tell apart have the same question.

    Attributes:
        player: its name.
        seed: decides everything it leaves to chance.
        character: a code of ``games.bots.characters``; empty for none.
        text: of the edition.
        revision: of the rules.
        side: that it plays.
        view: the position as the side sees it.
        options: what the side may answer.
        worlds: the position that its worlds are dealt from (``Worlds.dump``).
    """

    player: str
    seed: int
    character: str
    text: str
    revision: int
    side: str
    view: dict[str, Any]
    options: dict[str, Any]
    worlds: bytes


def answer(question: ThinkerQuestion) -> dict[str, Any]:
    """The action to take.

    Raises:
        TypeError: the player does not rehearse.
    """
    rules, side = _rules(question.text, question.revision), Side.named(question.side)
    player = _player(question.player, question.seed, question.character, question.text, question.revision)
    if not isinstance(player, Rehearser):
        raise TypeError(f"{question.player} does not rehearse")
    worlds = Worlds(rules, engine.load(question.worlds), side, Random)
    return player.rehearse(question.view, question.options, worlds)


@lru_cache(maxsize=16)
def _player(name: str, seed: int, character: str, text: str, revision: int) -> players.Player:
    """A player, perhaps with notes of its turn: they make its next answers quicker, and no others."""
    printed = msgspec.to_builtins(_rules(text, revision).edition)
    return players.create(name, printed, seed, character)


@lru_cache(maxsize=16)
def _rules(text: str, revision: int) -> Ruleset:
    return Ruleset.from_text(text, revision)


def main() -> None:
    """Answer every question on the standard input."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the process that asks
    for line in sys.stdin.buffer:
        given = answer(msgspec.json.decode(line, type=ThinkerQuestion))
        sys.stdout.buffer.write(msgspec.json.encode(given) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
