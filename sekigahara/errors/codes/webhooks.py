"""Codes of webhooks."""

from django.utils.translation import gettext_lazy as _

from sekigahara.errors.codes.declaration import Code

_ANOTHER = _("Use another address.")

CODES = (
    Code(
        "unknown-type",
        422,
        _("Unknown event"),
        _("There is no event “%(type)s” for webhooks. Choose from: %(known)s."),
        _("Choose from the events in “parameters”."),
        parameters=("type", "known"),
    ),
    Code(
        "unknown-game",
        422,
        _("Unknown game"),
        _("You do not play in a game of this name."),
        _("Name a game that you play, or none for all of yours."),
    ),
    Code(
        "bad-address",
        422,
        _("Invalid webhook address"),
        _("This is not an address a webhook can have. One looks like https://…"),
        _("Check how it is written: it begins with https://, and has no name or password in it."),
        variants={"userinfo": _("Leave out the name and the password before the @.")},
    ),
    Code("not-https", 422, _("HTTPS required"), _("The address must begin with https://."), _ANOTHER),
    Code(
        "bad-port",
        422,
        _("Port not allowed"),
        _("Leave out the port: only that of https, 443, is allowed."),
        _ANOTHER,
    ),
    Code(
        "private-address",
        422,
        _("Address not public"),
        _("This address is not on the public internet."),
        _ANOTHER,
    ),
    Code(
        "address-taken",
        422,
        _("Webhook already exists"),
        _("There is a webhook to this address already. To change it, delete it first."),
        _("Use the existing webhook, or delete it first."),
    ),
    Code(
        "too-many-webhooks",
        422,
        _("Too many webhooks"),
        _("There cannot be more webhooks. Delete one that is no longer used."),
        _("Delete one that is no longer used."),
    ),
    Code(
        "webhook-off",
        409,
        _("The webhook is off"),
        _("The webhook is switched off. Switch it on first."),
        _("The page /me/webhooks/ says why. Switch it on there."),
    ),
    Code(
        "too-many-tests",
        429,
        _("Too many tests"),
        _("Too many tests were sent within the hour. Try again later."),
        is_for_pages=True,
    ),
    Code(
        "too-many-waiting",
        409,
        _("Too many messages waiting"),
        _(
            "Too many messages are waiting for this webhook: none are added, not even a test. "
            "The reason why they fail is below."
        ),
        is_for_pages=True,
    ),
)
