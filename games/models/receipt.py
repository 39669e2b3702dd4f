from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from sekigahara.db import service_time


class Receipt(models.Model):
    """The stored response to a request with an idempotency key.

    Attributes:
        key: chosen by the client.
        request: SHA-256 of the request, to refuse the same key with another request.
        answer: the response as JSON.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="receipts")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(_("idempotency key"), max_length=100)
    request = models.CharField(_("digest of the request"), max_length=64)
    answer = models.TextField(_("answer"))
    created_at = models.DateTimeField(_("created at"), default=service_time.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "person", "key"], name="one_answer_a_key"),
        ]

    def __str__(self) -> str:
        return self.key
