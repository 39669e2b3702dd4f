"""The privacy page. Its numbers are those the code uses."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import guests
from accounts.restrictions import RESTRICTIONS_KEPT_FOR
from accounts.retention import FORGOTTEN_AFTER
from games.ladders.clubs.invitations import INVITATION_LASTS
from games.ladders.moderation.reports import REPORTS_KEPT_FOR
from games.reads.link_lifetime import LINKS_OUTLIVE_THE_GAME
from games.services.messages import REPORTABLE_FOR
from games.services.retention import (
    CALLED_OFF_KEPT,
    OPEN_FOR,
    RECEIPTS_KEPT,
    REMATCHES_OPEN_FOR,
    REPLIES_KEPT,
)
from notifications.bounces import BOUNCES_KEPT_FOR
from notifications.push.services import UNUSED_DEVICES_KEPT_FOR
from notifications.upkeep import MESSAGES_KEPT_FOR

DAYS = {
    "unconfirmed": FORGOTTEN_AFTER,
    "guests": guests.GUESTS_KEPT_FOR,
    "mails": MESSAGES_KEPT_FOR,
    "bounces": BOUNCES_KEPT_FOR,
    "devices": UNUSED_DEVICES_KEPT_FOR,
    "receipts": RECEIPTS_KEPT,
    "reports": REPORTS_KEPT_FOR,
    "former_texts": REPORTABLE_FOR,
    "restrictions": RESTRICTIONS_KEPT_FOR,
    "replies": REPLIES_KEPT,
    "open_games": OPEN_FOR,
    "rematches": REMATCHES_OPEN_FOR,
    "club_invitations": INVITATION_LASTS,
    "called_off": CALLED_OFF_KEPT,
    "links": LINKS_OUTLIVE_THE_GAME,
    "sessions": timedelta(seconds=settings.SESSION_COOKIE_AGE),
}
"""How long each kind of data is kept."""


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored, for how long, and who sees it."""
    return render(request, "games/privacy.html", {name: time.days for name, time in DAYS.items()})
