"""Players, results, ratings and side advantages, as the fold of all results reads and writes them."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.side import SIDES, Side
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.fold import RatingEffect, Standing
from games.ladders.ratings.glicko import Rating
from games.ladders.ratings.results import LOSS, TIE, WIN, GameResult
from games.models.game import SIDE_CHOICES, new_public_id


class Player(models.Model):
    """A player with a finished rated game, as ratings know them.

    The primary key is the number that results use forever. It is no key of a person: someone who was
    deleted keeps their number here, without a name, since the others' ratings rest on it.

    Attributes:
        key: the name of their page in addresses; random, so that it reveals nothing.
        person: null once that person is deleted.
        timed_out_at: when the latest time-out that counted against them ended a game.
    """

    key = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rated_as"
    )
    timed_out_at = models.DateTimeField(_("latest time-out"), null=True)

    def __str__(self) -> str:
        return gettext("someone who has left") if self.person is None else str(self.person)


HALVES = [(LOSS, _("loss")), (TIE, _("tie")), (WIN, _("win"))]
NOT_RATED_CHOICES = [(reason.value, reason.value) for reason in NotRated]


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
    void = models.CharField(
        _("counts for nobody because"), max_length=20, blank=True, choices=NOT_RATED_CHOICES
    )

    is_folded = models.BooleanField(_("worked in"), default=False)
    reason = models.CharField(_("not rated because"), max_length=20, blank=True, choices=NOT_RATED_CHOICES)
    advantage = models.IntegerField(_("East's advantage"), default=0)
    expected = models.PositiveIntegerField(_("East's expected score"), null=True)

    UNFOLDED: ClassVar[dict[str, Any]] = {"is_folded": False, "reason": "", "advantage": 0, "expected": None}
    """The second part, before the fold."""

    class Meta:
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
    def result(self) -> GameResult:
        """This result as the fold takes it."""
        return GameResult(
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
        constraints = [
            models.UniqueConstraint(fields=["game", "player", "ladder"], name="one_change_a_ladder")
        ]
        indexes = [models.Index(fields=["player", "ladder", "-at", "-id"], name="changes_of_a_player")]

    def __str__(self) -> str:
        return f"{self.game}: {self.points_before} > {self.points}"

    @classmethod
    def of(cls, game: RatedGame, side: Side, change: RatingEffect) -> "RatingChange":
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
    def change(self) -> RatingEffect:
        """This change as the fold takes it."""
        return RatingEffect(self.player_id, self.ladder, self.before, self.standing)

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
        constraints = [models.UniqueConstraint(fields=["player", "ladder"], name="one_standing_a_ladder")]
        indexes = [models.Index(fields=["ladder", "-points"], name="best_of_a_ladder")]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"

    @property
    def standing(self) -> Standing:
        """This standing as the fold takes it."""
        return Standing(Rating(self.points, self.deviation, self.volatility), self.games, self.at)


class RatingFold(models.Model):
    """The one row that says how far the fold has come. Each fold locks it.

    Attributes:
        last_at: when the latest folded game ended; null before the first.
        last_game: its public id.
    """

    last_at = models.DateTimeField(_("latest end"), null=True)
    last_game = models.CharField(_("latest game"), max_length=12, blank=True)

    class Meta:
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

    def __str__(self) -> str:
        return f"{self.edition}: {self.points}"
