"""Guests are told in their first week what a decision is about; nobody else is."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models.game import Game
from games.models.seat import Seat
from games.reads.briefing import briefing_for
from games.web.answers.decisions import SHOW
from games.web.first_week import LESSONS, lesson
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

HEADING = "Your first week"


def test_every_decision_has_a_lesson() -> None:
    assert LESSONS.keys() == SHOW.keys()


def test_a_guest_is_told_what_is_asked() -> None:
    browser = Client()
    page = text(browser.post(reverse("games:play"), {"new": "computer"}, follow=True))
    seat = Seat.objects.get(game=Game.objects.get(), player__isnull=False)
    assert HEADING in page
    assert str(LESSONS[seat.asked]) in page
    briefing = briefing_for(seat.game, seat.side, since=0)
    assert lesson(seat, briefing) is LESSONS[seat.asked]
    assert lesson(seat, briefing._replace(view={**briefing.view, "week": 2})) is None
    browser.post(f"/games/{seat.game.public_id}/resign/")
    assert HEADING not in text(browser.get(f"/games/{seat.game.public_id}/"))


def test_who_is_no_guest_is_not_told() -> None:
    table = Table(1)
    page = text(signed_in(table.people[table.asked()[0]]).get(f"/games/{table.game.public_id}/"))
    assert HEADING not in page
