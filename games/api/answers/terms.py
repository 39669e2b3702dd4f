"""Terms used in many responses, with their meanings, and problem documents."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games.api.shapes.terms import Enum, Viewpoint
from games.engine.orders.keeping import Ending
from games.log.heads import Head
from games.models.time_out_policy import POLICIES, OnTimeOut

Number = Annotated[int, Meta(ge=0)]
Moment = Annotated[datetime, Meta(tz=True)]
Joining = Literal["open", "link", "approval"]
Role = Literal["organiser", "arbiter", "member"]
LadderFormat = Literal["free", "challenge"]
WebhookShape = Literal["standard", "discord"]

ENUMS = {
    "ClubJoining": Enum(
        Joining,
        "Who may join a club: anyone, people with the invitation link, or people whom an organiser accepts.",
    ),
    "ClubRole": Enum(Role, "A role in a club."),
    "LadderFormat": Enum(
        LadderFormat,
        "Whether the ladder pairs its players in rounds (`free`), or they challenge each "
        "other (`challenge`).",
    ),
    "PlanEnding": Enum(
        Ending,
        "Why a battle plan has ended. It was carried out: `complete`, `ahead`, `not-behind`. A condition was "
        "met: `they-finished`, `challenged`, `they-gained`. Its player deployed by hand (`taken-over`), it "
        "did not fit any more when combat was declared (`changed`), or a step was not possible "
        "(`impossible`).",
    ),
    "OnTimeOut": Enum(
        OnTimeOut,
        "What happens when a player runs out of time. "
        + "; ".join(f"`{name}`: {policy.meaning}" for name, policy in POLICIES.items())
        + ".",
    ),
    "Viewpoint": Enum(Viewpoint, "The view of a side or of the public."),
    "WebhookShape": Enum(
        WebhookShape,
        "`standard`: JSON as specified by Standard Webhooks; `discord`: a sentence for a Discord channel.",
    ),
}
"""Enumerations, by the name of their schema."""


TimeOutRule = Annotated[OnTimeOut, Meta(description="What happens when a player runs out of time.")]
Hold = Annotated[
    Number,
    Meta(
        description="The hold: after how many minutes orders answer a separate loyalty window, so that the "
        "moment does not tell whether there are any.",
        examples=[15],
    ),
]
Reaction = Annotated[
    Number | None,
    Meta(
        description="The reaction clock: after how many hours a separate loyalty window that nobody answers "
        "is a pass; null for never.",
        examples=[24],
    ),
]


TimeBank = Annotated[
    Number | None,
    Meta(
        description="The time bank: days for a whole game on top of `pace`; null for none.",
        examples=[14],
    ),
]


def _shape(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


HeadNow = Annotated[
    Head | None,
    Meta(
        description="The present head of the game, to keep and to compare later. Null if a release without "
        "heads made the latest change that the public could see."
    ),
]
View = Annotated[dict[str, Any], _shape("View")]
RevealedOrView = Annotated[
    dict[str, Any],
    Meta(
        description="The position at that moment.",
        extra_json_schema={
            "anyOf": [
                {"$ref": "#/components/schemas/View"},
                {"$ref": "#/components/schemas/RefereeView"},
            ]
        },
    ),
]
Options = Annotated[dict[str, Any], _shape("Options")]
Event = Annotated[dict[str, Any], _shape("Event")]
Offer = Annotated[dict[str, Any], _shape("Offer")]
Orders = Annotated[dict[str, Any], _shape("Orders")]
BattleOrders = Annotated[dict[str, Any], _shape("BattleOrders")]
HistoryAction = Annotated[Any, _shape("HistoryAction")]

Version = Annotated[
    Number,
    Meta(
        description="The number of changes visible to you so far. Two viewers of one game have different "
        "versions.",
        examples=[12],
    ),
]
Decided = Annotated[str, _shape("Decision")]
WaitingSince = Annotated[
    Moment | None, Meta(description="Since when the game has been waiting for you; null if it is not.")
]
AskedNow = Annotated[
    Decided | None,
    Meta(description="The decision your side must make now; null if there is none.", examples=["bid"]),
]
WebhookType = Annotated[str, _shape("WebhookType")]
PersonalWebhookType = Annotated[str, _shape("PersonalWebhookType")]
ClubWebhookType = Annotated[str, _shape("ClubWebhookType")]

CanUndo = Annotated[bool, Meta(description="Whether you can undo your latest action.")]


class Mistake(Struct, frozen=True):
    """Something that is wrong in a request."""

    pointer: Annotated[str, Meta(examples=["/opponent/email"])]
    """Where: a JSON Pointer (RFC 6901) into the body, empty for all of it, or the name of a query
    parameter."""
    code: Annotated[str, Meta(examples=["missing"])]
    """A stable code of what is wrong there."""
    message: str
    """The same for people, in the language of `Accept-Language`."""


class Problem(Struct, frozen=True):
    """Why a request failed (RFC 9457). A failed request changes nothing."""

    type: Annotated[str, Meta(examples=["https://games.example.org/api/errors/road-used/"])]
    """The URL of a page that explains the code and what to do."""
    title: str
    """A short title of the problem."""
    status: Annotated[int, Meta(examples=[422])]
    """The HTTP status code."""
    code: Annotated[str, Meta(examples=["road-used"])]
    """A stable error code for programs."""
    detail: str = ""
    """What is wrong and what to do instead, in the language of `Accept-Language`."""
    rule: Annotated[str, Meta(examples=["7.3.1"])] = ""
    """The number of the rule or ruling behind the refusal; see `/rules/`."""
    rule_url: Annotated[str, Meta(examples=["https://games.example.org/rules/#rule-7-3-1"])] = ""
    """Where people read it."""
    parameters: dict[str, Any] = {}
    """The values used in `detail`. In a list of actions, `index` is the failed one, counted from 0."""
    errors: list[Mistake] = []
    """All that is wrong with the body or the query, if it is malformed."""
