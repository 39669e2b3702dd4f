from django.db import models
from django.utils.translation import gettext_lazy as _


class RatingFold(models.Model):
    """The one row that says how far the fold has come. Each fold locks it.

    Attributes:
        last_at: when the latest folded game ended; null before the first.
        last_game: its public id.
    """

    last_at = models.DateTimeField(_("latest end"), null=True)
    last_game = models.CharField(_("latest game"), max_length=12, blank=True)

    class Meta:
        verbose_name = _("fold of ratings")
        verbose_name_plural = _("folds of ratings")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_rating_fold")]

    def __str__(self) -> str:
        return self.last_game


class SideAdvantage(models.Model):
    """What East's rating is raised by in an edition, as the fold computed it from its games.

    Attributes:
        points: in thousandths of a point; below 0 where West is favoured.
    """

    edition = models.CharField(_("edition"), max_length=40, unique=True)
    points = models.IntegerField(_("points"))

    class Meta:
        verbose_name = _("advantage of a side")
        verbose_name_plural = _("advantages of sides")

    def __str__(self) -> str:
        return f"{self.edition}: {self.points}"
