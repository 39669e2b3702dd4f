"""What mails are known by to mail programs: one id for each, one for what several are about, one for all."""

from urllib.parse import urlsplit

from django.conf import settings


def message_id(kind: str, about: str, occasion: str) -> str:
    """The Message-ID of the one message of that kind about that on that occasion."""
    return f"<{kind}.{about}.{occasion}@{_host()}>"


def thread_id(thread: str) -> str:
    """The id of the mail that all mails of a thread answer. It is never sent; programs do not mind."""
    return f"<{thread}@{_host()}>"


def list_id() -> str:
    """What filters know all our mail by (RFC 2919)."""
    return f"Sekigahara <sekigahara.{_host()}>"


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"
