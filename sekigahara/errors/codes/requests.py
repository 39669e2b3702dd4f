"""Error codes of invalid requests and of failures of the service, independent of any game."""

from django.utils.translation import gettext_lazy as _

from sekigahara.errors.codes.declaration import Code

_TOKENS = _("Create a token on the page /me/tokens/, and send it as “Authorization: Bearer …”.")
_CORRECT = _("Correct the program: the same request will always get this response.")
_RETRY = _("Wait a while and try again. Use an Idempotency-Key so that nothing is done twice.")

REQUEST_CODES = (
    # --- authentication and permissions
    Code(
        "not-authenticated",
        401,
        _("Sign in to do this"),
        _("The request has no API token, and this address is not public."),
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
        _("This API token does not exist, or was revoked."),
        _TOKENS,
    ),
    Code(
        "token-expired",
        401,
        _("Token expired"),
        _("This API token has expired. Create a new one at /me/tokens/."),
        _("Create a new token on the page /me/tokens/, and configure the program with it."),
    ),
    Code(
        "plain-http",
        403,
        _("HTTPS required"),
        _("This request came by http, where others can read its token. Send it by https."),
        _("Let the program begin its addresses with https://, and revoke the token that it sent."),
    ),
    Code(
        "scope-missing",
        403,
        _("Scope missing"),
        _(
            "This token does not have the scope “%(scope)s”. Create one that has it at /me/tokens/, or let "
            "your program ask for it when people sign in."
        ),
        _(
            "Create a token with the scope in “parameters” on the page /me/tokens/. With OAuth, name the "
            "scope when you lead people to the page of consent."
        ),
    ),
    Code(
        "no-seat",
        403,
        _("You do not play in this game"),
        _("You can watch this game, but you do not play in it."),
        _("Act only in your own games: /api/v1/games/ lists them."),
    ),
    Code(
        "permission-denied",
        403,
        _("Not allowed"),
        _("You are not allowed to do this."),
        _("Ask someone who has the required role."),
    ),
    # --- the request itself
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
        _("The request body is invalid: %(reason)s."),
        _("Compare it with the schema of the operation in /api/v1/openapi.json."),
    ),
    Code(
        "malformed-parameter",
        400,
        _("Invalid query parameter"),
        _("A query parameter is invalid: %(reason)s."),
        _("Compare it with the parameters of the operation in /api/v1/openapi.json."),
    ),
    Code(
        "unknown-parameter",
        400,
        _("Unknown query parameter"),
        _("Unknown query parameter: %(unknown)s. Use only: %(known)s."),
        _("Compare it with the parameters of the operation in /api/v1/openapi.json."),
        variants={"none": _("Unknown query parameter: %(unknown)s. This operation has no parameters.")},
    ),
    Code(
        "malformed-idempotency-key",
        400,
        _("Invalid Idempotency-Key"),
        _("An Idempotency-Key must have 1 to 100 ASCII letters, digits and punctuation marks."),
        _("Send a valid key, or none."),
    ),
    Code(
        "malformed-header",
        400,
        _("Invalid header"),
        _("The value of the header %(header)s is invalid."),
        _("Compare it with the headers of the operation in /api/v1/openapi.json."),
    ),
    Code(
        "parse-error",
        400,
        _("Unreadable request body"),
        _("The request body could not be read."),
        _CORRECT,
    ),
    Code(
        "invalid",
        400,
        _("Several errors"),
        _("The request has several errors: %(errors)s."),
        _CORRECT,
    ),
    Code(
        "not-found",
        404,
        _("Not found"),
        _("There is nothing at this address, or you are not allowed to see it."),
        _("Check the address and the token."),
    ),
    Code(
        "no-moment",
        404,
        _("No such moment"),
        _("The game has no moment with this number: the first is 1, the latest %(last)d."),
        _("Use a number from 1 to the one in “parameters”."),
    ),
    Code(
        "method-not-allowed",
        405,
        _("Method not allowed"),
        _("This address does not support the HTTP method."),
        _CORRECT,
    ),
    Code(
        "not-acceptable",
        406,
        _("Not acceptable"),
        _("The response is available only as JSON, which your Accept header excludes."),
        _("Send “Accept: application/json”, or no Accept header."),
    ),
    Code(
        "length-required",
        411,
        _("Content-Length missing"),
        _("The request must state the length of its body in Content-Length."),
        _("Send Content-Length and no Transfer-Encoding."),
    ),
    Code(
        "too-large",
        413,
        _("Request body too large"),
        _("The request body can have at most %(most)d bytes."),
        _("Split the actions into several requests."),
    ),
    Code(
        "unsupported-media-type",
        415,
        _("Unsupported media type"),
        _("The request body must be JSON."),
        _("Send JSON, as “Content-Type: application/json”."),
    ),
    Code(
        "version-required",
        428,
        _("Version required"),
        _("The request has no If-Match header with the version that you read."),
        _("Send the ETag of the view or of the options as If-Match."),
    ),
    # --- names that do not exist
    Code(
        "unknown-edition",
        422,
        _("Unknown edition"),
        _("There is no edition “%(edition)s”. Choose from: %(known)s."),
        _("Choose one of the editions in “parameters”."),
    ),
    Code(
        "unknown-computer",
        422,
        _("Unknown computer player"),
        _("There is no computer player “%(computer)s”. Choose from: %(known)s."),
        _("Choose one of the computer players in “parameters”."),
    ),
    Code(
        "unknown-club",
        422,
        _("Unknown club"),
        _("There is no such club. Use the name that is in the club's address."),
        _("Use the last part of the address of the club's page."),
    ),
    # --- the service
    Code(
        "throttled",
        429,
        _("Too many requests"),
        _("You sent too many requests within a minute, or requests that took too long altogether."),
        _(
            "Wait for the number of seconds in Retry-After. RateLimit in each response says how many "
            "requests are left. Actions are never refused for the time that other requests took."
        ),
    ),
    Code(
        "too-many-streams",
        429,
        _("Too many event streams"),
        _("You already have %(most)d event streams open. Close one first."),
        _("Close one first, or poll with If-None-Match instead."),
        variants={
            "server": _("The server cannot take another event stream. Poll instead."),
        },
    ),
    Code(
        "server-error",
        500,
        _("Server error"),
        _("Something went wrong on the server."),
        _RETRY,
    ),
    Code(
        "unavailable",
        503,
        _("Unavailable"),
        _("The service cannot answer at the moment. Nothing is lost."),
        _(
            "Wait for the number of seconds in Retry-After, then send the request again. "
            "Use an Idempotency-Key so that nothing is done twice."
        ),
    ),
    Code(
        "error",
        500,
        _("Unexpected error"),
        _("Something unexpected went wrong."),
        _RETRY,
    ),
)
