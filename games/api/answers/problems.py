"""Problem documents."""

from typing import Annotated, Any

from msgspec import Meta, Struct


class Problem(Struct, frozen=True):
    """Why a request failed (RFC 9457). A failed request changes nothing."""

    type: Annotated[
        str,
        Meta(
            description="The URL of a page that explains the code and what to do.",
            examples=["https://games.example.org/api/errors/road-used/"],
        ),
    ]
    title: Annotated[str, Meta(description="A short title of the problem.")]
    status: Annotated[int, Meta(description="The HTTP status code.", examples=[422])]
    code: Annotated[str, Meta(description="A stable error code for programs.", examples=["road-used"])]
    detail: Annotated[
        str, Meta(description="What is wrong and what to do instead, in the language of `Accept-Language`.")
    ] = ""
    rule: Annotated[
        str,
        Meta(
            description="The number of the rule or ruling behind the refusal; see `/rules/`.",
            examples=["7.3.1"],
        ),
    ] = ""
    rule_url: Annotated[
        str,
        Meta(
            description="Where people read it.",
            examples=["https://games.example.org/rules/#rule-7-3-1"],
        ),
    ] = ""
    parameters: Annotated[
        dict[str, Any],
        Meta(
            description="The values used in `detail`. In a list of actions, `index` is the failed one, "
            "counted from 0."
        ),
    ] = {}
