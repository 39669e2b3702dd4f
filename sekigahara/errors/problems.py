"""Problem documents: how errors are answered to programs, as application/problem+json (RFC 9457).

A problem has `type`, the address of a page about its code; `title`, `status` and, where there is more to say,
`detail`, in the person's language; `code`, which programs can rely on; for a refusal by the rules also the
`rule`, the `rule_url` where people read it and the `parameters` of its sentence; for a malformed request the
`errors` in it, each with its place.
Codes, titles and statuses are declared in `sekigahara.errors.codes`.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.views import defaults
from django.views.decorators.cache import never_cache

from sekigahara.db.outages import is_outage, let_go, note_full_disk
from sekigahara.errors.codes import CODES

PAGES = "/api/errors/"
"""Where the pages about codes are. Written down, so that a failure of the resolver can be answered too."""

RETRY_AFTER = 10
"""Seconds after which it is worth asking again while the service cannot answer."""


def problem(
    code: str,
    detail: str = "",
    /,
    rule: str = "",
    rule_url: str = "",
    mistakes: Sequence[Mapping[str, str]] = (),
    **parameters: Any,
) -> HttpResponse:
    """One problem as a response.

    Args:
        code: one of the table of error codes, as `road-used`.
        detail: a sentence about this very case.
        rule: the rule number or ruling that a refusal rests on.
        rule_url: where people read that rule.
        mistakes: all that is wrong with a body or a query, each with its `pointer`, `code` and `message`.
        parameters: what the sentence is made of; nothing the reader may not know.
    """
    declared = CODES[code]
    body: dict[str, Any] = {
        "type": f"{settings.SITE_URL}{PAGES}{code}/",
        "title": str(declared.title),
        "status": declared.status,
        "code": code,
    }
    if detail:
        body["detail"] = detail
    if rule:
        body["rule"] = rule
        body["rule_url"] = rule_url
    if parameters:
        body["parameters"] = parameters
    if mistakes:
        body["errors"] = mistakes
    headers = {"Cache-Control": "no-store"}
    return JsonResponse(
        body, status=declared.status, headers=headers, content_type="application/problem+json"
    )


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


@never_cache
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 400, also under `/api/` before a view was reached."""
    return problem("malformed") if _is_api(request) else defaults.bad_request(request, exception)


@never_cache
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 403."""
    if _is_api(request):
        return problem("permission-denied")
    return defaults.permission_denied(request, exception)


@never_cache
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 404, of addresses that do not exist."""
    return problem("not-found") if _is_api(request) else defaults.page_not_found(request, exception)


@never_cache
def server_error(request: HttpRequest) -> HttpResponse:
    """Django's 500, or 503 while the database is away. What happened is in the log, never in the answer."""
    if is_outage(error := sys.exc_info()[1]):
        note_full_disk(error)
        let_go()
        return unavailable(request)
    return problem("server-error") if _is_api(request) else defaults.server_error(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The answer to a request that needs the database while it is away. Neither needs it itself."""
    if _is_api(request):
        response = problem("unavailable")
    else:
        response = HttpResponse(loader.get_template("503.html").render(), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
