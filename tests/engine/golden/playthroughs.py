"""Write the playthroughs again: ``python -m tests.engine.golden.playthroughs``; then review the diff."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from games.engine import new_game, settle
from games.engine.chance import Seeded
from games.rulebook.editions import FIXTURES, ruleset
from tests.engine.golden import edition_scripts, kessen_scripts
from tests.engine.golden.observing import playthrough
from tests.engine.golden.script import Script
from tests.kit.positions import position

FOLDER = FIXTURES / "playthroughs"
COMMAND = "python -m tests.engine.golden.playthroughs"
SEED = b"playthrough"
"""Of chance, in a new game."""

SCRIPTS = {
    "first-week": kessen_scripts.FIRST_WEEK,
    "challenge": kessen_scripts.CHALLENGE,
    "siege": kessen_scripts.SIEGE,
    "gmt-2016-first-week": edition_scripts.GMT_FIRST_WEEK,
    "gmt-2016-challenge": edition_scripts.GMT_CHALLENGE,
    "gmt-2016-siege": edition_scripts.GMT_SIEGE,
    "gmt-2011-odd-hands": edition_scripts.ODD_HANDS,
    "manual-ishida": edition_scripts.ISHIDA,
}
"""By the name of the file."""


def text_of(script: Script) -> str:
    """The whole text of a playthrough."""
    if script.position is not None:
        table = position(script.position)
        return _joined(playthrough(script.title, table.rules, table.state, table.source, script.steps))
    rules, source = ruleset(script.edition), Seeded(SEED)
    state, _ = settle(rules, new_game(rules).state, source)
    return _joined(playthrough(script.title, rules, state, source, script.steps))


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, script in SCRIPTS.items():
        (FOLDER / f"{name}.txt").write_text(text_of(script), encoding="utf-8")
        sys.stdout.write(f"{name}.txt\n")


if __name__ == "__main__":
    main()
