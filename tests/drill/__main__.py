"""`deploy/drill`: inflicts faults on a service of its own, one after another, and counts what became of it.

Bots play all the while, and mails are announced. What a bot was told was done must be in the log of its game
once, in the same order; what was announced must come by mail once. Exits with 1 if anything does not.
"""

import argparse
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import django

from tests.drill import clocks, copies, disks, faults, hosts
from tests.drill.pooled import Pooled
from tests.drill.servers import Installation
from tests.kit.processes import PROJECT
from tests.releases.databases import Release

EVERY = faults.FAULTS | copies.FAULTS | clocks.FAULTS | disks.FAULTS
BY_SIGNAL = 128
"""What a shell adds to the number of the signal that ended a command."""


def main() -> int:
    """Run what the command line asks for, and return the exit code."""
    options, chosen = _asked()
    for ends in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ends, _end)
    with _service(options, has_small_disks=bool(disks.FAULTS.keys() & chosen)) as service:
        from tests.drill import course  # its imports read settings, which are known only now

        return course.upgrade(service) if options.upgrade else course.drill(service, chosen)


def _asked() -> tuple[argparse.Namespace, dict[str, faults.Fault]]:
    """The options, and the faults that are chosen by them and can be inflicted on this machine."""
    parser = argparse.ArgumentParser(prog="deploy/drill", description="Kill parts of a service, and see.")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"of {', '.join(EVERY)}; all by default")
    parser.add_argument("--short", action="store_true", help=f"only {', '.join(faults.SHORT)}")
    parser.add_argument(
        "--upgrade", metavar="VERSION", help="instead replace a service of that release by this one"
    )
    parser.add_argument(
        "--hosts", action="store_true", help=f"as on two hosts, with the faults {', '.join(hosts.FAULTS)}"
    )
    parser.add_argument("--pooled", action="store_true", help="with PgBouncer in transaction mode")
    options = parser.parse_args()
    known = hosts.FAULTS if options.hosts else faults.FAULTS if options.pooled else EVERY
    if unknown := set(options.faults) - set(known):
        parser.error(f"no fault is called {', '.join(sorted(unknown))}")
    names = options.faults or (faults.SHORT if options.short and not options.hosts else known)
    for name in names:
        if why := known[name].lacking():
            print(f"{name} is left out: {why}", file=sys.stderr)
    return options, {name: known[name] for name in names if not known[name].lacking()}


@contextlib.contextmanager
def _service(options: argparse.Namespace, *, has_small_disks: bool) -> Iterator[Installation]:
    """The service that a drill is about; it runs within the block."""
    with contextlib.ExitStack() as leaving:
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="sekigahara-drill-")))
        code = PROJECT
        if options.upgrade:
            code = folder / "code"
            code.mkdir()
            Release(options.upgrade).unpack(code)
        if options.hosts:
            hosts.leave_the_network()
            service: Installation = hosts.Hosts(folder)
        elif options.pooled:
            service = Pooled(folder)
        else:
            if has_small_disks:
                leaving.enter_context(disks.mounted(folder))
            service = Installation(folder, code, has_small_disks=has_small_disks)
        os.environ |= service.environment
        django.setup()
        leaving.enter_context(service.running())
        yield service


def _end(number: int, _frame: FrameType | None) -> None:
    """End as at any other end, so that no server is left running."""
    for ends in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ends, signal.SIG_IGN)
    sys.exit(BY_SIGNAL + number)


if __name__ == "__main__":
    sys.exit(main())
