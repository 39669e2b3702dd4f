"""What is posted to webhooks: the ``webhooks`` of the OpenAPI document.

Whatever tells webhooks makes plain data, and nothing here takes part in that; tests hold each message they
receive against the schema.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.clubs import ClubName, Slug
from games.api.answers.terms import AskedNow, Decided, Moment, Number, Version
from games.api.bodies import Nothing
from games.api.openapi.shared import Schema, ref
from games.api.shapes.terms import Side
from notifications.webhooks import event_types
from notifications.webhooks.event_types import TRIAL

GameId = Annotated[str, Meta(description="The game's id.", examples=["k7m2p9qrst"])]
DueAt = Annotated[Moment, Meta(description="The deadline.")]
AnswerBy = Annotated[Moment, Meta(description="A challenge that is not answered by then is lost.")]
Winner = Annotated[Side | None, Meta(description="Null if nobody won.")]
Victory = Annotated[str, Meta(description="The kind of victory.", examples=["points"])]


class PageLink(Struct, frozen=True):
    """Where people read about it."""

    page: str


class GameLinks(PageLink, frozen=True):
    """Where people and programs see the game."""

    view: Annotated[str, Meta(description="The view by the API; it needs a token.")]


class GameData(Struct, frozen=True, kw_only=True):
    """A game, for one side of it."""

    game: GameId
    side: Annotated[Side, Meta(description="The side you play.")]
    version: Version
    week: Number
    phase: Annotated[str, Meta(description="The phase, with the turn.", examples=["movement-a"])]
    links: GameLinks


class GameStartedData(GameData, frozen=True, kw_only=True):
    """A game that has begun."""

    asked: AskedNow


class GameDecisionData(GameData, frozen=True, kw_only=True):
    """A game in which a side must decide."""

    asked: Decided


class GameReminderData(GameDecisionData, frozen=True, kw_only=True):
    """A game in which your time runs out."""

    due_at: DueAt


class GameOverdueData(GameData, frozen=True, kw_only=True):
    """A game in which your opponent's time has run out."""

    due_at: DueAt


class GameOverData(GameData, frozen=True, kw_only=True):
    """A game that is over."""

    winner: Winner
    victory: Victory


class MessageClub(Struct, frozen=True):
    """A club."""

    slug: Slug
    name: ClubName


class MessageLadder(Struct, frozen=True):
    """A ladder."""

    id: str
    name: str


class MessagePerson(Struct, frozen=True):
    """A person."""

    name: Annotated[str, Meta(description="Empty for a person who has chosen none.")]
    bot: Annotated[bool, Meta(description="Whether a program plays for them.")]


class MessageMember(MessagePerson, frozen=True):
    """A member of a club."""

    id: Annotated[str, Meta(description="The id of the membership.")]


class MessageRank(MessagePerson, frozen=True):
    """A person on a ranking."""

    place: Annotated[Number | None, Meta(description="Their place now; null if they have left.")]


class MessagePlayers(Struct, frozen=True):
    """Who plays; null for a computer player."""

    east: MessagePerson | None
    west: MessagePerson | None


class LadderData(Struct, frozen=True, kw_only=True):
    """Something on a ladder."""

    club: MessageClub
    ladder: MessageLadder
    links: PageLink


class ChallengeData(LadderData, frozen=True, kw_only=True):
    """A challenge that waits for your answer."""

    challenge: str
    challenger: MessagePerson
    answer_by: AnswerBy


class BiddingData(LadderData, frozen=True, kw_only=True):
    """A pairing in which you bid for sides."""

    bidding: str
    opponent: MessagePerson
    due_at: Annotated[Moment, Meta(description="When the bids are opened at the latest.")]


class MemberJoinedData(Struct, frozen=True, kw_only=True):
    """Somebody who has joined a club."""

    club: MessageClub
    member: MessageMember
    links: PageLink


class ClubGameData(Struct, frozen=True, kw_only=True):
    """A public game of a club."""

    club: MessageClub
    game: GameId
    edition: Annotated[str, Meta(examples=["kessen"])]
    rated: bool
    players: MessagePlayers
    links: GameLinks


class ClubGameOverData(ClubGameData, frozen=True, kw_only=True):
    """A public game of a club that is over."""

    winner: Winner
    victory: Victory
    week: Number
    remarks: Annotated[list[str], Meta(description="What else is to be said of the result, in sentences.")]


class RoundPairedData(LadderData, frozen=True, kw_only=True):
    """A round of a ladder that is paired."""

    round: Number
    pairings: Annotated[Number, Meta(description="How many games.")]


class ClubChallengeData(LadderData, frozen=True, kw_only=True):
    """A challenge on a ladder."""

    challenge: str
    challenger: MessageRank
    challenged: MessageRank


class ChallengeMadeData(ClubChallengeData, frozen=True, kw_only=True):
    """A challenge that was made."""

    answer_by: AnswerBy


class ChallengeEndedData(ClubChallengeData, frozen=True, kw_only=True):
    """A challenge that was played or forfeited."""

    outcome: Literal["played", "forfeited"]
    winner: Annotated[
        Literal["challenger", "challenged"] | None,
        Meta(description="Who won for the ranking; null for a tie."),
    ]
    game: Annotated[str | None, Meta(description="Null if it was forfeited.")]
    victory: Annotated[str | None, Meta(description="Null if it was forfeited.")]


DATA: Mapping[str, type[Struct]] = {
    "game.started": GameStartedData,
    "game.your-phase": GameDecisionData,
    "game.window": GameDecisionData,
    "game.reminder": GameReminderData,
    "game.overdue": GameOverdueData,
    "game.over": GameOverData,
    "game.stopped": GameData,
    "game.goes-on": GameData,
    "challenge.received": ChallengeData,
    "challenge.reminder": ChallengeData,
    "bidding.begun": BiddingData,
    "club.member-joined": MemberJoinedData,
    "club.game-started": ClubGameData,
    "club.game-over": ClubGameOverData,
    "club.round-paired": RoundPairedData,
    "club.challenge-made": ChallengeMadeData,
    "club.challenge-ended": ChallengeEndedData,
    TRIAL: Nothing,
}
"""The facts of a message, by its type."""

_ENUMS = {
    "WebhookType": ("What a message is about.", [*DATA]),
    "PersonalWebhookType": (
        "What a webhook of yours may be told.",
        [each for each in DATA if not each.startswith("club.") and each != TRIAL],
    ),
    "ClubWebhookType": (
        "What a webhook of a club may be told.",
        [each for each in DATA if each.startswith("club.")],
    ),
}

PARAMETERS: dict[str, Schema] = {
    f"header-{name}": {
        "in": "header",
        "name": name,
        "required": True,
        "schema": {"type": "string"},
        "description": description,
    }
    for name, description in (
        ("webhook-id", "The id of the message, the same for each attempt: handle each id once."),
        ("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
        ("webhook-signature", "Signatures by Standard Webhooks, with a space between them."),
    )
}
"""The headers of a message."""

RESPONSES: dict[str, Schema] = {
    "MessageReceived": {"description": "Received. After any other answer it is sent again later."},
    "MessageRefused": {"description": "Switch the webhook off."},
}
"""What the receiver answers."""


def structs() -> list[type[Struct]]:
    """The classes of the facts, each once."""
    return list(dict.fromkeys(DATA.values()))


def schemas() -> dict[str, Schema]:
    """The schemas of the messages and of the words for their types."""
    enums = {
        name: {"description": description, "type": "string", "enum": words}
        for name, (description, words) in _ENUMS.items()
    }
    return enums | {_name(each): _message(each) for each in DATA}


def webhooks() -> dict[str, Schema]:
    """The ``webhooks`` of the document, by the types of their messages."""
    return {each: {"post": _post(each)} for each in DATA}


def _message(name: str) -> Schema:
    return {
        "description": _title(name),
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": [name]},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": ref("schemas", DATA[name].__name__),
        },
        "required": ["type", "timestamp", "data"],
    }


def _post(name: str) -> Schema:
    return {
        "summary": _title(name),
        "parameters": [ref("parameters", each) for each in PARAMETERS],
        "requestBody": {
            "content": {"application/json": {"schema": ref("schemas", _name(name))}},
            "required": True,
        },
        "responses": {"2XX": ref("responses", "MessageReceived"), "410": ref("responses", "MessageRefused")},
    }


def _title(name: str) -> str:
    return f"{event_types.title_of(name)}."


def _name(name: str) -> str:
    """The name of a message's component, as ``GameYourPhaseMessage``."""
    return "".join(word.capitalize() for word in name.replace(".", "-").split("-")) + "Message"
