"""Encrypts secrets in the database with a key derived from the settings, so that a copy of the database
cannot sign messages, and tells nothing of sessions.

After a change of ``SECRET_KEY``, older secrets can be decrypted while the old key is in
``SECRET_KEY_FALLBACKS``. A job re-encrypts them four times a day, and `manage.py reseal` at once; after that
the old key can be removed.
"""

import base64
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models.functions import Cast

from sekigahara.db.derived_keys import derived_key

PURPOSE = b"sekigahara: secrets of webhooks"


if TYPE_CHECKING:
    Text = models.TextField[str, str]
else:
    Text = models.TextField


class SealedField(Text):
    """A text that is encrypted in the database. One that no key opens any more is read as the empty one."""

    def get_prep_value(self, value: Any) -> Any:
        prepared = super().get_prep_value(value)
        return seal(prepared) if isinstance(prepared, str) else prepared

    def from_db_value(self, value: str | None, *_about: Any) -> str | None:
        return None if value is None else unseal(value)


def seal(text: str) -> str:
    """A text as it is stored; an empty text stays empty."""
    return box().encrypt(text.encode()).decode() if text else ""


def unseal(sealed: str) -> str:
    """The text that was sealed; empty where no key of the settings opens it."""
    try:
        return box().decrypt(sealed.encode()).decode() if sealed else ""
    except InvalidToken:
        return ""


def resealed(sealed: str) -> str | None:
    """A sealed text sealed with the newest key; None where it already is, or where no key opens it."""
    try:
        newest().decrypt(sealed.encode())
    except InvalidToken:
        text = unseal(sealed)
        return seal(text) if text else None
    return None


def reseal_fields() -> int:
    """Encrypt with the key of today what sealed fields of any model hold, and an older key has encrypted.

    Returns:
        The number of texts.
    """
    if not settings.SECRET_KEY_FALLBACKS:
        return 0
    count = 0
    for model in apps.get_models():
        for field in model._meta.concrete_fields:  # noqa: SLF001 - documented by Django
            if isinstance(field, SealedField):
                count += _reseal_field(model, field.name)
    return count


def _reseal_field(model: type[models.Model], name: str) -> int:
    count = 0
    rows = model._default_manager  # noqa: SLF001 - documented by Django
    stored = rows.annotate(sealed=Cast(name, models.TextField()))
    for key, sealed in stored.exclude(sealed="").values_list("pk", "sealed").iterator():
        if (again := resealed(sealed)) is not None:
            # One that was changed meanwhile is already encrypted with the key of today.
            count += stored.filter(pk=key, sealed=sealed).update(**{name: unseal(again)})
    return count


def newest() -> Fernet:
    """What seals: the key of today."""
    return _fernet(settings.SECRET_KEY, PURPOSE)


def box(purpose: bytes = PURPOSE) -> MultiFernet:
    """What seals with the key of today, and opens with the older ones too.

    Args:
        purpose: what is sealed for one purpose cannot be opened for another.
    """
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([_fernet(key, purpose) for key in keys])


@lru_cache(maxsize=16)
def _fernet(secret: str, purpose: bytes) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(derived_key(secret, purpose)))
