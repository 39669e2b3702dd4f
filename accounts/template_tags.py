"""The template tags of accounts. Templates load them as `accounts`."""

from django import template

from accounts.freshness import FRESH_FOR
from accounts.rate_limits import waiting_time

register = template.Library()


@register.simple_tag
def fresh_time() -> str:
    """How long a sign-in allows what cannot be undone, as "30 minutes"."""
    return waiting_time(int(FRESH_FOR.total_seconds()))
