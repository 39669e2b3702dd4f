"""The cards of a club's ladders: who leads, how many play, and what the reader has to do next."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ladders.models.ladder import MOST_MISSED, Entrant, Ladder
from games.models.game import Game
from games.models.seat import Seat
from tests.factories.ladders import ChallengeFactory, ChallengeLadderFactory, LadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY
from tests.web.browsers import signed_in, text
from tests.web.ladders.case import paired, played, won_by_east

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def card(ladder: Ladder, browser: Client) -> str:
    """The words of a ladder's card on the page of its club."""
    page = text(browser.get(f"/clubs/{ladder.club.slug}/"))
    (found,) = [row for row in page.split('<li class="card')[1:] if f">{ladder.name}</strong>" in row]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", found.partition("</li>")[0]))


def test_a_ladder_nobody_has_played_on_has_no_leader_and_no_duty_for_strangers(ladder: Ladder) -> None:
    shown = card(ladder, Client())
    assert "No one leads yet. 0 players." in shown
    assert "Season 1, round 0; the next:" in shown
    assert "take part" not in shown
    assert "You may take part." in card(ladder, signed_in(PersonFactory.named("Ashigaru 1")))


def test_card_names_the_leader(ladder: Ladder) -> None:
    matches = paired(ladder)
    won_by_east(matches[0])
    shown = card(ladder, Client())
    assert f"{matches[0].east} leads. 4 players." in " ".join(shown.split())
    assert "round 1;" in shown


def test_nobody_leads_alone_who_shares_the_first_place(ladder: Ladder) -> None:
    played(ladder)
    assert "2 players share the lead. 4 players." in card(ladder, Client())


def test_the_next_duty_is_the_most_urgent_one(ladder: Ladder) -> None:
    match = paired(ladder)[0]
    reader = signed_in(match.east)
    assert "1 game waits for you." in card(ladder, reader), "to check in"
    own = Seat.objects.filter(game=match.game, player=match.east)
    own.update(waiting_since=None)
    assert "Your opponent is to act." in card(ladder, reader)
    entry = Entrant.objects.filter(ladder=ladder, person=match.east)
    entry.update(missed=MOST_MISSED)
    assert "Say that you are still there." in card(ladder, reader)
    Game.objects.filter(match__season__ladder=ladder).update(status=Game.Status.OVER)
    entry.update(missed=0)
    assert "You are paired in the next round." in card(ladder, reader)
    entry.update(most=0)
    assert "You are pausing: no new game starts." in card(ladder, reader)


def test_a_challenge_is_to_be_answered_by_the_challenged_alone() -> None:
    ladder = ChallengeLadderFactory.create(now=timezone.now() - DAY)
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2, now=timezone.now())
    address = f"/clubs/{ladder.club.slug}/"
    page = text(signed_in(PersonFactory.numbered(2)).get(address))
    assert (
        f'/challenges/{made.public_id}/">Answer the challenge of {PersonFactory.numbered(4).name}.</a>'
        in page
    )
    assert "Answer the challenge" not in text(signed_in(PersonFactory.numbered(4)).get(address))
    assert f"{PersonFactory.numbered(1).name} leads." in card(ladder, Client())


@pytest.mark.parametrize("is_member", [False, True])
def test_a_page_with_many_ladders_takes_as_many_statements_as_with_one(
    ladder: Ladder, is_member: bool
) -> None:
    paired(ladder)
    browser = signed_in(PersonFactory.named("Ashigaru 1")) if is_member else Client()

    def taken() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert text(browser.get(f"/clubs/{ladder.club.slug}/")).count("leads") == Ladder.objects.count()
        return len(captured)

    taken()  # notes that the browser is used
    few = taken()
    for number in range(3):
        paired(LadderFactory.create(club=ladder.club, name=f"Ladder {number}"))
    assert taken() == few
