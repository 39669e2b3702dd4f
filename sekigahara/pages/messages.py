"""Where messages for the next page wait: in a cookie that is named like the others, else in the session."""

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class _Cookie(CookieStorage):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Storage(FallbackStorage):
    """Django's own, with the name of its cookie."""

    storage_classes = (_Cookie, SessionStorage)
