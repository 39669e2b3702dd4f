"""Sessions in the database by the hash of their key: the setting ``SESSION_ENGINE``.

The key itself is only in the cookie, and what a session holds, such as a link that was just followed, is
sealed. So a copy of the database signs nobody in.
"""

import hashlib
from collections.abc import Collection
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest

from notifications.webhooks.sealing import seal, unseal
from sekigahara.db import service_time
from sekigahara.db.statements import Select

LENGTH = 40
"""Hexadecimal digits, of 64: what Django's column holds."""


_STORED = Select[tuple[Session, Any]](
    """
    SELECT {session}, browser.used_on FROM django_session session
    LEFT JOIN accounts_signedinbrowser browser ON browser.session_id = session.session_key
    WHERE session.session_key = %s AND session.expire_date > %s
    """,
    session=Session,
)


def digest(key: str) -> str:
    """A key as it is stored."""
    return hashlib.sha256(key.encode()).hexdigest()[:LENGTH]


def stored_key(request: HttpRequest) -> str:
    """The key of a browser's session as it is stored, which opens nothing; empty without a stored session."""
    key = request.session.session_key
    return digest(key) if key else ""


def going_on(keys: Collection[str]) -> QuerySet[Session]:
    """Those of some sessions that have not ended, by their keys as they are stored."""
    return Session.objects.filter(pk__in=keys, expire_date__gt=service_time.now())


class SessionStore(db.SessionStore):
    """Django's, which is asked for a key and looks for its hash, also by its asynchronous methods.

    Attributes:
        used_on: the day on which its use was last noted, as in 2026-11-26; empty for none.
    """

    used_on = ""

    def _get_session_from_db(self) -> Session | None:
        stored = digest(self.session_key or "")
        for row, used_on in _STORED.rows(stored, service_time.now()):
            self.used_on = "" if used_on is None else str(used_on)
            return row
        self._session_key = None
        return None

    async def _aget_session_from_db(self) -> Session | None:
        row: Session | None = await sync_to_async(self._get_session_from_db)()
        return row

    def exists(self, session_key: str) -> bool:
        """Whether there is a session with a key."""
        return super().exists(digest(session_key))

    async def aexists(self, session_key: str) -> bool:
        """See `exists`."""
        return await super().aexists(digest(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        """The row of this session."""
        row = super().create_model_instance(data)
        row.session_key = digest(row.session_key)
        return row

    async def acreate_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        """See `create_model_instance`."""
        row = await super().acreate_model_instance(data)
        row.session_key = digest(row.session_key)
        return row

    def encode(self, session_dict: dict[str, Any]) -> str:
        """What is stored of a session's values."""
        return seal(super().encode(session_dict))

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """The values of a session; none where no key of the settings opens it."""
        opened = unseal(session_data if isinstance(session_data, str) else session_data.decode())
        return super().decode(opened) if opened else {}

    def delete(self, session_key: str | None = None) -> None:
        """Delete a session, by default this one."""
        key = session_key or self.session_key
        if key is not None:
            super().delete(digest(key))

    async def adelete(self, session_key: str | None = None) -> None:
        """See `delete`."""
        await sync_to_async(self.delete)(session_key)
