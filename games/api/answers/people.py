"""The owner of the token, and webhooks of people and clubs."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from accounts import public_keys
from games.api.answers.ratings import BotEditions, PageShows
from games.api.answers.terms import Moment, Number, WebhookShape, WebhookType


class Token(Struct, frozen=True):
    """The token of this request."""

    name: str
    scopes: Annotated[list[str], Meta(examples=[["games:read", "games:play"]])]
    """The scopes of the token, implied ones included."""
    expires_at: Moment | None
    """When it expires; null for never."""
    may_play: Annotated[bool, Meta(extra_json_schema={"deprecated": True})]
    """Whether it may act in games. Deprecated: look for `games:play` in `scopes`."""


ChallengesFrom = Literal["met", "anyone", "nobody"]


class Me(public_keys.Identified, frozen=True):
    """The owner of the token."""

    email: str
    """Empty for a program that got its token by OAuth."""
    mail_bounced_at: Moment | None
    """When mail to you last came back; null while it gets there, as far as we know."""
    set_aside: bool
    """Whether you can neither offer nor join open games, because you let games pass their first deadline
    unseen. Send `here` once you are."""
    name: str
    bot: bool
    """Whether you declare that a program plays for you."""
    editions: BotEditions
    zone: str
    language: str
    calendar: str | None
    """The secret address at which calendar programs read your deadlines; null for none."""
    challenges_from: ChallengesFrom
    """Who may challenge you by name or key: people you `met` in a game that began and members of your clubs,
    `anyone`, or `nobody`."""
    takes_messages: bool
    """Whether your opponents may write to you."""
    page_shows: PageShows
    """What strangers see of you: everything, ratings and games, or your name."""
    token: Token


class HolidayBlock(Struct, frozen=True):
    """A holiday, from its first day to its last, both included."""

    first: date
    last: date


class DaysLeft(Struct, frozen=True):
    """How many days of holiday are left in a year."""

    year: Annotated[int, Meta(examples=[2026])]
    days: Number


class Away(Struct, frozen=True, kw_only=True):
    """When you are away. Your opponents see only until when."""

    zone: Annotated[str, Meta(examples=["Asia/Tokyo"])]
    """The time zone in which the days begin and end."""
    until: date | None
    """The last day of your holiday; null while you have none."""
    holidays: list[HolidayBlock]
    """The holidays that are not over, the earliest first."""
    left: list[DaysLeft]
    """For this year and the next."""
    weekends_off: bool
    """Whether Saturdays and Sundays do not count."""


MailWhen = Annotated[
    Literal["at-once", "gathered", "daily", "push", "never"],
    Meta(
        description="When you are mailed that a game waits for you: `at-once`; `gathered`, one mail for all "
        "games in some hours; `daily`, one mail a day; `push`, only notifications on your devices, and mail "
        "while you have none; `never`."
    ),
]
HourOfDay = Annotated[int, Meta(ge=0, le=23, examples=[22])]
HoursBetween = Annotated[
    Literal[2, 4, 8, 12], Meta(description="The hours between gathered mails, at least.", examples=[4])
]
DailyHour = Annotated[HourOfDay, Meta(description="The hour of the daily mail in your time zone.")]
Reminders = Annotated[
    list[Literal["half", "quarter", "eighth"]],
    Meta(description="The parts of your time that are left when you are reminded of a deadline."),
]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """The hours in your time zone in which no mail comes, except for what would expire before they end."""

    begin: HourOfDay
    end: HourOfDay


class Mail(Struct, frozen=True, kw_only=True):
    """When you are mailed. Nobody else sees it, and webhooks do not depend on it."""

    rhythm: MailWhen
    every: HoursBetween
    hour: DailyHour
    quiet_hours: QuietHours | None
    """null for none."""
    reminders: Reminders
    games: Annotated[dict[str, MailWhen], Meta(examples=[{"k7m2p9qrst": "never"}])]
    """By the id of a game, what differs there."""


Shape = Annotated[
    WebhookShape,
    Meta(
        description="`standard`: JSON as specified by Standard Webhooks; `discord`: a sentence for a "
        "Discord channel."
    ),
]


class Webhook(Struct, frozen=True, kw_only=True):
    """A webhook: a URL that receives messages."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst23"])]
    url: Annotated[str, Meta(examples=["https://hooks.example.org/sekigahara"])]
    shape: Shape
    types: Annotated[list[WebhookType], Meta(examples=[["game.your-phase", "game.over"]])]
    """The types of messages it receives."""
    game: str | None
    """The only game it receives messages about; null for all your games, and for webhooks of clubs."""
    created_at: Moment
    failing_since: Moment | None
    """When the first attempt since the last success failed; null if none has failed."""
    off_at: Moment | None
    """When it was disabled; null while it is enabled. Enable it again on the page `/me/webhooks/`, or
    `webhooks/` of the club."""
    off_for: Literal["gone", "failing"] | None
    """Why it was disabled: `gone` after a response of `410`, `failing` after days without a success."""


class NewWebhook(Webhook, frozen=True, kw_only=True):
    """A new webhook with its secret."""

    secret: Annotated[str, Meta(examples=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbVQ9hZlR4pM="])]
    """The secret that signs its messages. It is shown only once."""


class Webhooks(Struct, frozen=True):
    """All webhooks."""

    webhooks: list[Webhook]


class Delivery(Struct, frozen=True, kw_only=True):
    """The delivery of a message to a webhook."""

    id: Annotated[str, Meta(examples=["games_your-phase_k7m2p9qrst_east_12"])]
    """The message id, sent as `webhook-id` with every attempt."""
    type: WebhookType
    body: str
    """The exact body of the request."""
    created_at: Moment
    status: Literal["waiting", "delivered", "failed"]
    attempts: Number
    """How many attempts were made."""
    next_at: Moment | None
    """When the next attempt is due; null if there is none."""
    outcome: Annotated[str | None, Meta(examples=["slow"])]
    """A code for why the last attempt failed."""
    tried_at: Moment | None
    """When the last attempt ended."""
    milliseconds: Number | None
    """The duration of the last attempt in milliseconds."""
    answered: Annotated[int | None, Meta(examples=[204])]
    """The HTTP status of the response."""
    answer: str
    """The beginning of the response body."""


class Deliveries(Struct, frozen=True):
    """The latest deliveries of a webhook, newest first."""

    deliveries: list[Delivery]


class Device(Struct, frozen=True, kw_only=True):
    """A browser that shows notifications."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst23"])]
    kind: Annotated[str, Meta(examples=["Firefox on Android"])]
    """Browser and system, in words."""
    created_at: Moment
    used_at: Moment
    """When it was added or renewed, or last took a notification."""
    failed_at: Moment | None
    """When a notification was given up; null if none was, or one got there since."""


class Devices(Struct, frozen=True, kw_only=True):
    """The browsers that show you notifications."""

    public_key: Annotated[
        str | None,
        Meta(
            examples=[
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            ]
        ),
    ]
    """The `applicationServerKey` with which a browser subscribes; null if this service does not notify
    devices."""
    devices: list[Device]
    """The one that was added last comes first."""
