"""What is refused."""

from typing import Annotated, Any

from msgspec import Meta, Struct


class Problem(Struct, frozen=True):
    """Why a request was not carried out (RFC 9457). Nothing has changed then."""

    type: Annotated[
        str,
        Meta(
            description="The address of a page that says what the code means, and what to do.",
            examples=["https://games.example.org/api/errors/road-used/"],
        ),
    ]
    title: Annotated[str, Meta(description="What kind of problem, in words.")]
    status: Annotated[int, Meta(description="The status of the answer.", examples=[422])]
    code: Annotated[str, Meta(description="A stable word that programs can rely on.", examples=["road-used"])]
    detail: Annotated[
        str, Meta(description="What is wrong and what to do instead, in the language asked for.")
    ] = ""
    rule: Annotated[
        str, Meta(description="The rule or ruling it rests on; see `/rules/`.", examples=["7.3.1"])
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
        Meta(description="What the sentence is made of. Of several actions, `index` says which, from 0."),
    ] = {}
