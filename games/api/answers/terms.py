"""Words that occur in many answers, each with what it means."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta

Side = Literal["east", "west"]
Number = Annotated[int, Meta(ge=0)]
Moment = Annotated[datetime, Meta(tz=True)]
OnTimeOut = Literal["nothing", "claim", "arbiter"]


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
AskedNow = Annotated[
    str | None, Meta(description="What your side is asked now; null for nothing.", examples=["bid"])
]
CanUndo = Annotated[bool, Meta(description="Whether your latest action may be taken back.")]
