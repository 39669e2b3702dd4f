"""What is late in a club, in sentences for those who see to it."""

from django.utils.translation import ngettext

from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.models.club import Club
from games.ladders.tables import queries as ladder_queries
from sekigahara.db import service_time


def late_in(club: Club) -> list[str]:
    """Sentences about overdue games, open questions and absent players; none if nothing is late."""
    late_seats = arbitration_queries.overdue_in(club, service_time.now())
    overdue = late_seats.order_by().values("game").distinct().count()
    questions = arbitration_queries.questions_in(club).count()
    absent = ladder_queries.absent_in_club(club).count()
    counted = [
        (
            overdue,
            ngettext("In %(count)d game time is over.", "In %(count)d games time is over.", overdue),
        ),
        (
            questions,
            ngettext(
                "%(count)d question waits for a ruling.", "%(count)d questions wait for a ruling.", questions
            ),
        ),
        (
            absent,
            ngettext(
                "%(count)d player of a ladder has not checked in.",
                "%(count)d players of ladders have not checked in.",
                absent,
            ),
        ),
    ]
    return [words % {"count": count} for count, words in counted if count]
