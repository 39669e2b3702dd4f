"""A club's ladders and those who take part in them."""

from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models.person import Person
from accounts.time_away import read
from games.ladders.models.club import Club
from games.models.clocks import HOLD
from games.models.game import new_public_id
from sekigahara.db import service_time

LONGEST_LADDER_NAME = 60
SHOWN_DIGITS_OF_LADDER = 32
"""How many hexadecimal digits of the head of a ladder pages and mails show."""


class LadderStep(StrEnum):
    """What happens to a ladder.

    ``TURNED``: a season is over, and the next has begun. ``CHANGED``: other rules are coming.
    """

    OPENED = "opened"
    LAST_WEEK = "last-week"
    TURNED = "turned"
    CHANGED = "changed"
    CLOSED = "closed"


class Ladder(models.Model):
    """A club's competition that goes on for years, season by season. Its row is locked to change it.

    Attributes:
        format: how games come about: members ask for games and are paired, or challenge those above them.
        edition, pace, time_bank, on_time_out, hold, reaction: of its games, which are rated. Each ladder has
            a clock, or a game could stay without a result forever. Ladders begun by releases up to 0.2 have
            no reaction clock.
        holidays_count: whether the days on which people are away stop their clocks in its games, challenges
            and bids, and nobody who is away is paired or challenged.
        silence_loses: whether both players lose a game in which both are silent for long
            (``games.ladders.arbitration.silence``).
        rates_bots: whether its games between a person and a bot are rated; its table counts them either way.
        has_bidding: sides are bid for in victory points before each game; otherwise the service deals them
            out.
        season_days: the length of a season.
        hours_between: the time between two rounds of pairing. A challenge ladder has none.
        round: how many rounds there have been; on a challenge ladder, how many challenges were accepted.
        next_round_at: when the next is due; while one is paired, when another worker would take over.
        register: the head of its register, as ``NUMBER:HASH`` (``games.ladders.results_register``); empty
            before the first result.
        coming_terms: what an organiser has changed of ``changing.LaterRules``, from ``coming_at`` on; null
            for nothing.
        closed_at: from then on no game begins; running ones are played to their end.
    """

    class Format(models.TextChoices):
        FREE = "free", _("members are paired when they ask for games")
        CHALLENGE = "challenge", _("members challenge those above them")

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ladders")
    name = models.CharField(_("name"), max_length=LONGEST_LADDER_NAME)
    format = models.CharField(_("format"), max_length=10, choices=Format, default=Format.FREE)
    edition = models.CharField(_("edition"), max_length=40)
    pace = models.PositiveSmallIntegerField(_("days to answer"))
    time_bank = models.PositiveSmallIntegerField(_("days in the time bank"), null=True)
    on_time_out = models.CharField(_("when time is over"), max_length=10)
    hold = models.PositiveSmallIntegerField(_("minutes of the hold"), default=HOLD, db_default=HOLD)
    reaction = models.PositiveSmallIntegerField(_("hours to react"), null=True)
    holidays_count = models.BooleanField(_("holidays count"), default=True, db_default=True)
    silence_loses = models.BooleanField(_("silence loses"), default=False, db_default=False)
    rates_bots = models.BooleanField(_("rates bots with people"), default=True, db_default=True)
    has_bidding = models.BooleanField(_("sides are bid for"), default=False)
    season_days = models.PositiveSmallIntegerField(_("days of a season"), default=91)
    hours_between = models.PositiveSmallIntegerField(_("hours between rounds"), default=24)
    round = models.PositiveIntegerField(_("rounds"), default=0)
    next_round_at = models.DateTimeField(_("next round at"))
    register = models.CharField(
        _("head of the register"), max_length=80, blank=True, default="", db_default=""
    )
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    coming_terms = models.JSONField(_("coming settings"), null=True)
    coming_at = models.DateTimeField(_("coming settings hold from"), null=True)
    closed_at = models.DateTimeField(_("closed at"), null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="ladder_named_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def head(self) -> str:
        """The head of its register, in the short form that is shown; empty for none."""
        number, _colon, chain = self.register.partition(":")
        return f"L{number}:{chain[:SHOWN_DIGITS_OF_LADDER]}" if number else ""

    def time_away_of(self, *people: Person) -> list[str]:
        """What stops the clocks of people here, for ``playing_time``; empty if holidays do not count."""
        return [person.time_away for person in people] if self.holidays_count else []

    @property
    def between_rounds(self) -> timedelta:
        """The time between two rounds."""
        return timedelta(hours=self.hours_between)


MOST_MISSED = 2
"""A player who has missed this many check-ins gets no further games until they say that they are there."""


class Entrant(models.Model):
    """Someone who takes part in a ladder, and how many games they want at a time.

    Attributes:
        most: games at a time; 0 to pause. On a challenge ladder it is at most 1, and someone who pauses is
            not challenged.
        waiting_since: when they last began to have fewer games than they want.
        place: their place on a challenge ladder, the lowest number at the top; null elsewhere. Numbers may be
            missing; see ``stored_ranking``.
        missed: to how many games they have not checked in since they played one or said that they are there.
        left_at: when they left; null while they take part. Their games stay in the table.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="entrants")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="entries")
    most = models.PositiveSmallIntegerField(_("games at a time"), default=1)
    waiting_since = models.DateTimeField(_("waiting since"))
    place = models.PositiveIntegerField(_("place"), null=True)
    missed = models.PositiveSmallIntegerField(_("missed check-ins"), default=0, db_default=0)
    joined_at = models.DateTimeField(_("joined at"), default=service_time.now)
    left_at = models.DateTimeField(_("left at"), null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "person"], name="entrant_once")]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.ladder_id}"

    @property
    def is_absent(self) -> bool:
        """Whether no game begins for them until they say that they are there, after missed check-ins."""
        return self.missed >= MOST_MISSED

    def is_on_holiday(self, ladder: Ladder, now: datetime) -> bool:
        """Whether their holiday keeps new games away from them now."""
        return ladder.holidays_count and read(self.person.time_away).until(now) is not None

    @property
    def key(self) -> str:
        """Their name in forms and requests. The primary key would reveal how many entrants there are
        elsewhere.
        """
        return salted_hmac("ladders.entrant", str(self.pk)).hexdigest()[:16]


class LadderEntry(models.Model):
    """A row of the register of a ladder: what a game counts for, or a ruling. It is never changed or deleted.

    Attributes:
        number: from 1 in each ladder, without a gap.
        game: the public id of the game.
        body: what is hashed, as JSON (``games.ladders.results_register``). It names nobody.
        chain: the hash over the row before and this one, hex.
    """

    class Kind(models.TextChoices):
        RESULT = "result", _("result")
        RULING = "ruling", _("ruling")

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    at = models.DateTimeField(_("at"), default=service_time.now)
    game = models.CharField(_("game"), max_length=12)
    body = models.TextField(_("body"))
    chain = models.CharField(_("chain hash"), max_length=64)

    class Meta:
        ordering = ["ladder", "number"]
        constraints = [models.UniqueConstraint(fields=["ladder", "number"], name="one_ladder_entry_a_number")]

    def __str__(self) -> str:
        return f"{self.ladder_id}#{self.number}"
