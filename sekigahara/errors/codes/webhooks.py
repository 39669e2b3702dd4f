"""Error codes of webhooks, and of notifications on devices."""

from django.utils.translation import gettext_lazy as _

from sekigahara.errors.codes.declaration import Code

_ANOTHER = _("Use another address.")

WEBHOOK_CODES = (
    Code(
        "unknown-type",
        422,
        _("Unknown event"),
        _("Webhooks have no event “%(type)s”. Choose from: %(known)s."),
        _("Choose from the events in “parameters”."),
    ),
    Code(
        "unknown-game",
        422,
        _("Unknown game"),
        _("You do not play in a game with this id."),
        _("Name a game that you play, or leave the game out to cover all your games."),
    ),
    Code(
        "bad-address",
        422,
        _("Invalid webhook address"),
        _("This is not a valid webhook address. It must look like https://example.org/path."),
        _("Check the spelling: the address begins with https:// and contains no user name or password."),
        variants={"userinfo": _("Leave out the user name and the password before the @.")},
    ),
    Code("not-https", 422, _("HTTPS required"), _("The address must begin with https://."), _ANOTHER),
    Code(
        "bad-port",
        422,
        _("Port not allowed"),
        _("Leave out the port: only 443, the port of https, is allowed."),
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
        _("A webhook with this address already exists. To change it, delete it first."),
        _("Use the existing webhook, or delete it first."),
    ),
    Code(
        "too-many-webhooks",
        422,
        _("Too many webhooks"),
        _("The maximum number of webhooks is reached. Delete one that is no longer used."),
        _("Delete a webhook that is no longer used."),
    ),
    Code(
        "webhook-off",
        409,
        _("The webhook is off"),
        _("This webhook is switched off. Switch it on first."),
        _("The page /me/webhooks/ shows why. Switch it on there."),
    ),
    Code(
        "too-many-tests",
        429,
        _("Too many tests"),
        _("Too many tests were sent within an hour. Try again later."),
        is_for_pages=True,
    ),
    Code(
        "too-many-waiting",
        409,
        _("Too many messages waiting"),
        _(
            "Too many messages are waiting for this webhook, so no test was added. "
            "The reason for the failures is shown below."
        ),
        is_for_pages=True,
    ),
    Code(
        "bad-device",
        422,
        _("Not a push subscription"),
        _("This is no subscription that a browser has made for push messages."),
        _("Send what “PushSubscription.toJSON()” returns in a browser, unchanged."),
    ),
    Code(
        "no-push",
        409,
        _("No notifications on devices"),
        _("This service does not notify devices."),
        _("The people who run the service have not set it up: use mail or webhooks."),
    ),
)
