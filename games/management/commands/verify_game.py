"""``manage.py verify_game``: verify the record of a finished game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from games.engine.errors import CorruptLog
from games.log import portable
from games.log.portable import CompleteRecord, NotCarried, Unsound
from games.log.verification import Verified, verify
from games.management.commands._records import document_in, game_of, refused


class Command(BaseCommand):
    """Reports what was verified, or the first fault with exit status 1."""

    help = _("Check every hash, draw and action of a finished game, kept here or in a file.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help=_("the game's id, or a file with a record"))

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            record = _record(options["game"])
            for line in _checked(record, verify(record)):
                self.stdout.write(line)
        except (NotCarried, CorruptLog, Unsound) as error:
            raise refused(error) from error


def _record(named: str) -> CompleteRecord:
    path = Path(named)
    return document_in(path) if path.exists() else portable.complete(game_of(named))


def _checked(record: CompleteRecord, verified: Verified) -> Iterator[str]:
    yield _("game %(id)s, edition %(edition)s, revision %(revision)d") % {
        "id": record.game,
        "edition": record.edition.id,
        "revision": record.revision,
    }
    yield _("seed: the one that was committed to")
    yield _("chain: %(entries)d entries, all as they were written") % {"entries": len(record.entries)}
    yield _("chance: %(draws)d draws of %(items)d cards and blocks, all as the seed gives them") % {
        "draws": verified.draws,
        "items": verified.drawn,
    }
    yield _("rules: %(actions)d actions, all legal; %(undone)d of them took another back") % {
        "actions": verified.actions,
        "undone": verified.undone,
    }
    yield _("result: %(winner)s won, by %(victory)s") % {"winner": record.winner, "victory": record.victory}
