from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.seat import Seat


class SeatOrders(models.Model):
    """What the player of one seat has ordered in advance, encrypted (``games.engine.orders.keeping``).

    Only the services that lay and run orders read it, for the seat's own player. It moves no version, tag or
    time that anybody else sees. It is deleted when the seat gets another player, and when the game is over.

    Attributes:
        text: the orders, how far plans have come, and their latest deeds, as sealed JSON.
        version: how often the orders were changed, by the player or by running them.
    """

    # The constraint below has an index.
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="orders", db_index=False)
    text = models.TextField(_("sealed orders"), default="", blank=True)
    version = models.PositiveIntegerField(_("version of the orders"), default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat"], name="one_list_of_orders_a_seat")]

    def __str__(self) -> str:
        return f"orders of seat {self.seat_id}"


class UsualOrders(models.Model):
    """The orders with which a person begins every new game, encrypted."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="usual_orders"
    )
    text = models.TextField(_("sealed orders"), default="", blank=True)

    def __str__(self) -> str:
        return f"usual orders of person {self.pk}"
