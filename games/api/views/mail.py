"""When a person is mailed."""

from typing import Any

from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from games.api import bodies
from games.api.answers import people as answers
from games.api.bodies.people import MailSettings
from games.api.endpoint import Endpoint, answer, by_content
from games.api.openapi.operations import described, for_players
from notifications import rhythm
from notifications.models import SHARES, MailRhythm


class Mail(Endpoint):
    """The rhythm of a person's mail."""

    @described("getMailSettings", answer=answers.Mail)
    def get(self, request: Request) -> HttpResponse:
        """Get when you are mailed.

        Get when you are mailed that a game waits for you, your quiet hours, and when you are reminded."""
        return by_content(request, _shown(rhythm.of(self.person(request))))

    @for_players("changeMailSettings", answer=answers.Mail, body=MailSettings, problems=(422,))
    def patch(self, request: Request) -> HttpResponse:
        """Choose when you are mailed.

        Choose when you are mailed, for all games or for some. It counts for what waits already, too."""
        body = bodies.decoded(request, MailSettings)
        chosen = rhythm.of(self.person(request))
        for name, value in _values(body).items():
            setattr(chosen, name, value)
        rhythm.choose(chosen, body.games)
        return answer(_shown(MailRhythm.objects.get(person_id=chosen.person_id)))


def _values(body: MailSettings) -> dict[str, Any]:
    """The columns that change."""
    named = ("rhythm", "every", "hour")
    values = {name: getattr(body, name) for name in named if getattr(body, name) is not UNSET}
    if body.quiet_hours is not UNSET:
        quiet = body.quiet_hours
        values["quiet_from"] = None if quiet is None else quiet.begin
        values["quiet_until"] = None if quiet is None else quiet.end
    if body.reminders is not UNSET:
        values["reminders"] = ",".join(share for share in SHARES if share in body.reminders)
    return values


def _shown(chosen: MailRhythm) -> answers.Mail:
    begin, end = chosen.quiet_from, chosen.quiet_until
    stored: dict[str, Any] = {
        "rhythm": chosen.rhythm,
        "every": chosen.every,
        "reminders": rhythm.shares_of(chosen.reminders),
        "games": chosen.topics,
    }
    quiet = None if begin is None or end is None else answers.QuietHours(begin, end)
    return answers.Mail(hour=chosen.hour, quiet_hours=quiet, **stored)
