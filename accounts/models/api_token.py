from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts.names import validate_name

USE_NOTED_EVERY = timedelta(hours=1)
"""A last use is written down no more often than this: it is one more statement of a request."""

LONGEST_NAME = 60
MOST_OF_ONE_PERSON = 20


class ApiToken(AbstractAuthToken):
    """What a program of a person identifies itself by. Only its hash is stored; it is shown once.

    Attributes:
        token_key: how it begins, by which its owner may tell it from others.
        name: the person's own word for it, the only one so named of theirs.
        may_play: whether it may do anything but read.
        used_at: its last use, known to the hour.
    """

    name = models.CharField(_("name"), max_length=LONGEST_NAME, validators=[validate_name])
    may_play = models.BooleanField(_("may play"), default=True)
    used_at = models.DateTimeField(_("last used"), null=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["created"]
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="token_named_once")]

    def __str__(self) -> str:
        return self.name
