"""Codes of accounts: names, addresses, time zones and API tokens."""

from django.utils.translation import gettext_lazy as _

from sekigahara.errors.codes.declaration import Code

CODES = (
    Code(
        "not-an-address",
        422,
        _("Invalid email address"),
        _("This is not an email address. Check how it is written."),
        _("Check how it is written, and send it again."),
    ),
    Code(
        "unknown-zone",
        422,
        _("Unknown time zone"),
        _("There is no such time zone. Name it by a place, as Asia/Tokyo."),
        _("Name it by a place, as Asia/Tokyo, or use UTC."),
    ),
    Code(
        "name-invisible",
        422,
        _("Name with invisible characters"),
        _("Use letters, digits and signs that can be seen."),
        _("Choose another name."),
    ),
    Code(
        "name-linked",
        422,
        _("Name with an address in it"),
        _("Leave out addresses, and put a blank after a dot."),
        _("Choose a name that mail programs do not turn into a link."),
    ),
    Code(
        "name-taken",
        422,
        _("Name already in use"),
        _(
            "You have a token of this name. If you did not note it down, revoke it first. "
            "Otherwise choose another name."
        ),
        is_for_pages=True,
    ),
    Code(
        "too-many-tokens",
        409,
        _("Too many tokens"),
        _("You cannot have more tokens. Revoke one that you no longer use."),
        is_for_pages=True,
    ),
)
