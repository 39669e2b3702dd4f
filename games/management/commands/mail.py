"""``manage.py mail``: what waits to be mailed, what failed, and what to do about it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from games.management.commands._looking import LookingCommand, mail_line, moment
from games.reads.unwritten_mail import unwritten
from notifications import upkeep

SHOW, RESEND, GIVE_UP = "show", "resend", "give-up"


class Command(LookingCommand):
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
        self.section(_("What is wrong"), upkeep.troubles(missing))
        self.section(
            _("By receiving domain: waiting, failed within a week"),
            [_domain(each) for each in upkeep.by_domain()],
        )
        for title, rows in (
            (_("Waiting, the oldest first"), upkeep.waiting()),
            (_("Failed"), upkeep.failed()),
        ):
            lines = [mail_line(each) for each in rows.select_related("recipient")[: upkeep.MOST_SHOWN]]
            self.section(title, lines)
        self.section(_("Waited for, and never written"), missing)


def _domain(state: upkeep.DomainState) -> str:
    since = "" if state.oldest is None else _(", since %(time)s") % {"time": moment(state.oldest)}
    return f"{state.domain}: {state.waiting}, {state.failed}{since}"
