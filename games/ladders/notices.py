"""The notification of any ladder that a player has missed check-ins, and gets no further games for now."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ladders.clubs.webhook_events import url
from games.ladders.models.ladder import Entrant
from games.ladders.settling import ABSENT
from notifications.letters import letter
from notifications.registry import Kind, Message, register


def absent(public_id: str, occasion: str) -> Message | None:
    """Compose the mail to somebody who has missed check-ins; None if they are there again.

    Args:
        public_id: the ladder's.
        occasion: the id of the entrant.
    """
    entrants = Entrant.objects.select_related("ladder", "person").filter(ladder__public_id=public_id)
    entrant = entrants.filter(pk=int(occasion.partition(".")[0]), left_at=None).first()
    if entrant is None or not entrant.is_absent:
        return None
    return letter(
        "games/ladders/mail/absent",
        {"ladder": entrant.ladder},
        to=entrant.person,
        kind=ABSENT,
        subject=_("%(ladder)s: are you still there?") % {"ladder": entrant.ladder},
        button=(_("I am here"), url("ladders:ladder", public_id)),
        thread=f"ladders.{public_id}",
    )


register(Kind(name=ABSENT, title=gettext_lazy("You have missed check-ins on a ladder"), compose=absent))
