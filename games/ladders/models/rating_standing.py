from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.rating_player import Player
from games.ladders.ratings.fold import Standing
from games.ladders.ratings.glicko import Rating


class RatingStanding(models.Model):
    """A player's rating on one ladder after their latest rated game there.

    Attributes:
        ladder: the edition, or empty for all editions together.
        at: when that game ended.
        settled_until: from then on the rating is provisional, if no other game comes; null where it is
            already. It follows from the others, and is stored to be searched.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")
    ladder = models.CharField(_("ladder"), max_length=40, blank=True)
    points = models.PositiveIntegerField(_("points"))
    deviation = models.PositiveIntegerField(_("deviation"))
    volatility = models.PositiveIntegerField(_("volatility"))
    games = models.PositiveIntegerField(_("rated games"))
    at = models.DateTimeField(_("at"))
    settled_until = models.DateTimeField(_("settled until"), null=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["player", "ladder"], name="one_standing_a_ladder")]
        indexes = [models.Index(fields=["ladder", "-points"], name="best_of_a_ladder")]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"

    @property
    def standing(self) -> Standing:
        """This standing as the fold takes it."""
        return Standing(Rating(self.points, self.deviation, self.volatility), self.games, self.at)
