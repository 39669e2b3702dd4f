"""What the codes mean that neither the engine nor the services refuse with, and what to do about each."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Row(NamedTuple):
    """One code.

    Attributes:
        status: of the answer.
        means: what it means, in a sentence.
        to_do: what to do about it.
        parameters: the names of what stands in ``parameters``.
    """

    status: int
    means: Promise
    to_do: Promise
    parameters: tuple[str, ...] = ()


TO_DO: dict[int, Promise] = {
    400: _("Nothing has changed. Compare what you sent with the schema of actions, and mend the program."),
    403: _("Nothing has changed. Leave it to whoever may do it."),
    409: _("Nothing has changed. Look at the game again: it says what is asked of you now, if anything is."),
    412: _(
        "Nothing has changed. Ask for the options again, decide anew, and send the ETag of that answer as "
        "If-Match; a program need not ask a person if what it would do is still among the options."
    ),
    422: _("Nothing has changed. Choose something else: the options of the game name all that is allowed."),
    429: _("Nothing has changed. Wait for as many seconds as Retry-After says, then send it again."),
}
"""About what is refused by the engine and the services, by status."""

_MEND = _("Mend the program: the same request will always be answered so.")
_TOKENS = _("Make a token on the page /me/tokens/, and send it as “Authorization: Bearer …”.")
_ANOTHER = _("Name another address.")
_NAME = _("Choose another name.")

OTHERS: dict[str, Row] = {
    # --- who asks
    "not-authenticated": Row(401, _("The request says not who you are, and is not for everybody."), _TOKENS),
    "authentication-failed": Row(
        401, _("The Authorization header is written in a way that is not understood."), _TOKENS
    ),
    "token-unknown": Row(401, _("No token is like the one you sent, or it was revoked."), _TOKENS),
    "token-expired": Row(
        401,
        _("The token was good until some time that is over."),
        _("Make a new token on the page /me/tokens/, and give it to the program."),
    ),
    "scope-missing": Row(
        403,
        _("The token is good, and is not for this."),
        _("Make a token that has the scope {scope} on the page /me/tokens/."),
        ("scope",),
    ),
    "no-seat": Row(
        403,
        _("You may watch this game, and play neither side of it."),
        _("Act in games of your own: /api/v1/games/ lists them."),
    ),
    "permission-denied": Row(403, _("This is for others to do."), _("Leave it to them.")),
    # --- what was asked
    "malformed": Row(400, _("The request could not be read before anything of ours was reached."), _MEND),
    "malformed-body": Row(
        400,
        _("The body is no JSON, or not the JSON that is expected here: {reason}."),
        _("Compare it with the schema of the operation in /api/v1/openapi.json."),
        ("reason",),
    ),
    "malformed-parameter": Row(
        400,
        _("What stands behind the question mark of the address makes no sense: {reason}."),
        _("Compare it with the parameters of the operation in /api/v1/openapi.json."),
        ("reason",),
    ),
    "malformed-idempotency-key": Row(
        400,
        _("The header Idempotency-Key is not 1 to 100 letters, digits and signs of ASCII."),
        _("Send a shorter word, or none."),
    ),
    "malformed-header": Row(
        400,
        _("The header {header} makes no sense here."),
        _("Compare it with the headers of the operation in /api/v1/openapi.json."),
        ("header",),
    ),
    "parse-error": Row(400, _("The body could not be read."), _MEND),
    "invalid": Row(400, _("Several things are wrong at once: {errors}."), _MEND, ("errors",)),
    "not-found": Row(
        404,
        _("There is nothing here, or nothing that you may know of: the two cannot be told apart."),
        _("Look at how the address is written, and whose token you sent."),
    ),
    "no-moment": Row(
        404,
        _("The game has no moment of that number yet: the latest is {last}."),
        _("Ask for one from 1 to {last}."),
        ("last",),
    ),
    "method-not-allowed": Row(405, _("This address does not know that method."), _MEND),
    "not-acceptable": Row(
        406,
        _("The answer can only be had as JSON, which your Accept header leaves out."),
        _("Send “Accept: application/json”, or no Accept header."),
    ),
    "length-required": Row(
        411, _("Nobody said how long the body is."), _("Send Content-Length, and no Transfer-Encoding.")
    ),
    "too-large": Row(
        413,
        _("The body is longer than {most} bytes, and than anything there is to say."),
        _("Send several requests, each with fewer actions."),
        ("most",),
    ),
    "unsupported-media-type": Row(
        415, _("The body is in another form than JSON."), _("Send JSON, as “Content-Type: application/json”.")
    ),
    "version-required": Row(
        428,
        _("A write does not say which version of the game it was decided on."),
        _("Send the ETag of the view or of the options as If-Match."),
    ),
    # --- what is not to be had
    "unknown-edition": Row(
        422,
        _("There is no edition {edition}."),
        _("Name one of those that are {known}."),
        ("edition", "known"),
    ),
    "unknown-computer": Row(
        422,
        _("There is no computer player {computer}."),
        _("Name one of those that are {known}."),
        ("computer", "known"),
    ),
    "not-an-address": Row(
        422, _("What should be a mail address is none."), _("Look at how it is written, and send it again.")
    ),
    "unknown-club": Row(
        422, _("There is no club of that name."), _("Name it by the last part of its address.")
    ),
    "unknown-zone": Row(
        422, _("There is no such time zone."), _("Name it by a place, as Asia/Tokyo, or say UTC.")
    ),
    "name-invisible": Row(422, _("The name has signs in it that cannot be seen, or nothing else."), _NAME),
    "name-linked": Row(422, _("The name has in it what mail programs make a link of."), _NAME),
    # --- webhooks
    "unknown-type": Row(
        422,
        _("Webhooks are told of nothing named {type}."),
        _("Name some of those that are {known}."),
        ("type", "known"),
    ),
    "unknown-game": Row(
        422, _("You play no game of that name."), _("Name one that you play, or none for all of yours.")
    ),
    "bad-address": Row(
        422,
        _("The address of the webhook is none, or has a name and a password in it."),
        _("Look at how it is written: it begins with https://."),
    ),
    "not-https": Row(422, _("The address of the webhook does not begin with https://."), _ANOTHER),
    "bad-port": Row(422, _("The address of the webhook has another port than 443, that of https."), _ANOTHER),
    "private-address": Row(422, _("The address of the webhook is not one of the public internet."), _ANOTHER),
    "address-taken": Row(
        422,
        _("There is a webhook to the same address about the same already."),
        _("Use that one, or delete it first."),
    ),
    "too-many-webhooks": Row(
        422, _("There are as many webhooks as there may be."), _("Delete one that is out of use.")
    ),
    "webhook-off": Row(
        409,
        _("The webhook is switched off, so that nothing is sent to it."),
        _("See why on the page /me/webhooks/, and switch it on there."),
    ),
    # --- the service
    "throttled": Row(
        429,
        _("You have sent more requests in a minute than anybody may."),
        _("Wait for as many seconds as Retry-After says. RateLimit tells of every answer how many are left."),
    ),
    "too-many-streams": Row(
        429,
        _("You have {most} event streams open, or the server has no room for another of anybody's."),
        _("Close one first; or do without, and ask now and then with If-None-Match."),
        ("most",),
    ),
    "server-error": Row(
        500,
        _("Something went wrong on our side."),
        _("Wait a while and try again: with an Idempotency-Key nothing is done twice."),
    ),
    "error": Row(
        500,
        _("Something went wrong that has no word of its own."),
        _("Wait a while and try again: with an Idempotency-Key nothing is done twice."),
    ),
}
"""By code."""
