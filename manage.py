#!/usr/bin/env python3
"""Sekigahara's command line. Needs Python 3.11 or newer and nothing else: it fetches its packages."""

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - said in a sentence before anything newer is read
    sys.exit("manage.py: needs Python 3.11 or newer, this is " + sys.version.split()[0])

from sekigahara import bootstrap

MODULE_OF_COMMAND = {
    "test": "pytest",
    "bench": "tests.benchmarks",
    "page_report": "tests.benchmarks.page_report",
    "setup": "sekigahara.db.setup",
}
"""Commands that are not Django's: they choose their own settings, or need none."""


def main() -> None:
    """Run a command with the packages it needs: `MODULE_OF_COMMAND` as modules, the others with Django."""
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    try:
        python = bootstrap.interpreter_for(bootstrap.GROUPS_OF_COMMAND.get(command, frozenset()))
    except bootstrap.BootstrapError as error:
        sys.exit(f"manage.py: {error}")
    if command in MODULE_OF_COMMAND:
        os.chdir(Path(__file__).parent)
        os.execv(python, [python, "-m", MODULE_OF_COMMAND[command], *sys.argv[2:]])
    if python != sys.executable:
        os.execv(python, [python, *sys.argv])

    from django.core.management import execute_from_command_line  # noqa: PLC0415 - may not be there before this

    if sys.argv[1:] in ([], ["help"]):
        sys.stdout.write(f"Besides those that are listed below: {', '.join(sorted(MODULE_OF_COMMAND))}.\n")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
