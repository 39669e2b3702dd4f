"""Record the golden games anew: ``python -m tests.engine.golden.record [NAME …]``.

Computer players that answer otherwise than before play other games: then the facts in ``test_golden.py``
have to be read off the new stories (``--story``), by hand. With ``--digests`` the recorded logs stay as they
are and only the digests of their last positions are renewed, after a change of what a position is made of.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings

from games.editions import ruleset
from games.engine import NOBODY, view
from games.simulation import arena
from games.story import Names, Storyteller, standing
from tests.engine.golden.recording import Recording, described, positions, read, write


class Recipe(NamedTuple):
    """Who plays, and the seed that was found to lead to the end wanted."""

    east: str
    west: str
    seed: str


RECIPES = {
    "ieyasu-slain-in-battle": Recipe("ashigaru", "ashigaru", "g241"),
    "ieyasu-slain-in-siege": Recipe("ashigaru", "ashigaru", "g146"),
    "ieyasu-overrun": Recipe("ashigaru", "ashigaru", "g367"),
    "hideyori-captured": Recipe("ashigaru", "ashigaru", "g30"),
    "points-for-east": Recipe("ashigaru", "ashigaru", "g4"),
    "points-for-west": Recipe("ashigaru", "ashigaru", "g3"),
    "points-tied": Recipe("random", "random", "g2"),
    "ashigaru-1": Recipe("ashigaru", "ashigaru", "g0"),
    "ashigaru-2": Recipe("ashigaru", "ashigaru", "g1"),
    "ashigaru-3": Recipe("ashigaru", "ashigaru", "g8"),
}


def record(name: str) -> Recording:
    """Play the game of that name."""
    recipe = RECIPES[name]
    rules = ruleset("kessen")
    players = (recipe.east, recipe.west)
    played = arena.record(rules, arena.seat(rules, players, recipe.seed), recipe.seed)
    return described(Recording("kessen", players, recipe.seed, "", {}, played.log), played.state)


def renewed(recording: Recording) -> Recording:
    """The same game with the digest its last position has now."""
    *_, (state, _) = positions(recording)
    return described(recording, state)


def story(name: str) -> Iterator[str]:
    """The game as recorded, told; its last lines say how it ended."""
    recording = read(name)
    words = Names(recording.rules)
    teller = Storyteller(words)
    seen: dict[str, Any] = {}
    for state, events in positions(recording):
        for chapter in teller.tell(event.seen_by(NOBODY) for event in events):
            yield from (f"{chapter.heading}: {sentence}" for sentence in chapter.sentences)
        seen = view(recording.rules, state, NOBODY)
    yield from standing(words, seen)


def main() -> None:
    """Record, or renew, or tell, and say how each game ends."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.golden.record", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(RECIPES))
    parser.add_argument("--digests", action="store_true", help="only renew the digests")
    parser.add_argument("--story", action="store_true", help="record nothing, tell the games")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.names) - set(RECIPES))
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}")
    settings.configure(USE_I18N=False)
    for name in arguments.names or RECIPES:
        if arguments.story:
            sys.stdout.writelines(f"{line}\n" for line in story(name))
            continue
        recording = renewed(read(name)) if arguments.digests else record(name)
        write(name, recording)
        sys.stdout.write(f"{name}: {recording.end}\n")


if __name__ == "__main__":
    main()
