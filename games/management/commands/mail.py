"""``manage.py mail``: what waits to be mailed, what failed, and what to do about it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.reads.unwritten_mail import unwritten
from notifications import upkeep
from notifications.models import Notification

SHOW, RESEND, GIVE_UP = "show", "resend", "give-up"


class Command(BaseCommand):
    """Shows how mail is doing, sends failed mail again, or gives waiting mail up."""

    help = _("Show mail that waits or failed, by receiving domain; send failed mail again, or give mail up.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", nargs="?", choices=[SHOW, RESEND, GIVE_UP], default=SHOW)
        parser.add_argument("ids", nargs="*", type=int, help=_("numbers of mails, as shown"))
        parser.add_argument("--domain", default="", help=_("all mails to this receiving domain"))

    def handle(self, *_args: Any, **options: Any) -> None:
        what, ids, domain = options["what"], options["ids"], options["domain"]
        if what == SHOW:
            self._show()
            return
        if bool(ids) == bool(domain):
            raise CommandError(_("Name mails by their numbers, or a domain with --domain."), returncode=2)
        if what == RESEND:
            count = upkeep.resend(upkeep.chosen(upkeep.failed(), ids=ids, domain=domain))
            self.stdout.write(_("%(count)d mails are sent again.") % {"count": count})
        else:
            count = upkeep.give_up(upkeep.chosen(upkeep.waiting(), ids=ids, domain=domain))
            self.stdout.write(_("%(count)d mails are given up.") % {"count": count})

    def _show(self) -> None:
        missing = unwritten()
        self._section(_("What is wrong"), upkeep.troubles(missing))
        self._section(
            _("By receiving domain: waiting, failed within a week"),
            [_domain(each) for each in upkeep.by_domain()],
        )
        for title, rows in (
            (_("Waiting, the oldest first"), upkeep.waiting()),
            (_("Failed"), upkeep.failed()),
        ):
            lines = [_line(each) for each in rows.select_related("recipient")[: upkeep.MOST_SHOWN]]
            self._section(title, lines)
        self._section(_("Waited for, and never written"), missing)

    def _section(self, title: str, lines: list[str]) -> None:
        self.stdout.write(f"{title}:")
        for line in lines or [_("nothing")]:
            self.stdout.write(f"  {line}")


def _domain(state: upkeep.DomainState) -> str:
    since = "" if state.oldest is None else _(", since %(time)s") % {"time": _time(state.oldest)}
    return f"{state.domain}: {state.waiting}, {state.failed}{since}"


def _line(message: Notification) -> str:
    domain = message.recipient.email.rpartition("@")[2]
    reason = " ".join(filter(None, (message.outcome, message.detail)))
    tried = _("tried %(count)d times") % {"count": message.attempts}
    return f"{message.pk}  {_time(message.created_at)}  {message}  @{domain}  {tried}  {reason}".rstrip()


def _time(at: Any) -> str:
    return f"{at:%Y-%m-%d %H:%M}"
