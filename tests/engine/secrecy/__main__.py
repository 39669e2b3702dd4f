"""The secrecy check at the size of a night: ``python -m tests.engine.secrecy [--steps 10000] [--seed S]``.

The steps are shared out among the editions.
"""

import argparse
import sys
import time

from games.rulebook.editions import edition_ids, ruleset
from tests.engine.secrecy.shadow import LeakError
from tests.engine.secrecy.watch import watch, watch_recorded


def main() -> None:
    """Compare, and say how much was compared; exit 1 at the first leak."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.secrecy", description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000, help="of random games, after the recorded ones")
    parser.add_argument("--seed", default="nightly")
    parser.add_argument("--edition", choices=edition_ids(), help="random games of one only")
    arguments = parser.parse_args()
    began = time.perf_counter()
    try:
        seen = watch_recorded()
        for edition in (editions := [arguments.edition] if arguments.edition else edition_ids()):
            seen += watch(ruleset(edition), arguments.seed, arguments.steps // len(editions))
    except LeakError as error:
        sys.exit(f"leak: {error}")
    for what, times in sorted(seen.items()):
        sys.stdout.write(f"{times:7d}  {what}\n")
    seconds = time.perf_counter() - began
    sys.stdout.write(f"{seen.total()} steps in {seconds:.1f} s: the viewer was told the same at each\n")


if __name__ == "__main__":
    main()
