"""Whoever calls."""

from typing import Annotated

from msgspec import Meta, Struct


class Token(Struct, frozen=True):
    """The token of this request."""

    name: str
    may_play: Annotated[bool, Meta(description="Whether it may do more than read.")]


class Me(Struct, frozen=True):
    """Whoever the token belongs to."""

    email: str
    name: str
    zone: str
    language: str
    token: Token
