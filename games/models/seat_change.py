from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import SIDE_CHOICES, Game


class SeatChange(models.Model):
    """A row of the register of a game: somebody got a seat, or has left. It is never changed or deleted.

    It names nobody to those who cannot open its seal (``games.log.seat_register``), so that people can be
    forgotten without changing it.

    Attributes:
        number: from 1 in each game, without a gap.
        person: whose key is sealed. Not a constraint, since a guest who was kept is deleted.
        computer: the name of a computer player; empty for people.
        seal: the hash of the key of the player and of what opens it, hex.
        chain: the hash over the row before and this one, hex.
    """

    class Kind(models.TextChoices):
        SEATED = "seated", _("has the seat from the beginning")
        KEPT = "kept", _("is the guest who had it, with an address now")
        SUBSTITUTE = "substitute", _("takes the seat over")
        LEFT = "left", _("has closed their account")

    # The constraint below has an index that begins with it.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seat_changes", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    kind = models.CharField(_("what happened"), max_length=10, choices=Kind)
    at = models.DateTimeField(_("at"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="seat_changes",
        db_constraint=False,
    )
    computer = models.CharField(_("computer player"), max_length=40, blank=True)
    seal = models.CharField(_("seal"), max_length=64)
    chain = models.CharField(_("chain hash"), max_length=64)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_change_a_number"),
            models.CheckConstraint(condition=models.Q(side__in=(0, 1)), name="seat_change_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.number}"
