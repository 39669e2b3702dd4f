"""Stand-ins: who is asked for a seat, in which turn, until when, and what comes of their answer."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts import closing
from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.ladders.arbitration import questions, stand_ins
from games.ladders.arbitration.stand_ins import TIME_TO_STAND_IN
from games.ladders.arbitration.verbs.open import Open
from games.ladders.arbitration.verbs.substitute import Substitute
from games.ladders.clubs import membership
from games.ladders.models.club import Membership
from games.ladders.models.ruling import Ruling, StandInSearch
from games.models.game import Game
from games.models.seat import Seat
from games.services import away as holidays
from notifications.models import Notification
from tests.factories.clubs import MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.kit.owed_mails import composed
from tests.ladders.case import Case, code_of
from tests.web.browsers import read, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

WHY = "Nothing was heard of them for a fortnight."


def willing(case: Case, *names: str) -> list[Person]:
    """Members who stand in, in the order in which they joined."""
    rows = [MembershipFactory.create(club=case.club, person__name=name) for name in names]
    for row in rows:
        stand_ins.stand_in(member=row, is_willing=True)
    return [row.person for row in rows]


def begun(case: Case) -> StandInSearch:
    return stand_ins.begin(game=case.game, by=case.arbiter, side=EAST, reason=WHY)


def asked() -> str:
    """Who is asked now."""
    return str(StandInSearch.objects.get().person)


def go_on(search: StandInSearch) -> None:
    """Nobody has answered in time."""
    search.refresh_from_db()
    with time_machine.travel(search.due_at, tick=False):
        assert stand_ins.ask_next_due() == 1
        assert stand_ins.ask_next_due() == 0


def test_stand_ins_are_asked_in_turn_until_nobody_is_left(case: Case) -> None:
    willing(case, "One", "Two", "Three")
    search = begun(case)
    assert (asked(), search.due_at - search.begun_at >= TIME_TO_STAND_IN) == ("One", True)
    go_on(search)
    assert asked() == "Two"
    stand_ins.decline(search=search.public_id, person=PersonFactory.named("Two"))
    assert asked() == "Three"
    mails = Notification.objects.filter(kind=stand_ins.STAND_IN).order_by("pk")
    assert [row.recipient.name for row in mails] == ["One", "Two", "Three"]
    go_on(search)
    assert not StandInSearch.objects.exists()
    (told,) = Notification.objects.filter(kind=stand_ins.NO_STAND_IN)
    assert told.recipient == case.arbiter
    made = composed(told.kind, told.about, told.occasion)
    assert made is not None
    assert "nobody else can be asked" in " ".join(made.text.split())


def test_whoever_was_asked_longest_ago_is_asked_first(case: Case) -> None:
    _one, two, _three = willing(case, "One", "Two", "Three")
    now = timezone.now()
    for days, name in enumerate(("Two", "Three", "One")):
        Membership.objects.filter(person__name=name).update(stand_in_asked_at=now - timedelta(days=9 - days))
    begun(case)
    assert asked() == "Two"
    other = member(case.club, two).stand_in_asked_at
    assert other is not None
    assert other >= now


def test_stand_ins_who_know_too_much_rule_or_are_away_are_left_out(case: Case) -> None:
    opening = MembershipFactory.create(club=case.club, person__name="Opening", role=Role.ARBITER)
    away, _here = willing(case, "Away", "Here")
    for row in (opening, member(case.club, case.arbiter), member(case.club, case.player(WEST))):
        stand_ins.stand_in(member=row, is_willing=True)
    case.decide(Open(reason="To see."), by=opening.person, nonce="o")
    now = timezone.now()
    holidays.go(person=away, first=None, last=now.date() + timedelta(days=5), now=now)
    search = begun(case)
    assert asked() == "Here"
    go_on(search)
    assert not StandInSearch.objects.exists()


def test_without_stand_ins_the_arbiter_is_refused_and_nothing_is_left(case: Case) -> None:
    assert code_of(lambda: begun(case)) == "no-stand-ins"
    assert not StandInSearch.objects.exists()
    willing(case, "One")
    Game.objects.update(status=Game.Status.OVER, winner=EAST)
    assert code_of(lambda: begun(case)) == "not-running"
    assert not StandInSearch.objects.exists()


def test_seat_is_taken_once_by_the_arbiters_ruling(case: Case) -> None:
    one, two = willing(case, "One", "Two")
    search, former = begun(case), case.player(EAST)
    assert begun(case).pk == search.pk, "the same form again asks nobody else"
    assert code_of(lambda: stand_ins.accept(search=search.public_id, person=two)) == "stand-in-over"
    ruling = stand_ins.accept(search=search.public_id, person=one)
    assert stand_ins.accept(search=search.public_id, person=one) == ruling
    assert (ruling.kind, ruling.reason, ruling.arbiter) == ("substitute", WHY, case.arbiter)
    assert (ruling.newcomer, ruling.former) == (one, former)
    assert case.player(EAST) == one
    assert (Ruling.objects.count(), case.is_whole()) == (1, True)
    assert not StandInSearch.objects.exists()


def test_time_that_is_over_takes_the_seat_from_nobody(case: Case) -> None:
    one, _two = willing(case, "One", "Two")
    search = begun(case)
    go_on(search)
    assert code_of(lambda: stand_ins.accept(search=search.public_id, person=one)) == "stand-in-over"
    stand_ins.decline(search=search.public_id, person=one)
    assert asked() == "Two"


def test_search_ends_with_another_substitution_or_the_game_or_the_arbiters_role(case: Case) -> None:
    one, _two = willing(case, "One", "Two")
    begun(case)
    case.decide(Substitute(side=EAST, newcomer=case.newcomer, reason="Ill."), nonce="s")
    assert not StandInSearch.objects.exists()
    search = begun(case)
    membership.set_role(member=member(case.club, case.arbiter), by=case.organiser, role=Role.MEMBER)
    assert code_of(lambda: stand_ins.accept(search=search.public_id, person=one)) == "stand-in-over"
    go_on(search)
    assert not StandInSearch.objects.exists()
    assert not Notification.objects.filter(kind=stand_ins.NO_STAND_IN).exists()


def test_arbiter_stops_asking_and_others_may_not(case: Case) -> None:
    willing(case, "One")
    begun(case)
    refused = code_of(lambda: stand_ins.stop(game=case.game, by=case.free, side=EAST))
    assert (refused, StandInSearch.objects.count()) == ("not-arbiter", 1)
    stand_ins.stop(game=case.game, by=case.organiser, side=EAST)
    assert not StandInSearch.objects.exists()


def test_closed_accounts_are_asked_no_more_and_ask_nobody(case: Case) -> None:
    one, _two = willing(case, "One", "Two")
    search = begun(case)
    closing.close(person=one)
    assert stand_ins.ask_next_due() == 1
    assert asked() == "Two"
    assert "One" not in [each.name for each in search.asked.all()]
    closing.close(person=case.arbiter)
    assert not StandInSearch.objects.exists()


# --- pages and mails


def test_member_offers_to_stand_in_and_sees_nothing_hidden_before_accepting(case: Case) -> None:
    browser, path = signed_in(case.free), f"/clubs/{case.club.slug}/stand-in/"
    assert path in text(browser.get(f"/clubs/{case.club.slug}/"))
    for what, is_willing in (("willing", True), ("unwilling", False), ("willing", True)):
        assert browser.post(path, {"what": what})["Location"] == path
        assert member(case.club, case.free).stands_in == is_willing
    questions.ask(seat=case.seat(EAST), text="A secret question?")
    search = begun(case)
    page = read(browser.get(path))
    assert "Tokugawa Player" in page
    assert "in week 1" in page
    assert WHY in page
    assert "secret" not in page
    assert browser.get(f"/games/{case.game.public_id}/").status_code == 404
    taken = {"what": "accept", "search": search.public_id}
    for _click in range(2):
        assert browser.post(path, taken)["Location"] == f"/games/{case.game.public_id}/"
    assert case.player(EAST) == case.free
    over = browser.post(path, {"what": "accept", "search": "k7m2p9qrst"}, follow=True)
    assert "You are not asked for this seat any more" in text(over)


def test_member_who_is_asked_declines_on_the_page(case: Case) -> None:
    one, _two = willing(case, "One", "Two")
    search, path = begun(case), f"/clubs/{case.club.slug}/stand-in/"
    declined = {"what": "decline", "search": search.public_id}
    for _click in range(2):
        signed_in(one).post(path, declined)
    assert asked() == "Two"


def test_mail_says_what_the_game_is_and_nothing_once_it_is_over(case: Case) -> None:
    (one,) = willing(case, "One")
    search = begun(case)
    made = composed(stand_ins.STAND_IN, search.public_id, str(one.pk))
    assert made is not None
    said = " ".join(made.text.split())
    assert "Would you take the seat of Tokugawa Player" in said
    assert "It is in week 1" in said
    assert "3 days" in said
    stand_ins.stop(game=case.game, by=case.arbiter, side=EAST)
    assert composed(stand_ins.STAND_IN, search.public_id, str(one.pk)) is None


def test_arbiter_has_stand_ins_asked_and_stops_it_on_pages(case: Case) -> None:
    willing(case, "One")
    browser = signed_in(case.arbiter)
    desk = f"/clubs/{case.club.slug}/desk/{case.game.public_id}/"
    assert f"{desk}stand-ins/" in text(browser.get(f"{desk}decide/substitute/"))
    assert browser.post(f"{desk}stand-ins/", {"side": "east", "reason": ""}).status_code == 400
    said = browser.post(f"{desk}stand-ins/", {"side": "east", "reason": WHY}, follow=True)
    assert "One is asked first." in text(said)
    assert "is asked to take the seat of" in text(said)
    assert "Stand-ins are being asked" in text(browser.get(desk))
    browser.post(f"{desk}stand-ins/", {"stop": "east"})
    assert not StandInSearch.objects.exists()
    Membership.objects.update(stands_in=False)
    refused = browser.post(f"{desk}stand-ins/", {"side": "east", "reason": WHY})
    assert (refused.status_code, "Nobody in the club can be asked" in text(refused)) == (409, True)
    assert Seat.objects.filter(game=case.game, player=case.free).count() == 0
