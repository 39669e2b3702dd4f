"""Every error the API answers with, as application/problem+json (RFC 9457).

A problem has `type`, the address of a page about its code; `title`, `status` and, where there is more to say,
`detail`, in the person's language; `code`, which programs can rely on; for a refusal by the rules also the
`rule`, the `rule_url` where people read it and the `parameters` of its sentence.
"""

import contextlib
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from django.views.decorators.cache import never_cache
from rest_framework import exceptions

from games import errors as services
from games.engine import errors
from games.log.position import rules_of
from games.models.game import Game
from games.rulebook.editions import DEFAULT, ruleset
from games.rulebook.links import rule_url
from games.story import Names, refusal

PAGES = "/api/errors/"
"""Where the pages about codes are; a problem is told also where the resolver is what does not work."""

TITLES: dict[int, Promise] = {
    400: _("The request is malformed"),
    401: _("You have to identify yourself"),
    403: _("This is not yours to do"),
    404: _("There is nothing here"),
    405: _("This cannot be done here"),
    406: _("The answer cannot be given in that form"),
    409: _("This is not being asked of you now"),
    411: _("Say how long the request is"),
    412: _("Something has changed since you looked"),
    413: _("The request is too large"),
    415: _("The request is in a form that is not understood"),
    422: _("This is not allowed"),
    428: _("Say which version you looked at"),
    429: _("Too many requests"),
    500: _("Something went wrong on our side"),
}

STATUS_OF_REFUSAL: dict[type[errors.EngineError | services.Refused], int] = {
    errors.Malformed: 400,
    errors.Illegal: 422,
    errors.NotYourDecision: 409,
    errors.GameIsOver: 409,
    services.Stale: 412,
    services.Conflict: 409,
    services.Frozen: 409,
    services.Forbidden: 403,
    services.Unacceptable: 422,
    services.Limited: 429,
}
"""What is not here, as a log that does not replay, is our fault: a 500, with nothing said about it."""


def problem(
    status: int, code: str, title: str = "", detail: str = "", /, rule: str = "", **parameters: Any
) -> HttpResponse:
    """One problem as a response.

    Args:
        status: the HTTP status.
        code: a stable word for programs, as `road-used`.
        title: what kind of problem it is; by default what the status means.
        detail: a sentence about this very case.
        rule: the rule number or ruling that a refusal rests on.
        parameters: what the sentence is made of; nothing the reader may not know.
    """
    title = title or str(TITLES.get(status, HTTPStatus(status).phrase))
    kind = f"{settings.SITE_URL}{PAGES}{code}/"
    body: dict[str, Any] = {"type": kind, "title": title, "status": status, "code": code}
    if detail:
        body["detail"] = detail
    if rule:
        body["rule"] = rule
        body["rule_url"] = rule_url(rule)
    if parameters:
        body["parameters"] = parameters
    return JsonResponse(body, status=status, content_type="application/problem+json")


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """What REST framework's views answer to an exception; None lets it become a 500 in `server_error`."""
    if isinstance(exc, (errors.EngineError, services.Refused)):
        return _refusal(exc, context["kwargs"].get("public_id", ""))
    if isinstance(exc, Http404):
        exc = exceptions.NotFound()
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    if not isinstance(exc, exceptions.APIException):
        return None
    response = _of_framework(exc)
    if authenticate := getattr(exc, "auth_header", None):
        response["WWW-Authenticate"] = authenticate
    if wait := getattr(exc, "wait", None):
        response["Retry-After"] = str(int(wait))  # seconds
    return response


def _refusal(error: errors.EngineError | services.Refused, public_id: str) -> HttpResponse | None:
    """Code, rule and parameters for programs, and a sentence in the words of the game that was asked for."""
    status = STATUS_OF_REFUSAL.get(type(error))
    if status is None:
        return None
    rule = error.rule if isinstance(error, errors.EngineError) else ""
    sentence = refusal(_names(public_id), error)
    response = problem(status, error.code, "", sentence, rule=rule, **error.parameters)
    if isinstance(error, services.Limited):
        response["Retry-After"] = str(error.seconds)
    return response


def _names(public_id: str) -> Names:
    """Those of the edition a game is played by; where no game is concerned they are not needed.

    Nor are they where its rules cannot be read: then nothing was refused by them.
    """
    game = Game.objects.filter(public_id=public_id).first() if public_id else None
    with contextlib.suppress(errors.CorruptLog):
        if game is not None:
            return Names(rules_of(game))
    return Names(ruleset(DEFAULT))


def _of_framework(exc: exceptions.APIException) -> HttpResponse:
    if isinstance(exc.detail, (list, dict)):  # several things wrong at once, by field
        return problem(exc.status_code, "invalid", errors=exc.detail)
    code = exc.detail.code or exc.default_code
    parameters = getattr(exc, "parameters", {})
    return problem(exc.status_code, code.replace("_", "-"), "", str(exc.detail), **parameters)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


@never_cache
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 400, also under `/api/` before a view was reached."""
    return problem(400, "malformed") if _is_api(request) else defaults.bad_request(request, exception)


@never_cache
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 403."""
    if _is_api(request):
        return problem(403, "permission-denied")
    return defaults.permission_denied(request, exception)


@never_cache
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 404, of addresses that do not exist."""
    return problem(404, "not-found") if _is_api(request) else defaults.page_not_found(request, exception)


@never_cache
def server_error(request: HttpRequest) -> HttpResponse:
    """Django's 500. What happened is in the log, never in the answer."""
    return problem(500, "server-error") if _is_api(request) else defaults.server_error(request)
