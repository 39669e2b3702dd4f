"""The seasons of a ladder, their games and the stored lines of their tables."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.ladder import Ladder
from games.ladders.ratings.results import WIN
from games.models.game import Game


class Season(models.Model):
    """A period of a ladder with its own table. A game belongs to the season it was paired in.

    Attributes:
        number: from 1; each begins where the previous one ends.
        ends_at: from then on games are paired for the next.
        changes: how often the data of the table has changed; see ``tables.updating``.
        tabled: the value of ``changes`` that the stored table reflects.
        told: the part of its course that its players were mailed about: ``BEGUN_TOLD``, ``LAST_WEEK_TOLD``.
    """

    BEGUN_TOLD, LAST_WEEK_TOLD = 1, 2

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField(_("number"))
    begins_at = models.DateTimeField(_("begins at"))
    ends_at = models.DateTimeField(_("ends at"))
    changes = models.PositiveIntegerField(_("changes"), default=1)
    tabled = models.PositiveIntegerField(_("changes in the table"), default=0)
    told = models.PositiveSmallIntegerField(_("part that was told"), default=0, db_default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "number"], name="season_numbered_once")]

    def __str__(self) -> str:
        return f"{self.ladder} {self.number}"


class Match(models.Model):
    """A game that a ladder paired, and its result once there is one.

    Attributes:
        round: of the ladder in which it was paired.
        east, west: who was paired, even if someone else takes the seat later.
        east_halves, west_halves: the score; null while the game is running, or if it was annulled.
        victory: the kind of victory, in the game's word.
        given_east, given_west: the handicap from bidding for sides, in victory points, which counts only if
            the game is decided by points.
        is_apart: whether one player was a bot when it was paired, on a ladder that does not rate such games.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="matches")
    round = models.PositiveIntegerField(_("round"))
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="match")
    east = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    west = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    paired_at = models.DateTimeField(_("paired at"))
    ended_at = models.DateTimeField(_("ended at"), null=True)
    east_halves = models.PositiveSmallIntegerField(_("East's score in halves"), null=True)
    west_halves = models.PositiveSmallIntegerField(_("West's score in halves"), null=True)
    week = models.PositiveSmallIntegerField(_("week"), default=1)
    victory = models.CharField(_("kind of victory"), max_length=40, blank=True)
    given_east = models.PositiveSmallIntegerField(_("points given to East"), default=0)
    given_west = models.PositiveSmallIntegerField(_("points given to West"), default=0)
    is_apart = models.BooleanField(_("not rated because of a bot"), default=False, db_default=False)

    WITH_HANDICAP = models.Q(given_east__gt=0) | models.Q(given_west__gt=0)
    """Those whose result the points may turn around."""

    class Meta:
        indexes = [
            models.Index(fields=["season"], condition=models.Q(ended_at=None), name="matches_running"),
            models.Index(fields=["season", "-id"], name="matches_of_a_season"),
            models.Index(fields=["east"], name="matches_as_east"),
            models.Index(fields=["west"], name="matches_as_west"),
        ]

    def __str__(self) -> str:
        return self.game.public_id

    @property
    def winner_id(self) -> int | None:
        """Who won, of those paired; None for a tie, if both lost, and without a result."""
        if self.east_halves == WIN:
            return self.east_id
        return self.west_id if self.west_halves == WIN else None

    @property
    def handicap(self) -> tuple[int, int]:
        """Victory points given to East and to West."""
        return self.given_east, self.given_west


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
        constraints = [models.UniqueConstraint(fields=["season", "person"], name="line_once")]
        indexes = [models.Index(fields=["season", "position"], name="lines_in_order")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.place}"
