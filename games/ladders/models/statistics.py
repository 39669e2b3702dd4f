"""Summaries of finished games, for the archive and the statistics of editions."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.side import SIDES, Side
from games.ladders.statistics.tally import GamesTally
from games.models.game import SIDE_CHOICES, Game


class GameSummary(models.Model):
    """The summary of a finished public game, computed from its log once.

    The archive lists these rows, and statistics count them. A private game has none, so nothing of it can
    leak. All of it can be computed again from the games at any time.

    Attributes:
        public_id: the game's. Games that ended at the same moment are listed by it.
        ended_at, edition, week, winner, victory, is_rated: as in the game's row.
        is_contest: two people played it against each other, as far as is known: no computer player had a
            side, and no one had both.
        days: from its beginning to its end, in full days.
        actions: how many both sides took, without undone ones.
        fights: by location, how many battles and how many sieges were begun there.
        east_lost, west_lost: blocks.
        margin: victory points between the two; null where points did not decide, and for games that were
            summed up by releases up to 0.2.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="summary")
    public_id = models.CharField(_("game's id"), max_length=12, unique=True)
    ended_at = models.DateTimeField(_("ended at"))
    edition = models.CharField(_("edition"), max_length=40)
    week = models.PositiveSmallIntegerField(_("week"))
    winner = models.SmallIntegerField(_("winner"), choices=SIDE_CHOICES)
    victory = models.CharField(_("kind of victory"), max_length=40)
    is_rated = models.BooleanField(_("rated"))
    is_contest = models.BooleanField(_("between two people"))
    days = models.PositiveIntegerField(_("days"))
    actions = models.PositiveIntegerField(_("actions"))
    fights = models.JSONField(_("battles and sieges by location"))
    east_lost = models.PositiveSmallIntegerField(_("blocks East lost"))
    west_lost = models.PositiveSmallIntegerField(_("blocks West lost"))
    margin = models.PositiveSmallIntegerField(_("victory points apart"), null=True)

    class Meta:
        indexes = [
            models.Index(fields=["-ended_at", "-public_id"], name="archived_games"),
            models.Index(fields=["edition", "-ended_at", "-public_id"], name="archived_of_edition"),
            models.Index(fields=["victory", "-ended_at", "-public_id"], name="archived_of_victory"),
            models.Index(fields=["is_rated", "-ended_at", "-public_id"], name="archived_of_rated"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def won_by(self) -> Side:
        """The winner, as the engine names it."""
        return SIDES[self.winner]


class EditionTally(models.Model):
    """The sum of all game summaries of an edition, so that statistics read one row and not every game.

    Its row is locked while games are added.

    Attributes:
        is_contest: whether it counts the games between two people, or all others.
        counted: a ``GamesTally``.
    """

    edition = models.CharField(_("edition"), max_length=40)
    is_contest = models.BooleanField(_("between two people"))
    counted = models.JSONField(_("counted"), default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["edition", "is_contest"], name="one_tally_of_an_edition")
        ]

    def __str__(self) -> str:
        return self.edition

    @property
    def tally(self) -> GamesTally:
        """The counts as a ``GamesTally``."""
        return GamesTally.of(self.counted)
