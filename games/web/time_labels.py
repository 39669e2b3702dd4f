"""Durations in words."""

from datetime import datetime, timedelta

from django.utils.timesince import timesince

from sekigahara.db import service_time


def how_long(since: datetime) -> str:
    """How long ago a moment was, as "3 days"; empty if less than a minute."""
    if service_time.now() - since < timedelta(minutes=1):
        return ""
    return timesince(since, depth=1)
