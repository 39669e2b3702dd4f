from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Receipt(models.Model):
    """The answer to a request with an idempotency key, given again when the request is repeated.

    Attributes:
        key: the client's own word for the request.
        request: SHA-256 of what was asked. The same key with something else in it is a mistake.
        answer: as JSON.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="receipts")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(_("idempotency key"), max_length=100)
    request = models.CharField(_("digest of the request"), max_length=64)
    answer = models.TextField(_("answer"))
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("receipt")
        verbose_name_plural = _("receipts")
        constraints = [
            models.UniqueConstraint(fields=["game", "person", "key"], name="one_answer_a_key"),
        ]

    def __str__(self) -> str:
        return self.key
