"""The notice to those who judge that a report waits. It quotes nothing."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.person import Person
from games.ladders.clubs.webhook_events import url
from games.ladders.models.report import Report
from games.ladders.moderation import reports
from games.ladders.moderation.reports import REPORT
from notifications.letters import letter
from notifications.registry import Kind, Message, register
from sekigahara.errors.exceptions import Forbidden


def compose_report(public_id: str, occasion: str) -> Message | None:
    """Compose the mail about a report; None if it is decided, or they no longer judge it.

    Args:
        public_id: the report's.
        occasion: which desk, and the id of the person.
    """
    row = Report.objects.select_related("club", "reported").filter(public_id=public_id).first()
    person = Person.objects.filter(pk=int(occasion.rpartition(".")[2])).first()
    if row is None or person is None:
        return None
    try:
        if not reports.waiting_for(person, row.club).filter(pk=row.pk).exists():
            return None
    except Forbidden:
        return None
    desk = url("games:moderation") if row.club is None else url("arbitration:reports", row.club.slug)
    return letter(
        "games/moderation/mail/report",
        {"reported": row.reported, "why": row.get_why_display()},
        to=person,
        kind=REPORT,
        subject=_("A report of %(name)s waits") % {"name": row.reported},
        button=(_("To the desk"), desk),
    ).naming(row.reported)


register(
    Kind(name=REPORT, title=gettext_lazy("A report waits that you are to judge"), compose=compose_report)
)
