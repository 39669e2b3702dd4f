import hashlib
import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine import Side
from games.models.game import SIDE_CHOICES, Game


def new_token() -> str:
    """32 random bytes as text. Shown once; only its hash is stored."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What of a token is stored. A token is random, so one round of a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class Seat(models.Model):
    """One side of one game, and how to reach whoever plays it.

    Attributes:
        asked_at: the version in which what this seat is asked last changed. An answer made from an earlier
            view is stale; one made from a later view is not, whatever else has happened since.
        waiting_since: the version in which the game began to wait for this seat; null while it does not.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    token_hash = models.CharField(_("SHA-256 of the token"), max_length=64, unique=True)
    email = models.EmailField(_("e-mail address"))
    asked_at = models.PositiveIntegerField(_("asked at version"), default=0)
    waiting_since = models.PositiveIntegerField(_("waiting since version"), null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["game", "side"], name="one_seat_a_side"),
            models.CheckConstraint(condition=models.Q(side__in=(0, 1)), name="seat_of_a_side"),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def plays(self) -> Side:
        """The side, as the engine names it."""
        return Side(self.side)

    @property
    def reference(self) -> str:
        """The seat's name outside the database."""
        return f"{self.game.public_id}.{self.plays.label}"
