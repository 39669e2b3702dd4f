from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import SIDES, Side
from games.models import playing_time
from games.models.game import SIDE_CHOICES, Game
from sekigahara.db import service_time

LONGEST_NOTE = 500


def key_of_computer(name: str) -> str:
    """The public key of a computer player."""
    return f"computer-{name}"


class Tempo(models.IntegerChoices):
    """How a player plays in time: in what time three of four answers by hand came.

    It is so coarse that neither orders nor hours of sleep can be read from it.
    """

    UNKNOWN = 0, _("unknown")
    SAME_DAY = 1, _("same day")
    TWO_DAYS = 2, _("two days")
    SLOWER = 3, _("slower")


class Seat(models.Model):
    """One side of a game and its player: a person, a computer player, or nobody yet.

    Attributes:
        computer: the name of the computer player; empty for people.
        version: the number of changes that this side could see. All versions in pages, the API and requests
            of the seat are this number.
        changed_at: when the last of these changes happened.
        asked_at: the version at which the pending decision last changed. An action based on an earlier
            version is stale; one based on a later version is not.
        asked: the pending decision; empty for none.
        waiting_since: when the game began to wait for the seat; null while it does not.
        due_at: the deadline; null while the game does not wait, or without a clock.
        held_until: when orders, if there are any, answer the separate loyalty window that the seat is asked;
            null once that was looked at. It is the same whether or not there are orders.
        lapses_at: when that window is a pass, because nobody answered (the reaction clock).
        bank_left: how many seconds the time bank held when the decision was asked; null before the first one,
            and for no time bank. The deadline includes it.
        is_reminded: whether the player was reminded of the deadline.
        is_overdue_told: whether the opponent was notified that the deadline has passed.
        extensions: how often the opponent has given more time.
        told_at: the version at which the player was last notified.
        looked_at: the latest version that the player has seen. No notification is sent before it reaches
            ``told_at``.
        can_undo: whether the player can undo an action.
        links_after: turn links made before this time are revoked.
        thinks_until: until when no other worker thinks for the computer player; null while none does.
        thinks_after: when the computer player goes on, because its budget was used up; null otherwise.
        thought_at: the version at which a worker last began a thought for the computer player.
        thoughts: how many thoughts were begun at that version. All but the last came to nothing.
        thought: the action that a thought at that version has chosen, as JSON; empty for none.
        acts_at: when the computer player takes it; null for none.
        away: the player's ``time_away`` as it was read with the seat by one statement; None where it was not.
        tempo: how its player answered, computed once the game is over; null before.
        shares_presence: whether the opponent may see that the player has the page open, if both agree.
        messages: how many messages the players have written to each other.
        messages_seen: the number of the last one that was shown to the player.
        mutes_messages: whether the player wants to see none of the other's in this game.
        shares_diary: whether the player agrees that the diaries of a game that is over are shown.
        take_back_asked: the version at which the player last asked to take their latest action back; 0 for
            never. They ask as long as it is the present version.
    """

    away: str | None = None

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
    held_until = models.DateTimeField(_("held until"), null=True)
    lapses_at = models.DateTimeField(_("lapses at"), null=True)
    bank_left = models.PositiveIntegerField(_("seconds left in the time bank"), null=True)
    is_reminded = models.BooleanField(_("reminded"), default=False)
    is_overdue_told = models.BooleanField(_("opponent told that time is over"), default=False)
    extensions = models.PositiveSmallIntegerField(_("extensions"), default=0)
    told_at = models.PositiveIntegerField(_("told at version"), default=0)
    looked_at = models.PositiveIntegerField(_("looked at version"), default=0)
    can_undo = models.BooleanField(_("can undo"), default=False)
    links_after = models.DateTimeField(_("links after"), null=True)
    shares_presence = models.BooleanField(_("shares presence"), default=False, db_default=False)

    messages = models.PositiveIntegerField(_("messages"), default=0, db_default=0)
    messages_seen = models.PositiveIntegerField(_("messages seen"), default=0, db_default=0)
    mutes_messages = models.BooleanField(_("mutes messages"), default=False, db_default=False)
    shares_diary = models.BooleanField(_("shares diary"), default=False, db_default=False)

    take_back_asked = models.PositiveIntegerField(_("asked to take back at version"), default=0, db_default=0)

    tempo = models.PositiveSmallIntegerField(_("tempo"), null=True, choices=Tempo)

    thinks_until = models.DateTimeField(_("thinks until"), null=True)
    thinks_after = models.DateTimeField(_("thinks after"), null=True)
    thought_at = models.PositiveIntegerField(_("thought at version"), default=0, db_default=0)
    thoughts = models.PositiveSmallIntegerField(_("thoughts at that version"), default=0, db_default=0)
    thought = models.TextField(_("thought"), blank=True, default="", db_default="")
    acts_at = models.DateTimeField(_("acts at"), null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "side"], name="one_seat_a_side"),
            models.CheckConstraint(condition=models.Q(side__in=(0, 1)), name="seat_of_a_side"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="seats_due"),
            models.Index(
                fields=["held_until"], condition=models.Q(held_until__isnull=False), name="seats_held"
            ),
            models.Index(
                fields=["lapses_at"], condition=models.Q(lapses_at__isnull=False), name="seats_lapsing"
            ),
            models.Index(fields=["id"], condition=models.Q(tempo=None), name="seats_without_tempo"),
            models.Index(fields=["computer"], condition=~models.Q(computer=""), name="computer_seats"),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def plays(self) -> Side:
        """The side, as a value of the engine."""
        return SIDES[self.side]

    @property
    def reference(self) -> str:
        """The public id of the seat, as ``GAME.SIDE``."""
        return f"{self.game.public_id}.{self.plays.label}"

    _beside: "Seat | None" = None

    def sit_beside(self, other: "Seat") -> None:
        """Keep the other seat, which was read with its player by the same statement, for ``opposite``."""
        self._beside = other

    def opposite(self) -> "Seat":
        """The other seat of the game, with its player: read now, unless it was read with this one."""
        if self._beside is not None:
            return self._beside
        other = Seat.objects.select_related("player").get(game=self.game_id, side=self.plays.enemy)
        other.game = self.game
        return other

    def resume_deadlines(self, stopped_at: datetime) -> None:
        """Extend the deadlines by the time for which the clock was stopped while the game waited.

        The caller saves them.
        """
        if self.waiting_since is None:
            return
        now, begun, away = service_time.now(), self.waiting_since, self.time_away
        since = max(stopped_at, begun)
        if self.due_at is not None:
            self.due_at = playing_time.moved(self.due_at, since, now, begun, [away])
        if self.lapses_at is not None:
            self.lapses_at = playing_time.moved(self.lapses_at, since, now, begun, [away])

    @property
    def answer_by(self) -> datetime | None:
        """The deadline, or the time after which silence is a pass; None for neither."""
        return self.lapses_at or self.due_at

    @property
    def bank_included(self) -> timedelta:
        """What of the time until the deadline is the time bank's."""
        return timedelta(seconds=self.bank_left or 0) if self.due_at is not None else timedelta()

    @property
    def time_away(self) -> str:
        """What stops the clock of its player in this game, for ``playing_time``; empty for nothing."""
        if self.player_id is None or not self.game.holidays_count:
            return ""
        if self.away is None or Seat.player.is_cached(self):
            return "" if self.player is None else self.player.time_away
        return self.away

    @property
    def is_taken(self) -> bool:
        """Whether it has a player."""
        return bool(self.computer) or self.player_id is not None

    @property
    def player_key(self) -> str | None:
        """The public key of the player; None for somebody unknown, and for nobody.

        That of a computer player is made of its name. No person can have it, because of the hyphen.
        """
        if self.computer:
            return key_of_computer(self.computer)
        return None if self.player is None else self.player.public_key

    @property
    def played_by(self) -> str:
        """The public name of the player, never an address.

        If the player is unknown, because they were deleted or the game was imported, it is the name of the
        side.
        """
        if self.computer:
            return gettext("%(name)s (computer)") % {"name": self.computer}
        if self.player is not None:
            return str(self.player)
        if not self.game.length:
            return gettext("nobody")
        return gettext("East") if self.plays == Side.EAST else gettext("West")


class Invitation(models.Model):
    """An invitation of a person to a seat. It is kept when the game is called off, as an explanation.

    Attributes:
        person: who is invited.
        declined_at: when they declined; null before. A person who accepts becomes the player of the seat.
        note: what the creator of the game writes to them, on one line; empty for nothing, and once the
            invitation is answered or called off.
        by_name: whether the creator knows them by name or key, and so is never told their address.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="invitation")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    declined_at = models.DateTimeField(_("declined at"), null=True)
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True, default="", db_default="")
    by_name = models.BooleanField(_("by name"), default=False, db_default=False)

    def __str__(self) -> str:
        return str(self.seat)

    @property
    def called(self) -> str:
        """What the creator knows the invited person as: their name, or the address they were invited at."""
        return str(self.person) if self.by_name else self.person.email
