"""Sentences about time: what is agreed on separate loyalty windows, and until when one can be answered."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.notices import turns
from games.reads import deadlines, queries
from games.services import clock, lobby, suspension
from games.services.waiting import WINDOW
from sekigahara.errors.exceptions import Conflict
from tests.kit.pausing import pause, resume
from tests.kit.table import Table, is_window_separate, table_where
from tests.web.browsers import address, by_link, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

START = datetime(2026, 3, 3, 14, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SILENCE = (
    "A separate loyalty window that nobody answers within 24 hours counts as a pass. "
    "Nobody loses the game by it."
)
HOLD = "after 15 minutes, so that nobody can tell whether there are any."


@pytest.fixture
def time() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller, timezone.override("UTC"):
        yield traveller


# ---- what is agreed


@pytest.mark.parametrize(
    ("hold", "reaction", "sentences"),
    [
        (15, 24, f"{SILENCE} Orders answer a separate loyalty window {HOLD}"),
        (1, None, f"Orders answer a separate loyalty window {HOLD.replace('15 minutes', '1 minute')}"),
        (0, 24, f"{SILENCE} Orders answer a separate loyalty window at once."),
        (0, None, "Orders answer a separate loyalty window at once."),
    ],
)
def test_the_terms_say_what_silence_is_and_when_orders_answer(
    hold: int, reaction: int | None, sentences: str
) -> None:
    assert deadlines.agreed_on_windows(hold, reaction) == sentences
    for pace, begins in ((None, "There is no clock"), (3, "Each side has 3 days per decision. ")):
        agreed = deadlines.agreed(Game(pace=pace, hold=hold, reaction=reaction))
        assert agreed.startswith(begins)
        assert agreed.endswith(f" {sentences}")


# ---- until when


@pytest.fixture
def asked(time: time_machine.Traveller) -> Seat:
    """A seat that may answer a separate loyalty window for a day."""
    assert time is not None
    terms = lobby.Terms(is_public=True, pace=2, on_time_out=OnTimeOut.CLAIM)
    table = table_where(is_window_separate, terms=terms)
    seat = table.seat(table.asked()[0])
    assert (seat.due_at, seat.lapses_at) == (None, START + DAY)
    return seat


def seen(browser: Client, seat: Seat) -> str:
    return text(browser.get(address(seat), follow=True)).replace("\xa0", " ")


def test_both_and_who_watches_read_until_when_it_can_be_answered_and_what_silence_is(
    asked: Seat, time: time_machine.Traveller
) -> None:
    time.move_to(START + HOUR)
    until = "Until Wednesday 4 March, 14:00 (23 hours left). After that it counts as a pass."
    pages = [seen(by_link(seat), asked) for seat in (asked, asked.opposite())]
    for page in (*pages, seen(Client(), asked)):
        assert until in page
        assert "claim/" not in page
        assert "more-time/" not in page
    player = asked.opposite().player
    assert player is not None
    assert "Until Wed 4 Mar, 14:00." in text(signed_in(player).get("/games/"))


def test_nobody_is_late_with_it(asked: Seat, time: time_machine.Traveller) -> None:
    time.move_to(START + DAY + HOUR)
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    found = deadlines.deadline(asked)
    assert found is not None
    assert not found.is_over
    assert found.text == "Until Wednesday 4 March, 14:00 (no time left). After that it counts as a pass."
    assert not deadlines.may_be_claimed(asked, timezone.now())
    with pytest.raises(Conflict, match="not-overdue"):
        clock.claim(seat=asked.opposite())
    assert clock.send_reminders() == 1, "the window has lapsed"
    assert Seat.objects.get(pk=asked.pk).asked != "window"


def test_the_mail_says_it_for_its_reader(asked: Seat) -> None:
    until = "You have until Wednesday 4 March, 14:00 UTC to answer."
    told = f"{until} If you do not, you pass, and lose nothing else."
    assert deadlines.asked_until(asked) == told
    Seat.objects.filter(pk=asked.pk).update(told_at=asked.version)
    mail = turns.waiting(WINDOW, asked.reference, str(asked.version))
    assert mail is not None
    assert told in mail.text
    assert told in mail.html
    assert "claim the win" not in mail.text


def test_while_the_clock_is_paused_silence_is_nothing(asked: Seat, time: time_machine.Traveller) -> None:
    time.move_to(START + HOUR)
    pause(asked.game)
    time.move_to(START + 3 * DAY)
    paused = Seat.objects.select_related("game").get(pk=asked.pk)
    found = deadlines.deadline(paused)
    assert found is not None
    assert found.text.replace("\xa0", " ") == "The clock is paused, with 23 hours left."
    assert deadlines.asked_until(paused) == "The clock is paused for now."


@pytest.mark.parametrize("is_paused", [True, False], ids=["paused", "stopped"])
def test_time_in_which_the_clock_stands_is_added(
    asked: Seat, time: time_machine.Traveller, *, is_paused: bool
) -> None:
    time.move_to(START + HOUR)
    if is_paused:
        pause(asked.game)
    else:
        suspension.freeze(asked.game, "chain-broken")
    time.move_to(START + 3 * DAY)
    if is_paused:
        resume(asked.game)
    else:
        suspension.thaw(asked.game)
    moved = Seat.objects.select_related("game").get(pk=asked.pk)
    assert moved.lapses_at == START + 4 * DAY - HOUR
    found = deadlines.deadline(moved)
    assert found is not None
    assert "Until Saturday 7 March, 13:00" in found.text


def test_lists_sort_the_reaction_clock_among_deadlines(asked: Seat) -> None:
    for seed in (200, 201):
        Table(seed, terms=lobby.Terms(pace=7))
    Seat.objects.exclude(game=asked.game).filter(game=Game.objects.latest("pk")).update(due_at=START + HOUR)
    assert asked.player is not None
    first, second, *_others = queries.seats_of(asked.player)
    assert first.game == Game.objects.latest("pk")
    assert second == asked
