"""What times are called on pages."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _


def how_long(since: datetime) -> str:
    """How long ago that was, as "3 days", to stand after "for"."""
    if timezone.now() - since < timedelta(minutes=1):
        return _("less than a minute")
    return timesince(since, depth=1)
