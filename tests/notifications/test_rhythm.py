"""When somebody is mailed: at once, gathered, daily, never, and not in quiet hours."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from pytest_django import Settings

from accounts import services as accounts
from accounts.models.person import Person
from notifications import outbox, queries, registry, rhythm
from notifications.delivery import deliver_due
from notifications.models import MailOutcome, MailRhythm, Notification, Rhythm
from notifications.registry import Kind, Message, register
from tests.kit.processes import free_port
from tests.notifications.asked import ASKED, START, asked, clock, deadlines, of, part
from tests.notifications.conftest import NEWS, owe

__all__ = ["asked", "clock"]

pytestmark = [pytest.mark.django_db, pytest.mark.both]
Status = Notification.Status


@pytest.fixture(autouse=True)
def topics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rhythm, "_topics_of", [lambda person_id: ("k1", "k2")])


def choose(person: Person, **chosen: object) -> None:
    rhythm.choose(MailRhythm(person_id=person.pk, **chosen))


def outcomes() -> dict[str, tuple[str, str, int]]:
    rows = Notification.objects.filter(kind=ASKED)
    return {row.about: (row.status, row.outcome, row.attempts) for row in rows}


def subjects() -> list[str]:
    return [str(sent.subject) for sent in mail.outbox]


def test_whoever_chose_nothing_is_mailed_at_once(person: Person) -> None:
    of(person, "k1")
    of(person, "k2")
    assert deliver_due() == 2
    assert subjects() == ["The question of k1", "The question of k2"]


def test_a_daily_mail_comes_at_its_hour_in_the_persons_zone_with_all_that_waits(
    person: Person, clock: time_machine.Traveller
) -> None:
    Person.objects.filter(pk=person.pk).update(zone="Asia/Tokyo")  # where it is 21:30
    choose(person, rhythm=Rhythm.DAILY, hour=7)
    deadlines["k2"] = START + timedelta(days=3)
    of(person, "k1")
    of(person, "k2")
    of(person, "k3", "answered")
    assert (deliver_due(), deliver_due()) == (3, 0)
    assert outcomes() == dict.fromkeys(("k1", "k2", "k3"), (Status.WAITING, MailOutcome.SET_ASIDE, 0))
    clock.move_to(datetime(2026, 3, 4, 21, 59, tzinfo=UTC))
    assert deliver_due() == 0
    assert queries.punctuality() == "ok"
    clock.move_to(datetime(2026, 3, 4, 22, 0, 20, tzinfo=UTC))
    deliver_due()
    (sent,) = mail.outbox
    assert sent.subject == "2 games wait for you"
    text = sent.body
    assert text.index("Against k2\nFight?\nUntil 12:30.\nhttps://games.example.org/k2/") < text.index(
        "Against k1\n"
    )
    assert "k3" not in text
    assert outcomes() == {
        "k1": (Status.SENT, "", 1),
        "k2": (Status.SENT, "", 1),
        "k3": (Status.SKIPPED, MailOutcome.PAST, 1),
    }
    of(person, "k4")
    deliver_due()
    assert len(mail.outbox) == 1


def test_a_daily_mail_about_one_thing_is_its_ordinary_mail(
    person: Person, clock: time_machine.Traveller
) -> None:
    choose(person, rhythm=Rhythm.DAILY, hour=18)
    message = of(person, "k1")
    of(person, "k1", "2")
    of(person, "k2", "answered")
    deliver_due()
    clock.shift(timedelta(hours=6))
    deliver_due()
    (sent,) = mail.outbox
    assert sent.subject == "The question of k1"
    assert sent.message()["Message-ID"] == message.message_id
    assert set(Notification.objects.values_list("about", "status")) == {("k1", "sent"), ("k2", "skipped")}


def test_gathered_mails_keep_their_distance(person: Person, clock: time_machine.Traveller) -> None:
    choose(person, rhythm=Rhythm.GATHERED, every=4)
    of(person, "k1")
    deliver_due()
    assert subjects() == ["The question of k1"]
    clock.shift(timedelta(hours=1))
    of(person, "k2")
    deliver_due()
    clock.shift(timedelta(hours=1))
    of(person, "k3")
    deliver_due()
    assert len(mail.outbox) == 1
    clock.move_to(START + timedelta(hours=4))
    deliver_due()
    assert subjects()[1:] == ["2 games wait for you"]


def test_what_would_be_too_late_for_the_next_mail_is_sent_at_once(
    person: Person, clock: time_machine.Traveller
) -> None:
    choose(person, rhythm=Rhythm.DAILY, hour=18)  # five and a half hours from now
    deadlines["k1"] = START + timedelta(hours=6, minutes=29)
    deadlines["k2"] = START + timedelta(hours=6, minutes=31)
    deadlines["k3"] = START - timedelta(hours=1)  # it is late already
    for about in ("k1", "k2", "k3"):
        of(person, about)
    deliver_due()
    assert subjects() == ["The question of k1"]


@pytest.mark.parametrize("is_pushed", [False, True])
def test_only_push_mails_at_once_whoever_has_no_device(
    person: Person, monkeypatch: pytest.MonkeyPatch, *, is_pushed: bool
) -> None:
    monkeypatch.setattr(rhythm, "can_be_pushed", lambda person_id: is_pushed)
    choose(person, rhythm=Rhythm.PUSH)
    of(person, "k1")
    deliver_due()
    assert len(mail.outbox) == (0 if is_pushed else 1)
    assert outcomes()["k1"][1] == (MailOutcome.PUSHED if is_pushed else "")


def test_never_is_never_also_for_what_expires_and_not_for_what_cannot_be_muted(person: Person) -> None:
    register(Kind("tests.bills", "Bills", lambda about, occasion: Message("a@example.org", "A bill", ".")))
    choose(person, rhythm=Rhythm.NEVER, quiet_from=0, quiet_until=23)
    deadlines["k1"] = datetime.now(UTC) + timedelta(hours=1)
    of(person, "k1")
    owe(person, kind="tests.bills")
    deliver_due()
    assert subjects() == ["A bill"]
    assert outcomes() == {"k1": (Status.SKIPPED, MailOutcome.UNWANTED, 1)}


def test_one_game_may_have_a_rhythm_of_its_own(person: Person, clock: time_machine.Traveller) -> None:
    choose(person, rhythm=Rhythm.DAILY)
    rhythm.choose_for_topic(person, "k1", Rhythm.AT_ONCE)
    rhythm.choose_for_topic(person, "k2", Rhythm.NEVER)
    for about in ("k1.east", "k2.west", "k3.east"):
        of(person, about)
    deliver_due()
    assert subjects() == ["The question of k1.east"]
    assert outcomes()["k2.west"][1] == MailOutcome.UNWANTED
    assert outcomes()["k3.east"][1] == MailOutcome.SET_ASIDE


def test_another_choice_counts_for_what_was_set_aside_too(
    person: Person, clock: time_machine.Traveller
) -> None:
    choose(person, rhythm=Rhythm.DAILY, hour=18)
    of(person, "k1")
    deliver_due()
    rhythm.choose_for_topic(person, "k1", Rhythm.AT_ONCE)
    deliver_due()
    assert subjects() == ["The question of k1"]
    rhythm.choose_for_topic(person, "k1", None)
    of(person, "k1", "2")
    deliver_due()
    accounts.change_settings(person=person, zone="Asia/Tokyo")  # 21:30 there, so 18:00 is later
    deliver_due()
    assert Notification.objects.get(occasion="2").due_at == datetime(2026, 3, 5, 9, 0, tzinfo=UTC)


def test_quiet_hours_hold_back_what_can_be_muted_and_let_through_what_expires(
    person: Person, clock: time_machine.Traveller
) -> None:
    choose(person, quiet_from=12, quiet_until=14)
    deadlines["k1"] = START + timedelta(hours=1)
    deadlines["k2"] = START + timedelta(hours=8)
    of(person, "k1")
    of(person, "k2")
    news = owe(person)
    assert news.kind == NEWS
    deliver_due()
    assert subjects() == ["The question of k1"]
    clock.move_to(START + timedelta(minutes=90))
    deliver_due()
    assert subjects()[1:] == ["The question of k2", "Occasion 1"]


@pytest.mark.parametrize(
    ("at", "begin", "end", "free"),
    [
        ("2026-03-04T23:30", 22, 7, "2026-03-05T07:00+01:00"),
        ("2026-03-05T06:59", 22, 7, "2026-03-05T07:00+01:00"),
        ("2026-03-05T07:00", 22, 7, "2026-03-05T07:00+01:00"),
        ("2026-03-04T21:59", 22, 7, "2026-03-04T21:59+01:00"),
        ("2026-03-04T13:00", 12, 14, "2026-03-04T14:00+01:00"),
        ("2026-03-04T13:00", 12, 12, "2026-03-04T13:00+01:00"),
        ("2026-03-28T23:00", 22, 7, "2026-03-29T07:00+02:00"),  # an hour shorter
        ("2026-10-24T23:00", 22, 7, "2026-10-25T07:00+01:00"),  # an hour longer
        ("2026-03-29T01:30", 22, 2, "2026-03-29T03:00+02:00"),  # there is no 02:00
        ("2026-10-25T01:30", 22, 2, "2026-10-25T02:00+02:00"),  # there are two
    ],
)
def test_quiet_hours_go_over_midnight_and_by_the_clocks_people_see(
    at: str, begin: int, end: int, free: str
) -> None:
    zone = ZoneInfo("Europe/Berlin")
    chosen = MailRhythm(quiet_from=begin, quiet_until=end)
    shown = datetime.fromisoformat(at).replace(tzinfo=zone)
    assert rhythm.after_quiet_hours(chosen, shown, zone) == datetime.fromisoformat(free)


def test_a_gathered_mail_that_cannot_be_sent_is_tried_again_as_one(
    person: Person, clock: time_machine.Traveller, settings: Settings
) -> None:
    choose(person, rhythm=Rhythm.DAILY, hour=18)
    for about in ("k1", "k2", "k3"):
        of(person, about)
    deliver_due()
    clock.shift(timedelta(hours=6))
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert deliver_due() == 1
    assert set(outcomes().values()) == {(Status.WAITING, MailOutcome.UNREACHABLE, 1)}
    settings.EMAIL_BACKEND = working
    clock.shift(timedelta(minutes=1))
    deliver_due()
    assert subjects() == ["3 games wait for you"]
    assert {row[0] for row in outcomes().values()} == {Status.SENT}


def test_one_message_that_cannot_be_made_up_keeps_no_other_from_a_gathered_mail(
    person: Person, clock: time_machine.Traveller
) -> None:
    choose(person, rhythm=Rhythm.DAILY, hour=18)
    for about, occasion in (("k1", "broken"), ("k2", "1"), ("k3", "1")):
        of(person, about, occasion)
    deliver_due()
    clock.shift(timedelta(hours=6))
    deliver_due()
    assert subjects() == ["2 games wait for you"]
    assert outcomes()["k1"] == (Status.WAITING, MailOutcome.BROKEN, 1)


def test_a_worker_that_was_too_slow_cannot_settle_what_was_set_aside_since(person: Person) -> None:
    message = of(person, "k1")
    first = outbox.claim()
    Notification.objects.update(due_at=message.due_at)  # the lease has run out
    second = outbox.claim()
    assert first is not None
    assert second is not None
    outbox.set_aside(second, datetime.now(UTC) + timedelta(hours=1))
    outbox.settle_sent(first)
    assert outcomes()["k1"] == (Status.WAITING, MailOutcome.SET_ASIDE, 1)


def test_a_kind_that_may_be_gathered_says_when_it_expires(kind: Kind) -> None:
    with pytest.raises(ValueError, match="expires"):
        register(kind._replace(name="tests.rumours", part=part))
    assert ASKED in registry.kinds_with_rhythm()
