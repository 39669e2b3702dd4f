import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.side import LABELS
from games.models.edition import EditionText

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Nothing that can be mistaken for something else when an id is read out."""

SIDE_CHOICES = list(enumerate(LABELS))


def new_public_id() -> str:
    """The name a game goes by in addresses: short, and no hint of how many there are."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(10))


class Game(models.Model):
    """One campaign: the rules and the chance it is bound to, and a projection of its log.

    The projection (from ``version`` on) can be made again from the log at any time; it is there to be
    searched. The row is what is locked while an action is carried out.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    edition = models.CharField(_("edition"), max_length=40)
    edition_text = models.ForeignKey(EditionText, on_delete=models.PROTECT, related_name="games")
    revision = models.PositiveSmallIntegerField(_("ruleset revision"))
    seed = models.BinaryField(_("secret seed"), max_length=32)
    commitment = models.CharField(_("SHA-256 of the seed"), max_length=64)

    version = models.PositiveIntegerField(_("number of entries"), default=0)
    head = models.BinaryField(_("chain hash of the latest entry"), max_length=32)
    position = models.CharField(_("digest of the position"), max_length=64)
    week = models.PositiveSmallIntegerField(_("week"), default=1)
    phase = models.CharField(_("phase"), max_length=20)
    winner = models.SmallIntegerField(_("winner"), null=True, choices=SIDE_CHOICES)
    victory = models.CharField(_("kind of victory"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None
