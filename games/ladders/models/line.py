from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.season import Season


class Line(models.Model):
    """A player's line in the table of a season, as ``tabulating`` wrote it down; it follows from the matches.

    A page shows some of the lines, and so costs the same however many there are.

    Attributes:
        position: from 1, every line another; what the table is sorted by.
        place: from 1; those who share one have the same.
        points, wins, ties, losses: of the season.
        tie_breaks: by the word of each its value, the first to count first.
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
