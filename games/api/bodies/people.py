"""What somebody says of themselves."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.models.person import LONGEST_NAME


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What you choose for yourself. What is left out stays as it is."""

    name: Annotated[
        Annotated[str, Meta(max_length=LONGEST_NAME)] | UnsetType,
        Meta(description="What others see of you; empty for nameless.", examples=["Chikuzen"]),
    ] = UNSET
    zone: Annotated[
        str | UnsetType,
        Meta(description="The time zone that pages and mails speak of.", examples=["Asia/Tokyo"]),
    ] = UNSET
    bot: Annotated[
        bool | UnsetType,
        Meta(description="Whether a program plays for you, which is shown wherever your name is."),
    ] = UNSET
