"""Who is told of the course of a ladder: that it opens and closes, and of the turns of its seasons.

One mail for one thing: where a season ends, the next begins, and the mail says both.
"""

from typing import Final

from games.ladders.clubs import webhook_events
from games.ladders.clubs.queries import mailed_news
from games.ladders.models.ladder import Ladder, LadderStep
from games.ladders.models.season import Season
from notifications.services import Announcement, announce

NEWS: Final = "ladders.news"


def tell(step: LadderStep, ladder: Ladder, season: Season, but: int | None = None, mark: str = "") -> None:
    """Announce a step, in the caller's transaction, once for each: of a new ladder to all members of the
    club, of other steps to its players, and by the webhooks of the club.

    Args:
        season: which began, ends, or was the last.
        but: who is not told, by primary key: who did it.
        mark: tells it from the same step in the same season.
    """
    webhook_events.stepped(step, ladder, season, mark)
    members = mailed_news(ladder.club, None if step == LadderStep.OPENED else ladder).exclude(person=but)
    announce(
        Announcement(NEWS, ladder.public_id, f"{step}.{season.number}.{person}{mark}", person)
        for person in members.values_list("person", flat=True)
    )
