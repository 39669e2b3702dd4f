"""Webhooks of whoever calls or of a club, and what became of their messages."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import Moment, Number, WebhookShape, WebhookType

Shape = Annotated[
    WebhookShape,
    Meta(description="`standard`: JSON by Standard Webhooks; `discord`: a sentence for a channel."),
]


class Webhook(Struct, frozen=True, kw_only=True):
    """An address that is posted to."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst23"])]
    url: Annotated[str, Meta(examples=["https://hooks.example.org/sekigahara"])]
    shape: Shape
    types: Annotated[
        list[WebhookType],
        Meta(description="What it is told.", examples=[["game.your-phase", "game.over"]]),
    ]
    game: Annotated[
        str | None,
        Meta(description="The only game it is told of; null for all of yours, and for webhooks of clubs."),
    ]
    created_at: Moment
    failing_since: Annotated[
        Moment | None, Meta(description="When an attempt first failed since the last success, if one did.")
    ]
    off_at: Annotated[
        Moment | None,
        Meta(
            description="When it was switched off, if it is. It is switched on on the page `/me/webhooks/`, "
            "or the club's `webhooks/`."
        ),
    ]
    off_for: Annotated[
        Literal["gone", "failing"] | None,
        Meta(description="Why: it answered `410`, or nothing got through for days."),
    ]


class NewWebhook(Webhook, frozen=True, kw_only=True):
    """A webhook just made."""

    secret: Annotated[
        str,
        Meta(
            description="What its messages are signed with. It is told this once.",
            examples=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbVQ9hZlR4pM="],
        ),
    ]


class Webhooks(Struct, frozen=True):
    """All there are."""

    webhooks: list[Webhook]


class Delivery(Struct, frozen=True, kw_only=True):
    """One message for one webhook."""

    id: Annotated[
        str,
        Meta(
            description="The `webhook-id` of every attempt.", examples=["games_your-phase_k7m2p9qrst_east_12"]
        ),
    ]
    type: WebhookType
    body: Annotated[str, Meta(description="What is posted, to the letter.")]
    created_at: Moment
    status: Literal["waiting", "delivered", "failed"]
    attempts: Annotated[Number, Meta(description="How often it was begun to be sent.")]
    next_at: Annotated[Moment | None, Meta(description="When it is sent next; null for never.")]
    outcome: Annotated[
        str | None, Meta(description="Why the last attempt failed, as a word.", examples=["slow"])
    ]
    tried_at: Annotated[Moment | None, Meta(description="When the last attempt ended.")]
    milliseconds: Annotated[Number | None, Meta(description="How long it took.")]
    answered: Annotated[int | None, Meta(description="The status it was answered with.", examples=[204])]
    answer: Annotated[str, Meta(description="How the answer begins.")]


class Deliveries(Struct, frozen=True):
    """The latest deliveries of a webhook, newest first."""

    deliveries: list[Delivery]
