"""``manage.py import_game``: a game that was played elsewhere is verified, and kept here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from games.management.commands._records import document_in, refused
from games.services import importing
from games.services.portable import NotCarried, Unsound


class Command(BaseCommand):
    """Takes a record in; where anything is wrong with it nothing is written, and the exit status is 1."""

    help = _("Verify the record of a finished game and keep it as a game of this service.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=_("the record, a JSON document"))
        parser.add_argument("--public", action="store_true", help=_("anybody may look at it (nobody can)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            game = importing.take_in(document_in(options["file"]), is_public=options["public"])
        except (Unsound, NotCarried) as error:
            raise refused(error) from error
        told = _("%(entries)d entries verified and kept: %(path)s")
        path = reverse("games:game", args=[game.public_id])
        self.stdout.write(told % {"entries": game.length, "path": path})
        if not game.is_public:
            self.stdout.write(_("Nobody can look at it there: it is not public, and has no players here."))
