"""Reports errors to Sentry, or to what speaks its protocol, if ``SENTRY_DSN`` is set.

What is written into the process log as an error is reported: where it happened, and what kind of error it is.
Nothing else leaves: no text of an exception and no variable, since both may hold the hand of a side, no
request, no address and no person. Only the id of the request leads to the line in the process log.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

from sekigahara.requests.request_id import id_of

KEPT = frozenset({"event_id", "timestamp", "platform", "level", "logger", "server_name", "release", "sdk"})
KEPT_OF_FRAMES = frozenset({"filename", "function", "module", "lineno", "in_app", "context_line"})


def begin(**options: Any) -> None:
    """Report from now on.

    Args:
        options: further ones of Sentry's.

    Raises:
        ImproperlyConfigured: its package is not installed.
    """
    try:
        import sentry_sdk  # noqa: PLC0415 - optional
        from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415 - likewise
    except ImportError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN: needs the package sentry-sdk, see deploy/README.md"
        ) from error
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None)],
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        before_send=cleaned,
        **options,
    )


def cleaned(event: Any, hint: Any) -> Any:
    """What is sent of an event; None for an outage of the database, which every request would report.

    Args:
        event: as Sentry has made it.
        hint: what it was made of.
    """
    record = hint.get("log_record")
    if record is None or hasattr(record, "alike"):
        return None
    sent: dict[str, Any] = {name: value for name, value in event.items() if name in KEPT}
    # The text of the program, or what the filters of the log have left of the line about a request.
    sent["logentry"] = {"message": str(record.msg)}
    sent["exception"] = {
        "values": [_exception(each) for each in event.get("exception", {}).get("values", [])]
    }
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest):
        sent["tags"] = {"request": id_of(request)}
    return sent


def _exception(told: dict[str, Any]) -> dict[str, Any]:
    frames = (told.get("stacktrace") or {}).get("frames", [])
    return {
        "type": told.get("type"),
        "module": told.get("module"),
        "stacktrace": {
            "frames": [
                {name: value for name, value in frame.items() if name in KEPT_OF_FRAMES} for frame in frames
            ]
        },
    }
