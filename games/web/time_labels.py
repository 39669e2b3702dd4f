"""What times are called on pages."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.timesince import timesince


def how_long(since: datetime) -> str:
    """How long ago that was, as "3 days", to stand after "for"; empty where it was just now."""
    if timezone.now() - since < timedelta(minutes=1):
        return ""
    return timesince(since, depth=1)
