"""Clubs, and what people and programs are to them."""

from collections.abc import Iterable
from typing import Any

from factory import SubFactory
from factory.django import DjangoModelFactory

from accounts.models.person import Person
from games.ladders.club_webhooks import CLUBS
from games.ladders.clubs import founding, membership
from games.ladders.clubs.webhook_events import group_of
from games.ladders.models.club import Club, JoinRequest, Membership
from notifications.webhooks import services as webhooks
from notifications.webhooks.models import Webhook
from notifications.webhooks.owners import Owner
from tests.factories.people import PersonFactory, names_of

Role = Membership.Role


class ClubFactory(DjangoModelFactory[Club]):
    """A club with one organiser, that anybody can join.

    ``members`` says how many others are in it (``PersonFactory.numbered`` has them), or gives their names.
    """

    class Meta:
        model = Club

    founder = SubFactory(PersonFactory, name="Organiser One")
    name = "Friends of Sekigahara"
    joining = Club.Joining.OPEN
    members: int | Iterable[str] = ()

    @classmethod
    def _create(
        cls, model_class: type[Club], *args: Any, founder: Person, members: int | Iterable[str], **terms: Any
    ) -> Club:
        club = founding.found(founder=founder, terms=founding.ClubTerms(**terms))
        for name in names_of(members):
            MembershipFactory.create(club=club, person__name=name)
        return club


class MembershipFactory(DjangoModelFactory[Membership]):
    """A member of a club, however people join it."""

    class Meta:
        model = Membership

    club = SubFactory(ClubFactory)
    person = SubFactory(PersonFactory)
    role = Role.MEMBER


class JoinRequestFactory(DjangoModelFactory[JoinRequest]):
    """A request to join a club where organisers decide."""

    class Meta:
        model = JoinRequest

    club = SubFactory(ClubFactory, joining=Club.Joining.APPROVAL)
    person = SubFactory(PersonFactory)

    @classmethod
    def _create(cls, model_class: type[JoinRequest], *args: Any, **asked: Any) -> JoinRequest:
        request = membership.join(**asked)
        assert isinstance(request, JoinRequest)
        return request


class ClubWebhookFactory(DjangoModelFactory[Webhook]):
    """A webhook of a club, for all of its events."""

    class Meta:
        model = Webhook

    club = SubFactory(ClubFactory)
    url = "https://hooks.example.org/club"
    shape = "standard"

    @classmethod
    def _create(cls, model_class: type[Webhook], *args: Any, club: Club, **where: Any) -> Webhook:
        types = [each.name for each in CLUBS.types]
        return webhooks.create(owner=Owner(group=group_of(club)), types=types, **where)
