import hashlib
import secrets
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.chance import Grade, graded
from games.engine.side import LABELS
from games.models.clocks import HOLD
from games.models.time_out_policy import POLICIES, OnTimeOut, TimeOutPolicy
from sekigahara.db import service_time

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters that cannot be confused when an id is read out."""

SIDE_CHOICES = list(enumerate(LABELS))


def new_public_id() -> str:
    """A short random id for addresses, which does not reveal the number of games."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(10))


def no_nonces() -> list[str | None]:
    """The default nonces: none are given yet."""
    return [None, None]


class Origin(NamedTuple):
    """What the draws of a game follow from, apart from the nonces.

    Attributes:
        public_id: the id of the game.
        seed: its secret seed.
    """

    public_id: str
    seed: bytes

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed in hexadecimal."""
        return hashlib.sha256(self.seed).hexdigest()


class EditionText(models.Model):
    """The text of an edition when a game was created with it. Replays use it instead of the present file."""

    digest = models.CharField(_("digest"), max_length=64, primary_key=True, editable=False)
    text = models.TextField(_("text"))

    def __str__(self) -> str:
        return self.digest[:12]


class Game(models.Model):
    """A game: its rules and seed, and a projection of its log.

    The projection (from ``length`` to ``victory``) exists for queries and can be rebuilt from the log.

    Attributes:
        is_public: whether anybody may watch it, and see its record once it is over.
        is_rated: whether its result counts for the ratings of its players; fixed when the game is created.
        counted_at: when a finished game was counted for ratings.
        creator: who created it; null once that person is deleted.
        nonces: what East and West add to the randomness, null for a player who has not checked in; public,
            and fixed when the game begins.
        first: the side that came first, by which the order of nonces is known. Null in games that releases
            up to 0.2 began, whose records have format 1.
        nonce_hash: the hash to which that side committed before the other nonce was given; usually empty.
        sides_drawn: whether sides are drawn when the game begins. Until then they are provisional.
        writes: how often the game or its seats were written to. An optimistic write checks that it has not
            changed since the game was read.
        length: the number of entries. It is secret because it counts unseen actions.
        chain: the chain hash of the latest entry. It is secret for the same reason.
        position: the digest of the position.
        version: the number of changes that the public could see.
        changed_at: when the last of these happened.
        head_version: the version whose head is stored (``games.log.heads``). If it is not ``version``, an
            earlier release made the latest public change, and the next one stores a head.
        head_public, head_chain: the values of that head.
        register: the head of its register, as ``NUMBER:HASH`` (``games.log.seat_register``); empty in games
            that were begun without one, by earlier releases or from a position.
        dump: a cache of the position, which may be emptied at any time.
        shape: the format of ``position`` and ``dump``, which depends on the release.
        pace: how many days a side has for each decision; null without a clock.
        time_bank: how many days a side has for the whole game besides; null for none, and without a clock.
        on_time_out: the time-out policy; fixed when the game is created.
        hold: after how many minutes orders answer a separate loyalty window, so that nobody can tell from
            the moment whether there are any; 0 with a computer player, which answers at once.
        reaction: after how many hours such a window is a pass if nobody has answered; null for never.
        orders_due: whether orders still have to run before anybody is asked; a job does it at once.
        holidays_count: whether the days on which a player is away stop that player's clock; fixed when the
            game is created.
        paused_at: when the clock was paused, by an arbiter or by consent; null while it runs.
        pause_asked_by: the side that asked for a pause, until it is declined, withdrawn or over. If the clock
            is paused too, the other side has agreed.
        pause_days: how many days it asked for; null for until either side ends it.
        paused_until: when a pause by consent ends by itself; null for never.
        lesson: the name of the lesson that the game is (``games.rulebook.lessons``); empty for none.
        source: the finished game that this one continues from a moment of; null for none, or once that game
            is deleted.
        source_moment: the number of that moment, with nothing hidden; null for none.
        source_week: the week of that moment; null for none.
        frozen_at: when the game was stopped because its log and the rules disagree; null otherwise. The
            status is kept, so that the game can be resumed.
        frozen_for: the code of the reason, for the operator only.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for an opponent")
        RUNNING = "running", _("being played")
        OVER = "over", _("over")
        CALLED_OFF = "called-off", _("called off")

    # Unique by a constraint: `unique=True` costs every write on PostgreSQL an index for prefixes too.
    public_id = models.CharField(max_length=12, default=new_public_id, editable=False)
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="created_games"
    )
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.WAITING)
    is_public = models.BooleanField(_("public"), default=False)
    is_rated = models.BooleanField(_("rated"), default=False)
    counted_at = models.DateTimeField(_("counted at"), null=True)
    started_at = models.DateTimeField(_("started at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)

    edition = models.CharField(_("edition"), max_length=40)
    # No query needs the index, and every action would have to update it.
    edition_text = models.ForeignKey(
        EditionText, on_delete=models.PROTECT, related_name="games", db_index=False
    )
    revision = models.PositiveSmallIntegerField(_("ruleset revision"))
    seed = models.BinaryField(_("secret seed"), max_length=32)
    commitment = models.CharField(_("SHA-256 of the seed"), max_length=64)
    nonces = models.JSONField(_("nonces"), default=no_nonces)
    first = models.SmallIntegerField(_("side that came first"), null=True, choices=SIDE_CHOICES)
    nonce_hash = models.CharField(
        _("SHA-256 of the first nonce"), max_length=64, blank=True, default="", db_default=""
    )
    sides_drawn = models.BooleanField(_("sides are drawn"), default=False, db_default=False)

    writes = models.PositiveIntegerField(_("number of writes"), default=0)
    length = models.PositiveIntegerField(_("number of entries"), default=0)
    # The column has the name of the field in 0.2.0, whose processes may still run while this release starts.
    chain = models.BinaryField(
        _("chain hash of the latest entry"), max_length=32, default=b"", db_column="head"
    )
    position = models.CharField(_("digest of the position"), max_length=64, blank=True)
    dump = models.BinaryField(_("dump of the position"), default=b"")
    shape = models.CharField(_("shape of the position"), max_length=16, blank=True)
    version = models.PositiveIntegerField(_("number of public changes"), default=0)
    changed_at = models.DateTimeField(_("last public change"), null=True)
    head_version = models.PositiveIntegerField(_("version of the head"), default=0, db_default=0)
    head_public = models.BinaryField(
        _("public value of the head"), max_length=32, default=b"", db_default=b""
    )
    head_chain = models.BinaryField(_("chain value of the head"), max_length=32, default=b"", db_default=b"")
    register = models.CharField(
        _("head of the register"), max_length=80, blank=True, default="", db_default=""
    )
    week = models.PositiveSmallIntegerField(_("week"), default=1)
    phase = models.CharField(_("phase"), max_length=20, blank=True)
    winner = models.SmallIntegerField(_("winner"), null=True, choices=SIDE_CHOICES)
    victory = models.CharField(_("kind of victory"), max_length=40, blank=True)

    pace = models.PositiveSmallIntegerField(_("days to answer"), null=True)
    time_bank = models.PositiveSmallIntegerField(_("days in the time bank"), null=True)
    on_time_out = models.CharField(_("when time is over"), max_length=10, default=OnTimeOut.NOTHING)
    hold = models.PositiveSmallIntegerField(_("minutes of the hold"), default=HOLD, db_default=HOLD)
    reaction = models.PositiveSmallIntegerField(_("hours to react"), null=True)
    orders_due = models.BooleanField(_("orders are due"), default=False, db_default=False)
    holidays_count = models.BooleanField(_("holidays count"), default=True, db_default=True)
    paused_at = models.DateTimeField(_("clock stopped at"), null=True)
    pause_asked_by = models.SmallIntegerField(
        _("side that asked for a pause"), null=True, choices=SIDE_CHOICES
    )
    pause_days = models.PositiveSmallIntegerField(_("days of the pause"), null=True)
    paused_until = models.DateTimeField(_("clock stopped until"), null=True)

    lesson = models.CharField(_("lesson"), max_length=40, blank=True, default="", db_default="")
    # Its index is below, of the few games that have a source.
    source = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="continuations", db_index=False
    )
    source_moment = models.PositiveIntegerField(_("moment of the source"), null=True)
    source_week = models.PositiveSmallIntegerField(_("week of that moment"), null=True)

    frozen_at = models.DateTimeField(_("stopped at"), null=True)
    frozen_for = models.CharField(_("stopped because of"), max_length=40, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["public_id"], name="one_game_an_id")]
        indexes = [
            models.Index(
                fields=["-changed_at", "public_id"],
                condition=models.Q(is_public=True, status__in=("running", "over"), changed_at__isnull=False),
                name="games_to_watch",
            ),
            models.Index(
                fields=["ended_at", "public_id"],
                condition=models.Q(is_rated=True, status="over", counted_at=None),
                name="games_to_rate",
            ),
            models.Index(fields=["id"], condition=models.Q(orders_due=True), name="games_with_orders_due"),
            models.Index(
                fields=["paused_until"],
                condition=models.Q(paused_until__isnull=False),
                name="games_paused_until",
            ),
            models.Index(
                fields=["source"], condition=models.Q(source__isnull=False), name="games_with_a_source"
            ),
            models.Index(
                fields=["status", "created_at"], condition=~models.Q(status="over"), name="games_not_over"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def time_to_answer(self) -> timedelta | None:
        """How long a side has for each decision; None without a clock."""
        return None if self.pace is None else timedelta(days=self.pace)

    @property
    def time_out_policy(self) -> TimeOutPolicy:
        """The time-out policy of the game."""
        return POLICIES[OnTimeOut(self.on_time_out)]

    @property
    def grade(self) -> Grade:
        """Who could have chosen the draws; before the game begins, if all who still come give a nonce."""
        nonces = ["still to come" if nonce is None else nonce for nonce in self.nonces]
        return graded(nonces, self.nonce_hash)

    @property
    def is_to_be_drawn(self) -> bool:
        """Whether the sides of its seats are provisional, because they will be drawn."""
        return self.sides_drawn and self.started_at is None

    @property
    def begins_from_position(self) -> bool:
        """Whether it is a game for practice, which begins from the position in its first entry."""
        return bool(self.lesson) or self.source_moment is not None

    @property
    def is_paused_by_players(self) -> bool:
        """Whether its clock stands still because both players have agreed on a pause."""
        return self.paused_at is not None and self.pause_asked_by is not None

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None
