"""The name under which a request stands in the log: the one that its proxy wrote down too, or one of ours."""

import re
import secrets

from django.conf import settings
from django.http import HttpRequest

SANE = re.compile(r"[\w.-]{8,64}", re.ASCII)
"""What is taken over from a proxy: whatever it writes, nobody writes whole lines into the log by it."""
_KEPT = "_request_id"


def id_of(request: HttpRequest) -> str:
    """The id of a request, always the same. It is made up when it is first asked for: most are not logged."""
    kept: str | None = getattr(request, _KEPT, None)
    if kept is None:
        sent = request.headers.get("X-Request-ID", "") if settings.TRUST_FORWARDED_FOR else ""
        kept = sent if SANE.fullmatch(sent) else secrets.token_hex(8)
        setattr(request, _KEPT, kept)
    return kept
