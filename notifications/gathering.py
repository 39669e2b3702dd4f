"""One mail for all that waits for a person."""

import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext_lazy, ngettext

from notifications import outbox, queries, rhythm
from notifications.letters import letter
from notifications.models import MailOutcome, Notification
from notifications.registry import Kind, Message, Part, kind_named, register

GATHERED = "notifications.gathered"
MOST_PICTURES = 4
"""The pictures in a gathered mail: those of what is due first."""

log = logging.getLogger(__name__)
_LAST = datetime.max.replace(tzinfo=UTC)


def taken_with(message: Notification) -> list[Notification]:
    """A claimed message and all others whose hour has come with it, claimed too; oldest first."""
    taken = [message]
    for other in rhythm.waiting_with(message):
        kind = kind_named(other.kind)
        is_wanted = kind is not None and not (
            kind.optional and queries.is_muted(other.recipient_id, kind.name)
        )
        if kind is not None and is_wanted and rhythm.decided(other, kind).is_gathered:
            taken += [other] if outbox.claim_too(other) else []
    return sorted(taken, key=lambda one: (one.created_at, one.pk))


def shown(messages: list[Notification]) -> list[tuple[Notification, Part]]:
    """The messages that still are to the point, each with what is shown of it; the others are settled."""
    found = []
    is_muted = queries.is_muted(messages[0].recipient_id, GATHERED)
    for message in messages:
        kind = kind_named(message.kind)
        try:
            part = kind.part(message.about, message.occasion) if kind is not None and kind.part else None
        except Exception:
            log.exception("could not make up %s", message)
            outbox.postpone(message, MailOutcome.BROKEN, "crashed: see the log")
            continue
        if part is None or is_muted:
            outbox.settle_skipped(message, MailOutcome.MUTED if is_muted else MailOutcome.PAST)
        else:
            found.append((message, part))
    return found


def mail(parts: Iterable[Part], reader: AbstractBaseUser) -> Message:
    """The mail that shows what waits, and what is due first at the top.

    Args:
        parts: of the messages, one for each thing.
        reader: the recipient, in whose language and zone it is written.
    """
    first = sorted(parts, key=lambda part: part.expires or _LAST)
    images: dict[str, bytes] = {}
    rows: list[dict[str, Any]] = []
    for number, part in enumerate(first):
        name = f"board{number}" if part.picture is not None and len(images) < MOST_PICTURES else ""
        if name and part.picture is not None:
            images[name] = part.picture()
        rows.append({"part": part, "picture": name})
    count = len(first)
    return letter(
        "notifications/gathered",
        {"rows": rows},
        to=reader,
        kind=GATHERED,
        subject=ngettext("%(count)d game waits for you", "%(count)d games wait for you", count)
        % {"count": count},
        images=images,
    )


def nothing_alone(about: str, occasion: str) -> Message | None:  # noqa: ARG001 - it is never announced
    """None: a gathered mail is made of the messages of other kinds."""
    return None


register(
    Kind(
        name=GATHERED, title=gettext_lazy("Several games wait for you"), compose=nothing_alone, optional=True
    )
)
