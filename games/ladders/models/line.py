from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.season import Season


class Line(models.Model):
    """A player's line in the table of a season, as ``tables.updating`` stored it; it follows from the
    matches.

    A page shows some of the lines, so its cost does not depend on their number.

    Attributes:
        position: from 1, unique; the table is sorted by it.
        place: from 1; those who share one have the same.
        points, wins, ties, losses: of the season.
        tie_breaks: the value of each tie-break by its word, the first to count first.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="lines")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField(_("position"))
    place = models.PositiveIntegerField(_("place"))
    points = models.IntegerField(_("points"))
    wins = models.PositiveIntegerField(_("wins"))
    ties = models.PositiveIntegerField(_("ties"))
    losses = models.PositiveIntegerField(_("losses"))
    tie_breaks = models.JSONField(_("tie-breaks"))

    class Meta:
        verbose_name = _("line of a table")
        verbose_name_plural = _("lines of tables")
        constraints = [models.UniqueConstraint(fields=["season", "person"], name="line_once")]
        indexes = [models.Index(fields=["season", "position"], name="lines_in_order")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.place}"
