"""How exceptions become the answers of this API: every one of them is a problem document."""

import contextlib
from collections.abc import Sequence
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from rest_framework import exceptions
from rest_framework.request import Request

from accounts.authentication import ScopeMissing
from games.api import bodies, mistakes
from games.api.answers.terms import Mistake
from games.engine import errors
from games.engine.actions import Action
from games.log.position import rules_of
from games.models.game import Game
from games.rulebook.editions import DEFAULT, ruleset
from games.rulebook.rules import rule_url
from games.services import suspension
from games.story import Names, refusal
from sekigahara.errors.exceptions import BrokenLog, Frozen, Limited, Refused
from sekigahara.errors.problems import problem


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """What REST framework's views answer to an exception; None lets it become a 500."""
    if isinstance(exc, BrokenLog):
        suspension.stop(exc)
        exc = Frozen()
    if isinstance(exc, (errors.EngineError, Refused)):
        return _refusal(exc, context["kwargs"].get("public_id", ""), context["request"])
    if isinstance(exc, Http404):
        exc = exceptions.NotFound()
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    if not isinstance(exc, exceptions.APIException):
        return None
    response = _of_framework(exc)
    if challenge := _challenge(exc):
        response["WWW-Authenticate"] = challenge
    if wait := getattr(exc, "wait", None):
        response["Retry-After"] = str(int(wait))  # seconds
    return response


def _challenge(exc: exceptions.APIException) -> str:
    """What a client is told of the token that it needs (RFC 6750); empty where it is not that."""
    if isinstance(exc, ScopeMissing):
        return f'Bearer error="insufficient_scope", scope="{exc.parameters["scope"]}"'
    authenticate: str = getattr(exc, "auth_header", None) or ""
    is_about_token = str(exc.get_codes()).startswith("token-")
    return f'{authenticate} error="invalid_token"' if authenticate and is_about_token else authenticate


def _refusal(error: errors.EngineError | Refused, public_id: str, request: Request) -> HttpResponse | None:
    """Code, rule and parameters for programs, and a sentence with the names of the game's edition.

    A log that does not replay is the fault of the service: a 500, with nothing said about it.
    """
    if isinstance(error, errors.CorruptLog):
        return None
    rule = error.rule if isinstance(error, errors.EngineError) else ""
    sentence = refusal(_names(public_id), error)
    url = rule_url(rule) if rule else ""
    found: Sequence[Mistake] = ()
    if error.code == "malformed-action":
        found = mistakes.of_body(bodies.body(request), Action, is_several=True)
    response = problem(
        error.code, sentence, rule=rule, rule_url=url, mistakes=msgspec.to_builtins(found), **error.parameters
    )
    if isinstance(error, Limited):
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
    found = msgspec.to_builtins(getattr(exc, "mistakes", ()))
    return problem(code.replace("_", "-"), str(exc.detail), mistakes=found, **parameters)
