"""``manage.py fuzz``: search for errors of the engine for a given time."""

from __future__ import annotations

import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.engine import Ruleset
from games.engine.position import write
from games.management.commands._arguments import add_edition, edition_in
from games.simulation.fuzz import FindingError, Fuzzed


class Command(BaseCommand):
    """Plays games of legal and illegal actions, and writes the first fault to a position file."""

    help = _("Play at random, legally and illegally, and keep what goes wrong as a position file.")
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--minutes", type=float, required=True, help=_("how long to look"))
        parser.add_argument("--seed", help=_("decides everything (a new one each time)"))
        add_edition(parser)
        parser.add_argument(
            "--into", type=Path, help=_("folder of the position file (the system's for such)")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["minutes"] <= 0:
            raise CommandError(_("--minutes must be more than 0"), returncode=2)
        rules = edition_in(options)
        seed = options["seed"] or secrets.token_hex(4)
        until = time.monotonic() + 60 * options["minutes"]
        games = actions = refusals = 0
        while time.monotonic() < until:
            try:
                fuzzed = Fuzzed(rules, f"{seed}/{games}")
                for _step in fuzzed.play():
                    if time.monotonic() >= until:
                        break
            except FindingError as found:
                raise CommandError(self._kept(rules, found, f"{seed}/{games}", options["into"])) from found
            games += 1
            actions += fuzzed.actions
            refusals += fuzzed.refusals
        clean = _(
            "seed %(seed)s: %(games)d games, %(actions)d actions, %(refusals)d illegal tries, all clean"
        )
        self.stdout.write(clean % {"seed": seed, "games": games, "actions": actions, "refusals": refusals})

    def _kept(self, rules: Ruleset, found: FindingError, seed: str, folder: Path | None) -> str:
        """Write the finding to a file, and return a message with its path."""
        into = folder or Path(tempfile.mkdtemp(prefix="sekigahara-fuzz-"))
        path = into / f"finding-{seed.replace('/', '-')}.toml"
        path.write_text(write(rules, found.state, found.actions, found.title), encoding="utf-8")
        kept = _("seed %(seed)s: %(title)s\nkept in %(path)s")
        return kept % {"seed": seed, "title": found.title, "path": path}
