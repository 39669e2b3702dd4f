"""Webhooks of a club, for its organisers."""

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.scopes import Scope
from games.api import answers, bodies
from games.api.bodies import Nothing, Redelivery, WantedClubWebhook
from games.api.endpoint import answer, by_content
from games.api.openapi.operations import described
from games.api.views import webhooks
from games.api.views.clubs import OfClubs
from games.ladders.clubs.webhook_events import group_of
from notifications.webhooks.models import Webhook as WebhookRow
from notifications.webhooks.owners import Owner


class OfClubWebhooks(OfClubs):
    """A view of the webhooks of a club."""

    def owner(self, request: Request, slug: str) -> Owner:
        """The club, as webhooks know it.

        Raises:
            Http404: there is none.
            Forbidden: for anybody but its organisers.
        """
        return Owner(group=group_of(self.organised(request, slug)))

    def webhook(self, request: Request, slug: str, webhook_id: str) -> WebhookRow:
        """One of them.

        Raises:
            Http404, Forbidden: as above; or it has none of that name.
        """
        return webhooks.one_of(self.owner(request, slug), webhook_id)


class ClubWebhooks(OfClubWebhooks):
    """All of a club."""

    @described(
        "listClubWebhooks",
        "List the webhooks of a club of yours",
        answer=answers.Webhooks,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All there are, the oldest first."""
        return by_content(request, webhooks.listed(self.owner(request, slug)))

    @described(
        "createClubWebhook",
        "Make a webhook of a club of yours",
        answer=answers.NewWebhook,
        status=201,
        body=WantedClubWebhook,
        scope=Scope.CLUBS,
        problems=(404, 422),
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Have what anybody may know of the club posted to an address: `https` on its own port, of the public
        internet. The answer holds the secret, which is never told again."""
        owner = self.owner(request, slug)
        return answer(webhooks.made(owner, bodies.decoded(request, WantedClubWebhook), ""), 201)


class ClubWebhook(OfClubWebhooks):
    """One."""

    @described(
        "getClubWebhook",
        "What a webhook of a club is",
        answer=answers.Webhook,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def get(self, request: Request, slug: str, webhook_id: str) -> HttpResponse:
        """What it is told of, and whether it works."""
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
        """Delete it and its log. The answer is what it was."""
        row = self.webhook(request, slug, webhook_id)
        bodies.decoded(request, Nothing)
        return answer(webhooks.deleted(row))


class ClubDeliveries(OfClubWebhooks):
    """What became of its messages."""

    @described(
        "listClubDeliveries",
        "What became of the messages of a webhook of a club",
        answer=answers.Deliveries,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def get(self, request: Request, slug: str, webhook_id: str) -> HttpResponse:
        """The latest 50, newest first."""
        return by_content(request, webhooks.log_of(self.webhook(request, slug, webhook_id)))


class ClubRedeliver(OfClubWebhooks):
    """Sending once more."""

    @described(
        "redeliverOfClub",
        "Send a message of a club again",
        answer=answers.Delivery,
        body=Redelivery,
        scope=Scope.CLUBS,
        problems=(404, 409),
    )
    def post(self, request: Request, slug: str, webhook_id: str, message_id: str) -> HttpResponse:
        """Send the same message at once, under the same id. Nothing happens where it was tried since: so the
        request may be repeated."""
        webhook = self.webhook(request, slug, webhook_id)
        return answer(webhooks.sent_again(webhook, message_id, bodies.decoded(request, Redelivery)))
