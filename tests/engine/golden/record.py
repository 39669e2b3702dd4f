"""Record the golden games again: ``python -m tests.engine.golden.record [NAME …]``.

Computer players that answer otherwise than before play other games. Which seeds lead to which ends is found
with ``--search``.
With ``--digests`` the recorded logs stay as they are and only the digests of their last positions are
renewed, after a change of what a position is made of.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings

from games.engine.ruleset import REVISION
from games.rulebook.editions import DEFAULT, edition_ids, ruleset
from games.simulation import arena
from tests.engine.golden.recording import Recording, described, ending, positions, read, write


class Recipe(NamedTuple):
    """The edition, the seed that was found to lead to the end wanted, and who plays."""

    edition: str
    seed: str
    east: str = "ashigaru"
    west: str = "ashigaru"


FOUND = {
    "kessen": {
        "ieyasu-slain-in-battle": Recipe("kessen", "0/45"),
        "ieyasu-slain-in-siege": Recipe("kessen", "0/140"),
        "ieyasu-overrun": Recipe("kessen", "0/51"),
        "hideyori-captured": Recipe("kessen", "0/120"),
        "points-for-east": Recipe("kessen", "0/230"),
        "points-for-west": Recipe("kessen", "0/56"),
        "points-tied": Recipe("kessen", "g2", "random", "random"),
        "ashigaru-1": Recipe("kessen", "g0"),
        "ashigaru-2": Recipe("kessen", "g1"),
        "ashigaru-3": Recipe("kessen", "g8"),
        "revision-2": Recipe("kessen", "r2"),
    },
    "gmt-2011": {
        "ieyasu-slain-in-battle": Recipe("gmt-2011", "0/19"),
        "ieyasu-slain-in-siege": Recipe("gmt-2011", "0/114"),
        "ieyasu-overrun": Recipe("gmt-2011", "0/190"),
        "ishida-mitsunari-slain-in-battle": Recipe("gmt-2011", "0/37"),
        "ishida-mitsunari-slain-in-siege": Recipe("gmt-2011", "0/62"),
        "ishida-mitsunari-overrun": Recipe("gmt-2011", "0/271"),
        "hideyori-captured": Recipe("gmt-2011", "0/47"),
        "points-for-east": Recipe("gmt-2011", "0/79"),
        "points-for-west": Recipe("gmt-2011", "0/274"),
        "points-tied": Recipe("gmt-2011", "0/52"),
        "revision-2": Recipe("gmt-2011", "r2"),
    },
    "gmt-2016": {
        "ieyasu-slain-in-battle": Recipe("gmt-2016", "0/144"),
        "ieyasu-slain-in-siege": Recipe("gmt-2016", "0/198"),
        "ieyasu-overrun": Recipe("gmt-2016", "0/280"),
        "ishida-mitsunari-slain-in-battle": Recipe("gmt-2016", "0/62"),
        "ishida-mitsunari-slain-in-siege": Recipe("gmt-2016", "0/240"),
        "ishida-mitsunari-overrun": Recipe("gmt-2016", "0/285"),
        "hideyori-captured": Recipe("gmt-2016", "0/391"),
        "points-for-east": Recipe("gmt-2016", "0/178"),
        "points-for-west": Recipe("gmt-2016", "0/245"),
        "points-tied": Recipe("gmt-2016", "0/133"),
        "revision-2": Recipe("gmt-2016", "r2"),
    },
    "manual": {
        "ieyasu-slain-in-battle": Recipe("manual", "0/113"),
        "ieyasu-slain-in-siege": Recipe("manual", "0/204"),
        "ieyasu-overrun": Recipe("manual", "0/51"),
        "ishida-mitsunari-slain-in-battle": Recipe("manual", "0/173"),
        "ishida-mitsunari-slain-in-siege": Recipe("manual", "0/149"),
        "ishida-mitsunari-overrun": Recipe("manual", "0/39"),
        "hideyori-captured": Recipe("manual", "0/47"),
        "points-for-east": Recipe("manual", "0/133"),
        "points-for-west": Recipe("manual", "0/58"),
        "points-tied": Recipe("manual", "0/14", "random", "random"),
        "revision-2": Recipe("manual", "r2"),
    },
}
"""The recipes of each edition by the way the game ends.

Those named after an end were played by revision 1 of the rules; recorded again, they are of the present one
and may end otherwise. What each revision since then changed is in a game that is named after it.
"""
RECIPES = {
    ending if edition == DEFAULT else f"{edition}-{ending}": recipe
    for edition, endings in FOUND.items()
    for ending, recipe in endings.items()
}
"""By the name of the file."""


def played(recipe: Recipe) -> arena.PlayedGame:
    """Play the game of a recipe."""
    rules = ruleset(recipe.edition)
    return arena.record(rules, arena.seat(rules, (recipe.east, recipe.west), recipe.seed), recipe.seed)


def record(name: str) -> Recording:
    """Play the game of that name."""
    recipe = RECIPES[name]
    game = played(recipe)
    players = (recipe.east, recipe.west)
    bare = Recording(recipe.edition, players, recipe.seed, "", {}, game.log, REVISION)
    return described(bare, game.state)


def search(edition: str, games: int) -> Iterator[tuple[str, Recipe, int]]:
    """Ways of ending, each with a recipe and the number of actions, whenever a shorter one is found."""
    rules = ruleset(edition)
    shortest: dict[str, int] = {}
    for number in range(games):
        recipe = Recipe(edition, f"0/{number}")
        game = played(recipe)
        way, actions = ending(rules, game.state, game.events), sum(side is not None for side, _ in game.log)
        if actions < shortest.get(way, arena.MOST_ACTIONS):
            shortest[way] = actions
            yield way, recipe, actions


def renewed(recording: Recording) -> Recording:
    """The recording with the digest that its last position has now."""
    *_, (state, _) = positions(recording)
    return described(recording, state)


def main() -> None:
    """Record, or renew, and say how each game ends."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.golden.record", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(RECIPES))
    parser.add_argument("--digests", action="store_true", help="only renew the digests")
    parser.add_argument("--search", choices=edition_ids(), help="look for ways of ending in this edition")
    parser.add_argument("--games", type=int, default=200, help="how many games to search (200)")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.names) - set(RECIPES))
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}")
    settings.configure(USE_I18N=False)
    if arguments.search:
        for way, recipe, actions in search(arguments.search, arguments.games):
            sys.stdout.write(f"{way}: seed {recipe.seed}, {actions} actions\n")
            sys.stdout.flush()
        return
    for name in arguments.names or RECIPES:
        recording = renewed(read(name)) if arguments.digests else record(name)
        write(name, recording)
        sys.stdout.write(f"{name}: {recording.end}\n")


if __name__ == "__main__":
    main()
