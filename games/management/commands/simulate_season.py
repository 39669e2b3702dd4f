"""``manage.py simulate_season``: a ladder runs for months in seconds, and nobody lends a hand."""

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils.translation import gettext as _

from games.simulation.season import ENOUGH_GAMES, Report, simulate


class Command(BaseCommand):
    """Strengths are planted, results drawn from them; pairing, seasons and ratings are the service's own."""

    help = _(
        "Let a ladder run with planted strengths in a database of its own; exit 1 if anything was wrong."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--format", choices=["free"], default="free", help=_("how games come about (free)")
        )
        parser.add_argument("--players", type=int, default=64, help=_("how many (64)"))
        parser.add_argument("--weeks", type=int, default=30, help=_("how long games are paired (30)"))
        parser.add_argument("--seed", type=int, default=0, help=_("decides everything (0)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["players"] < 2 or options["weeks"] < 1:
            raise CommandError(_("A season has two players at least, and lasts a week at least."))
        with _scratch_database():
            report = simulate(players=options["players"], weeks=options["weeks"], seed=options["seed"])
        self.stdout.write(told(report))
        if report.findings:
            raise CommandError(_("%(count)d things were wrong.") % {"count": len(report.findings)})


def told(report: Report) -> str:
    """The report in lines."""
    likeness = "-" if report.likeness is None else f"{report.likeness:.3f}"
    lines = [
        _("%(players)d players, %(rounds)d rounds in %(seasons)d seasons, %(games)d games"),
        _("fewest games of a player: %(fewest)d"),
        _("rank correlation of ratings with strengths: %(likeness)s (it counts from %(enough)d games each)"),
        _("rematches that could not be avoided: %(rematches)d"),
        _("furthest that anybody's sides were apart: %(furthest)d"),
        *(f"{finding.when:%Y-%m-%d}: {finding.text}" for finding in report.findings),
    ]
    values = report._asdict() | {"likeness": likeness, "enough": ENOUGH_GAMES}
    return "\n".join(line % values for line in lines[:5]) + "".join(f"\n{line}" for line in lines[5:])


@contextmanager
def _scratch_database() -> Iterator[None]:
    """A database with all tables and nothing in them, which is gone afterwards."""
    name = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory(prefix="sekigahara-season-") as folder:
        scratch = f"season_{secrets.token_hex(4)}"
        is_file = connection.vendor == "sqlite"
        connection.settings_dict["TEST"]["NAME"] = str(Path(folder, scratch)) if is_file else scratch
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
