"""The owner of the token."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Moment


class Token(Struct, frozen=True):
    """The token of this request."""

    name: str
    scopes: Annotated[
        list[str],
        Meta(
            description="The scopes of the token, implied ones included.",
            examples=[["games:read", "games:play"]],
        ),
    ]
    expires_at: Annotated[Moment | None, Meta(description="When it expires; null for never.")]
    may_play: Annotated[
        bool,
        Meta(
            description="Whether it may act in games. Deprecated: look for `games:play` in `scopes`.",
            extra_json_schema={"deprecated": True},
        ),
    ]


class Me(Struct, frozen=True):
    """The owner of the token."""

    email: str
    name: str
    bot: Annotated[bool, Meta(description="Whether you declare that a program plays for you.")]
    zone: str
    language: str
    token: Token
