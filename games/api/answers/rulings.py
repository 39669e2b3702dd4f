"""What arbiters ruled on a game, and what they are asked."""

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
    """A ruling of an arbiter, as everybody who may look at the game reads it."""

    number: Annotated[int, Meta(ge=1, description="From 1 in each game, without a gap.")]
    kind: RulingKind
    side: Annotated[
        Side | None, Meta(description="Who gets time, loses, has another player, or asked; else null.")
    ]
    told: Annotated[
        str,
        Meta(
            description="The ruling as a sentence for people, in the language of `Accept-Language`.",
            examples=["West loses the game on time."],
        ),
    ]
    reason: Annotated[str, Meta(description="In the arbiter's words, for both players; may be empty.")]
    by: Annotated[str | None, Meta(description="The arbiter's name as it was; null once they have left.")]
    at: Moment
    chain: Annotated[
        str,
        Meta(
            description="The SHA-256 over the ruling before and this one, in hexadecimal. Both players "
            "are mailed it, so that no ruling can be changed, added or removed unnoticed."
        ),
    ]


class Question(Struct, frozen=True):
    """A question of yours to the arbiters."""

    text: Annotated[str, Meta(description="What you ask.", examples=["May I take the bid back?"])]
    asked_at: Moment


class Rulings(Struct, frozen=True):
    """The rulings on a game, and your open question."""

    club: Annotated[
        str | None,
        Meta(description="The club whose arbiters decide; null where there are none.", examples=["my-club"]),
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
