from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

USE_NOTED_EVERY = timedelta(hours=1)
"""A last use is written down no more often than this: it is one more statement of a request."""


class ApiToken(AbstractAuthToken):
    """What a program of a person identifies itself by. Only its hash is stored; it is shown once.

    Attributes:
        name: the person's own word for it.
        may_play: whether it may do anything but read.
    """

    name = models.CharField(_("name"), max_length=60)
    may_play = models.BooleanField(_("may play"), default=True)
    used_at = models.DateTimeField(_("last used"), null=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["created"]

    def __str__(self) -> str:
        return self.name
