"""Rulings of arbiters, and questions to them."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Moment
from games.api.shapes.terms import Side
from games.ladders.arbitration.verbs import VERBS

RulingKind = Annotated[
    str,
    Meta(
        description="; ".join(f"`{name}`: {verb.meaning}" for name, verb in VERBS.items()) + ".",
        extra_json_schema={"enum": [*VERBS]},
    ),
]


class Ruling(Struct, frozen=True):
    """A ruling of an arbiter, visible to everyone who may see the game."""

    number: Annotated[
        int, Meta(ge=1, description="The number of the ruling in its game, from 1 and without gaps.")
    ]
    kind: RulingKind
    side: Annotated[
        Side | None,
        Meta(
            description="The side that gets more time, loses, gets another player or asked the question; "
            "otherwise null."
        ),
    ]
    told: Annotated[
        str,
        Meta(
            description="The ruling as a sentence for people, in the language of `Accept-Language`.",
            examples=["West loses the game on time."],
        ),
    ]
    reason: Annotated[str, Meta(description="The arbiter's reason, for both players; may be empty.")]
    by: Annotated[str | None, Meta(description="The arbiter's name at that time; null once they have left.")]
    at: Moment
    chain: Annotated[
        str,
        Meta(
            description="The SHA-256 over the previous ruling and this one, in hexadecimal. Both players "
            "receive it by email, so nobody can change, add or remove a ruling unnoticed."
        ),
    ]


class Question(Struct, frozen=True):
    """Your question to the arbiters."""

    text: Annotated[str, Meta(description="The question.", examples=["May I take the bid back?"])]
    asked_at: Moment


class Rulings(Struct, frozen=True):
    """The rulings on a game, and your open question."""

    club: Annotated[
        str | None,
        Meta(
            description="The club whose arbiters decide; null if the game is not played in a club.",
            examples=["my-club"],
        ),
    ]
    whole: Annotated[
        bool,
        Meta(description="Whether the record is intact: no ruling was changed, added or removed."),
    ]
    decisions: Annotated[list[Ruling], Meta(description="The rulings, oldest first.")]
    question: Annotated[
        Question | None,
        Meta(description="Your side's question that nobody has answered yet. Only your side sees it here."),
    ]
