from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.challenges import eligibility
from games.ladders.challenges.eligibility import State
from games.ladders.models.match import Match
from games.ladders.models.season import Season
from games.models.game import new_public_id

STATES: Final = [
    (State.UNANSWERED.value, _("not answered yet")),
    (State.ACCEPTED.value, _("accepted")),
    (State.PLAYED.value, _("played")),
    (State.DECLINED.value, _("declined")),
    (State.FORFEITED.value, _("lost without a game")),
    (State.CALLED_OFF.value, _("called off")),
]
OPEN_STATES: Final = sorted(state.value for state in eligibility.OPEN)


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
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
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

    @property
    def is_unanswered(self) -> bool:
        return self.state == State.UNANSWERED

    @property
    def plain(self) -> eligibility.Challenge:
        """This challenge as the rules in ``challenges.eligibility`` take it."""
        return eligibility.Challenge(
            challenger=self.challenger_id,
            challenged=self.challenged_id,
            made=self.made_at,
            state=State(self.state),
            ended=self.ended_at,
        )
