from django.db import models
from django.utils.translation import gettext_lazy as _


class Outage(models.Model):
    """A time that did not count, because the service was down.

    Attributes:
        since: when it began.
        until: when it ended.
        is_by_hand: whether an operator entered it. Otherwise the clock job found it.
        made_at: when deadlines were moved.
        moved: by kind, as ``games_seat.due_at``, and by the key of a row, the time before and after the move.
        undone_at: when an operator took it back; null for never.
    """

    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"))
    is_by_hand = models.BooleanField(_("entered by hand"))
    made_at = models.DateTimeField(_("made at"))
    moved = models.JSONField(_("moved"), default=dict)
    undone_at = models.DateTimeField(_("taken back at"), null=True)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        constraints = [
            models.CheckConstraint(condition=models.Q(since__lt=models.F("until")), name="outage_lasted"),
        ]

    def __str__(self) -> str:
        return f"outage {self.pk}"

    @property
    def count(self) -> int:
        """How many times it moved."""
        return sum(map(len, self.moved.values()))
