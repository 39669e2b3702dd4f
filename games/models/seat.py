from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import SIDES, Side
from games.models.game import SIDE_CHOICES, Game


class Seat(models.Model):
    """One side of one game, and who plays it: a person, a computer player, or nobody yet.

    Attributes:
        computer: the computer player's name; empty for people.
        version: the number of changes this seat could see. Every version that a seat is shown or sends is
            this one.
        changed_at: when the last of them happened.
        asked_at: the version in which the seat's pending decision last changed. An answer made from an
            earlier view is stale; one made from a later view is not, whatever else has happened since.
        asked: the word of its pending decision; empty while it has none.
        waiting_since: when the game began to wait for this seat; null while it does not.
        due_at: its deadline; null while the game does not wait, or has no clock.
        is_reminded: its player was reminded that their time runs out.
        is_overdue_told: the opponent was told that it has.
        extensions: how often the opponent has given it more time.
        told_at: the version that the last mail told its player of.
        looked_at: the latest version its player has seen. The next mail is sent only after it has reached
            ``told_at``.
        can_undo: whether it has an action that may be taken back.
        links_after: turn links made before are void.
    """

    # The constraint below has an index that begins with it.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="seats"
    )
    computer = models.CharField(_("computer player"), max_length=40, blank=True)
    version = models.PositiveIntegerField(_("number of visible changes"), default=0)
    changed_at = models.DateTimeField(_("last visible change"), null=True)
    asked_at = models.PositiveIntegerField(_("asked at version"), default=0)
    asked = models.CharField(_("decision asked"), max_length=20, blank=True)
    waiting_since = models.DateTimeField(_("waiting since"), null=True)
    due_at = models.DateTimeField(_("due at"), null=True)
    is_reminded = models.BooleanField(_("reminded"), default=False)
    is_overdue_told = models.BooleanField(_("opponent told that time is over"), default=False)
    extensions = models.PositiveSmallIntegerField(_("extensions"), default=0)
    told_at = models.PositiveIntegerField(_("told at version"), default=0)
    looked_at = models.PositiveIntegerField(_("looked at version"), default=0)
    can_undo = models.BooleanField(_("can undo"), default=False)
    links_after = models.DateTimeField(_("links after"), null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["game", "side"], name="one_seat_a_side"),
            models.CheckConstraint(condition=models.Q(side__in=(0, 1)), name="seat_of_a_side"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="seats_due"),
            models.Index(fields=["computer"], condition=~models.Q(computer=""), name="computer_seats"),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def plays(self) -> Side:
        """The side, as the engine names it."""
        return SIDES[self.side]

    @property
    def reference(self) -> str:
        """The seat's name outside the database."""
        return f"{self.game.public_id}.{self.plays.label}"

    def move_deadline(self, since: datetime, until: datetime) -> None:
        """Move the deadline by the time that the clock stood still while the game waited."""
        if self.due_at is not None and self.waiting_since is not None:
            self.due_at += until - max(since, self.waiting_since)

    @property
    def is_taken(self) -> bool:
        """Whether anybody plays it."""
        return bool(self.computer) or self.player_id is not None

    @property
    def played_by(self) -> str:
        """The name of its player as everybody sees it: never an address.

        It is the side's name where the player is unknown: deleted by now, or from a game played elsewhere.
        """
        if self.computer:
            return gettext("%(name)s (computer)") % {"name": self.computer}
        if self.player is not None:
            return str(self.player)
        if not self.game.length:
            return gettext("nobody")
        return gettext("East") if self.plays == Side.EAST else gettext("West")
