"""Webhooks: which a person has, making and deleting them, and what became of their messages."""

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
    """A view of one webhook, which only its owner knows of."""

    def webhook(self, request: Request, webhook_id: str) -> WebhookRow:
        """The webhook at an address.

        Raises:
            Http404: the person has none of that name.
        """
        return one_of(own(self.person(request)), webhook_id)


class Webhooks(Endpoint):
    """All of a person."""

    @described("listWebhooks", "List your webhooks", answer=answers.Webhooks, scope=Scope.NOTIFICATIONS)
    def get(self, request: Request) -> HttpResponse:
        """All your webhooks, the oldest first."""
        return by_content(request, listed(own(self.person(request))))

    @described(
        "createWebhook",
        "Make a webhook",
        answer=answers.NewWebhook,
        status=201,
        body=WantedWebhook,
        scope=Scope.NOTIFICATIONS,
        problems=(422,),
    )
    def post(self, request: Request) -> HttpResponse:
        """Have what happens in your games posted to an address: `https` on its own port, of the public
        internet. The answer holds the secret, which is never told again."""
        wanted = bodies.decoded(request, WantedWebhook)
        return answer(made(own(self.person(request)), wanted, wanted.game or ""), 201)


class Webhook(OfWebhook):
    """One."""

    @described(
        "getWebhook",
        "What a webhook is",
        answer=answers.Webhook,
        scope=Scope.NOTIFICATIONS,
        problems=(404,),
    )
    def get(self, request: Request, webhook_id: str) -> HttpResponse:
        """What it is told of, and whether it works."""
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
        """Delete it and its log. The answer is what it was."""
        row = self.webhook(request, webhook_id)
        bodies.decoded(request, Nothing)
        return answer(deleted(row))


class Deliveries(OfWebhook):
    """What became of its messages."""

    @described(
        "listDeliveries",
        "What became of the messages of a webhook",
        answer=answers.Deliveries,
        scope=Scope.NOTIFICATIONS,
        problems=(404,),
    )
    def get(self, request: Request, webhook_id: str) -> HttpResponse:
        """The latest 50, newest first."""
        return by_content(request, log_of(self.webhook(request, webhook_id)))


class Redeliver(OfWebhook):
    """Sending once more."""

    @described(
        "redeliver",
        "Send a message again",
        answer=answers.Delivery,
        body=Redelivery,
        scope=Scope.NOTIFICATIONS,
        problems=(404, 409),
    )
    def post(self, request: Request, webhook_id: str, message_id: str) -> HttpResponse:
        """Send the same message at once, under the same id. Nothing happens where it was tried since: so the
        request may be repeated."""
        wanted = bodies.decoded(request, Redelivery)
        return answer(sent_again(self.webhook(request, webhook_id), message_id, wanted))


# --- what webhooks of people and of clubs have in common


def own(person: Person) -> Owner:
    """The owner of a person's own webhooks."""
    return Owner(person.pk)


def one_of(owner: Owner, webhook_id: str) -> WebhookRow:
    """A webhook of theirs.

    Raises:
        Http404: they have none of that name.
    """
    found = queries.webhook_of(owner, webhook_id)
    if found is None:
        raise Http404
    return found


def listed(owner: Owner) -> answers.Webhooks:
    """All they have."""
    return answers.Webhooks([shown(row) for row in queries.webhooks_of(owner)])


def shown(row: WebhookRow) -> answers.Webhook:
    """One, as it is now."""
    return answers.Webhook(**_shown(row))


def made(
    owner: Owner, wanted: bodies.WantedWebhook | bodies.WantedClubWebhook, topic: str
) -> answers.NewWebhook:
    """A new one, with its secret.

    Raises:
        Unknown: a type that there is not.
        Unfit: an address that webhooks do not go to, or that has one; or there are enough.
    """
    known = event_types.titles(owner)
    types = list(known) if wanted.types is None else wanted.types
    for name in types:
        if name not in known:
            raise Unknown("type", name, list(known))
    try:
        row = services.create(owner=owner, url=wanted.url, shape=wanted.shape, types=types, topic=topic)
    except (AddressError, WebhookError) as error:
        raise Unfit(error.code, variant=getattr(error, "variant", "")) from None
    return answers.NewWebhook(**_shown(row), secret=row.secret)


def deleted(row: WebhookRow) -> answers.Webhook:
    """What it was; it is no more."""
    before = shown(row)
    services.delete(webhook=row)
    return before


def log_of(row: WebhookRow) -> answers.Deliveries:
    """The latest of its messages."""
    return answers.Deliveries([_logged(delivery) for delivery in queries.log_of(row)])


def sent_again(webhook: WebhookRow, message_id: str, wanted: Redelivery) -> answers.Delivery:
    """One of its messages, sent once more.

    Raises:
        Http404: it has none of that name.
        ApiRefusal: code ``webhook-off``.
    """
    row = queries.delivery_of(webhook, message_id)
    if row is None:
        raise Http404
    try:
        services.redeliver(delivery=row, attempts=wanted.attempts)
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
