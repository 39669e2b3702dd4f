"""The scopes of API tokens. Each operation of the API needs one of these."""

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """The name of a scope for programs; the label is a sentence for people who create a token."""

    READ = "games:read", _("Read: see everything that you can see, and change nothing.")
    PLAY = "games:play", _("Play: see what you can see, create and join games, and act in them for you.")
    CLUBS = "club:manage", _("Clubs: act for you in clubs and ladders, and manage those that you run.")
    NOTIFICATIONS = (
        "notifications",
        _("Notifications: create and change webhooks, which notify programs about your games."),
    )
    DATA = "data:read", _("Data: download everything that is stored about you, including your mails.")


IMPLIED: dict[str, frozenset[str]] = {Scope.PLAY: frozenset({Scope.READ})}
"""The scopes that a scope implies."""


def granted(scopes: Iterable[str]) -> frozenset[str]:
    """These scopes and all that they imply."""
    named = frozenset(scopes)
    return named.union(*(IMPLIED.get(scope, frozenset()) for scope in named))
