"""Codes of requests that are refused before the game is asked, and of failures of the service."""

from django.utils.translation import gettext_lazy as _

from sekigahara.errors.codes.declaration import Code

_TOKENS = _("Make a token on the page /me/tokens/, and send it as “Authorization: Bearer …”.")
_CORRECT = _("Correct the program: the same request always gets this answer.")
_RETRY = _("Wait a while and try again. With an Idempotency-Key nothing is done twice.")

CODES = (
    # --- who sends the request
    Code(
        "not-authenticated",
        401,
        _("Sign in to do this"),
        _("The request has no token, and this is not public."),
        _TOKENS,
    ),
    Code(
        "authentication-failed",
        401,
        _("Invalid Authorization header"),
        _("The Authorization header could not be read."),
        _TOKENS,
    ),
    Code(
        "token-unknown",
        401,
        _("Unknown token"),
        _("This API token is unknown, or was revoked."),
        _TOKENS,
    ),
    Code(
        "token-expired",
        401,
        _("Token expired"),
        _("This API token has expired. Make a new one at /me/tokens/."),
        _("Make a new token on the page /me/tokens/, and configure the program with it."),
    ),
    Code(
        "scope-missing",
        403,
        _("Scope missing"),
        _("This token does not have the scope “%(scope)s”. Make one that has it at /me/tokens/."),
        _("Make a token with the scope in “parameters” on the page /me/tokens/."),
        parameters=("scope",),
    ),
    Code(
        "no-seat",
        403,
        _("You do not play in this game"),
        _("You can watch this game, but you play neither side."),
        _("Act in your own games: /api/v1/games/ lists them."),
    ),
    Code(
        "permission-denied",
        403,
        _("Not allowed"),
        _("You are not allowed to do this."),
        _("Leave this to somebody who has the right."),
    ),
    # --- what the request says
    Code(
        "malformed",
        400,
        _("Malformed request"),
        _("The request could not be read."),
        _CORRECT,
    ),
    Code(
        "malformed-body",
        400,
        _("Invalid request body"),
        _("The body is not what is expected here: %(reason)s."),
        _("Compare it with the schema of the operation in /api/v1/openapi.json."),
        parameters=("reason",),
    ),
    Code(
        "malformed-parameter",
        400,
        _("Invalid query parameter"),
        _("A query parameter is not what is expected here: %(reason)s."),
        _("Compare it with the parameters of the operation in /api/v1/openapi.json."),
        parameters=("reason",),
    ),
    Code(
        "malformed-idempotency-key",
        400,
        _("Invalid Idempotency-Key"),
        _("An Idempotency-Key has 1 to 100 ASCII letters, digits and punctuation marks."),
        _("Send a shorter key, or none."),
    ),
    Code(
        "malformed-header",
        400,
        _("Invalid header"),
        _("The value of the header %(header)s is invalid."),
        _("Compare it with the headers of the operation in /api/v1/openapi.json."),
        parameters=("header",),
    ),
    Code(
        "parse-error",
        400,
        _("Unreadable request body"),
        _("The body could not be read."),
        _CORRECT,
    ),
    Code(
        "invalid",
        400,
        _("Several errors"),
        _("Several things are wrong: %(errors)s."),
        _CORRECT,
        parameters=("errors",),
    ),
    Code(
        "not-found",
        404,
        _("Not found"),
        _("There is nothing at this address, or nothing that you may see."),
        _("Check the address, and which token you sent."),
    ),
    Code(
        "no-moment",
        404,
        _("No such moment"),
        _("The game has no moment of this number: the first is 1, the latest %(last)d."),
        _("Ask for a number from 1 to the one in “parameters”."),
        parameters=("last",),
    ),
    Code(
        "method-not-allowed",
        405,
        _("Method not allowed"),
        _("This address does not support the method."),
        _CORRECT,
    ),
    Code(
        "not-acceptable",
        406,
        _("Not acceptable"),
        _("The answer is available as JSON only, which your Accept header excludes."),
        _("Send “Accept: application/json”, or no Accept header."),
    ),
    Code(
        "length-required",
        411,
        _("Content-Length missing"),
        _("Send the length of the body in Content-Length."),
        _("Send Content-Length, and no Transfer-Encoding."),
    ),
    Code(
        "too-large",
        413,
        _("Request body too large"),
        _("The body may have at most %(most)d bytes."),
        _("Send several requests, each with fewer actions."),
        parameters=("most",),
    ),
    Code(
        "unsupported-media-type",
        415,
        _("Unsupported media type"),
        _("The body is not JSON."),
        _("Send JSON, as “Content-Type: application/json”."),
    ),
    Code(
        "version-required",
        428,
        _("Version required"),
        _("Send the ETag of the view or the options that you read as If-Match."),
        _("Send the ETag of the view or the options as If-Match."),
    ),
    # --- names that do not exist
    Code(
        "unknown-edition",
        422,
        _("Unknown edition"),
        _("There is no edition “%(edition)s”. Choose one of: %(known)s."),
        _("Choose one of the editions in “parameters”."),
        parameters=("edition", "known"),
    ),
    Code(
        "unknown-computer",
        422,
        _("Unknown computer player"),
        _("There is no computer player “%(computer)s”. Choose one of: %(known)s."),
        _("Choose one of the computer players in “parameters”."),
        parameters=("computer", "known"),
    ),
    Code(
        "unknown-club",
        422,
        _("Unknown club"),
        _("There is no such club. Use the name in the club's address."),
        _("Use the last part of the club's address."),
    ),
    # --- the service
    Code(
        "throttled",
        429,
        _("Too many requests"),
        _("You sent too many requests within a minute."),
        _("Wait for the number of seconds in Retry-After. Each answer says in RateLimit how many are left."),
    ),
    Code(
        "too-many-streams",
        429,
        _("Too many event streams"),
        _("You have %(most)d event streams open. Close one first."),
        _("Close one first, or ask now and then with If-None-Match instead."),
        parameters=("most",),
        variants={
            "server": _("The server has no room for another event stream. Ask now and then instead."),
        },
    ),
    Code(
        "server-error",
        500,
        _("Server error"),
        _("Something went wrong on our side."),
        _RETRY,
    ),
    Code(
        "error",
        500,
        _("Unexpected error"),
        _("Something went wrong that has no code of its own."),
        _RETRY,
    ),
)
