"""The search for somebody who takes over a seat, among those who are willing to."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.side import SIDES, Side
from games.ladders.models.ruling import LONGEST_RULING_REASON
from games.models.game import SIDE_CHOICES, Game, new_public_id


class StandInSearch(models.Model):
    """Stand-ins are asked in turn to take a seat. The row is deleted when one does, or nobody is left.

    Attributes:
        public_id: its name in forms, and the nonce of the ruling that it leads to.
        arbiter: who began it, and rules once somebody takes the seat.
        reason: of that ruling.
        begun_at: when it began.
        person: who is asked now; null if they have left, until the next is asked.
        due_at: until when they can answer.
        asked: everybody who was asked, and so is not asked again.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="stand_in_searches")
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    arbiter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.TextField(_("reason"), max_length=LONGEST_RULING_REASON)
    begun_at = models.DateTimeField(_("begun at"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    due_at = models.DateTimeField(_("due at"), db_index=True)
    asked = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", verbose_name=_("asked"))

    class Meta:
        verbose_name = _("search for a stand-in")
        verbose_name_plural = _("searches for stand-ins")
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="one_search_a_seat")]

    def __str__(self) -> str:
        return self.public_id

    @property
    def plays(self) -> Side:
        """The side, as a value of the engine."""
        return SIDES[self.side]
