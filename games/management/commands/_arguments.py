"""Arguments that several commands share: the edition, the seed, the processes, and how many games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from games.engine import Ruleset
from games.engine.editions import EditionError
from games.rulebook.editions import DEFAULT, UnknownEditionError, edition_ids, ruleset


def add_edition(parser: CommandParser) -> None:
    """Add ``--edition``."""
    known = {"editions": ", ".join(edition_ids()), "default": DEFAULT}
    words = _("the edition played: %(editions)s (%(default)s)") % known
    parser.add_argument("--edition", default=DEFAULT, help=words)


def add_course(parser: CommandParser) -> None:
    """Add ``--seed`` and ``--jobs``."""
    parser.add_argument("--seed", default="0", help=_("decides everything: chance and players (0)"))
    parser.add_argument("--jobs", type=int, default=1, help=_("processes; the results are the same (1)"))


def edition_in(options: dict[str, Any]) -> Ruleset:
    """The rules of the requested edition.

    Raises:
        CommandError: there is none; the exit status is 2.
    """
    try:
        return ruleset(options["edition"])
    except (UnknownEditionError, EditionError) as error:
        raise CommandError(str(error), returncode=2) from error


def check_positive(options: dict[str, Any], *names: str) -> None:
    """Check that these options are 1 or more.

    Raises:
        CommandError: one is not; the exit status is 2.
    """
    for name in names:
        if options[name] < 1:
            raise CommandError(_("--%(name)s must be at least 1") % {"name": name}, returncode=2)
