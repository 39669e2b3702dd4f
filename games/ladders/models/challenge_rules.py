from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.challenges.eligibility import ChallengeSettings
from games.ladders.challenges.ranking import RankingSettings
from games.ladders.models.ladder import Ladder


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
    dropped_until = models.DateTimeField(_("places taken until"))

    class Meta:
        verbose_name = _("rules of challenges")
        verbose_name_plural = _("rules of challenges")

    def __str__(self) -> str:
        return str(self.ladder)

    @property
    def of_challenges(self) -> ChallengeSettings:
        """The settings that decide who may challenge whom, for ``challenges.eligibility``."""
        return ChallengeSettings(
            reach=self.reach,
            protection=timedelta(days=self.protection),
            cooldown=timedelta(days=self.cooldown),
            same_opponent=timedelta(days=self.same_opponent),
            answer_within=timedelta(days=self.answer_within),
            free_declines=self.free_declines,
        )

    @property
    def of_ranking(self) -> RankingSettings:
        """The settings that decide how places change, as ``challenges.ranking`` takes them."""
        return RankingSettings(
            time_out_drop=self.time_out_drop,
            inactive_after=timedelta(days=self.inactive_after),
            inactive_step=timedelta(days=self.inactive_step),
            off_after=timedelta(days=self.off_after),
        )
