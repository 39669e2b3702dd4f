from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from sekigahara.db import service_time


class Analysis(models.Model):
    """What a finished game was about, or as much of it as is found so far.

    It follows from the log. It may be deleted at any time, and is made again when somebody asks for it.

    Attributes:
        method: the version of what is rehearsed (``games.analysis.work.METHOD``).
        asked_at: when somebody asked for it.
        turn: 0 if a member asked, which goes first. Otherwise the how manieth it was that day from where the
            guest came from: so senders take turns.
        done, total: pieces of work.
        found: what is found so far (``games.analysis.work.Found``); empty once there is a result.
        result: what the game was about (``games.analysis.work.Result``); null until it is ready.
        finished_at: when it was ready, or had failed.
        failed: whether it could not be made.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="analysis")
    method = models.PositiveSmallIntegerField(_("method"))
    asked_at = models.DateTimeField(_("asked at"), default=service_time.now)
    turn = models.PositiveSmallIntegerField(_("turn"), default=0, db_default=0)
    done = models.PositiveIntegerField(_("pieces done"), default=0)
    total = models.PositiveIntegerField(_("pieces in all"), default=0)
    found = models.JSONField(_("found so far"), default=dict)
    result = models.JSONField(_("result"), null=True)
    finished_at = models.DateTimeField(_("finished at"), null=True)
    failed = models.BooleanField(_("failed"), default=False)

    class Meta:
        indexes = [
            models.Index(fields=["asked_at"], condition=models.Q(finished_at=None), name="analyses_to_make")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.done}/{self.total}"
