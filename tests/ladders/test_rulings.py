"""What an arbiter decides of a game that runs: more time, pauses, another player, the win, opening it."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.engine.actions import TimeOut
from games.engine.errors import GameIsOver
from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders.arbitration import questions
from games.ladders.arbitration.case import DECIDED
from games.ladders.arbitration.verbs import sentence_of
from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.arbitration.verbs.extend import Extend
from games.ladders.arbitration.verbs.open import Open
from games.ladders.arbitration.verbs.pause import Pause
from games.ladders.arbitration.verbs.resume import Resume
from games.ladders.arbitration.verbs.substitute import Substitute
from games.ladders.clubs import membership
from games.ladders.models.ruling import Ruling
from games.log import record
from games.models.game import Game
from games.models.time_out_policy import OnTimeOut
from games.reads import moments
from games.reads.turn_links import turn_link
from games.services import outages, play, suspension
from games.services.waiting import WINDOW, YOUR_PHASE
from notifications.delivery import deliver_due
from notifications.models import Notification
from sekigahara.errors.exceptions import Conflict, Forbidden, Frozen, Unacceptable
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.kit.replays import check_all
from tests.ladders.case import Case, code_of
from tests.web.browsers import by_link, path_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both]

WHY = "Agreed by both."


def told(row: Ruling) -> list[str]:
    """As whom the two, or three, are mailed."""
    occasions = Notification.objects.filter(kind=DECIDED, about=row.public_id).values_list(
        "occasion", flat=True
    )
    return sorted(each.partition(".")[0] for each in occasions)


# ---- more time, pauses


def test_extension_moves_the_deadline_and_is_in_the_record(case: Case) -> None:
    side = case.waiting
    before = case.seat(side).due_at
    row = case.decide(Extend(side=side, days=5, reason=WHY))
    assert before is not None
    assert case.seat(side).due_at == before + timedelta(days=5)
    assert (row.number, row.kind, row.about, row.reason) == (1, "extend", side, WHY)
    assert told(row) == ["east", "west"]
    assert case.is_whole()


def test_extension_for_a_late_player_starts_now(case: Case) -> None:
    side = case.waiting
    with time_machine.travel(timezone.now() + timedelta(days=10), tick=False):
        case.decide(Extend(side=side, days=2))
        assert case.seat(side).due_at == timezone.now() + timedelta(days=2)


def test_the_same_form_sent_twice_decides_once(case: Case) -> None:
    both = [case.decide(Extend(side=case.waiting, days=5)) for _ in range(2)]
    assert both[0] == both[1]
    assert Ruling.objects.count() == 1
    assert Notification.objects.filter(kind=DECIDED).count() == 2


def test_extension_is_refused_without_a_deadline_or_for_wrong_days(case: Case) -> None:
    side = case.waiting

    def days(number: int) -> str:
        return code_of(lambda: case.decide(Extend(side=side, days=number)))

    assert (days(0), days(31)) == ("too-many-days", "too-many-days")
    play.resign(seat=case.seat(WEST))
    assert days(3) == "no-deadline"
    assert not case.record


def test_a_paused_clock_goes_on_with_what_was_left(case: Case) -> None:
    side, now = case.waiting, timezone.now()
    due_at = case.seat(side).due_at
    assert due_at is not None
    with time_machine.travel(now + timedelta(days=1), tick=False):
        case.decide(Pause(reason=WHY), by=case.organiser)
        assert code_of(lambda: case.decide(Pause(), nonce="b")) == "paused-already"
    with time_machine.travel(now + timedelta(days=8), tick=False):
        case.decide(Resume(), nonce="c")
        assert code_of(lambda: case.decide(Resume(), nonce="d")) == "not-paused"
    assert case.seat(side).due_at == due_at + timedelta(days=7)
    assert case.game.paused_at is None
    assert [row.kind for row in case.record] == ["pause", "resume"]


# ---- another player


def test_a_substitute_gets_the_seat_and_the_former_nothing_more(case: Case) -> None:
    side = case.waiting
    former, old_link, browser = case.player(side), turn_link(case.seat(side)), by_link(case.seat(side))
    own, view = signed_in(former), case.table.view(side)
    page = f"/games/{case.game.public_id}/"
    assert Notification.objects.filter(recipient=former, about=case.seat(side).reference).exists()
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        row = case.decide(Substitute(side=side, newcomer=case.newcomer, reason=WHY))
        assert case.seat(side).due_at == timezone.now() + timedelta(days=3)
    assert case.player(side) == case.free
    assert case.table.view(side) == view
    assert (row.newcomer, row.former) == (case.free, former)
    assert told(row) == sorted(["east", "west", "former"])
    for visitor in (browser, own):
        assert visitor.get(page).status_code == 404
    opened_by_link = Client().get(path_of(old_link))
    assert opened_by_link["Location"] == "/link/unknown/"
    assert signed_in(case.free).get(page).status_code == 200
    assert not Notification.objects.filter(recipient=former, about=case.seat(side).reference).exists()
    case.table.submit(side)
    check_all()


def test_earlier_ruling_is_not_mailed_to_a_newcomer(case: Case) -> None:
    deliver_due()
    case.decide(Pause())
    case.decide(Substitute(side=EAST, newcomer=case.newcomer, reason=WHY), nonce="b")
    mail.outbox.clear()
    deliver_due()
    assert len([each for each in mail.outbox if each.to == [case.free.email]]) == 1
    assert len([each for each in mail.outbox if each.to == [case.player(WEST).email]]) == 2


def test_a_substitute_who_has_not_looked_is_mailed_when_the_game_comes_to_wait_for_them(case: Case) -> None:
    case.table.submit(EAST)
    (waiting,) = case.table.asked()
    side = waiting.enemy
    case.decide(Substitute(side=side, newcomer=case.newcomer, reason=WHY))
    while side not in (asked := case.table.asked()):
        case.table.submit(asked[0])
    owed = Notification.objects.filter(recipient=case.free, about=case.seat(side).reference)
    assert owed.filter(kind__in=(YOUR_PHASE, WINDOW)).count() == 1


def test_seat_is_refused_to_players_readers_and_strangers(case: Case) -> None:
    side = case.waiting
    outside = MembershipFactory.create(
        club=ClubFactory.create(founder__name="Organiser Two", name="Another"), person__name="Stranger One"
    )
    seen = MembershipFactory.create(club=case.club, person__name="Ashigaru Seen", role=Role.ARBITER)
    asked = questions.ask(seat=case.seat(side), text="May I?")
    questions.read(request=asked, by=seen.person)
    opener = MembershipFactory.create(club=case.club, person__name="Ashigaru Opener", role=Role.ARBITER)
    case.decide(Open(reason=WHY), by=opener.person, nonce="opened")
    refused = [
        outside,
        seen,
        opener,
        member(case.club, case.player(side.enemy)),
        member(case.club, case.player(side)),
        member(case.club, case.arbiter),
    ]
    for each in refused:
        with pytest.raises(Unacceptable, match="cannot-take-seat"):
            case.decide(Substitute(side=side, newcomer=each, reason=WHY))
    assert case.player(side) == case.table.people[side]


def test_the_former_player_does_not_come_back_nor_decides(case: Case) -> None:
    side = case.waiting
    former = member(case.club, case.player(side))
    case.decide(Substitute(side=side, newcomer=case.newcomer, reason=WHY))
    membership.set_role(member=former, by=case.organiser, role=Role.ARBITER)
    assert code_of(lambda: case.decide(Pause(), by=former.person, nonce="b")) == "own-case"
    with pytest.raises(Unacceptable):
        case.decide(Substitute(side=side, newcomer=former, reason=WHY), nonce="c")


# ---- the win, and opening


def test_a_win_is_awarded_as_an_entry_of_the_log(case: Case) -> None:
    row = case.decide(Adjudicate(loser=WEST, reason=WHY))
    assert (case.game.status, case.game.winner, case.game.victory) == (Game.Status.OVER, EAST, "adjudication")
    assert case.decide(Adjudicate(loser=WEST, reason=WHY)) == row
    with pytest.raises(GameIsOver):
        case.decide(Adjudicate(loser=EAST, reason=WHY), nonce="b")
    assert [each.kind for each in case.record] == ["adjudicate"]
    check_all()


@contextlib.contextmanager
def days_later(days: int) -> Iterator[None]:
    """So many days on, in which the service was up."""
    with time_machine.travel(timezone.now() + timedelta(days=days), tick=False):
        outages.go_on(timezone.now())
        yield


def on_time(case: Case, loser: Side, nonce: str = "a") -> Ruling:
    return case.decide(Adjudicate(loser=loser, reason=WHY, on_time=True), nonce=nonce)


def test_a_loss_on_time_is_decided_as_one_and_the_record_holds(case: Case) -> None:
    side = case.waiting
    with days_later(4):
        row = on_time(case, side)
        assert on_time(case, side) == row
        with pytest.raises(GameIsOver):
            on_time(case, side, nonce="b")
    game = case.game
    assert (game.status, game.winner, game.victory) == (Game.Status.OVER, side.enemy, "time-out")
    assert list(record.read(game))[-1][1] == TimeOut()
    assert (row.kind, row.about, row.reason) == ("adjudicate", side, WHY)
    assert sentence_of(row) == f"{side.label.capitalize()} loses the game on time."
    assert told(row) == ["east", "west"]
    assert case.is_whole()
    Ruling.objects.filter(pk=row.pk).update(parameters={})
    assert not case.is_whole(), "how somebody lost is chained too"
    check_all()


def test_nobody_loses_on_time_while_there_is_some_left(case: Case) -> None:
    side = case.waiting
    assert code_of(lambda: on_time(case, side)) == "not-overdue"
    with days_later(4):
        case.decide(Pause(), nonce="b")
        assert code_of(lambda: on_time(case, side)) == "paused"
        case.decide(Resume(), nonce="c")
        Game.objects.filter(pk=case.game.pk).update(on_time_out=OnTimeOut.NOTHING)
        assert code_of(lambda: on_time(case, side)) == "nothing-follows"
        Game.objects.filter(pk=case.game.pk).update(on_time_out=OnTimeOut.CLAIM)
        case.table.submit(side)
        assert code_of(lambda: on_time(case, side)) == "not-overdue", "they have answered"
        assert on_time(case, side.enemy).about == side.enemy


def test_right_after_an_outage_nobody_loses_on_time_before_the_deadline_is_moved(case: Case) -> None:
    outages.catch_up(timezone.now())
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=False):
        assert code_of(lambda: on_time(case, case.waiting)) == "time-in-doubt"
        assert outages.catch_up(timezone.now())
        assert code_of(lambda: on_time(case, case.waiting)) == "not-overdue"
    assert not case.record


def test_an_opened_game_is_shown_as_it_stood_then_and_its_clock_stands(case: Case) -> None:
    hands = {side.label: case.table.view(side)["mine"]["hand"] for side in SIDES}
    row = case.decide(Open(reason=WHY))
    assert case.game.paused_at is not None
    assert told(row) == ["east", "west"]
    for _number in range(12):
        case.table.submit(case.waiting)
    _rules, seen = moments.revealed(case.game, row.made_at)
    assert {label: seen["secrets"][label]["hand"] for label in hands} == hands
    _rules, later = moments.revealed(case.game, timezone.now())
    assert later["secrets"] != seen["secrets"]


# ---- who decides, and when nobody does


def test_player_cannot_rule_whatever_their_role(case: Case) -> None:
    for side in SIDES:
        membership.set_role(member=member(case.club, case.player(side)), by=case.organiser, role=Role.ARBITER)
        with pytest.raises(Forbidden, match="own-case"):
            case.decide(Pause(), by=case.player(side))
    for person in (
        case.free,
        PersonFactory.named("Stranger One"),
        MembershipFactory.create(
            club=ClubFactory.create(founder__name="B C", name="B"), person__name="D E"
        ).person,
    ):
        with pytest.raises(Forbidden, match="not-arbiter"):
            case.decide(Pause(), by=person)
    assert not Ruling.objects.exists()


def test_a_game_of_no_club_has_no_arbiter(case: Case) -> None:
    case.held.delete()
    with pytest.raises(Conflict, match="no-club"):
        case.decide(Pause())


def test_suspended_game_cannot_be_ruled_on(case: Case) -> None:
    suspension.freeze(case.game, "tampered")
    with pytest.raises(Frozen):
        case.decide(Pause())
    assert not case.record
