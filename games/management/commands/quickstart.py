"""`manage.py quickstart`: the whole service on this machine, with two games."""

import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.management.commands import _smoke
from games.management.commands._demo import Demo, demo
from games.models.game import Game
from games.models.seat import Seat
from games.reads.turn_links import turn_link
from games.rulebook.editions import layered
from sekigahara.dev import mail_box

HOST = "127.0.0.1"


def where_mail_goes() -> str:
    """Where mail goes, in a line: it is read on this machine unless EMAIL_URL is set."""
    match settings.EMAIL_BACKEND:
        case mail_box.BACKEND:
            return f"All mail of this installation: {mail_box.link()}"
        case "notifications.smtp.EmailBackend":
            return f"Mail is sent by the server EMAIL_URL names: {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        case "django.core.mail.backends.filebased.EmailBackend":
            return f"Mail is kept as files where EMAIL_URL says: {settings.EMAIL_FILE_PATH}"
        case "django.core.mail.backends.console.EmailBackend":
            return "Mail is printed here, as EMAIL_URL says"
        case _:
            return "Mail goes nowhere, as EMAIL_URL says"


class Command(BaseCommand):
    """Sets up what is missing, prints the addresses, and serves until it is interrupted."""

    help = "Run the service on this machine, with two demo games; a second run keeps everything."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="where to listen; 8000")
        parser.add_argument(
            "--smoke",
            action="store_true",
            help="on a free port and with a throw-away folder: start, play one turn by mail over HTTP, end",
        )

    def handle(self, *, port: int, smoke: bool, **_options: Any) -> None:
        if smoke:
            self._smoke()
            return
        if settings.SIZE != "embedded":
            raise CommandError("quickstart runs the embedded size; deploy/README.md has the full one")
        self._claim(port)
        site = f"http://{HOST}:{port}"
        if site != settings.SITE_URL:
            # Links name the address they are reached at, which is read when the settings are.
            os.environ["SITE_URL"] = site
            os.execv(sys.executable, [sys.executable, *sys.argv])
        call_command("migrate", verbosity=0)
        self._tell(demo())
        command = ["-m", "uvicorn", "sekigahara.asgi:application", "--app-dir", str(settings.PROJECT)]
        where = ["--host", HOST, "--port", str(port), "--no-proxy-headers"]
        where += ["--http", "sekigahara.server.connections:Connection"]
        quiet = ["--log-level", "warning", "--lifespan", "on"]  # its worker lives as long as the server
        os.execv(sys.executable, [sys.executable, *command, *where, *quiet])

    def _claim(self, port: int) -> None:
        """Check at the beginning what would fail later."""
        with socket.socket() as taken:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                taken.bind((HOST, port))
            except OSError as error:
                raise CommandError(
                    f"something listens on port {port} already ({error.strerror}); name another: --port 8001"
                ) from None

    def _tell(self, shown: Demo) -> None:
        east, west = self._seats(shown.game)
        mine, _computer = self._seats(shown.against_computer)
        lines = [
            f"Sekigahara is at {settings.SITE_URL}/ and keeps everything in {settings.HOME}",
            "",
            f"A demo game of the edition {_edition(shown.game)}, seen from either side:",
            *(f"  {_name(seat)}  {turn_link(seat)}" for seat in (east, west)),
            f"A game of the edition {_edition(shown.against_computer)} against the computer player ashigaru:",
            f"  {_name(mine)}  {turn_link(mine)}",
            where_mail_goes(),
            f"The API: {settings.SITE_URL}/api/v1/openapi.json",
            "",
            "Press Ctrl-C to stop; the next run continues from here.",
        ]
        for line in lines:
            self.stdout.write(line)
        self.stdout.flush()

    def _seats(self, game: Game) -> list[Seat]:
        return list(Seat.objects.select_related("game", "player").filter(game=game).order_by("side"))

    def _smoke(self) -> None:
        try:
            for line in _smoke.run():
                self.stdout.write(line)
                self.stdout.flush()
        except _smoke.FailedError as failure:
            raise CommandError(str(failure)) from None


def _edition(game: Game) -> str:
    return layered(game.edition).own.name


def _name(seat: Seat) -> str:
    """The side, and whether the game waits for it."""
    return f"{seat.plays.label.title()}, {'to act ' if seat.asked else 'waiting'}"
