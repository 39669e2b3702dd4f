"""Whoever calls."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Moment


class Token(Struct, frozen=True):
    """The token of this request."""

    name: str
    scopes: Annotated[
        list[str],
        Meta(
            description="What it is for, with all that this implies.", examples=[["games:read", "games:play"]]
        ),
    ]
    expires_at: Annotated[Moment | None, Meta(description="When it ends; null for never.")]
    may_play: Annotated[
        bool,
        Meta(
            description="Whether it may act in games: ask `scopes` for `games:play` instead.",
            extra_json_schema={"deprecated": True},
        ),
    ]


class Me(Struct, frozen=True):
    """Whoever the token belongs to."""

    email: str
    name: str
    bot: Annotated[bool, Meta(description="Whether you say that a program plays for you.")]
    zone: str
    language: str
    token: Token
