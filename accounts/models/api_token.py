from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts.name_rules import validate_name
from accounts.scopes import Scope, granted

USE_NOTED_EVERY = timedelta(hours=1)
"""A last use is written down no more often than this: it is one more statement of a request."""

LONGEST_NAME = 60
LONGEST_SCOPES = 200
MOST_OF_ONE_PERSON = 20


class ApiToken(AbstractAuthToken):
    """What a program of a person identifies itself by. Only its hash is stored; it is shown once.

    Attributes:
        token_key: how it begins, by which its owner may tell it from others.
        name: the person's own word for it, the only one so named of theirs.
        scopes: what it is for: values of ``Scope`` with blanks between, as OAuth writes them.
        expiry: when it ends, and nothing is answered to it any more; None for never.
        warned_at: when its person was owed a mail that it expires soon.
        used_at: its last use, known to the hour.
    """

    name = models.CharField(_("name"), max_length=LONGEST_NAME, validators=[validate_name])
    scopes = models.CharField(_("scopes"), max_length=LONGEST_SCOPES, default=Scope.PLAY)
    warned_at = models.DateTimeField(_("warned at"), null=True)
    used_at = models.DateTimeField(_("last used"), null=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["created"]
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="token_named_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def granted(self) -> frozenset[str]:
        """Everything it is for, what its scopes imply included."""
        return granted(self.scopes.split())

    @property
    def sentences(self) -> list[str]:
        """What it is for, in a sentence for each scope."""
        return [str(Scope(scope).label) for scope in self.scopes.split()]

    def has_expired(self, now: datetime) -> bool:
        """Whether it had ended by then."""
        return self.expiry is not None and self.expiry <= now
