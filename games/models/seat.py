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
        version: the number of changes this seat could see. Every version a seat is told or names is this one.
        changed_at: when the last of them happened.
        asked_at: the version in which what this seat is asked last changed. An answer made from an earlier
            view is stale; one made from a later view is not, whatever else has happened since.
        asked: the word of the decision it is asked; empty while it is asked nothing.
        waiting_since: when the game began to wait for this seat; null while it does not.
        due_at: when its player should have answered; null while the game does not wait, or has no pace.
        is_reminded: they were told that their time runs out.
        is_overdue_told: their opponent was told that it has.
        extensions: how often the opponent has given them more.
        told_at: the version of the last mail that told its player so.
        looked_at: the latest version its player has seen. No other mail goes out before it
            has reached ``told_at``.
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
        """Move the deadline on by as much of a time in which the clock stood as the game waited."""
        if self.due_at is not None and self.waiting_since is not None:
            self.due_at += until - max(since, self.waiting_since)

    @property
    def is_taken(self) -> bool:
        """Whether anybody plays it."""
        return bool(self.computer) or self.player_id is not None

    @property
    def played_by(self) -> str:
        """Who plays it, as everybody is told: never an address.

        It is the side itself where that is not known: who played is forgotten by now, or played elsewhere.
        """
        if self.computer:
            return gettext("%(name)s (computer)") % {"name": self.computer}
        if self.player is not None:
            return str(self.player)
        if not self.game.length:
            return gettext("nobody")
        return gettext("East") if self.plays == Side.EAST else gettext("West")
