"""Bodies for webhooks."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import ClubWebhookType, PersonalWebhookType
from games.api.answers.webhooks import Shape
from notifications.webhooks.models import LONGEST_URL, MOST_COUNTED

WebhookUrl = Annotated[
    str,
    Meta(
        max_length=LONGEST_URL,
        description="The URL to post to: `https` without a port number, at a public internet address.",
        examples=["https://hooks.example.org/sekigahara"],
    ),
]


class WantedClubWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A new webhook of a club."""

    url: WebhookUrl
    shape: Shape = "standard"
    types: Annotated[
        list[ClubWebhookType] | None,
        Meta(description="The types of messages to send; all by default.", examples=[["club.game-over"]]),
    ] = None


class WantedWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A new webhook."""

    url: WebhookUrl
    shape: Shape = "standard"
    types: Annotated[
        list[PersonalWebhookType] | None,
        Meta(description="The types of messages to send; all by default.", examples=[["game.your-phase"]]),
    ] = None
    game: Annotated[
        str | None,
        Meta(
            description="The only game to send messages about; all your games by default.",
            examples=["k7m2p9qrst"],
        ),
    ] = None


class Redelivery(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to send a message again."""

    attempts: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_COUNTED,
            description="The number of `attempts` as you last saw it. If there have been more since, "
            "nothing is sent.",
        ),
    ]
