"""`manage.py bench`: how fast the engine and the service are, beside others in one run. See goals.py.

Exit code 1 where a number that must be reached is missed, or something to compare with is missing.
"""

import argparse
import os
import sys
from pathlib import Path

import psycopg

from games.engine import Ruleset
from games.rulebook.editions import DEFAULT, edition_ids
from tests.benchmarks import goals, growth
from tests.benchmarks.engine import REVISION, all_engine, extremes, recorded, validated_replay
from tests.benchmarks.floors import all_floors
from tests.benchmarks.installation import ServerMissingError, find_servers, installation
from tests.benchmarks.measure import run
from tests.benchmarks.outcome import Table
from tests.benchmarks.peers import PeerMissingError, all_peers
from tests.kit.editions import ruleset_of


def main(arguments: list[str]) -> int:
    """Time us, the peers and the floors in rounds, print the ratios, and say whether they are good enough."""
    parser = argparse.ArgumentParser(prog="manage.py bench", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=21, help="how often everything is timed (21)")
    parser.add_argument(
        "--edition", choices=edition_ids(), default=DEFAULT, help="what is played (%(default)s)"
    )
    parser.add_argument("--engine", action="store_true", help="leave the service out, which needs servers")
    parser.add_argument(
        "--growth", action="store_true", help="only how ladders and ratings grow with members and games"
    )
    parser.add_argument("--pages", action="store_true", help="only what pages and mails cost")
    parser.add_argument("--people", type=int, default=2_000, help="with --pages: how many (2000)")
    parser.add_argument("--games", type=int, default=10_000, help="with --pages: how many (10000)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure there too")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.growth:
            find_servers()
            return growth.main()
        if chosen.pages or not chosen.engine:
            find_servers()  # else it would be told only after the engine was measured
        if chosen.pages:
            table = _pages(chosen.rounds, chosen.people, chosen.games)
        else:
            table = _engine(chosen.rounds, ruleset_of(chosen.edition, REVISION))
            if not chosen.engine:
                table += _service(chosen.rounds, chosen.edition)
    except (PeerMissingError, ServerMissingError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    table.show(chosen.json)
    return 1 if table.missed else 0


def _engine(rounds: int, rules: Ruleset) -> Table:
    subjects = [*all_engine(rules), *all_peers(), *all_floors()]
    ratios = run(rounds, subjects, [*goals.ENGINE_GOALS, *goals.PEER_GOALS])
    return ratios + Table(rounds, (), tuple(extremes(rules, rounds)))


def _service(rounds: int, edition: str) -> Table:
    with installation():
        # These read settings and models, which are there only now.
        from django.db import connection

        from tests.benchmarks import raw, served, service
        from tests.benchmarks.moves import enough_moves

        url = os.environ["DATABASE_URL"]
        raw.make_tables(url)
        with psycopg.connect(url) as raw_connection:
            moves = iter([*enough_moves(service.TIMES * (rounds + 1), edition)])
            subjects = [
                service.submitting(moves),
                service.cold_load(edition),
                raw.transactions(raw_connection),
                validated_replay(ruleset_of(edition, REVISION), recorded(edition)),
            ]
            with service.keeping_house():
                in_process = run(rounds, subjects, goals.SERVICE_GOALS)
        counted = Table(rounds, (), tuple(service.counts(edition)))
        connection.close()
        return in_process + counted + served.table(rounds, edition)


def _pages(rounds: int, people: int, games: int) -> Table:
    with installation():
        # Reads settings and models, which are there only now.
        from tests.benchmarks import pages

        return pages.table(rounds, people, games)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
