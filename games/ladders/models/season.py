from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.ladder import Ladder


class Season(models.Model):
    """A period of a ladder with its own table. A game belongs to the season it was paired in.

    Attributes:
        number: from 1; each begins where the previous one ends.
        ends_at: from then on games are paired for the next.
        changes: how often the data of the table has changed; see ``tables.updating``.
        tabled: the value of ``changes`` that the stored table reflects.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField(_("number"))
    begins_at = models.DateTimeField(_("begins at"))
    ends_at = models.DateTimeField(_("ends at"))
    changes = models.PositiveIntegerField(_("changes"), default=1)
    tabled = models.PositiveIntegerField(_("changes in the table"), default=0)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [models.UniqueConstraint(fields=["ladder", "number"], name="season_numbered_once")]

    def __str__(self) -> str:
        return f"{self.ladder} {self.number}"
