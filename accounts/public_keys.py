"""What says who a person is, wherever the API and webhooks show one."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from accounts.models.person import Person


class Identified(Struct, frozen=True, kw_only=True):
    """Somebody with a public key."""

    key: Annotated[str | None, Meta(examples=["4f1c9a20be77"])]
    """Their public key, the same wherever they are shown and from their first day on. It gives no access to
    anything. Null for people who have closed their account."""
    run_by: Annotated[str, Meta(examples=["Kuroda"])]
    """Who runs the bot, in its own words; empty if it does not say, and if it is no bot."""


def identity(person: Person | None) -> dict[str, Any]:
    """The fields of ``Identified`` for a person; None for somebody who is not known any more."""
    if person is None or person.closed_at is not None:
        return {"key": None, "run_by": ""}
    return {"key": person.key, "run_by": person.run_by if person.is_bot else ""}
