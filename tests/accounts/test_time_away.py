"""The days of a person that do not count: the calendar, and how many are left."""

from datetime import UTC, date, datetime, timedelta

import pytest

from accounts.time_away import ALWAYS_THERE, DAYS_A_YEAR, Holiday, TimeAway, counted, later, read
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.kit.searches import given, st

FRIDAY = datetime(2026, 3, 6, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
TODAY = FRIDAY.date()


def day(count: int) -> date:
    """So many days after the Friday."""
    return TODAY + count * DAY


def away(*blocks: tuple[int, int], zone: str = "UTC") -> TimeAway:
    return TimeAway(zone, tuple(Holiday(day(first), day(last)) for first, last in blocks))


WEEKENDS = ALWAYS_THERE.with_weekends(FRIDAY - DAY, are_off=True)


@pytest.mark.parametrize(
    ("who", "due"),
    [
        (ALWAYS_THERE, FRIDAY + 2 * DAY),
        (WEEKENDS, FRIDAY + 4 * DAY),
        (away((1, 3)), FRIDAY + 5 * DAY),
        (away((0, 0)), FRIDAY + 2 * DAY + 12 * HOUR),
        (away((0, 0), zone="Asia/Tokyo"), FRIDAY + 2 * DAY + 3 * HOUR),
        (away((0, 0), zone="Gone/Nowhere"), FRIDAY + 2 * DAY + 12 * HOUR),
    ],
)
def test_days_off_are_not_counted(who: TimeAway, due: datetime) -> None:
    assert later(FRIDAY, 2 * DAY, [who]) == due
    assert counted(FRIDAY, due, [who]) == 2 * DAY


def test_days_on_which_either_of_two_is_away_are_not_counted() -> None:
    assert later(FRIDAY, 2 * DAY, [WEEKENDS, away((3, 3))]) == FRIDAY + 5 * DAY


@given(
    st.integers(0, 400),
    st.integers(1, 300),
    st.lists(st.integers(0, 12), max_size=4, unique=True),
    st.booleans(),
    st.sampled_from(["UTC", "Asia/Tokyo", "America/Sao_Paulo", "Europe/Berlin"]),
)
def test_counting_undoes_adding(begun: int, span: int, off: list[int], weekends: bool, zone: str) -> None:
    blocks = sorted(Holiday(day(3 * each), day(3 * each + 1)) for each in off)
    who = TimeAway(zone, tuple(blocks)).with_weekends(FRIDAY - DAY, are_off=weekends)
    since = FRIDAY + begun * HOUR
    due = later(since, span * HOUR, [who])
    assert counted(since, due, [who]) == span * HOUR
    assert due >= since + span * HOUR


def test_text_says_everything_and_nothing_is_empty() -> None:
    who = away((1, 3), zone="Asia/Tokyo").with_weekends(FRIDAY, are_off=True)
    assert read(who.text) == who
    assert (TimeAway("Asia/Tokyo").text, read("")) == ("", ALWAYS_THERE)


def test_weekends_count_for_decisions_asked_after_they_were_chosen() -> None:
    who = ALWAYS_THERE.with_weekends(FRIDAY, are_off=True)
    assert not who.as_of(FRIDAY - HOUR).weekends
    assert who.as_of(FRIDAY).weekends
    back = who.with_weekends(FRIDAY + HOUR, are_off=False)
    assert back.as_of(FRIDAY).weekends
    assert not back.weekends
    assert not back.as_of(FRIDAY - HOUR).weekends


def test_year_has_thirty_days() -> None:
    who = ALWAYS_THERE.planned(Holiday(day(0), day(9)), FRIDAY)
    assert who.left(2026) == DAYS_A_YEAR - 10
    with pytest.raises(Conflict, match="no-holidays-left"):
        who.planned(Holiday(day(20), day(40)), FRIDAY)
    # The days of a block count for the years they are in.
    across = who.planned(Holiday(date(2026, 12, 20), date(2027, 1, 8)), FRIDAY)
    assert (across.left(2026), across.left(2027)) == (8, 22)


@pytest.mark.parametrize("block", [(-1, 3), (3, 2), (366, 370)])
def test_holiday_in_the_past_or_too_far_ahead_is_refused(block: tuple[int, int]) -> None:
    with pytest.raises(Unacceptable, match="no-such-holiday"):
        ALWAYS_THERE.planned(Holiday(day(block[0]), day(block[1])), FRIDAY)


def test_holidays_do_not_overlap() -> None:
    with pytest.raises(Conflict, match="holidays-overlap"):
        away((2, 5)).planned(Holiday(day(5), day(6)), FRIDAY)


def test_ended_holiday_gives_back_what_is_unused() -> None:
    who = away((-2, 5), (10, 11))
    assert who.until(FRIDAY) == day(5)
    assert who.ended(day(-2), FRIDAY) == away((-2, 0), (10, 11))
    assert who.ended(day(10), FRIDAY) == away((-2, 5))
    assert who.ended(day(3), FRIDAY) == who


def test_blocks_that_follow_each_other_are_one_absence() -> None:
    assert away((0, 2), (3, 4)).until(FRIDAY) == day(4)
