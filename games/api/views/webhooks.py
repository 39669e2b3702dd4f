"""Webhooks of a person: listing, creating and deleting them, and their deliveries."""

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.models.person import Person
from accounts.scopes import Scope
from games.api import bodies, webhooks
from games.api.answers import people as answers
from games.api.bodies import Nothing
from games.api.bodies.people import Redelivery, WantedWebhook
from games.api.endpoint import Endpoint, answer, by_content
from games.api.openapi.operations import described
from notifications.webhooks.models import Webhook as WebhookRow
from notifications.webhooks.owners import Owner


class OfWebhook(Endpoint):
    """A view of a webhook, visible only to its owner."""

    def webhook(self, request: Request, webhook_id: str) -> WebhookRow:
        """Find a webhook of the caller by its id.

        Raises:
            Http404: they have no such webhook.
        """
        return webhooks.find(_owner(self.person(request)), webhook_id)


class Webhooks(Endpoint):
    """The webhooks of a person."""

    @described("listWebhooks", "List your webhooks", answer=answers.Webhooks, scope=Scope.NOTIFICATIONS)
    def get(self, request: Request) -> HttpResponse:
        """Get all your webhooks, oldest first."""
        return by_content(request, webhooks.listing(_owner(self.person(request))))

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
        return answer(webhooks.create(_owner(self.person(request)), body, body.game or ""), 201)


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
        return by_content(request, webhooks.shown(self.webhook(request, webhook_id)))

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
        return answer(webhooks.delete(row))


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
        return by_content(request, webhooks.deliveries(self.webhook(request, webhook_id)))


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
        return answer(webhooks.redeliver(self.webhook(request, webhook_id), message_id, body))


def _owner(person: Person) -> Owner:
    """A person as an owner of webhooks."""
    return Owner(person.pk)
