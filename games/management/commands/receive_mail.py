"""``manage.py receive_mail``: takes mail that comes in, by SMTP from this machine."""

from __future__ import annotations

import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from notifications import listener


class Command(BaseCommand):
    """Serves until it is ended."""

    help = _("Take mail that comes in, by SMTP on this machine only. A mail server in front hands it on.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help=_("an address of this machine alone"))
        parser.add_argument("--port", type=int, default=8025)

    def handle(self, *_args: Any, **options: Any) -> None:
        if not settings.INBOUND_DOMAIN:
            raise CommandError(_("Name the domain of mail that comes in: INBOUND_DOMAIN."))
        is_over = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_about: is_over.set())
        try:
            with listener.listening(options["host"], options["port"]):
                where = {"domain": settings.INBOUND_DOMAIN, "host": options["host"], "port": options["port"]}
                self.stdout.write(_("Mail to %(domain)s is taken at %(host)s:%(port)d.") % where)
                is_over.wait()
        except listener.ReachableError as error:
            raise CommandError(_("Others could reach %(host)s.") % {"host": error}) from error
        except OSError as error:
            raise CommandError(str(error)) from error
