"""The rule of a ladder by which both players lose a game in which both are silent for long."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail

from accounts.models.person import Person
from accounts.scopes import Scope
from games.engine.side import EAST, SIDES, WEST
from games.ladders import changing, rounds, tasks
from games.ladders.arbitration import overdue, silence
from games.ladders.arbitration.case import DECIDED
from games.ladders.arbitration.notices import decided
from games.ladders.arbitration.register import is_whole, record_of
from games.ladders.arbitration.verbs.correct import Correct
from games.ladders.changing import ANNOUNCED_FOR
from games.ladders.models.ladder import Ladder
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Match
from games.ladders.ratings.results import BOTH_LOST, LOSS, WIN
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import away, clock, suspension
from games.simulation.league import check_in_all
from notifications.models import Notification
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.ladders import LadderFactory, organiser_of, pair_round
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, token_of
from tests.kit.commands import output_of
from tests.kit.concurrency import held_up
from tests.kit.work import do_due_work
from tests.web.browsers import signed_in, text
from tests.web.ladders.case import FORM

pytestmark = [pytest.mark.django_db, pytest.mark.both]

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
DUE = NOON + 3 * DAY
LONG = DUE + 6 * DAY
"""When both are silent for long: twice the pace after the time was over."""
ARBITER = "Ashigaru Arbiter"


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as found:
        yield found


def a_game(on_time_out: OnTimeOut = OnTimeOut.CLAIM, *, silence_loses: bool = True) -> Match:
    """A game of a ladder with the rule, in which both owe an answer until ``DUE``."""
    club = ClubFactory.create()
    MembershipFactory.create(club=club, person__name=ARBITER, role=Role.ARBITER)
    ladder = LadderFactory.create(club=club, on_time_out=on_time_out, players=2, silence_loses=silence_loses)
    pair_round(ladder)
    check_in_all()
    assert [seat.due_at for seat in Seat.objects.all()] == [DUE, DUE]
    return Match.objects.select_related("game", "season__ladder").get()


def one_waits(match: Match) -> Seat:
    """The game asks nothing of West any more; East's seat."""
    match.game.seats.filter(side=WEST).update(due_at=None, waiting_since=None, asked="")
    return match.game.seats.get(side=EAST)


def look(traveller: time_machine.Traveller, at: datetime) -> int:
    """The worker looks, as it has done all the time before."""
    traveller.move_to(at)
    Pulse.objects.update_or_create(pk=1, defaults={"at": at})
    return silence.decide_due()


def is_lost_by_both(match: Match) -> bool:
    found = Match.objects.get(pk=match.pk)
    return (found.east_halves, found.west_halves, found.victory) == (LOSS, LOSS, BOTH_LOST)


# ---- when


@pytest.mark.parametrize("on_time_out", [OnTimeOut.CLAIM, OnTimeOut.ARBITER])
def test_both_lose_once_both_are_late_for_twice_the_pace(
    traveller: time_machine.Traveller, on_time_out: OnTimeOut
) -> None:
    match = a_game(on_time_out)
    assert look(traveller, LONG - timedelta(seconds=1)) == 0
    assert look(traveller, LONG) == 1
    assert is_lost_by_both(match)
    assert look(traveller, LONG + DAY) == 0
    assert Notification.objects.filter(kind=DECIDED).count() == 2
    assert Game.objects.get().paused_at == LONG


@pytest.mark.parametrize(("on_time_out", "loses"), [(OnTimeOut.CLAIM, True), (OnTimeOut.ARBITER, False)])
def test_other_is_silent_if_they_could_have_claimed_the_win(
    traveller: time_machine.Traveller, on_time_out: OnTimeOut, *, loses: bool
) -> None:
    match = a_game(on_time_out)
    one_waits(match)
    assert look(traveller, LONG) == loses
    assert is_lost_by_both(match) == loses


def test_want_of_an_arbiter_makes_nobody_silent(traveller: time_machine.Traveller) -> None:
    """The opponent may claim the win while there is none, which may be so since today."""
    match = a_game(OnTimeOut.ARBITER)
    east = one_waits(match)
    Ladder.objects.get().club.memberships.exclude(person=east.player_id).delete()
    assert look(traveller, LONG) == 0


def test_player_who_has_time_left_is_not_silent(traveller: time_machine.Traveller) -> None:
    match = a_game()
    match.game.seats.filter(side=WEST).update(due_at=LONG - DAY)
    assert look(traveller, LONG) == 0
    assert look(traveller, LONG + 5 * DAY) == 1


def test_ladder_without_the_rule_decides_nothing(traveller: time_machine.Traveller) -> None:
    match = a_game(silence_loses=False)
    assert look(traveller, LONG) == 0
    assert not is_lost_by_both(match)


@pytest.mark.parametrize("stopped", ["paused", "suspended", "in doubt", "given time", "annulled"])
def test_rule_waits_while_the_clock_does_not_run(traveller: time_machine.Traveller, stopped: str) -> None:
    match = a_game()
    traveller.move_to(LONG)
    Pulse.objects.update_or_create(pk=1, defaults={"at": LONG})
    if stopped == "paused":
        Game.objects.update(paused_at=DUE)
    elif stopped == "suspended":
        suspension.freeze(match.game, "chain-broken")
    elif stopped == "in doubt":
        Pulse.objects.update(at=LONG + DAY)
    elif stopped == "given time":
        seat = match.game.seats.select_related("game", "player").get(side=EAST)
        assert clock.give_time(seat=seat, due_at=DUE)
    else:
        Match.objects.update(ended_at=LONG, victory="annulled")
    assert silence.decide_due() == 0
    assert not is_lost_by_both(match)


@pytest.mark.parametrize("counts", [True, False])
def test_days_on_which_either_is_away_do_not_count_where_holidays_do(
    traveller: time_machine.Traveller, *, counts: bool
) -> None:
    """West waits, late as East is, and is away for four days."""
    match = a_game()
    if not counts:
        Game.objects.update(holidays_count=False)
    one_waits(match)
    traveller.move_to(DUE + DAY)
    first = (DUE + 4 * DAY).date()
    away.go(person=match.west, first=first, last=first + 3 * DAY, now=DUE + DAY)
    assert look(traveller, DUE + 5 * DAY) == 0
    assert look(traveller, LONG) == (not counts)
    if counts:
        assert look(traveller, LONG + 4 * DAY - timedelta(seconds=1)) == 0
        assert look(traveller, LONG + 4 * DAY) == 1


def test_nothing_is_decided_on_a_holiday(traveller: time_machine.Traveller) -> None:
    """The worker comes late to a game that was due before the holiday began."""
    match = a_game()
    traveller.move_to(LONG)
    away.go(person=match.east, first=None, last=(LONG + 2 * DAY).date(), now=LONG)
    assert look(traveller, LONG + DAY) == 0
    assert look(traveller, LONG + 5 * DAY) == 1


# ---- the ruling


def test_ruling_cites_the_rule_names_no_arbiter_and_verifies(traveller: time_machine.Traveller) -> None:
    match = a_game()
    look(traveller, LONG)
    row = Ruling.objects.get()
    assert (row.kind, row.arbiter, row.arbiter_name, row.is_by_rule) == ("both-lose", None, "", True)
    rule = (
        "Once the time of a player has been over for 6 days and the other has not claimed the win, both lose"
    )
    assert row.reason.startswith(f"The rule of Free: {rule} the game.")
    assert is_whole(match.game, record_of(match.game))
    assert "2 rows" in output_of("verify_ladder", match.season.ladder.public_id)
    for side, person in zip(SIDES, (match.east, match.west), strict=True):
        letter = decided(row.public_id, f"{side.label}.{person.pk}")
        assert letter is not None
        assert letter.subject.endswith(": a rule of the ladder has decided")
        assert "The ladder's rule has decided: Both players lose the game." in " ".join(letter.text.split())
        assert rule in " ".join(letter.text.split())
        page = text(signed_in(person).get(f"/games/{match.game.public_id}/"))
        assert "The ladder's rule" in page.replace("&#x27;", "'")
    (told,) = Caller().get(f"games/{match.game.public_id}/decisions/").json()["decisions"]
    assert (told["kind"], told["by"]) == ("both-lose", None)


def test_arbiter_corrects_it(traveller: time_machine.Traveller) -> None:
    match = a_game()
    look(traveller, LONG)
    correct = Correct(winner=EAST, reason="East had written to me.")
    correct.decide(game=match.game, by=PersonFactory.named(ARBITER), nonce="a")
    found = Match.objects.get()
    assert (found.east_halves, found.west_halves) == (WIN, LOSS)
    assert look(traveller, LONG + DAY) == 0
    assert "4 rows" in output_of("verify_ladder", match.season.ladder.public_id)


def test_player_who_was_faster_keeps_the_game(
    traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker has found the game, and then it moves on before it is locked."""
    match = a_game()
    found = silence.are_silent
    calls: list[bool] = []

    def then_answered(*args: object) -> bool:
        is_silent = found(*args)  # type: ignore[arg-type] # passed on
        calls.append(is_silent)
        Seat.objects.update(due_at=LONG + DAY)
        return is_silent

    monkeypatch.setattr(silence, "are_silent", then_answered)
    assert look(traveller, LONG) == 0
    assert calls == [True, False]
    assert not Ruling.objects.exists()
    assert not is_lost_by_both(match)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_workers_decides(traveller: time_machine.Traveller) -> None:
    match = a_game()
    traveller.move_to(LONG)
    Pulse.objects.update_or_create(pk=1, defaults={"at": LONG})
    outcomes = held_up(match.game_id, *[silence.decide_due] * 3)
    assert sum(outcomes) == 1
    assert Ruling.objects.count() == 1
    assert Notification.objects.filter(kind=DECIDED).count() == 2


def test_game_that_cannot_be_decided_keeps_no_other_waiting(
    traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_game()
    ladder = Ladder.objects.get()
    for name in ("Anna", "Bert"):
        person = PersonFactory.named(name)
        MembershipFactory.create(club=ladder.club, person=person)
    other = LadderFactory.create(club=ladder.club, name="Other", players=["Anna", "Bert"], silence_loses=True)
    pair_round(other)
    check_in_all()
    decide = silence.BothSilent.decide

    def failing(*_args: object, **_named: object) -> Ruling:
        monkeypatch.setattr(silence.BothSilent, "decide", decide)
        raise ValueError

    monkeypatch.setattr(silence.BothSilent, "decide", failing)
    assert look(traveller, LONG) == 1
    assert look(traveller, LONG) == 1
    assert Match.objects.filter(victory=BOTH_LOST).count() == 2


def test_arbiters_are_not_told_of_a_game_that_the_rule_has_decided(
    traveller: time_machine.Traveller,
) -> None:
    a_game(OnTimeOut.ARBITER)
    traveller.move_to(LONG)
    Pulse.objects.update_or_create(pk=1, defaults={"at": LONG})
    assert tasks.tell_arbiters() == 1
    assert not Notification.objects.filter(kind=overdue.OVERDUE).exists()


# ---- how it is announced


def test_who_can_claim_is_mailed_and_shown_the_rule(traveller: time_machine.Traveller) -> None:
    match = a_game()
    one_waits(match)
    do_due_work()
    mail.outbox.clear()
    traveller.move_to(DUE + timedelta(hours=1))
    Pulse.objects.update_or_create(pk=1, defaults={"at": DUE + timedelta(hours=1)})
    assert clock.send_reminders() == 1
    do_due_work()
    (letter,) = [each for each in mail.outbox if each.subject.endswith("your opponent is out of time")]
    assert letter.to == [Person.objects.get(pk=match.west_id).email]
    rule = (
        "Once the time of a player has been over for 6 days and the other has not claimed the win, both lose"
    )
    assert f"A rule of this ladder: {rule} the game." in " ".join(str(letter.body).split())
    page = f"/games/{match.game.public_id}/"
    assert rule in text(signed_in(match.west).get(page))
    Ladder.objects.update(silence_loses=False)
    assert rule not in text(signed_in(match.west).get(page))


def test_page_of_the_ladder_and_api_say_it() -> None:
    ladder = a_game(OnTimeOut.ARBITER).season.ladder
    shown = text(signed_in(PersonFactory.named(ARBITER)).get(f"/ladders/{ladder.public_id}/"))
    rule = "Once the time of both players has been over for 6 days, both lose the game."
    assert rule in shown
    assert Caller().get(f"ladders/{ladder.public_id}/").json()["silence_loses"] is True


@pytest.mark.parametrize("silence_loses", [True, False])
def test_rule_is_begun_or_ended_a_week_ahead(*, silence_loses: bool) -> None:
    ladder = LadderFactory.create(silence_loses=not silence_loses)
    by = organiser_of(ladder.club)
    path = f"/ladders/{ladder.public_id}/settings/"
    browser = signed_in(by)
    shown = re.search(r'name="silence_loses" value="(\w+)"[^>]* checked', text(browser.get(path)))
    assert shown is not None
    assert shown[1] == str(not silence_loses)
    form = {"name": "Free", "pace": "3", "season_days": "91", "hours_between": "24"}
    browser.post(path, form | {"silence_loses": str(silence_loses)})
    ladder.refresh_from_db()
    assert ladder.coming_terms == {"silence_loses": silence_loses}
    (sentence,) = changing.sentences_of(ladder)
    assert sentence.startswith("Once the time of a player" if silence_loses else "No game is lost by both")
    rounds.run(NOON + ANNOUNCED_FOR)
    ladder.refresh_from_db()
    assert (ladder.silence_loses, ladder.coming_terms) == (silence_loses, None)


def test_ladder_is_begun_with_the_rule_on_the_page_and_by_programs() -> None:
    club = ClubFactory.create()
    by = organiser_of(club)
    browser = signed_in(by)
    for name, sent, expected in (("One", {"silence_loses": "True"}, True), ("Two", {}, False)):
        answer = browser.post(f"/clubs/{club.slug}/ladders/new/", FORM | {"name": name} | sent)
        assert answer.status_code == 302, text(answer)
        assert Ladder.objects.get(name=name).silence_loses is expected
    body = {"name": "Three", "edition": "kessen", "pace": 3, "silence_loses": True}
    made = Caller(token_of(by, scope=Scope.CLUBS)).post(f"clubs/{club.slug}/ladders/", body)
    assert made.json()["silence_loses"] is True
