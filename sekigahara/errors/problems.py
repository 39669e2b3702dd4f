"""Every error the API answers with, as application/problem+json (RFC 9457).

A problem has `type`, the address of a page about its code; `title`, `status` and, where there is more to say,
`detail`, in the person's language; `code`, which programs can rely on; for a refusal by the rules also the
`rule`, the `rule_url` where people read it and the `parameters` of its sentence.
Codes, titles and statuses are declared in `sekigahara.errors.codes`.
"""

import contextlib
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from django.views.decorators.cache import never_cache
from rest_framework import exceptions

from games import errors as services
from games.engine import errors
from games.log.position import rules_of
from games.models.game import Game
from games.rulebook.editions import DEFAULT, ruleset
from games.rulebook.links import rule_url
from games.services import suspension
from games.story import Names, refusal
from sekigahara.errors.codes import CODES

PAGES = "/api/errors/"
"""Where the pages about codes are. Written down, so that a failure of the resolver can be answered too."""


def problem(code: str, detail: str = "", /, rule: str = "", **parameters: Any) -> HttpResponse:
    """One problem as a response.

    Args:
        code: one of the table of error codes, as `road-used`.
        detail: a sentence about this very case.
        rule: the rule number or ruling that a refusal rests on.
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
        body["rule_url"] = rule_url(rule)
    if parameters:
        body["parameters"] = parameters
    return JsonResponse(body, status=declared.status, content_type="application/problem+json")


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """What REST framework's views answer to an exception; None lets it become a 500 in `server_error`."""
    if isinstance(exc, services.BrokenLog):
        suspension.stop(exc)
        exc = services.Frozen()
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
    """Code, rule and parameters for programs, and a sentence with the names of the game's edition.

    A log that does not replay is the fault of the service: a 500, with nothing said about it.
    """
    if isinstance(error, errors.CorruptLog):
        return None
    rule = error.rule if isinstance(error, errors.EngineError) else ""
    sentence = refusal(_names(public_id), error)
    response = problem(error.code, sentence, rule=rule, **error.parameters)
    if isinstance(error, services.Limited):
        response["Retry-After"] = str(error.seconds)
    return response


def _names(public_id: str) -> Names:
    """The names of the edition of a game; of the default edition where the request is about no game.

    The default also stands for a game whose rules cannot be read: its rules have refused nothing then.
    """
    game = Game.objects.filter(public_id=public_id).first() if public_id else None
    with contextlib.suppress(errors.CorruptLog):
        if game is not None:
            return Names(rules_of(game))
    return Names(ruleset(DEFAULT))


def _of_framework(exc: exceptions.APIException) -> HttpResponse:
    if isinstance(exc.detail, (list, dict)):  # several things wrong at once, by field
        return problem("invalid", errors=exc.detail)
    code = exc.detail.code or exc.default_code
    parameters = getattr(exc, "parameters", {})
    return problem(code.replace("_", "-"), str(exc.detail), **parameters)


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
    """Django's 500. What happened is in the log, never in the answer."""
    return problem("server-error") if _is_api(request) else defaults.server_error(request)
