"""Webhooks of a person or a club: listing, creating and deleting them, and their deliveries."""

from functools import partial
from typing import Any, cast

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema_view
from rest_framework.request import Request

from accounts import oauth
from accounts.scopes import Scope
from games.api import bodies
from games.api.answers import people as answers
from games.api.bodies import Nothing
from games.api.bodies.people import Redelivery, WantedClubWebhook, WantedWebhook
from games.api.endpoint import Endpoint, answer, by_content
from games.api.errors import ApiRefusal, Unfit, Unknown
from games.api.openapi.operations import described, for_clubs
from games.api.views.clubs import OfClubs
from games.ladders.clubs.webhook_events import group_of
from notifications.webhooks import event_types, services
from notifications.webhooks.models import Delivery as DeliveryRow
from notifications.webhooks.models import Webhook as WebhookRow
from notifications.webhooks.owners import Owner
from sekigahara.errors.exceptions import RefusalError, or_404

personal = partial(described, scope=Scope.NOTIFICATIONS)
"""Describes an operation on the webhooks of a person."""


class OfPerson(Endpoint):
    """A view of the caller's webhooks."""

    def owner(self, request: Request) -> Owner:
        """The caller as an owner of webhooks."""
        return Owner(self.person(request).pk)


class OfClub(OfClubs):
    """A view of the webhooks of a club, for its organisers."""

    def owner(self, request: Request, slug: str) -> Owner:
        """The club as an owner of webhooks.

        Raises:
            Http404: there is no such club.
            Forbidden: the person is not an organiser.
        """
        return Owner(group=group_of(self.organised(request, slug)))


class _OfOwner(Endpoint):
    """What views of both kinds of owner do. The arguments of the path name the owner."""

    owner: Any

    def webhook(self, request: Request, webhook_id: str, **path: str) -> WebhookRow:
        """Find a webhook of the owner by its id.

        Raises:
            Http404: they have no such webhook.
        """
        return or_404(services.webhook_of(self.owner(request, **path), webhook_id))


class _All(_OfOwner):
    """All webhooks of an owner."""

    def listing(self, request: Request, **path: str) -> HttpResponse:
        """All of them."""
        rows = services.webhooks_of(self.owner(request, **path))
        return by_content(request, answers.Webhooks([_shown(row) for row in rows]))


class _One(_OfOwner):
    """One webhook."""

    def get(self, request: Request, **path: str) -> HttpResponse:
        """Get the settings of a webhook and whether its deliveries succeed."""
        return by_content(request, _shown(self.webhook(request, **path)))

    def delete(self, request: Request, **path: str) -> HttpResponse:
        """Delete the webhook and its deliveries. The response is the deleted webhook."""
        row = self.webhook(request, **path)
        bodies.decoded(request, Nothing)
        before = _shown(row)
        services.delete(webhook=row)
        return answer(before)


class _Deliveries(_OfOwner):
    """The deliveries of a webhook."""

    def get(self, request: Request, **path: str) -> HttpResponse:
        """Get the latest 50 deliveries, newest first."""
        rows = services.log_of(self.webhook(request, **path))
        return by_content(request, answers.Deliveries([_logged(row) for row in rows]))


class _Redeliver(_OfOwner):
    """Send a message again."""

    def post(self, request: Request, message_id: str, **path: str) -> HttpResponse:
        """Send the message again at once, with the same id. If there has been another attempt since the one
        you name, nothing happens, so the request can be repeated."""
        webhook = self.webhook(request, **path)
        body = bodies.decoded(request, Redelivery)
        row = or_404(services.delivery_of(webhook, message_id))
        try:
            services.redeliver(delivery=row, attempts=body.attempts)
        except RefusalError as error:
            raise ApiRefusal(error.code) from None
        row.refresh_from_db()
        return answer(_logged(row))


class Webhooks(OfPerson, _All):
    """The webhooks of a person."""

    @personal("listWebhooks", answer=answers.Webhooks)
    def get(self, request: Request) -> HttpResponse:
        """List your webhooks.

        Get all your webhooks, oldest first."""
        return self.listing(request)

    @personal("createWebhook", answer=answers.NewWebhook, status=201, body=WantedWebhook, problems=(422,))
    def post(self, request: Request) -> HttpResponse:
        """Create a webhook.

        Create a webhook that receives events of your games. The URL must use `https` on its default port
        and a public internet address. The response contains the secret, which is never shown again."""
        body = bodies.decoded(request, WantedWebhook)
        return _created(request, self.owner(request), body, body.game or "")


class ClubWebhooks(OfClub, _All):
    """The webhooks of a club."""

    @for_clubs("listClubWebhooks", answer=answers.Webhooks)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the webhooks of a club.

        Get all webhooks of a club that you organise, oldest first."""
        return self.listing(request, slug=slug)

    @for_clubs(
        "createClubWebhook", answer=answers.NewWebhook, status=201, body=WantedClubWebhook, problems=(422,)
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Create a webhook of a club.

        Create a webhook that receives public events of the club. The URL must use `https` on its default
        port and a public internet address. The response contains the secret, which is never shown again."""
        owner = self.owner(request, slug)
        return _created(request, owner, bodies.decoded(request, WantedClubWebhook), "")


@extend_schema_view(
    get=personal("getWebhook", "Get a webhook", answer=answers.Webhook),
    delete=personal("deleteWebhook", "Delete a webhook", answer=answers.Webhook, body=Nothing),
)
class Webhook(OfPerson, _One):
    """A webhook of a person."""


@extend_schema_view(
    get=for_clubs("getClubWebhook", "Get a webhook of a club", answer=answers.Webhook),
    delete=for_clubs("deleteClubWebhook", "Delete a webhook of a club", answer=answers.Webhook, body=Nothing),
)
class ClubWebhook(OfClub, _One):
    """A webhook of a club."""


@extend_schema_view(
    get=personal("listDeliveries", "List the deliveries of a webhook", answer=answers.Deliveries)
)
class Deliveries(OfPerson, _Deliveries):
    """The deliveries of a webhook of a person."""


@extend_schema_view(
    get=for_clubs(
        "listClubDeliveries", "List the deliveries of a webhook of a club", answer=answers.Deliveries
    )
)
class ClubDeliveries(OfClub, _Deliveries):
    """The deliveries of a webhook of a club."""


@extend_schema_view(
    post=personal(
        "redeliver", "Redeliver a message", answer=answers.Delivery, body=Redelivery, problems=(409,)
    )
)
class Redeliver(OfPerson, _Redeliver):
    """Send a message to a person's webhook again."""


@extend_schema_view(
    post=for_clubs(
        "redeliverOfClub",
        "Redeliver a message of a club",
        answer=answers.Delivery,
        body=Redelivery,
        problems=(409,),
    )
)
class ClubRedeliver(OfClub, _Redeliver):
    """Send a message to a club's webhook again."""


def _created(
    request: Request, owner: Owner, body: WantedWebhook | WantedClubWebhook, topic: str
) -> HttpResponse:
    """Create a webhook, and answer with it and its secret.

    Raises:
        Unknown: a message type does not exist.
        Unfit: the URL is not allowed or already has a webhook, or the owner has the maximum number.
    """
    known = event_types.titles(owner)
    types = list(known) if body.types is None else body.types
    for name in types:
        if name not in known:
            raise Unknown("type", name, list(known))
    try:
        row = services.create(
            owner=owner,
            url=body.url,
            shape=body.shape,
            types=types,
            topic=topic,
            app=oauth.app_of(request.auth),
        )
    except RefusalError as error:
        raise Unfit(error.code, variant=error.variant) from None
    return answer(answers.NewWebhook(**_facts(row), secret=row.secret), 201)


def _shown(row: WebhookRow) -> answers.Webhook:
    return answers.Webhook(**_facts(row))


def _facts(row: WebhookRow) -> dict[str, Any]:
    return {
        "id": row.key,
        "url": row.url,
        "shape": str(row.shape),
        "types": row.types,
        "game": row.topic or None,
        "created_at": row.created_at,
        "failing_since": row.failing_since,
        "off_at": row.off_at,
        "off_for": str(row.off_for) or None,
    }


def _logged(row: DeliveryRow) -> answers.Delivery:
    return answers.Delivery(
        id=row.message_id,
        type=row.type,
        body=row.body,
        created_at=row.created_at,
        status=cast("Any", str(row.status)),
        attempts=row.attempts,
        next_at=row.due_at if row.status == DeliveryRow.Status.WAITING else None,
        outcome=str(row.outcome) or None,
        tried_at=row.tried_at,
        milliseconds=row.milliseconds,
        answered=row.answered,
        answer=row.answer,
    )
