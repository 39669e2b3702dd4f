"""Words that occur in many answers, each with what it means."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta

from games.api.shapes.terms import Enum, Viewpoint

Number = Annotated[int, Meta(ge=0)]
Moment = Annotated[datetime, Meta(tz=True)]
OnTimeOut = Literal["nothing", "claim", "arbiter"]
LaddersTimeOut = Literal["claim", "arbiter"]
"""Those by which somebody may lose on time."""
Joining = Literal["open", "link", "approval"]
Role = Literal["organiser", "arbiter", "member"]
LadderFormat = Literal["free", "challenge"]
WebhookShape = Literal["standard", "discord"]

ENUMS = {
    "ClubJoining": Enum(Joining, "Who may join a club: anybody, people with its link, or whom it lets in."),
    "ClubRole": Enum(Role, "What somebody may do in a club."),
    "LadderFormat": Enum(
        LadderFormat, "Whether a ladder pairs its players in rounds (`free`), or they challenge each other."
    ),
    "OnTimeOut": Enum(
        OnTimeOut,
        "What follows when a player runs out of time: `nothing`, or their opponent may `claim` the win, or "
        "an `arbiter` decides; while nobody in the club is free to, the win may be claimed all the same.",
    ),
    "Viewpoint": Enum(Viewpoint, "Whose view: that of a side, or of the public."),
    "WebhookShape": Enum(
        WebhookShape, "`standard`: JSON by Standard Webhooks; `discord`: a sentence for a channel."
    ),
}
"""Words of which one is chosen, by the name of their schema."""


def _shape(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


View = Annotated[dict[str, Any], _shape("View")]
RevealedOrView = Annotated[
    dict[str, Any],
    Meta(
        description="The position then.",
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
HistoryAction = Annotated[Any, _shape("HistoryAction")]

Version = Annotated[
    Number,
    Meta(
        description="How many changes you could see so far. Two viewers of one game count differently.",
        examples=[12],
    ),
]
Decided = Annotated[str, _shape("Decision")]
AskedNow = Annotated[
    Decided | None,
    Meta(description="What your side must decide now; null for nothing.", examples=["bid"]),
]
WebhookType = Annotated[str, _shape("WebhookType")]
PersonalWebhookType = Annotated[str, _shape("PersonalWebhookType")]
ClubWebhookType = Annotated[str, _shape("ClubWebhookType")]

CanUndo = Annotated[bool, Meta(description="Whether your latest action may be taken back.")]
