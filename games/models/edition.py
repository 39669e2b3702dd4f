from django.db import models
from django.utils.translation import gettext_lazy as _


class EditionText(models.Model):
    """The text of an edition when a game was created with it. Replays use it instead of the present file."""

    digest = models.CharField(_("digest"), max_length=64, primary_key=True, editable=False)
    text = models.TextField(_("text"))

    class Meta:
        verbose_name = _("edition text")
        verbose_name_plural = _("edition texts")

    def __str__(self) -> str:
        return self.digest[:12]
