from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.side import SIDES, Side
from games.ladders.models.rating_player import Player
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.results import LOSS, TIE, WIN, Result

HALVES = [(LOSS, _("loss")), (TIE, _("tie")), (WIN, _("win"))]
REASONS = [(reason.value, reason.value) for reason in NotRated]


class RatedGame(models.Model):
    """How a rated game ended, and what the fold of all results made of it.

    The first part is written once, and changed only by an arbiter's ruling. The second, from ``is_folded``
    on, follows from the first parts of all rows, and can be computed again at any time.

    Attributes:
        game: its public id. It orders results of the same moment; ids are of digits and small letters, which
            every database sorts alike.
        east, west: the players, as numbers that outlive the persons.
        east_halves, west_halves: the score.
        week: of the campaign, when it ended.
        void: why arbiters have decided that it counts for nobody; else empty.
        is_folded: it has been folded into the ratings.
        reason: why it does not count; empty where it does.
        advantage: what East's rating was raised by in it, in thousandths of a point.
        expected: what East was expected to score, in millionths of a win; null where it does not count.
    """

    game = models.CharField(_("game"), max_length=12, unique=True)
    finished_at = models.DateTimeField(_("finished at"))
    edition = models.CharField(_("edition"), max_length=40)
    east = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    west = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    east_halves = models.PositiveSmallIntegerField(_("East's score in halves"), choices=HALVES)
    west_halves = models.PositiveSmallIntegerField(_("West's score in halves"), choices=HALVES)
    week = models.PositiveSmallIntegerField(_("week"))
    victory = models.CharField(_("kind of victory"), max_length=40)
    void = models.CharField(_("counts for nobody because"), max_length=20, blank=True, choices=REASONS)

    is_folded = models.BooleanField(_("worked in"), default=False)
    reason = models.CharField(_("not rated because"), max_length=20, blank=True, choices=REASONS)
    advantage = models.IntegerField(_("East's advantage"), default=0)
    expected = models.PositiveIntegerField(_("East's expected score"), null=True)

    UNFOLDED: ClassVar[dict[str, Any]] = {"is_folded": False, "reason": "", "advantage": 0, "expected": None}
    """The second part, before the fold."""

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")
        indexes = [
            models.Index(fields=["finished_at", "game"], name="rated_games_in_order"),
            models.Index(
                fields=["finished_at", "game"], condition=models.Q(is_folded=False), name="rated_games_due"
            ),
            models.Index(fields=["east", "-finished_at"], name="rated_games_as_east"),
            models.Index(fields=["west", "-finished_at"], name="rated_games_as_west"),
        ]

    def __str__(self) -> str:
        return self.game

    @property
    def result(self) -> Result:
        """This result as the fold takes it."""
        return Result(
            self.game,
            self.finished_at,
            self.edition,
            (self.east_id, self.west_id),
            (self.east_halves, self.west_halves),
            self.week,
            self.victory,
            self.void,
        )

    @property
    def players(self) -> tuple[Player | None, Player | None]:
        """East's and West's."""
        return self.east, self.west

    def side_of(self, number: int) -> Side:
        """Which side a player of the game had."""
        return next(side for side in SIDES if self.result.players[side] == number)
