from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import SIDE_CHOICES, Game
from sekigahara.db import service_time


class Entry(models.Model):
    """An action or a draw. It is never changed or deleted; only services read or append entries.

    It names a side, never a person, and has no free text, so that people can be deleted without changing it.

    Attributes:
        seq: from 1, without a gap.
        side: who acted; null for chance.
        body: exactly the text whose bytes are hashed.
        salt: prevents guessing the body from its hash; secret until the game is over.
        chain: hash over the previous entry's chain and this entry (see ``games.log.record``).
        by_order: the kind of order that took the action (``games.engine.orders``); empty if nobody had
            ordered it. It is not hashed, and only the side itself sees it before the game is over.
        change: what this entry, and preceding entries without a change, changed in the position
            (``engine.changes``). It is a cache: if it is missing or wrong, the entries are replayed.
    """

    # The constraint below has an index that begins with it.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField(_("number"))
    side = models.SmallIntegerField(_("side"), null=True, choices=SIDE_CHOICES)
    body = models.TextField(_("body"))
    salt = models.BinaryField(_("salt"), max_length=16)
    chain = models.BinaryField(_("chain hash"), max_length=32)
    by_order = models.CharField(_("by order"), max_length=12, blank=True, default="", db_default="")
    change = models.BinaryField(_("change"), null=True)
    created_at = models.DateTimeField(_("created at"), default=service_time.now)

    class Meta:
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_entry_a_number"),
            models.CheckConstraint(
                condition=models.Q(side__isnull=True) | models.Q(side__in=(0, 1)), name="entry_of_a_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq}"
