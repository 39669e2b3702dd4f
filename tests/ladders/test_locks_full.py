"""On PostgreSQL: rows are locked in one order, so that nobody waits for somebody who waits for them."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.models import QuerySet

from accounts import closing
from accounts.closing import Farewell
from accounts.models.person import Person
from games.engine.side import EAST
from games.ladders import personal_data, rounds
from games.ladders.arbitration import questions
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.substitute import Substitute
from games.ladders.clubs import membership
from games.ladders.models.bidding import Bidding
from games.ladders.models.club import Club, Membership, Removal
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.ruling import RulingRequest
from games.ladders.models.season import Season
from games.models.outage import Pulse
from games.services import outages
from sekigahara.errors.exceptions import Refused
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.concurrency import waiting
from tests.kit.ladders import DAY, accept, win
from tests.kit.processes import wait_until
from tests.ladders.case import Case

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def meanwhile(ours: QuerySet[Any], deed: Callable[[], object], theirs: QuerySet[Any]) -> None:
    """Hold some rows until the deed waits for them, and then take others, which it must not have taken."""

    def done() -> None:
        try:
            deed()
        finally:
            connections.close_all()

    thread = threading.Thread(target=done)
    with transaction.atomic():
        assert list(ours.select_for_update(of=("self",), no_key=True))
        thread.start()
        try:
            wait_until(lambda: waiting() == 1, what="one waiting for our row")
        except BaseException:
            transaction.set_rollback(True)
            raise
        assert list(theirs.select_for_update(of=("self",), nowait=True))
    thread.join(timeout=30)
    assert not thread.is_alive()


def while_an_account_is_closed(person: Person, deed: Callable[[], object], patch: pytest.MonkeyPatch) -> None:
    """Begin the deed when the person is locked to be forgotten, and nothing of theirs is deleted yet."""
    ends: list[object] = []

    def doing() -> None:
        try:
            ends.append(deed())
        except Refused as refused:
            ends.append(refused.code)
        finally:
            connections.close_all()

    thread = threading.Thread(target=doing)

    def begin(_person: Person) -> None:
        thread.start()
        wait_until(lambda: waiting() == 1, what="one waiting for the person")

    erasing = [Farewell(erase=farewell.erase) for farewell in vars(closing)["_farewells"]]
    patch.setattr(closing, "_farewells", [Farewell(erase=begin), *erasing])
    assert closing.close(person=person)
    thread.join(timeout=30)
    assert len(ends) == 1, "it broke down or hangs"


def test_organisers_decide_of_who_closes_their_account(monkeypatch: pytest.MonkeyPatch) -> None:
    organiser, person = PersonFactory.named("Organiser One"), PersonFactory.named("Anna")
    request = JoinRequestFactory.create(
        club=ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL), person=person
    )
    decide = partial(membership.decide, request=request, by=organiser, accept=True)
    while_an_account_is_closed(person, decide, monkeypatch)
    assert not Membership.objects.filter(person=person).exists()


@pytest.mark.parametrize("how", ["removed", "another role"])
def test_organisers_do_something_with_who_closes_their_account(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser, person = PersonFactory.named("Organiser One"), PersonFactory.named("Anna")
    mine = MembershipFactory.create(club=ClubFactory.create(founder=organiser), person=person)
    deed = (
        partial(membership.remove, member=mine, by=organiser, reason="No.")
        if how == "removed"
        else partial(membership.set_role, member=mine, by=organiser, role=Membership.Role.ARBITER)
    )
    while_an_account_is_closed(person, deed, monkeypatch)
    assert not Membership.objects.filter(person=person).exists()
    assert not Removal.objects.exists()


def test_an_arbiter_answers_who_closes_their_account(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    request = questions.ask(seat=case.seat(EAST), text="May I?")
    questions.read(request=request, by=case.arbiter)
    ruling = AnswerQuestion(question=request, reason="You may.")
    answer = partial(ruling.decide, game=case.game, by=case.arbiter, nonce="a")
    while_an_account_is_closed(case.player(EAST), answer, monkeypatch)
    assert not RulingRequest.objects.exists()
    assert case.is_whole()


@pytest.mark.parametrize("who", ["newcomer", "former"])
def test_an_arbiter_gives_the_seat_to_or_of_who_closes_their_account(
    case: Case, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling = Substitute(side=EAST, newcomer=case.newcomer, reason="Ill.")
    substitute = partial(ruling.decide, game=case.game, by=case.arbiter, nonce="s")
    person = case.free if who == "newcomer" else case.player(EAST)
    while_an_account_is_closed(person, substitute, monkeypatch)
    assert case.is_whole()


def test_after_an_outage_biddings_are_moved_on_by_who_holds_their_ladder() -> None:
    ladder = ChallengeLadderFactory.create(players=3, has_bidding=True)
    accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1))
    before = Bidding.objects.get().due_at
    Pulse.objects.create(pk=1, at=NOW)
    meanwhile(
        Ladder.objects.filter(pk=ladder.pk), lambda: outages.catch_up(NOW + 2 * DAY), Bidding.objects.all()
    )
    assert Bidding.objects.get().due_at == before + 2 * DAY


def test_closing_an_account_locks_entries_before_tables() -> None:
    ladder = ChallengeLadderFactory.create(players=3)
    win(
        accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)),
        PersonFactory.numbered(3),
        NOW + DAY,
    )
    rounds.run(NOW + DAY)
    person = PersonFactory.numbered(1)

    def erase() -> None:
        with transaction.atomic():
            personal_data.erase(person)

    meanwhile(Entrant.objects.filter(person=person), erase, Season.objects.all())
    assert not Entrant.objects.filter(person=person).exists()
    season = Season.objects.get()
    assert season.tabled < season.changes
