"""Webhooks that somebody wants."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import ClubWebhookType, PersonalWebhookType
from games.api.answers.webhooks import Shape
from notifications.webhooks.models import LONGEST_URL, MOST_COUNTED

WebhookUrl = Annotated[
    str,
    Meta(
        max_length=LONGEST_URL,
        description="Where to: `https` without a port, at an address of the public internet.",
        examples=["https://hooks.example.org/sekigahara"],
    ),
]


class WantedClubWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook of a club, to be made."""

    url: WebhookUrl
    shape: Shape = "standard"
    types: Annotated[
        list[ClubWebhookType] | None,
        Meta(description="What it is told of; everything by default.", examples=[["club.game-over"]]),
    ] = None


class WantedWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook to be made."""

    url: WebhookUrl
    shape: Shape = "standard"
    types: Annotated[
        list[PersonalWebhookType] | None,
        Meta(description="What it is told of; everything by default.", examples=[["game.your-phase"]]),
    ] = None
    game: Annotated[
        str | None,
        Meta(
            description="The only game it is told of; all that you play by default.", examples=["k7m2p9qrst"]
        ),
    ] = None


class Redelivery(Struct, frozen=True, forbid_unknown_fields=True):
    """Sending a message again."""

    attempts: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_COUNTED,
            description="The `attempts` that you have seen: where there were more since, nothing is sent.",
        ),
    ]
