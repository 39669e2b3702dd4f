"""The games to which a person can limit a webhook. The setting ``WEBHOOK_TOPICS`` names the function."""

from django.utils.translation import gettext as _

from games.models.game import Game
from games.models.seat import Seat
from notifications.webhooks.event_types import Topic

MOST_TOPICS = 200


def running_games(person_id: int) -> list[Topic]:
    """The games a person plays, the newest first.

    Args:
        person_id: of the person.
    """
    seats = Seat.objects.select_related("game").filter(player=person_id)
    running = seats.filter(game__status__in=[Game.Status.WAITING, Game.Status.RUNNING])
    found: dict[str, Topic] = {}
    for seat in running.order_by("-game__created_at", "side")[:MOST_TOPICS]:
        name = seat.game.public_id
        title = _("%(game)s, begun as %(side)s") % {"game": name, "side": seat.plays.label.title()}
        if seat.game.is_to_be_drawn:
            title = _("%(game)s, whose sides are not drawn yet") % {"game": name}
        found.setdefault(name, Topic(name, title))
    return list(found.values())
