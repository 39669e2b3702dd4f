from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.side import SIDES, Side
from games.ladders.models.rating_game import RatedGame
from games.ladders.models.rating_player import Player
from games.ladders.ratings.fold import Change, Standing
from games.ladders.ratings.glicko import Rating
from games.models.game import SIDE_CHOICES


class RatingChange(models.Model):
    """What a game did to one player's rating on one ladder. Numbers are integers, as the fold stores them.

    Attributes:
        ladder: the edition, or empty for all editions together.
        at: when the game ended.
        games: how many rated games there were with it.
    """

    game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="changes")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="changes")
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    ladder = models.CharField(_("ladder"), max_length=40, blank=True)
    at = models.DateTimeField(_("at"))
    points_before = models.PositiveIntegerField(_("points before"))
    deviation_before = models.PositiveIntegerField(_("deviation before"))
    volatility_before = models.PositiveIntegerField(_("volatility before"))
    points = models.PositiveIntegerField(_("points"))
    deviation = models.PositiveIntegerField(_("deviation"))
    volatility = models.PositiveIntegerField(_("volatility"))
    games = models.PositiveIntegerField(_("rated games"))

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [
            models.UniqueConstraint(fields=["game", "player", "ladder"], name="one_change_a_ladder")
        ]
        indexes = [models.Index(fields=["player", "ladder", "-at", "-id"], name="changes_of_a_player")]

    def __str__(self) -> str:
        return f"{self.game}: {self.points_before} > {self.points}"

    @classmethod
    def of(cls, game: RatedGame, side: Side, change: Change) -> "RatingChange":
        """The row of a change."""
        before, after = change.before, change.after
        return cls(
            game=game,
            player_id=change.player,
            side=side,
            ladder=change.ladder,
            at=after.at,
            points_before=before.points,
            deviation_before=before.deviation,
            volatility_before=before.volatility,
            points=after.rating.points,
            deviation=after.rating.deviation,
            volatility=after.rating.volatility,
            games=after.games,
        )

    @property
    def change(self) -> Change:
        """This change as the fold takes it."""
        return Change(self.player_id, self.ladder, self.before, self.standing)

    @property
    def before(self) -> Rating:
        """The rating when the game ended."""
        return Rating(self.points_before, self.deviation_before, self.volatility_before)

    @property
    def standing(self) -> Standing:
        """The player's rating after it."""
        return Standing(Rating(self.points, self.deviation, self.volatility), self.games, self.at)

    @property
    def plays(self) -> Side:
        """The side, as the engine names it."""
        return SIDES[self.side]
