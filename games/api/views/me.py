"""The owner of the token."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast

from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from accounts import export, rate_limits, services, zones
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.public_keys import identity
from accounts.scopes import Scope
from games.api import bodies
from games.api.answers import people as answers
from games.api.answers.ratings import PageShows
from games.api.bodies.people import Settings
from games.api.deprecation import Deprecation
from games.api.endpoint import Endpoint, answer, by_content
from games.api.errors import Unfit, Unknown
from games.api.names import fit_person
from games.api.openapi.operations import described, for_players
from games.reads.calendar_address import address_of
from games.rulebook.editions import edition_ids

MAY_PLAY = Deprecation(datetime(2026, 11, 21, tzinfo=UTC), fields=("token.may_play",))
"""Tokens had no other scopes when this field was introduced."""


class Me(Endpoint):
    """A person's own settings."""

    @described("getMe", answer=answers.Me, deprecated=MAY_PLAY, instead=Scope.CLUBS)
    def get(self, request: Request) -> HttpResponse:
        """Get your settings.

        Get your name, email address and other settings, and the scopes of the token."""
        return by_content(request, _shown(request, self.person(request)))

    @for_players("changeMe", answer=answers.Me, body=Settings, problems=(422,), deprecated=MAY_PLAY)
    def patch(self, request: Request) -> HttpResponse:
        """Change your settings.

        Change your name, time zone or address of your calendar, who may challenge you, what strangers see
        of you, or whether a program plays for you; or say that you are here."""
        person = self.person(request)
        body = bodies.decoded(request, Settings)
        services.change_settings(
            person=person,
            name=None if body.name is UNSET else fit_person(body.name, person),
            zone=None if body.zone is UNSET else _zone(body.zone),
            is_bot=None if body.bot is UNSET else body.bot,
            run_by=None if body.run_by is UNSET else fit_person(body.run_by, person),
            bot_editions=None if body.editions is UNSET else _editions(body.editions),
            takes_messages=None if body.takes_messages is UNSET else body.takes_messages,
            page_shows=None if body.page_shows is UNSET else body.page_shows,
            challenges_from=None if body.challenges_from is UNSET else body.challenges_from,
        )
        if body.here is True:
            services.say_here(person=person)
        if body.calendar is not UNSET:
            change = services.renew_calendar if body.calendar else services.end_calendar
            change(person=person)
        return answer(_shown(request, person))


class Data(Endpoint):
    """The data stored about a person."""

    @described("getMyData", answer="PersonalData", scope=Scope.DATA)
    def get(self, request: Request) -> HttpResponse:
        """Download your data.

        Get all data stored about you, as the page `/me/data/` does. The two share a limit of a few
        requests a day. Secrets of running games are not included. Get the records of games separately."""
        person = self.person(request)
        rate_limits.refuse_often(export.EXPORTS, str(person.pk))
        return by_content(request, export.document(person))


def _editions(names: Sequence[str]) -> str:
    """The editions that a bot plays, as they are kept.

    Raises:
        Unknown: there is no such edition.
    """
    known = edition_ids()
    for name in names:
        if name not in known:
            raise Unknown("edition", name, sorted(known))
    return " ".join(dict.fromkeys(names))


def _shown(request: Request, person: Person) -> answers.Me:
    token = cast("ApiToken", request.auth)  # the only way to authenticate
    scopes = token.granted
    is_of_program = token.access_id is not None  # which is told neither address: they open more than it may
    described_token = answers.Token(
        name=token.name,
        scopes=[scope.value for scope in Scope if scope in scopes],
        expires_at=token.expiry,
        may_play=Scope.PLAY in scopes,
    )
    return answers.Me(
        "" if is_of_program else person.email,
        person.bounced_at,
        person.is_set_aside,
        person.name,
        person.is_bot,
        person.bot_editions.split(),
        person.zone,
        person.reads,
        None if is_of_program else address_of(person),
        cast("answers.ChallengesFrom", person.challenges_from),
        person.takes_messages,
        cast("PageShows", person.page_shows),
        described_token,
        **identity(person),
    )


def _zone(name: str) -> str:
    if name != "UTC" and not any(
        name == zone for _region, places in zones.zones_by_region() for zone, _label in places
    ):
        raise Unfit("unknown-zone")
    return name
