"""``manage.py import_game``: verify the record of a finished game, and import it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from games.log.portable import NotCarried, Unsound
from games.management.commands._records import document_in, refused
from games.models.game import Game
from games.services import importing


class Command(BaseCommand):
    """Imports a record. If it is invalid, nothing is written and the exit status is 1."""

    help = _("Verify the record of a finished game and keep it as a game of this service.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=_("the record, a JSON document"))
        parser.add_argument(
            "--private",
            action="store_true",
            help=_("only commands read it: no page shows it to anybody (anybody may look at it)"),
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            game = importing.take_in(document_in(options["file"]), is_public=not options["private"])
        except (Unsound, NotCarried) as error:
            raise refused(error) from error
        message = _("%(entries)d entries verified and kept as game %(id)s.")
        self.stdout.write(message % {"entries": game.length, "id": game.public_id})
        for line in _where(game):
            self.stdout.write(line)


def _where(game: Game) -> Iterator[str]:
    """Lines about where the game can be seen."""
    if game.is_public:
        yield _("Anybody can look at it: %(url)s") % {"url": _url("games:game", game.public_id)}
        yield _("It stands among the games to watch, at the time it ended: %(url)s") % {
            "url": _url("games:open")
        }
    else:
        yield _("It is private and has no players here, so no page shows it to anybody.")
        message = _("verify_game, replay_games and export_game read it: manage.py verify_game %(id)s")
        yield message % {"id": game.public_id}


def _url(page: str, *arguments: str) -> str:
    return f"{settings.SITE_URL}{reverse(page, args=arguments)}"
