from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.game import new_public_id


class Player(models.Model):
    """A player with a finished rated game, as ratings know them.

    The primary key is the number that results use forever. It is no key of a person: someone who was
    deleted keeps their number here, without a name, since the others' ratings rest on it.

    Attributes:
        key: the name of their page in addresses; random, so that it reveals nothing.
        person: null once that person is deleted.
        timed_out_at: when the latest time-out that counted against them ended a game.
    """

    key = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rated_as"
    )
    timed_out_at = models.DateTimeField(_("latest time-out"), null=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return gettext("someone who has left") if self.person is None else str(self.person)
