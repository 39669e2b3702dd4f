"""Announcements of organisers to the members of their club, and mail of them and of ladders' news.

Members read announcements, and nobody else does: others are not meant.
"""

from typing import Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models.person import Person
from accounts.models.restriction import Restricted
from accounts.rate_limits import Limit, refuse_often
from accounts.restrictions import checked_words, refuse_restricted
from games.ladders.clubs import webhook_events
from games.ladders.clubs.founding import led_by
from games.ladders.clubs.queries import mailed_news
from games.ladders.models.announcement import LONGEST_ANNOUNCEMENT, LONGEST_TITLE, ClubAnnouncement
from games.ladders.models.club import Club, Membership
from games.ladders.models.ladder import Ladder
from notifications.services import Announcement, announce
from sekigahara.errors.exceptions import Unacceptable

ANNOUNCEMENT: Final = "clubs.announcement"
ANNOUNCEMENTS_A_DAY = Limit.declare("announcements of a club", 3, 24 * 60 * 60)

_signer = signing.Signer(salt="clubs.news")


def publish(
    *, club: Club, by: Person, title: str, text: str, ladder: Ladder | None = None, key: str = ""
) -> ClubAnnouncement:
    """Announce something to the members of a club, and mail it to them, except to its author.

    Args:
        text: Markdown.
        ladder: one of the club's, whose players alone are mailed.
        key: of the form or the request; the same one sent again changes nothing.

    Raises:
        Forbidden: ``not-organiser``, or ``restricted``: they may not write messages.
        Unacceptable: ``bad-words``; ``idempotency-key-reused``: for something else.
        Limited: the club has announced enough today.
    """
    refuse_restricted(by, Restricted.MESSAGES)
    title = checked_words(" ".join(title.split()), LONGEST_TITLE)
    text = checked_words(text, LONGEST_ANNOUNCEMENT)
    with transaction.atomic(durable=True):
        row = led_by(club, by)
        known = ClubAnnouncement.objects.filter(club=row, author=by, key=key).first() if key else None
        if known is not None:
            if (known.title, known.text, known.ladder_id) != (title, text, ladder and ladder.pk):
                raise Unacceptable("idempotency-key-reused", key=key)
            return known
        refuse_often(ANNOUNCEMENTS_A_DAY, row.slug)
        made = ClubAnnouncement.objects.create(
            club=row, ladder=ladder, author=by, title=title, text=text, key=key
        )
        people = recipients(row, by, ladder).values_list("person", flat=True)
        announce([Announcement(ANNOUNCEMENT, made.public_id, str(person), person) for person in people])
        webhook_events.announced(made, by)
    return made


def recipients(club: Club, by: Person, ladder: Ladder | None = None) -> QuerySet[Membership]:
    """The members who would be mailed an announcement now."""
    members = mailed_news(club, ladder).exclude(person=by)
    return members.exclude(person__muted__kind=ANNOUNCEMENT)


def said(made: ClubAnnouncement) -> str:
    """Who announces something to whom, in a sentence."""
    words = {"name": made.author or _("An organiser"), "club": made.club, "ladder": made.ladder}
    if made.ladder is None:
        return _("%(name)s writes to the members of %(club)s.") % words
    return _("%(name)s writes to the players of %(ladder)s.") % words


def choose_news(member: Membership, *, wanted: bool) -> None:
    """Store whether a member wants the news of the club by mail."""
    Membership.objects.filter(pk=member.pk).update(wants_news=wanted)


def stop_url(member: Membership) -> str:
    """The address at which its holder can stop a club's news for a member without signing in.

    Like a link that mutes a kind it never expires.
    """
    token = _signer.sign(member.public_id)
    return f"{settings.SITE_URL}{reverse('clubs:news', args=[member.club.slug, token])}"


def member_by_link(slug: str, token: str) -> Membership | None:
    """Whose news a link stops; None where we never made it, or they have left the club."""
    try:
        public_id = _signer.unsign(token)
    except signing.BadSignature:
        return None
    return (
        Membership.objects.select_related("club", "person")
        .filter(club__slug=slug, public_id=public_id)
        .first()
    )
