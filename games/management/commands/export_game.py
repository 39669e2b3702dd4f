"""``manage.py export_game``: write the record of a finished game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from msgspec import UNSET

from games.engine import notation
from games.engine.errors import CorruptLog
from games.log import portable
from games.log.portable import CompleteRecord, NotCarried, Unsound
from games.log.verification import verify
from games.management.commands._records import BAD_FILE, game_of, refused


class Command(BaseCommand):
    """Writes the record that the game's page and the API offer, or the log as text."""

    help = _("Write the record of a finished game as JSON, or its log as text that people can read.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help=_("the game's id"))
        parser.add_argument("--text", action="store_true", help=_("a line for every action and draw"))
        parser.add_argument("-o", dest="file", type=Path, help=_("where to (the standard output)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        game = game_of(options["game"])
        try:
            record = portable.complete(game)
            document = _text(record) if options["text"] else _document(record)
        except (NotCarried, CorruptLog, Unsound) as error:
            raise refused(error) from error
        if options["file"] is None:
            self.stdout.write(document, ending="")
            return
        try:
            options["file"].write_text(document, encoding="utf-8")
        except OSError as error:
            raise CommandError(str(error), returncode=BAD_FILE) from error


def _document(record: CompleteRecord) -> str:
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


def _chance(record: CompleteRecord) -> dict[str, str]:
    """The lines of the header about who could have chosen the draws."""
    facts = {"chance": str(record.grade)}
    if record.chance is not UNSET:
        facts |= {"first": record.chance.first, "sides": record.chance.sides}
        facts |= {"nonce hash": record.chance.nonce_hash} if record.chance.nonce_hash else {}
    return facts


def _text(record: CompleteRecord) -> str:
    """The log in the engine's notation, with a header."""
    verified = verify(record)
    head = {
        "game": record.game,
        "edition": f"{record.edition.id} {record.edition.digest}",
        "revision": record.revision,
        "seed": record.seed,
        "commitment": record.commitment,
        "nonces": f'"{record.nonces.east}" "{record.nonces.west}"',
        **_chance(record),
        "played": f"{record.started_at:%Y-%m-%d} to {record.ended_at:%Y-%m-%d}",
        "won by": f"{record.winner}, {record.victory}",
    }
    lines = [f"# {name}: {value}" for name, value in head.items()]
    return "\n".join([*lines, "", notation.write(verified.rules, verified.log)])
