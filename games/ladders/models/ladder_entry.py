from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.ladder import Ladder
from sekigahara.db import service_time


class LadderEntry(models.Model):
    """A row of the register of a ladder: what a game counts for, or a ruling. It is never changed or deleted.

    Attributes:
        number: from 1 in each ladder, without a gap.
        game: the public id of the game.
        body: what is hashed, as JSON (``games.ladders.results_register``). It names nobody.
        chain: the hash over the row before and this one, hex.
    """

    class Kind(models.TextChoices):
        RESULT = "result", _("result")
        RULING = "ruling", _("ruling")

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    at = models.DateTimeField(_("at"), default=service_time.now)
    game = models.CharField(_("game"), max_length=12)
    body = models.TextField(_("body"))
    chain = models.CharField(_("chain hash"), max_length=64)

    class Meta:
        verbose_name = _("entry of a ladder")
        verbose_name_plural = _("entries of ladders")
        ordering = ["ladder", "number"]
        constraints = [models.UniqueConstraint(fields=["ladder", "number"], name="one_ladder_entry_a_number")]

    def __str__(self) -> str:
        return f"{self.ladder_id}#{self.number}"
