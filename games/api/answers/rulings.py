"""What arbiters decided of a game, and what is asked of them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import Moment, Side

DecisionKind = Literal[
    "extend", "pause", "resume", "substitute", "adjudicate", "annul", "correct", "answer", "open"
]


class Decision(Struct, frozen=True):
    """One decision, as everybody who may look at the game reads it."""

    number: Annotated[int, Meta(ge=1, description="From 1 in each game, without a gap.")]
    kind: Annotated[
        DecisionKind,
        Meta(
            description="`extend`: more time; `pause` and `resume`: the clock; `substitute`: another player; "
            "`adjudicate`: a side loses; `annul`: the game counts for nothing; `correct`: another result "
            "counts; `answer`: to a question; `open`: an arbiter may see all that both sides hid."
        ),
    ]
    side: Annotated[
        Side | None, Meta(description="Who gets time, loses, has another player, or asked; else null.")
    ]
    told: Annotated[
        str,
        Meta(
            description="What was decided, in a sentence for people; in the language of `Accept-Language`.",
            examples=["West loses the game on time."],
        ),
    ]
    reason: Annotated[str, Meta(description="In the arbiter's words, for both players; may be empty.")]
    by: Annotated[str | None, Meta(description="The arbiter's name as it was; null once they have left.")]
    at: Moment
    chain: Annotated[
        str,
        Meta(
            description="The SHA-256 over the decision before and this one, in hexadecimal. Both players "
            "were mailed it, so that none can be changed, put in or taken out unnoticed."
        ),
    ]


class Question(Struct, frozen=True):
    """A question of yours to the arbiters."""

    text: Annotated[str, Meta(description="What you ask.", examples=["May I take the bid back?"])]
    asked_at: Moment


class Decisions(Struct, frozen=True):
    """The record of what arbiters decided of a game."""

    club: Annotated[
        str | None,
        Meta(description="The club whose arbiters decide; null where there are none.", examples=["my-club"]),
    ]
    whole: Annotated[
        bool,
        Meta(description="Whether the record is as it was written: nothing changed, put in or taken out."),
    ]
    decisions: Annotated[list[Decision], Meta(description="The first comes first.")]
    question: Annotated[
        Question | None,
        Meta(description="What your side has asked and nobody has answered. Nobody else is told of it here."),
    ]
