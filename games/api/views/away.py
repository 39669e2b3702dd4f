"""When a person is away."""

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.time_away import TimeAway
from games.api import bodies
from games.api.answers import people as answers
from games.api.bodies.people import EndedHoliday, WantedHoliday, WeekendsOff
from games.api.endpoint import Endpoint, answer, by_content
from games.api.openapi.operations import described, for_players
from games.services import away
from sekigahara.db import service_time


class Away(Endpoint):
    """Holidays and weekends off."""

    @described("getTimeAway", answer=answers.Away)
    def get(self, request: Request) -> HttpResponse:
        """Get when you are away.

        Get your holidays, how many days you have left, and whether your weekends are off."""
        return by_content(request, _shown(away.time_away_of(self.person(request))))

    @for_players("goAway", answer=answers.Away, status=201, body=WantedHoliday, problems=(409, 422))
    def post(self, request: Request) -> HttpResponse:
        """Begin or plan a holiday.

        Begin or plan a holiday of whole days in your time zone. Deadlines of yours that run are moved,
        except for those within the next hour."""
        body, now = bodies.decoded(request, WantedHoliday), service_time.now()
        after = away.go(person=self.person(request), first=body.first, last=body.last, now=now)
        return answer(_shown(after), 201)

    @for_players("takeWeekendsOff", answer=answers.Away, body=WeekendsOff)
    def patch(self, request: Request) -> HttpResponse:
        """Take weekends off.

        Choose whether Saturdays and Sundays count. It holds for what you are asked from now on."""
        are_off = bodies.decoded(request, WeekendsOff).weekends_off
        after = away.take_weekends(person=self.person(request), are_off=are_off, now=service_time.now())
        return answer(_shown(after))


class ComeBack(Endpoint):
    """The end of a holiday."""

    @for_players("comeBack", answer=answers.Away, body=EndedHoliday)
    def post(self, request: Request) -> HttpResponse:
        """End a holiday.

        End a holiday at the end of today, or drop one that has not begun. The days after today come back.
        Repeating it has no effect."""
        first = bodies.decoded(request, EndedHoliday).first
        after = away.come_back(person=self.person(request), first=first, now=service_time.now())
        return answer(_shown(after))


def _shown(found: TimeAway) -> answers.Away:
    now = service_time.now()
    year = found.today(now).year
    return answers.Away(
        zone=found.zone,
        until=found.until(now),
        holidays=[answers.HolidayBlock(block.first, block.last) for block in found.coming(now)],
        left=[answers.DaysLeft(each, found.left(each)) for each in (year, year + 1)],
        weekends_off=found.weekends,
    )
