from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.side import SIDES, Side
from games.ladders.models.ruling import Ruling
from games.models.game import SIDE_CHOICES, Game, new_public_id

LONGEST_QUESTION = 2000


class RulingRequest(models.Model):
    """A player asks the arbiters of the club for a ruling, and shows them what they see.

    Attributes:
        public_id: its name in addresses.
        side: the asker's.
        asker: the question is deleted together with this person.
        view: everything the asker saw of the game at that moment, as the API represents it.
        readers: the arbiters who read it, and so know that side's hidden information.
        answer: the ruling that answers it; null while it is open.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="ruling_requests")
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ruling_requests"
    )
    text = models.TextField(_("question"), max_length=LONGEST_QUESTION)
    view = models.JSONField(_("what the asker saw"))
    asked_at = models.DateTimeField(_("asked at"))
    readers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", verbose_name=_("read by"))
    answer = models.OneToOneField(
        Ruling, on_delete=models.PROTECT, null=True, related_name="answers", verbose_name=_("answer")
    )

    class Meta:
        verbose_name = _("request for a ruling")
        verbose_name_plural = _("requests for rulings")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "side"],
                condition=models.Q(answer__isnull=True),
                name="one_open_question_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def asks(self) -> Side:
        """The side, as the engine names it."""
        return SIDES[self.side]
