"""The body for a person's settings."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.models.person import LONGEST_PERSON_NAME


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to your settings. Omitted fields stay as they are."""

    name: Annotated[
        Annotated[str, Meta(max_length=LONGEST_PERSON_NAME)] | UnsetType,
        Meta(description="The name shown to other players; empty for none.", examples=["Chikuzen"]),
    ] = UNSET
    zone: Annotated[
        str | UnsetType,
        Meta(description="The time zone used on pages and in emails.", examples=["Asia/Tokyo"]),
    ] = UNSET
    bot: Annotated[
        bool | UnsetType,
        Meta(description="Whether a program plays for you. It is shown beside your name."),
    ] = UNSET
