"""Whoever the token belongs to."""

from datetime import UTC, datetime
from typing import cast

from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from accounts import export, rate_limits, services, zones
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from games.api import answers, bodies
from games.api.bodies import Settings
from games.api.deprecation import Deprecation
from games.api.endpoint import Endpoint, answer, by_content
from games.api.errors import Unfit
from games.api.names import fit
from games.api.openapi.operations import described
from games.errors import Limited

MAY_PLAY = Deprecation(datetime(2026, 11, 21, tzinfo=UTC), fields=("token.may_play",))
"""A token was once for reading or for playing, and nothing else."""


class Me(Endpoint):
    """A person's own settings."""

    @described("getMe", "Who you are", answer=answers.Me, deprecated=MAY_PLAY)
    def get(self, request: Request) -> HttpResponse:
        """Yourself, as others see you and as you are mailed, and what the token may do."""
        return by_content(request, _shown(request, self.person(request)))

    @described(
        "changeMe",
        "Change your settings",
        answer=answers.Me,
        body=Settings,
        scope=Scope.PLAY,
        problems=(422,),
        deprecated=MAY_PLAY,
    )
    def patch(self, request: Request) -> HttpResponse:
        """Change your name or your time zone, or say whether a program plays for you."""
        person = self.person(request)
        wanted = bodies.decoded(request, Settings)
        services.change_settings(
            person=person,
            name=None if wanted.name is UNSET else fit(wanted.name),
            zone=None if wanted.zone is UNSET else _zone(wanted.zone),
            is_bot=None if wanted.bot is UNSET else wanted.bot,
        )
        return answer(_shown(request, person))


class Data(Endpoint):
    """What is stored of a person."""

    @described(
        "getMyData",
        "Everything that is stored about you",
        answer="PersonalData",
        scope=Scope.DATA,
    )
    def get(self, request: Request) -> HttpResponse:
        """The document of the page `/me/data/`, and counted together with it: a few times a day. Of
        games that go on it holds nothing that you may not know; the records of games are told elsewhere."""
        person = self.person(request)
        if wait := rate_limits.hit(export.EXPORTS, str(person.pk)):
            raise Limited(wait)
        return by_content(request, export.document(person))


def _shown(request: Request, person: Person) -> answers.Me:
    token = cast("ApiToken", request.auth)  # there is no other way to be identified
    scopes = token.granted
    described_token = answers.Token(
        name=token.name,
        scopes=[scope.value for scope in Scope if scope in scopes],
        expires_at=token.expiry,
        may_play=Scope.PLAY in scopes,
    )
    return answers.Me(person.email, person.name, person.is_bot, person.zone, person.reads, described_token)


def _zone(wanted: str) -> str:
    if wanted != "UTC" and not any(
        wanted == zone for _region, places in zones.zones_by_region() for zone, _label in places
    ):
        raise Unfit("unknown-zone")
    return wanted
