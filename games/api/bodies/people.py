"""Bodies for settings and webhooks."""

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.models.person import LONGEST_PERSON_NAME
from games.api.answers.people import (
    ChallengesFrom,
    DailyHour,
    HoursBetween,
    MailWhen,
    QuietHours,
    Reminders,
    Shape,
)
from games.api.answers.ratings import PageShows
from games.api.answers.terms import ClubWebhookType, PersonalWebhookType
from notifications.webhooks.models import LONGEST_URL, MOST_COUNTED


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to your settings. Omitted fields stay as they are."""

    name: Annotated[
        Annotated[str, Meta(max_length=LONGEST_PERSON_NAME)] | UnsetType, Meta(examples=["Chikuzen"])
    ] = UNSET
    """The name shown to other players; empty for none."""
    zone: Annotated[str | UnsetType, Meta(examples=["Asia/Tokyo"])] = UNSET
    """The time zone used on pages and in emails."""
    bot: bool | UnsetType = UNSET
    """Whether a program plays for you. It is shown beside your name."""
    run_by: Annotated[
        Annotated[str, Meta(max_length=LONGEST_PERSON_NAME)] | UnsetType, Meta(examples=["Kuroda"])
    ] = UNSET
    """Who runs the program that plays for you, shown to everybody; empty to say nothing."""
    editions: Annotated[
        Annotated[list[str], Meta(max_length=10)] | UnsetType, Meta(examples=[["kessen"]])
    ] = UNSET
    """The editions that the program plays, shown in `bots/`; empty for all."""
    challenges_from: Annotated[ChallengesFrom | UnsetType, Meta(examples=["anyone"])] = UNSET
    """Who may challenge you by name or key: people you `met` in a game that began and members of your clubs,
    `anyone`, or `nobody`. Whoever knows your email address can invite you in any case, and whoever finished a
    game with you can offer a rematch."""
    takes_messages: Annotated[bool | UnsetType, Meta(examples=[True])] = UNSET
    """Whether your opponents may write to you."""
    page_shows: Annotated[PageShows | UnsetType, Meta(examples=["games"])] = UNSET
    """What `players/` shows of you to strangers: `all`, `games` for ratings and rated and public games, or
    `nothing` but your name. People who have played with you, and members of your clubs, see everything."""
    here: bool | UnsetType = UNSET
    """`true` says that you are here, so that you are no longer set aside in open games. `false` changes
    nothing."""
    calendar: bool | UnsetType = UNSET
    """`true` gives your calendar a new secret address, `false` leaves it without one."""


class WantedHoliday(Struct, frozen=True, forbid_unknown_fields=True):
    """A holiday to begin or to plan."""

    last: date
    """Its last day."""
    first: date | None = None
    """Its first day; null to begin now."""


class EndedHoliday(Struct, frozen=True, forbid_unknown_fields=True):
    """A holiday to end."""

    first: date
    """The first day of the holiday."""


class WeekendsOff(Struct, frozen=True, forbid_unknown_fields=True):
    """What weekends are to you."""

    weekends_off: bool
    """Whether Saturdays and Sundays do not count."""


class MailSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to when you are mailed. Omitted fields stay as they are."""

    rhythm: MailWhen | UnsetType = UNSET
    every: HoursBetween | UnsetType = UNSET
    hour: DailyHour | UnsetType = UNSET
    quiet_hours: QuietHours | UnsetType | None = UNSET
    """null for none."""
    reminders: Reminders | UnsetType = UNSET
    games: Annotated[dict[str, MailWhen | None], Meta(examples=[{"k7m2p9qrst": "never"}])] = {}
    """By the id of a game of yours that is not over, what differs there; null for the same as for all games.
    Other games stay as they are."""


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
    types: Annotated[list[ClubWebhookType] | None, Meta(examples=[["club.game-over"]])] = None
    """The types of messages to send; all by default."""


class WantedWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A new webhook."""

    url: WebhookUrl
    shape: Shape = "standard"
    types: Annotated[list[PersonalWebhookType] | None, Meta(examples=[["game.your-phase"]])] = None
    """The types of messages to send; all by default."""
    game: Annotated[str | None, Meta(examples=["k7m2p9qrst"])] = None
    """The only game to send messages about; all your games by default."""


class Redelivery(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to send a message again."""

    attempts: Annotated[int, Meta(ge=0, le=MOST_COUNTED)]
    """The number of `attempts` as you last saw it. If there have been more since, nothing is sent."""


class SubscriptionKeys(Struct, frozen=True):
    """The keys of a subscription, in base64url."""

    p256dh: Annotated[str, Meta(max_length=100)]
    """Its public key."""
    auth: Annotated[str, Meta(max_length=40)]
    """Its secret."""


class Subscription(Struct, frozen=True):
    """A subscription to push messages, as a browser's `PushSubscription.toJSON()` returns it."""

    endpoint: Annotated[str, Meta(max_length=LONGEST_URL, examples=["https://push.example.org/send/4f1e2d"])]
    """The address of its push service: `https`, at a public internet address."""
    keys: SubscriptionKeys
