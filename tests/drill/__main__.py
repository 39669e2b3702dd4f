"""`deploy/drill`: inflicts faults on a service of its own, one after another, and counts what became of it.

Bots play all the while, and mails are announced. What a bot was told was done must be in the log of its game
once, in the same order; what was announced must come by mail once. Exits with 1 if anything does not.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django

from tests.drill import hosts
from tests.drill.faults import FAULTS, SHORT
from tests.drill.pooled import Pooled
from tests.drill.servers import Installation
from tests.kit.processes import PROJECT
from tests.releases.databases import Release


def main() -> int:
    parser = argparse.ArgumentParser(prog="deploy/drill", description="Kill parts of a service, and see.")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"of {', '.join(FAULTS)}; all by default")
    parser.add_argument("--short", action="store_true", help=f"only {', '.join(SHORT)}")
    parser.add_argument(
        "--upgrade", metavar="VERSION", help="instead replace a service of that release by this one"
    )
    parser.add_argument(
        "--hosts", action="store_true", help=f"as on two hosts, with the faults {', '.join(hosts.FAULTS)}"
    )
    parser.add_argument("--pooled", action="store_true", help="with PgBouncer in transaction mode")
    options = parser.parse_args()
    faults = hosts.FAULTS if options.hosts else FAULTS
    if unknown := set(options.faults) - set(faults):
        parser.error(f"no fault is called {', '.join(sorted(unknown))}")
    chosen = options.faults or (SHORT if options.short and not options.hosts else faults)
    if options.hosts:
        hosts.leave_the_network()
    with tempfile.TemporaryDirectory(prefix="sekigahara-drill-") as folder:
        code = PROJECT
        if options.upgrade:
            code = Path(folder) / "code"
            code.mkdir()
            Release(options.upgrade).unpack(code)
        if options.hosts:
            service: Installation = hosts.Hosts(Path(folder))
        else:
            service = Pooled(Path(folder)) if options.pooled else Installation(Path(folder), code)
        os.environ |= service.environment
        django.setup()
        from tests.drill import course  # its imports read settings, which are known only now

        with service.running():
            if options.upgrade:
                return course.upgrade(service)
            return course.drill(service, {name: faults[name] for name in chosen})


if __name__ == "__main__":
    sys.exit(main())
