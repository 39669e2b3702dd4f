"""The scopes of API tokens. Each operation of the API needs one of these."""

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """A scope by its word for programs; the label is a sentence for whoever makes a token."""

    READ = "games:read", _("Read: see everything that you see, and change nothing.")
    PLAY = "games:play", _("Play: see what you see, make and join games, and act in them for you.")
    CLUBS = "club:manage", _("Clubs: act for you in clubs and ladders, and run those that are yours to run.")
    NOTIFICATIONS = (
        "notifications",
        _("Notifications: make and change webhooks, by which programs are told of your games."),
    )
    DATA = "data:read", _("Data: take along everything that is stored about you, your mails included.")


IMPLIED: dict[str, frozenset[str]] = {Scope.PLAY: frozenset({Scope.READ})}
"""What comes along with a scope."""


def granted(scopes: Iterable[str]) -> frozenset[str]:
    """These scopes and all that they imply."""
    named = frozenset(scopes)
    return named.union(*(IMPLIED.get(scope, frozenset()) for scope in named))
