from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.club import Club
from games.models.game import Game


class ClubGame(models.Model):
    """A game that belongs to a club, whose arbiters can rule on it. This is public.

    Ladder games belong to their club from the start, like those that members create there.

    Attributes:
        head: chain hash of the latest ruling, hex; empty before the first. So the latest cannot be removed
            unnoticed.
        reported: the status last reported to the club's webhooks; empty for none.
        sleeping_told_at: when its arbiters were last notified that a win has long gone unclaimed.
        missed_told_at: when its organisers were last notified that no one is free to rule.
        readers: arbiters who know what a side hides, from questions that were deleted with their askers.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="in_club")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_games")
    head = models.CharField(_("chain hash of the latest ruling"), max_length=64, blank=True)
    reported = models.CharField(_("reported"), max_length=12, blank=True)
    sleeping_told_at = models.DateTimeField(_("told that a win goes unclaimed"), null=True)
    missed_told_at = models.DateTimeField(_("told that nobody is free to decide"), null=True)
    readers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", verbose_name=_("readers"))

    class Meta:
        verbose_name = _("game of a club")
        verbose_name_plural = _("games of clubs")
        indexes = [
            models.Index(
                fields=["reported"], condition=~models.Q(reported="over"), name="club_games_to_report"
            )
        ]

    def __str__(self) -> str:
        return self.game.public_id
