"""A template tag for what is said to guests."""

from django import template

from accounts.guests import GUESTS_KEPT_FOR

register = template.Library()


@register.simple_tag
def guest_days() -> int:
    """For how many days a guest is kept after their last visit."""
    return GUESTS_KEPT_FOR.days
