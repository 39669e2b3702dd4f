"""`manage.py bench`: how fast the engine is, beside its peers, in one run. See goals.py for what is compared.

Exit code 1 where a ratio that must be reached is missed, or a peer is not installed.
"""

import argparse
import sys
from pathlib import Path

from games.editions import ruleset
from tests.benchmarks import goals
from tests.benchmarks.engine import all_engine
from tests.benchmarks.floors import all_floors
from tests.benchmarks.measure import run
from tests.benchmarks.peers import PeerMissingError, all_peers


def main(arguments: list[str]) -> int:
    """Time us, the peers and the floors in rounds, print the ratios, and say whether they are good enough."""
    parser = argparse.ArgumentParser(prog="manage.py bench", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=21, help="how often everything is timed (21)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure there too")
    chosen = parser.parse_args(arguments)
    try:
        peers = all_peers()
    except PeerMissingError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    subjects = [*all_engine(ruleset("kessen")), *peers, *all_floors()]
    table = run(chosen.rounds, subjects, [*goals.ENGINE_GOALS, *goals.PEER_GOALS])
    sys.stdout.write(f"{table.costs_text()}\n\n{table}\n")
    if chosen.json:
        table.write_json(chosen.json)
    return 1 if table.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
