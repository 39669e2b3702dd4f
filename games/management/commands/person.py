"""``manage.py person``: what there is to know of an account when somebody asks for help."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db.models import Count
from django.utils.translation import gettext as _

from accounts import restrictions
from accounts.models.person import Person, normalized
from games.management.commands._looking import LookingCommand, mail_line, moment, note_look
from games.models.game import Game
from games.models.seat import Seat
from notifications import upkeep
from notifications.models import MailRhythm, Rhythm


class Command(LookingCommand):
    """Shows accounts. Every look is noted in the security log."""

    help = _("Show an account: its state, its mail that waits or failed, restrictions, and how many games.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("called", metavar="EMAIL-or-NAME", help=_("an address, a name, or a public key"))

    def handle(self, *_args: Any, called: str, **_options: Any) -> None:
        at = normalized(called)
        named = Person.objects.filter(name=called) | Person.objects.filter(key=called)
        people = Person.objects.filter(email=at) if "@" in at else named
        if not people:
            raise CommandError(_("Nobody is called that."))
        for person in people.order_by("pk"):
            note_look("person", person.pk)
            self._show(person)

    def _show(self, person: Person) -> None:
        self.section(f"{person.pk} {person.name or _('without a name')}", _state(person))
        games = Seat.objects.filter(player=person).values_list("game__status").annotate(Count("game"))
        self.section(_("Games"), [f"{Game.Status(status).label}: {count}" for status, count in games])
        kept_from = restrictions.in_force(person)
        self.section(_("Restrictions"), [f"{each.what} until {moment(each.ends_at)}" for each in kept_from])
        for title, rows in (
            (_("Mail that waits"), upkeep.waiting()),
            (_("Mail that failed"), upkeep.failed()),
        ):
            mails = rows.filter(recipient=person).select_related("recipient")[: upkeep.MOST_SHOWN]
            self.section(title, [mail_line(each) for each in mails])


def _state(person: Person) -> list[str]:
    rhythm = MailRhythm.objects.filter(person=person).first()
    times = {
        _("closed"): person.closed_at,
        _("a guest, last seen"): person.guest_seen_at,
        _("address confirmed"): person.confirmed_at,
        _("mail last came back"): person.bounced_at,
    }
    return [
        _("key %(key)s, at @%(domain)s") % {"key": person.key, "domain": person.email.rpartition("@")[2]},
        *(f"{what}: {moment(at)}" for what, at in times.items() if at is not None),
        _("mail: %(rhythm)s") % {"rhythm": Rhythm(rhythm.rhythm if rhythm else Rhythm.AT_ONCE).label},
        *([_("is a moderator")] if person.is_moderator else []),
        *([_("is a bot")] if person.is_bot else []),
    ]
