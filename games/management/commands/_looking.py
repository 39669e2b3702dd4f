"""What the commands share that show operators something: sections of lines, and a note of every look."""

from collections.abc import Sequence
from datetime import datetime

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from accounts import security_log
from accounts.security_log import SecurityEvent
from notifications.models import Notification


class LookingCommand(BaseCommand):
    """A command that shows something."""

    def section(self, title: str, lines: Sequence[str]) -> None:
        """Print a heading and the lines below it."""
        self.stdout.write(f"{title}:")
        for line in lines or [_("nothing")]:
            self.stdout.write(f"  {line}")


def note_look(what: str, person: int | None = None) -> None:
    """Write into the security log which user of the operating system looks at what.

    Args:
        what: words of the service and public names.
        person: who is looked at, by primary key.
    """
    security_log.note(SecurityEvent.LOOKED_UP, person, what=what, by=security_log.operator())


def mail_line(message: Notification) -> str:
    """A mail in a line, without its address, and without the occasion, which counts what a side has seen."""
    domain = message.recipient.email.rpartition("@")[2]
    reason = " ".join(filter(None, (message.outcome, message.detail)))
    about = f"{message.kind} {message.about}"
    tried = _("tried %(count)d times") % {"count": message.attempts}
    return f"{message.pk}  {moment(message.created_at)}  {about}  @{domain}  {tried}  {reason}".rstrip()


def moment(at: datetime | None) -> str:
    """A time in UTC, to the minute; “-” for none."""
    return "-" if at is None else f"{at:%Y-%m-%d %H:%M}"
