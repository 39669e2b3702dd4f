"""Webhooks of a person or a club: what the views of both share."""

from typing import Any, cast

from django.http import Http404

from games.api.answers import people as answers
from games.api.bodies.people import Redelivery, WantedClubWebhook, WantedWebhook
from games.api.errors import ApiRefusal, Unfit, Unknown
from notifications.webhooks import event_types, queries, services
from notifications.webhooks.addresses import AddressError
from notifications.webhooks.models import Delivery as DeliveryRow
from notifications.webhooks.models import Webhook as WebhookRow
from notifications.webhooks.owners import Owner
from notifications.webhooks.services import SwitchedOffError, WebhookError


def find(owner: Owner, webhook_id: str) -> WebhookRow:
    """Find a webhook of an owner by its id.

    Raises:
        Http404: they have no such webhook.
    """
    found = queries.webhook_of(owner, webhook_id)
    if found is None:
        raise Http404
    return found


def listing(owner: Owner) -> answers.Webhooks:
    """All webhooks of an owner."""
    return answers.Webhooks([shown(row) for row in queries.webhooks_of(owner)])


def shown(row: WebhookRow) -> answers.Webhook:
    """The current state of a webhook."""
    return answers.Webhook(**_shown(row))


def create(owner: Owner, body: WantedWebhook | WantedClubWebhook, topic: str) -> answers.NewWebhook:
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


def delete(row: WebhookRow) -> answers.Webhook:
    """Delete a webhook, and return its last state."""
    before = shown(row)
    services.delete(webhook=row)
    return before


def deliveries(row: WebhookRow) -> answers.Deliveries:
    """The latest deliveries of a webhook."""
    return answers.Deliveries([_logged(delivery) for delivery in queries.log_of(row)])


def redeliver(webhook: WebhookRow, message_id: str, body: Redelivery) -> answers.Delivery:
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
