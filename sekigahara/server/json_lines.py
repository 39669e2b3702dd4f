"""The process log as JSON, one line an event, for ``LOG_FORMAT=json``.

    {"at":"2026-11-26T18:00:00.000000+00:00","level":"warning","logger":"django.request",
     "event":"Not Found: /x/","request":"5d1c0f7e21aa90b4"}

`request` is the same in all lines of a request, `job` and `task` in those of a job. A mail is named by its
Message-ID, by what queued it and by the job that sent it. Filters have removed secrets before.
"""

import logging
from datetime import UTC, datetime
from typing import Any

import structlog
from django.http import HttpRequest
from structlog.stdlib import ProcessorFormatter

from sekigahara.requests.current_request import current_request
from sekigahara.requests.request_id import id_of

_tracebacks = logging.Formatter()


def formatter() -> ProcessorFormatter:
    """The formatter, for the setting ``LOGGING``."""
    return ProcessorFormatter(
        foreign_pre_chain=[_described],
        processors=[structlog.processors.JSONRenderer(ensure_ascii=False, separators=(",", ":"))],
        use_get_message=True,
    )


def _described(
    _logger: object, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    record: logging.LogRecord = event["_record"]
    line: dict[str, Any] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": event["event"],
        **structlog.contextvars.get_contextvars(),
    }
    request = getattr(record, "request", None) or current_request.get()
    if isinstance(request, HttpRequest):
        line["request"] = id_of(request)
    if told := record.exc_text or (record.exc_info and _tracebacks.formatException(record.exc_info)):
        line["exception"] = told
    return line
