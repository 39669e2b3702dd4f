"""Reporting players, and the caller's own restrictions."""

from typing import cast

from django.http import HttpResponse
from rest_framework.request import Request

from accounts import restrictions
from accounts.models.person import Person
from accounts.models.restriction import Restriction
from games.api import bodies
from games.api.answers import moderation as answers
from games.api.bodies.moderation import Appeal, WrittenReport
from games.api.endpoint import Endpoint, answer, by_content
from games.api.openapi.operations import for_players
from games.api.views.ratings import OfRatings
from games.ladders import person_pages
from games.ladders.models.report import ReportedFor
from games.ladders.moderation import reports
from games.models.game import Game
from sekigahara.errors.exceptions import Unacceptable, or_404


class Reports(OfRatings):
    """Reports of a player by the caller."""

    @for_players("reportPlayer", answer=answers.Report, status=201, body=WrittenReport, problems=(422,))
    def post(self, request: Request, key: str) -> HttpResponse:
        """Report a player.

        Report a player, a message of theirs with a copy of it, or their name, to those who judge: the
        arbiters of the club whose game it is, or the moderators of the site. The player is not told. The same
        report again, while it waits, changes nothing. A message to you that is no longer there can be
        reported for 30 days."""
        body = bodies.decoded(request, WrittenReport)
        person = self.person(request)
        page = person_pages.page_of(key, person)
        made = reports.report(
            by=person,
            about=page.person if page else or_404(reports.author_to(person, key)),
            why=ReportedFor(body.why),
            words=body.words,
            game=_game(body.game),
            number=body.message or 0,
        )
        return answer(
            answers.Report(
                why=cast("answers.ReportedFor", made.why),
                words=made.words,
                reported_at=made.reported_at,
                decided=made.decided_at is not None,
            ),
            201,
        )


class OwnRestrictions(Endpoint):
    """The caller's restrictions."""

    @for_players("listRestrictions", answer=answers.Restrictions)
    def get(self, request: Request) -> HttpResponse:
        """List your restrictions.

        Get what moderators keep or kept you from, with reasons and answers to your appeals."""
        return by_content(request, _all(self.person(request)))


class OneRestriction(Endpoint):
    """A restriction of the caller's."""

    @for_players("appeal", answer=answers.Restrictions, body=Appeal, problems=(409, 422))
    def put(self, request: Request, restriction: str) -> HttpResponse:
        """Appeal against a restriction.

        Say something against a restriction that is in force, once. A moderator answers by mail."""
        person = self.person(request)
        restrictions.appeal(person=person, key=restriction, words=bodies.decoded(request, Appeal).words)
        return answer(_all(person))


def _game(public_id: str | None) -> Game | None:
    """The game with an id. One that is not there is refused as one that is not of both players."""
    if public_id is None:
        return None
    found = Game.objects.filter(public_id=public_id.replace("\0", "")).first()
    if found is None:
        raise Unacceptable("nothing-to-report")
    return found


def _all(person: Person) -> answers.Restrictions:
    rows = Restriction.objects.filter(person=person).order_by("-begun_at", "-pk")
    return answers.Restrictions(
        [
            answers.Restriction(
                key=row.key,
                what=cast("answers.Restricted", row.what),
                reason=row.reason,
                begun_at=row.begun_at,
                ends_at=row.ends_at,
                in_force=row.is_in_force,
                appeal=row.appeal or None,
                answer=row.answer or None,
            )
            for row in rows
        ]
    )
