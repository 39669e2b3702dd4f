import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.side import LABELS
from games.models.edition import EditionText
from games.models.time_out_policy import POLICIES, OnTimeOut, TimeOutPolicy

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Nothing that can be mistaken for something else when an id is read out."""

PACES = (1, 2, 3, 7)
"""Days, of which a game's pace is one."""

SIDE_CHOICES = list(enumerate(LABELS))


def new_public_id() -> str:
    """A random name for a game in addresses: short, and without a hint of how many there are."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(10))


def no_nonces() -> list[str]:
    """The nonces of a game to which neither side has added any."""
    return ["", ""]


class Game(models.Model):
    """One campaign: the rules and the chance it is bound to, and a projection of its log.

    The projection (from ``length`` to ``victory``) can be made again from the log at any time; it is there to
    be searched.

    Attributes:
        is_public: anybody may watch it, and look at its record when it is over.
        is_rated: its result moves the ratings of its two players. Announced when the game is made, and fixed.
        counted_at: when a finished one was taken into the ratings.
        creator: who made it; null once that person is deleted.
        nonces: what East and West add to the derivation of chance; public, and fixed when the game begins.
        writes: how often the game or one of its seats was written to. Who has read the game writes to it only
            if nobody else has done so since.
        length: the number of entries. Secret: it counts what was done unseen.
        version: the number of changes the public could see.
        changed_at: when the last of them happened.
        dump: the position itself, so that the log need not be read; it may be emptied at any time.
        shape: of positions in the release that wrote digest and dump; those of another shape have others.
        pace: how many days a side has for each decision; null without a clock.
        on_time_out: what follows a time-out. Announced when the game is made, and fixed.
        paused_at: when an arbiter stopped the clock; null while it runs.
        frozen_at: when the game was suspended because its log and the rules no longer agreed; null while it
            goes on. It is no status: the status follows from the log, and counts again once the two agree.
        frozen_for: the code of what was found; for the operator, never shown to a player.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for an opponent")
        RUNNING = "running", _("being played")
        OVER = "over", _("over")
        CALLED_OFF = "called-off", _("called off")

    # Unique by a constraint: `unique=True` costs every write on PostgreSQL an index for prefixes too.
    public_id = models.CharField(max_length=12, default=new_public_id, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
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
    # Nobody looks for the games of a text, and each action would change the index.
    edition_text = models.ForeignKey(
        EditionText, on_delete=models.PROTECT, related_name="games", db_index=False
    )
    revision = models.PositiveSmallIntegerField(_("ruleset revision"))
    seed = models.BinaryField(_("secret seed"), max_length=32)
    commitment = models.CharField(_("SHA-256 of the seed"), max_length=64)
    nonces = models.JSONField(_("nonces"), default=no_nonces)

    writes = models.PositiveIntegerField(_("number of writes"), default=0)
    length = models.PositiveIntegerField(_("number of entries"), default=0)
    head = models.BinaryField(_("chain hash of the latest entry"), max_length=32, default=b"")
    position = models.CharField(_("digest of the position"), max_length=64, blank=True)
    dump = models.BinaryField(_("dump of the position"), default=b"")
    shape = models.CharField(_("shape of the position"), max_length=16, blank=True)
    version = models.PositiveIntegerField(_("number of public changes"), default=0)
    changed_at = models.DateTimeField(_("last public change"), null=True)
    week = models.PositiveSmallIntegerField(_("week"), default=1)
    phase = models.CharField(_("phase"), max_length=20, blank=True)
    winner = models.SmallIntegerField(_("winner"), null=True, choices=SIDE_CHOICES)
    victory = models.CharField(_("kind of victory"), max_length=40, blank=True)

    pace = models.PositiveSmallIntegerField(_("days to answer"), null=True)
    on_time_out = models.CharField(_("when time is over"), max_length=10, default=OnTimeOut.NOTHING)
    paused_at = models.DateTimeField(_("clock stopped at"), null=True)

    frozen_at = models.DateTimeField(_("stopped at"), null=True)
    frozen_for = models.CharField(_("stopped because of"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
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
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def time_to_answer(self) -> timedelta | None:
        """How long a side has for each decision; None without a clock."""
        return None if self.pace is None else timedelta(days=self.pace)

    @property
    def time_out_policy(self) -> TimeOutPolicy:
        """What follows when somebody does not answer in time, as it was agreed."""
        return POLICIES[OnTimeOut(self.on_time_out)]

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None
