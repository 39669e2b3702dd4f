"""Challenges on a ladder, and a club's settings for them."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.person import Person
from games.ladders.challenges import eligibility
from games.ladders.challenges.eligibility import State
from games.ladders.challenges.terms import ChallengeTerms
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match, Season
from games.models.game import new_public_id


class ChallengeRules(models.Model):
    """A club's settings for challenges on one of its ladders. Spans are days.

    Attributes:
        reach: how many places above their own a player may challenge.
        protection: how long a player cannot be challenged again, after a challenge and after its game.
        cooldown: the time between two challenges of one challenger.
        same_opponent: how long two players wait after a challenge between them ended.
        answer_within: the time to accept or decline.
        free_declines: how many a season cost nothing.
        time_out_drop: how many places a loss on time costs beyond the loss.
        inactive_after: after so long without playing the first place is lost.
        inactive_step: the time to each further place lost.
        off_after: after so long without playing a player is removed from the ranking.
        enters_by_rating: whether newcomers begin at the place of their rating; on ladders begun by releases
            up to 0.2, at the bottom.
        dropped_until: the time up to which drops for inactivity have been carried out.
    """

    ladder = models.OneToOneField(Ladder, on_delete=models.CASCADE, related_name="challenge_rules")
    reach = models.PositiveSmallIntegerField(_("places above that may be challenged"))
    protection = models.PositiveSmallIntegerField(_("days of protection"))
    cooldown = models.PositiveSmallIntegerField(_("days between challenges"))
    same_opponent = models.PositiveSmallIntegerField(_("days between challenges of the same two"))
    answer_within = models.PositiveSmallIntegerField(_("days to accept or decline"))
    free_declines = models.PositiveSmallIntegerField(_("free declines a season"))
    time_out_drop = models.PositiveSmallIntegerField(_("places lost on time"))
    inactive_after = models.PositiveSmallIntegerField(_("days until the first place is lost"))
    inactive_step = models.PositiveSmallIntegerField(_("days until each further one"))
    off_after = models.PositiveSmallIntegerField(_("days until one is taken off"))
    enters_by_rating = models.BooleanField(
        _("begins at the place of a rating"), default=False, db_default=False
    )
    dropped_until = models.DateTimeField(_("places taken until"))

    def __str__(self) -> str:
        return str(self.ladder)

    @property
    def terms(self) -> ChallengeTerms:
        """What the club has chosen, as ``challenges.eligibility`` and ``challenges.ranking`` take it."""
        return ChallengeTerms(*(getattr(self, name) for name in ChallengeTerms._fields))


STATES: Final = [
    (State.UNANSWERED.value, _("not answered yet")),
    (State.ACCEPTED.value, _("accepted")),
    (State.PLAYED.value, _("played")),
    (State.DECLINED.value, _("declined")),
    (State.FORFEITED.value, _("lost without a game")),
    (State.CALLED_OFF.value, _("called off")),
]
OPEN_STATES: Final = sorted(state.value for state in eligibility.OPEN_CHALLENGE_STATES)


class Challenge(models.Model):
    """A challenge by one member of a ladder to another who was above them.

    Attributes:
        public_id: its name in addresses.
        season: that it was made in; declining it counts for that season.
        made_at: when.
        answer_by: the deadline to accept or decline; extended by outages.
        answered_at: when the challenged player answered; null if they did not.
        state: see ``eligibility.State``. A forfeit is always the challenged player's.
        ended_at: when it stopped being open. Results change the ranking in this order.
        is_reminded: the challenged player was reminded.
        match: its game, once it has begun.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    challenged = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(_("made at"))
    answer_by = models.DateTimeField(_("to be answered by"))
    answered_at = models.DateTimeField(_("answered at"), null=True)
    state = models.CharField(_("state"), max_length=10, choices=STATES, default=State.UNANSWERED.value)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    is_reminded = models.BooleanField(_("reminded"), default=False)
    match = models.OneToOneField(Match, on_delete=models.CASCADE, null=True, related_name="challenge")

    OPEN = models.Q(ended_at=None)
    UNANSWERED = models.Q(state=State.UNANSWERED.value)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ended_at=None, state__in=OPEN_STATES)
                | (models.Q(ended_at__isnull=False) & ~models.Q(state__in=OPEN_STATES)),
                name="challenge_open_or_ended",
            ),
        ]
        indexes = [
            models.Index(fields=["season", "ended_at"], name="challenges_of_a_season"),
            models.Index(
                fields=["answer_by"],
                condition=models.Q(state=State.UNANSWERED.value),
                name="challenges_unanswered",
            ),
            models.Index(fields=["challenger"], name="challenges_made"),
            models.Index(fields=["challenged"], name="challenges_received"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_open(self) -> bool:
        return self.ended_at is None

    def opponent_of(self, person: Person) -> Person:
        """The other one of the two players."""
        return self.challenged if person.pk == self.challenger_id else self.challenger

    @property
    def is_unanswered(self) -> bool:
        return self.state == State.UNANSWERED

    @property
    def plain(self) -> eligibility.PlainChallenge:
        """This challenge as the rules in ``challenges.eligibility`` take it."""
        return eligibility.PlainChallenge(
            challenger=self.challenger_id,
            challenged=self.challenged_id,
            made=self.made_at,
            state=State(self.state),
            ended=self.ended_at,
        )
