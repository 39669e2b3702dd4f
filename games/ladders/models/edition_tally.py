from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.statistics.tally import Tally


class EditionTally(models.Model):
    """The sum of all game summaries of an edition, so that statistics read one row and not every game.

    Its row is locked while games are added.

    Attributes:
        is_contest: whether it counts the games between two people, or all others.
        counted: a ``Tally``.
    """

    edition = models.CharField(_("edition"), max_length=40)
    is_contest = models.BooleanField(_("between two people"))
    counted = models.JSONField(_("counted"), default=dict)

    class Meta:
        verbose_name = _("tally of an edition")
        verbose_name_plural = _("tallies of editions")
        constraints = [
            models.UniqueConstraint(fields=["edition", "is_contest"], name="one_tally_of_an_edition")
        ]

    def __str__(self) -> str:
        return self.edition

    @property
    def tally(self) -> Tally:
        """The counts as a ``Tally``."""
        return Tally.of(self.counted)
