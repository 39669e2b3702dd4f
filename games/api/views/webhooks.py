"""Webhooks of a person: listing, creating and deleting them, and their deliveries."""

from typing import Any, cast

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from accounts.models.person import Person
from accounts.scopes import Scope
from games.api import answers, bodies
from games.api.bodies import Nothing, Redelivery, WantedWebhook
from games.api.endpoint import Endpoint, answer, by_content
from games.api.errors import ApiRefusal, Unfit, Unknown
from games.api.openapi.operations import described
from notifications.webhooks import event_types, queries, services
from notifications.webhooks.addresses import AddressError
from notifications.webhooks.errors import SwitchedOffError, WebhookError
from notifications.webhooks.models import Delivery as DeliveryRow
from notifications.webhooks.models import Webhook as WebhookRow
from notifications.webhooks.owners import Owner


class OfWebhook(Endpoint):
    """A view of a webhook, visible only to its owner."""

    def webhook(self, request: Request, webhook_id: str) -> WebhookRow:
        """Find a webhook of the caller by its id.

        Raises:
            Http404: they have no such webhook.
        """
        return one_of(own(self.person(request)), webhook_id)


class Webhooks(Endpoint):
    """The webhooks of a person."""

    @described("listWebhooks", "List your webhooks", answer=answers.Webhooks, scope=Scope.NOTIFICATIONS)
    def get(self, request: Request) -> HttpResponse:
        """Get all your webhooks, oldest first."""
        return by_content(request, listed(own(self.person(request))))

    @described(
        "createWebhook",
        "Create a webhook",
        answer=answers.NewWebhook,
        status=201,
        body=WantedWebhook,
        scope=Scope.NOTIFICATIONS,
        problems=(422,),
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a webhook that receives events of your games. The URL must use `https` on its default port
        and a public internet address. The response contains the secret, which is never shown again."""
        body = bodies.decoded(request, WantedWebhook)
        return answer(made(own(self.person(request)), body, body.game or ""), 201)


class Webhook(OfWebhook):
    """A webhook of a person."""

    @described(
        "getWebhook",
        "Get a webhook",
        answer=answers.Webhook,
        scope=Scope.NOTIFICATIONS,
        problems=(404,),
    )
    def get(self, request: Request, webhook_id: str) -> HttpResponse:
        """Get the settings of a webhook and whether its deliveries succeed."""
        return by_content(request, shown(self.webhook(request, webhook_id)))

    @described(
        "deleteWebhook",
        "Delete a webhook",
        answer=answers.Webhook,
        body=Nothing,
        scope=Scope.NOTIFICATIONS,
        problems=(404,),
    )
    def delete(self, request: Request, webhook_id: str) -> HttpResponse:
        """Delete the webhook and its deliveries. The response is the deleted webhook."""
        row = self.webhook(request, webhook_id)
        bodies.decoded(request, Nothing)
        return answer(deleted(row))


class Deliveries(OfWebhook):
    """The deliveries of a webhook."""

    @described(
        "listDeliveries",
        "List the deliveries of a webhook",
        answer=answers.Deliveries,
        scope=Scope.NOTIFICATIONS,
        problems=(404,),
    )
    def get(self, request: Request, webhook_id: str) -> HttpResponse:
        """Get the latest 50 deliveries, newest first."""
        return by_content(request, log_of(self.webhook(request, webhook_id)))


class Redeliver(OfWebhook):
    """Send a message again."""

    @described(
        "redeliver",
        "Redeliver a message",
        answer=answers.Delivery,
        body=Redelivery,
        scope=Scope.NOTIFICATIONS,
        problems=(404, 409),
    )
    def post(self, request: Request, webhook_id: str, message_id: str) -> HttpResponse:
        """Send the message again at once, with the same id. If there has been another attempt since the one
        you name, nothing happens, so the request can be repeated."""
        body = bodies.decoded(request, Redelivery)
        return answer(sent_again(self.webhook(request, webhook_id), message_id, body))


# --- shared by the webhooks of people and of clubs


def own(person: Person) -> Owner:
    """A person as an owner of webhooks."""
    return Owner(person.pk)


def one_of(owner: Owner, webhook_id: str) -> WebhookRow:
    """Find a webhook of an owner by its id.

    Raises:
        Http404: they have no such webhook.
    """
    found = queries.webhook_of(owner, webhook_id)
    if found is None:
        raise Http404
    return found


def listed(owner: Owner) -> answers.Webhooks:
    """All webhooks of an owner."""
    return answers.Webhooks([shown(row) for row in queries.webhooks_of(owner)])


def shown(row: WebhookRow) -> answers.Webhook:
    """The current state of a webhook."""
    return answers.Webhook(**_shown(row))


def made(
    owner: Owner, body: bodies.WantedWebhook | bodies.WantedClubWebhook, topic: str
) -> answers.NewWebhook:
    """Create a webhook, and return it with its secret.

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
        row = services.create(owner=owner, url=body.url, shape=body.shape, types=types, topic=topic)
    except (AddressError, WebhookError) as error:
        raise Unfit(error.code, variant=getattr(error, "variant", "")) from None
    return answers.NewWebhook(**_shown(row), secret=row.secret)


def deleted(row: WebhookRow) -> answers.Webhook:
    """Delete a webhook, and return its last state."""
    before = shown(row)
    services.delete(webhook=row)
    return before


def log_of(row: WebhookRow) -> answers.Deliveries:
    """The latest deliveries of a webhook."""
    return answers.Deliveries([_logged(delivery) for delivery in queries.log_of(row)])


def sent_again(webhook: WebhookRow, message_id: str, body: Redelivery) -> answers.Delivery:
    """Send a message of a webhook again.

    Raises:
        Http404: it has no such message.
        ApiRefusal: the webhook is disabled (code ``webhook-off``).
    """
    row = queries.delivery_of(webhook, message_id)
    if row is None:
        raise Http404
    try:
        services.redeliver(delivery=row, attempts=body.attempts)
    except SwitchedOffError:
        raise ApiRefusal(SwitchedOffError.code) from None
    row.refresh_from_db()
    return _logged(row)


def _shown(row: WebhookRow) -> dict[str, Any]:
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
