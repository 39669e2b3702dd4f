"""Names of people that lead to their pages, wherever somebody is named."""

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models.person import Person
from games.models.seat import Seat, key_of_computer
from games.services.computers import COMPUTER_NAMES


def linked(who: Person | Seat | None, name: str = "") -> SafeString | str:
    """The name of a person, or of the player of a seat, as a link to their page if they have one.

    Computer players have one too.

    It needs no statement where the person was read. Empty for nobody, so that ``default`` can follow.

    Args:
        who: is named.
        name: what they are called there; by default their own name.
    """
    return _named(who, name, '<a href="{}">{}</a>', "{}")


def linked_in_row(who: Person | Seat | None, name: str = "") -> SafeString | str:
    """As ``linked``, for a row of a list, where a long name is cut after two lines."""
    link = '<a class="cut" href="{0}" title="{1}">{1}</a>'
    return _named(who, name, link, '<span class="cut" title="{0}">{0}</span>')


def linked_in_mail(who: Person | Seat | None) -> SafeString | str:
    """As ``linked``, for a mail."""
    return _named(who, "", f'<a href="{settings.SITE_URL}{{}}">{{}}</a>', "{}")


def _named(who: Person | Seat | None, name: str, link: str, plain: str) -> SafeString | str:
    if who is None:
        return ""
    person = who.player if isinstance(who, Seat) else who
    called = name or (who.played_by if isinstance(who, Seat) else str(who))
    key = person.key if person is not None and person.has_page else ""
    if isinstance(who, Seat) and who.computer in COMPUTER_NAMES:
        key = key_of_computer(who.computer)
    if not key:
        return format_html(plain, called)
    return format_html(link, reverse("games:player", args=[key]), called)
