"""The page of a member for organisers: what it tells of them, and removing them together with their games."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders import participation
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.extend import Extend
from games.ladders.models.club import Club, ClubGame, Removal
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Match
from games.models.game import Game
from games.models.seat import Seat
from games.services import outages
from notifications.models import Notification
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.ladders import ChallengeLadderFactory, organiser_of
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.kit.table import Table, on_the_march
from tests.ladders.case import CLOCK, Case, a_match
from tests.web.arbitration.test_pages import nonce_in
from tests.web.browsers import read, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

MARCH = datetime(2026, 3, 2, 20, tzinfo=UTC)
WHY = "They left all their games."
RECORDED = "The player was removed from the club."


def page_of(club: Club, person: Person) -> str:
    return f"/clubs/{club.slug}/members/{member(club, person).public_id}/"


def of_club(table: Table) -> Club:
    """A club of which both players are members, and in which they play."""
    club = ClubFactory.create()
    ClubGame.objects.create(game=table.game, club=club)
    for person in table.people:
        MembershipFactory.create(club=club, person=person)
    return club


def of_ladder(table: Table, ladder: Ladder) -> None:
    """The game counts on the ladder."""
    east, west = table.people
    season = ladder.seasons.get()
    Match.objects.create(season=season, round=1, game=table.game, east=east, west=west, paired_at=MARCH)


def facts(club: Club, person: Person, reader: Person | None = None) -> str:
    return read(signed_in(reader or organiser_of(club)).get(page_of(club, person)))


# --- what it tells


def test_late_game_is_counted_and_leads_to_its_case() -> None:
    case = Case()
    late = case.waiting
    Seat.objects.filter(pk=case.seat(late).pk).update(due_at=timezone.now() - timedelta(days=1))
    outages.go_on(timezone.now())
    page = facts(case.club, case.player(late))
    assert "1 of 1, 1 late" in page
    assert "Time was over on" in page
    assert f'href="/clubs/{case.club.slug}/desk/{case.game.public_id}/"' in page
    assert "None is running" in facts(case.club, case.free)


def test_organiser_who_plays_is_led_to_the_game_and_not_to_its_case() -> None:
    case = Case()
    MembershipFactory.create(club=case.club, person__name="Second", role=Role.ORGANISER)
    Seat.objects.filter(pk=case.seat(WEST).pk).update(player=case.organiser)
    page = facts(case.club, case.player(EAST))
    assert f"/games/{case.game.public_id}/" in page
    assert "/desk/" not in page


def test_day_of_the_last_move_is_that_of_the_side_and_never_of_a_bid() -> None:
    with time_machine.travel(MARCH, tick=False) as now:
        table = Table(99, is_public=True)
        club = of_club(table)
        table.submit(EAST, table.a_bid(EAST))
        for side in SIDES:
            assert "Last move" not in facts(club, table.people[side])
        Game.objects.all().update(is_public=False)  # one game at a time
        table, side = on_the_march(is_public=True)
        ClubGame.objects.create(game=table.game, club=club)
        now.shift(timedelta(days=2))
        assert "2 March 2026" in facts(club, table.people[side.enemy]).partition("Last move")[2]
        table.submit(side, table.a_quiet_move(side))
        assert "4 March 2026" in facts(club, table.people[side]).partition("Last move")[2]
        assert "2 March 2026" in facts(club, table.people[side.enemy]).partition("Last move")[2]
        Game.objects.update(is_public=False)
        for each in SIDES:
            assert "Last move" not in facts(club, table.people[each]), "nobody else sees it"
        ClubGame.objects.update(is_for_members=True)
        assert "4 March 2026" in facts(club, table.people[side]).partition("Last move")[2]


def test_end_of_the_last_game_is_told_where_nothing_is_played() -> None:
    table = Table(99, is_public=True)
    club = of_club(table)
    Game.objects.update(status=Game.Status.OVER, winner=EAST, ended_at=MARCH)
    assert "2 March 2026" in facts(club, table.people[EAST]).partition("End of the last game")[2]


def test_places_on_ladders_and_rulings_are_listed() -> None:
    ladder, match = a_match()
    ChallengeLadderFactory.create(club=ladder.club, players=3)
    third = PersonFactory.numbered(3)
    assert "place 3" in facts(ladder.club, third)
    participation.take_part(ladder=ladder, person=match.east, most=0, now=timezone.now())
    arbiter = PersonFactory.named("Ashigaru Arbiter")
    Extend(side=EAST, days=2).decide(game=match.game, by=arbiter, nonce="1")
    page = facts(ladder.club, match.east)
    assert "place 1" in page
    assert "pauses" in page
    assert "Latest decisions on their games" in page
    assert "Ashigaru Arbiter" in page
    assert "Latest decisions on their games" not in facts(ladder.club, third)


def test_annulled_game_waits_for_nobody() -> None:
    case = Case()
    case.decide(Annul(reason="So."))
    assert "None is running" in facts(case.club, case.player(case.waiting))


def test_statements_do_not_grow_with_games_ladders_and_rulings() -> None:
    case = Case()
    person, reader = case.player(EAST), signed_in(case.organiser)
    Extend(side=case.waiting, days=2).decide(game=case.game, by=case.arbiter, nonce="1")
    ladder = ChallengeLadderFactory.create(club=case.club, players=0, name="0")
    participation.take_part(ladder=ladder, person=person, most=1, now=timezone.now())
    of_ladder(case.table, ladder)
    reader.get(page_of(case.club, person))
    with CaptureQueriesContext(connection) as of_one:
        reader.get(page_of(case.club, person))
    for number in range(1, 4):
        table = Table(number, terms=CLOCK)
        ClubGame.objects.create(game=table.game, club=case.club)
        Extend(side=table.asked()[0], days=2).decide(game=table.game, by=case.arbiter, nonce="1")
        ladder = ChallengeLadderFactory.create(club=case.club, players=0, name=str(number))
        participation.take_part(ladder=ladder, person=person, most=1, now=timezone.now())
        of_ladder(table, ladder)
    with CaptureQueriesContext(connection) as of_four:
        assert "of 4" in read(reader.get(page_of(case.club, person)))
    assert len(of_four) == len(of_one)


# --- removing


def paired() -> tuple[Ladder, Match, Client]:
    """A running game of a ladder, and the browser of an organiser who does not play."""
    ladder, match = a_match()
    return ladder, match, signed_in(organiser_of(ladder.club))


def removed(browser: Client, path: str, games: str, **sent: Any) -> tuple[str, Any]:
    """Fill the form in, read what would be done, and send the same form twice, sure."""
    form = {"what": "remove", "reason": WHY, "games": games, "record": RECORDED, **sent}
    form["nonce"] = nonce_in(browser.get(path))
    asked = browser.post(path, form)
    assert asked.status_code == 200, text(asked)
    assert not Removal.objects.exists(), "asked once more, nothing is done"
    assert not Ruling.objects.exists()
    ids = [part.partition('"')[0] for part in text(asked).split('name="game" value="')[1:]]
    done = [browser.post(path, form | {"game": ids, "sure": "yes"}, follow=True) for _click in range(2)]
    return read(asked), text(done[0])


@pytest.mark.parametrize(("games", "kind"), [("adjudicate", "adjudicate"), ("annul", "annul")])
def test_games_are_decided_once_with_the_removal_and_opponents_are_mailed(games: str, kind: str) -> None:
    ladder, match, browser = paired()
    asked, done = removed(browser, page_of(ladder.club, match.west), games)
    assert "1 game gets this ruling, and both players are mailed." in asked
    assert RECORDED in asked
    assert "1 game has been decided." in done
    assert "was removed and gets an email" in done
    (ruling,) = Ruling.objects.all()
    assert (ruling.kind, ruling.game_id, ruling.reason) == (kind, match.game_id, RECORDED)
    mailed = Notification.objects.filter(kind="clubs.ruling").values_list("recipient", flat=True)
    assert set(mailed) == {match.east_id, match.west_id}
    assert Removal.objects.get().reason == WHY
    assert not Entrant.objects.filter(person=match.west, left_at=None).exists()
    game = Game.objects.get(pk=match.game_id)
    assert (game.winner, game.is_over) == ((EAST, True) if games == "adjudicate" else (None, False))


def test_games_go_on_unless_somebody_chooses_otherwise() -> None:
    ladder, match, browser = paired()
    asked, _done = removed(browser, page_of(ladder.club, match.west), "")
    assert "These games on ladders go on and count:" in asked
    assert not Ruling.objects.exists()
    assert not Game.objects.get(pk=match.game_id).is_over
    assert Removal.objects.count() == 1


def test_game_in_which_the_organiser_plays_is_named_and_goes_on() -> None:
    ladder, match = a_match(number=4)
    other = Match.objects.exclude(pk=match.pk).get()
    organiser = organiser_of(ladder.club)
    seat = Seat.objects.get(game=match.game_id, side=Side.EAST)
    Seat.objects.filter(pk=seat.pk).update(player=organiser)
    Seat.objects.filter(game=other.game_id, side=Side.WEST).update(player=match.west)
    browser, path = signed_in(organiser), page_of(ladder.club, match.west)
    shown = read(browser.get(path))
    assert "These games go on in any case" in shown
    form: dict[str, Any] = {"what": "remove", "reason": WHY, "games": "annul", "record": RECORDED}
    form["nonce"] = nonce_in(browser.get(path))
    asked = browser.post(path, form)
    assert "These games go on in any case" in read(asked)
    both = [match.game.public_id, other.game.public_id]
    assert f'value="{both[1]}"' in text(asked)
    assert f'value="{both[0]}"' not in text(asked)
    browser.post(path, form | {"game": both, "sure": "yes"})
    assert [row.game_id for row in Ruling.objects.all()] == [other.game_id]
    assert Removal.objects.count() == 1


def test_games_of_others_are_not_decided_with_a_removal() -> None:
    ladder, match, browser = paired()
    bystander = PersonFactory.named("Ashigaru Free")
    form = {"what": "remove", "nonce": "n", "reason": WHY, "games": "annul", "record": RECORDED}
    form |= {"game": match.game.public_id, "sure": "yes"}
    browser.post(page_of(ladder.club, bystander), form)
    assert not Ruling.objects.exists()
    assert Removal.objects.get().person == bystander


def test_game_that_is_over_by_now_is_reported_and_the_member_removed() -> None:
    ladder, match, browser = paired()
    path = page_of(ladder.club, match.west)
    form = {"what": "remove", "nonce": "n", "reason": WHY, "games": "adjudicate", "record": RECORDED}
    Game.objects.filter(pk=match.game_id).update(status=Game.Status.OVER, winner=EAST, ended_at=MARCH)
    done = text(browser.post(path, form | {"game": match.game.public_id, "sure": "yes"}, follow=True))
    assert "was removed and gets an email" in done
    assert Removal.objects.count() == 1


def test_ruling_needs_a_reason_and_nothing_is_done_without() -> None:
    ladder, match, browser = paired()
    form = {"what": "remove", "nonce": "n", "reason": WHY, "games": "annul", "record": "", "sure": "yes"}
    refused = browser.post(page_of(ladder.club, match.west), form)
    assert refused.status_code == 400
    assert "This field is required." in text(refused)
    assert not Ruling.objects.exists()
    assert not Removal.objects.exists()


def test_nobody_removes_themselves_nor_decides_their_games_by_it() -> None:
    ladder, match, browser = paired()
    organiser = organiser_of(ladder.club)
    Seat.objects.filter(game=match.game_id, side=Side.EAST).update(player=organiser)
    form = {"what": "remove", "nonce": "n", "reason": WHY, "games": "annul", "record": RECORDED}
    form |= {"game": match.game.public_id, "sure": "yes"}
    assert browser.post(page_of(ladder.club, organiser), form).status_code == 400
    assert not Ruling.objects.exists()
    assert not Removal.objects.exists()
