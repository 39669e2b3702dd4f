"""Webhooks of clubs, for their organisers."""

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.scopes import Scope
from games.api import bodies, webhooks
from games.api.answers import people as answers
from games.api.bodies import Nothing
from games.api.bodies.people import Redelivery, WantedClubWebhook
from games.api.endpoint import answer, by_content
from games.api.openapi.operations import described
from games.api.views.clubs import OfClubs
from games.ladders.clubs.webhook_events import group_of
from notifications.webhooks.models import Webhook as WebhookRow
from notifications.webhooks.owners import Owner


class OfClubWebhooks(OfClubs):
    """A view of the webhooks of a club."""

    def owner(self, request: Request, slug: str) -> Owner:
        """The club as an owner of webhooks.

        Raises:
            Http404: there is no such club.
            Forbidden: the person is not an organiser.
        """
        return Owner(group=group_of(self.organised(request, slug)))

    def webhook(self, request: Request, slug: str, webhook_id: str) -> WebhookRow:
        """A webhook of the club.

        Raises:
            Http404: there is no such club or webhook.
        """
        return webhooks.find(self.owner(request, slug), webhook_id)


class ClubWebhooks(OfClubWebhooks):
    """The webhooks of a club."""

    @described(
        "listClubWebhooks",
        "List the webhooks of a club",
        answer=answers.Webhooks,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get all webhooks of a club that you organise, oldest first."""
        return by_content(request, webhooks.listing(self.owner(request, slug)))

    @described(
        "createClubWebhook",
        "Create a webhook of a club",
        answer=answers.NewWebhook,
        status=201,
        body=WantedClubWebhook,
        scope=Scope.CLUBS,
        problems=(404, 422),
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Create a webhook that receives public events of the club. The URL must use `https` on its default
        port and a public internet address. The response contains the secret, which is never shown again."""
        owner = self.owner(request, slug)
        return answer(webhooks.create(owner, bodies.decoded(request, WantedClubWebhook), ""), 201)


class ClubWebhook(OfClubWebhooks):
    """A webhook of a club."""

    @described(
        "getClubWebhook",
        "Get a webhook of a club",
        answer=answers.Webhook,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def get(self, request: Request, slug: str, webhook_id: str) -> HttpResponse:
        """Get the settings of a webhook and whether its deliveries succeed."""
        return by_content(request, webhooks.shown(self.webhook(request, slug, webhook_id)))

    @described(
        "deleteClubWebhook",
        "Delete a webhook of a club",
        answer=answers.Webhook,
        body=Nothing,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def delete(self, request: Request, slug: str, webhook_id: str) -> HttpResponse:
        """Delete the webhook and its deliveries. The response is the deleted webhook."""
        row = self.webhook(request, slug, webhook_id)
        bodies.decoded(request, Nothing)
        return answer(webhooks.delete(row))


class ClubDeliveries(OfClubWebhooks):
    """The deliveries of a webhook."""

    @described(
        "listClubDeliveries",
        "List the deliveries of a webhook of a club",
        answer=answers.Deliveries,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def get(self, request: Request, slug: str, webhook_id: str) -> HttpResponse:
        """Get the latest 50 deliveries, newest first."""
        return by_content(request, webhooks.deliveries(self.webhook(request, slug, webhook_id)))


class ClubRedeliver(OfClubWebhooks):
    """Send a message again."""

    @described(
        "redeliverOfClub",
        "Redeliver a message of a club",
        answer=answers.Delivery,
        body=Redelivery,
        scope=Scope.CLUBS,
        problems=(404, 409),
    )
    def post(self, request: Request, slug: str, webhook_id: str, message_id: str) -> HttpResponse:
        """Send the message again at once, with the same id. If there has been another attempt since the one
        you name, nothing happens, so the request can be repeated."""
        webhook = self.webhook(request, slug, webhook_id)
        return answer(webhooks.redeliver(webhook, message_id, bodies.decoded(request, Redelivery)))
