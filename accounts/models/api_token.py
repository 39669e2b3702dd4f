from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts.name_rules import validate_name
from accounts.scopes import Scope, granted

USE_NOTED_EVERY = timedelta(hours=1)
"""A last use is written down no more often than this: it is one more statement of a request."""

LONGEST_TOKEN_NAME = 60
LONGEST_SCOPES = 200
MOST_TOKENS_OF_ONE = 20
WARNED_BEFORE = timedelta(days=7)
"""How long before a token expires its owner is mailed."""


class ApiToken(AbstractAuthToken):
    """A token with which a person's program authenticates. Only its hash is stored; it is shown once.

    Attributes:
        token_key: its first letters, so that its owner can recognise it.
        name: the person's own name for it, unique among theirs.
        scopes: values of ``Scope`` separated by spaces, as OAuth writes them.
        expiry: when it expires and is refused; None for never.
        warned_at: when a mail was queued that it expires soon.
        used_at: its last use, to the hour.
        access: what gave it to a program that somebody lets act for them, and ends it; null for those that
            people make themselves.
    """

    name = models.CharField(_("name"), max_length=LONGEST_TOKEN_NAME, validators=[validate_name])
    scopes = models.CharField(_("scopes"), max_length=LONGEST_SCOPES, default=Scope.PLAY)
    warned_at = models.DateTimeField(_("warned at"), null=True)
    used_at = models.DateTimeField(_("last used"), null=True)

    access = models.OneToOneField(
        settings.OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )

    class Meta:
        ordering = ["created"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "name"], condition=models.Q(access=None), name="token_named_once"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def made_by(cls, person: AbstractBaseUser) -> "models.QuerySet[ApiToken]":
        """Those that a person has made, and no program was given."""
        return cls._default_manager.filter(user=person, access=None)

    @property
    def granted(self) -> frozenset[str]:
        """Its scopes, with those they imply."""
        return granted(self.scopes.split())

    @property
    def sentences(self) -> list[str]:
        """What the token allows, one sentence for each scope."""
        return [str(Scope(scope).label) for scope in self.scopes.split()]

    def has_expired(self, now: datetime) -> bool:
        """Whether it had expired by then."""
        return self.expiry is not None and self.expiry <= now
