from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.ladders.models.ladder import Ladder
from sekigahara.db import service_time

MOST_MISSED = 2
"""Whoever has missed so many check-ins gets no more games until they say that they are there."""


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
    missed = models.PositiveSmallIntegerField(_("missed check-ins"), default=0)
    joined_at = models.DateTimeField(_("joined at"), default=service_time.now)
    left_at = models.DateTimeField(_("left at"), null=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints = [models.UniqueConstraint(fields=["ladder", "person"], name="entrant_once")]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.ladder_id}"

    @property
    def is_absent(self) -> bool:
        """Whether no game begins for them until they say that they are there, after missed check-ins."""
        return self.missed >= MOST_MISSED

    @property
    def key(self) -> str:
        """Their name in forms and requests. The primary key would reveal how many entrants there are
        elsewhere.
        """
        return salted_hmac("ladders.entrant", str(self.pk)).hexdigest()[:16]
