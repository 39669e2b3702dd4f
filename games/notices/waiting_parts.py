"""What a gathered mail shows of a game that waits for a player, and until when it waits."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.models.seat import Seat
from games.notices.addressed import seat_of, title_of
from games.notices.pictures import picture_of
from games.reads import deadlines
from games.reads.briefing import briefing_for
from games.reads.turn_links import turn_link
from games.replies.kept import replies_played
from games.services import suspension
from games.story.fight import about_fight
from notifications.registry import Part

SMALL_PICTURE = 200  # pixels: as wide as a gathered mail shows it


def part_of(seat: Seat) -> Part | None:
    """What a gathered mail shows of a seat; None without a player."""
    if seat.player is None:
        return None
    if not seat.asked:
        question, picture, about_picture = _("Check in, or the game will not begin."), None, ""
    else:
        with suspension.stopping():
            briefing = briefing_for(seat.game, seat.plays, since=seat.looked_at)
        values = {
            "week": briefing.view["week"],
            "task": "" if briefing.question is None else briefing.question.brief,
        }
        about_picture = about_fight(briefing.names, briefing.view)
        question = " ".join([*replies_played(seat), _("Week %(week)d: %(task)s") % values])

        def picture() -> bytes:
            return picture_of(briefing.rules, briefing.view, SMALL_PICTURE)

    return Part(
        title=title_of(seat),
        question=question,
        link=turn_link(seat),
        until=deadlines.asked_until(seat),
        expires=_ends(seat),
        picture=picture,
        about_picture=about_picture,
    )


def expires(reference: str, occasion: str) -> datetime | None:  # noqa: ARG001 - of what waits now
    """The deadline, or the time after which silence is a pass; None for never."""
    seat = seat_of(reference)
    return None if seat is None else _ends(seat)


def _ends(seat: Seat) -> datetime | None:
    return None if deadlines.is_stopped(seat.game) else seat.answer_by
