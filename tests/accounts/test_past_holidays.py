"""Holidays are forgotten when the year after them is over, also of those who never plan another."""

from datetime import UTC, date, datetime

import pytest
import time_machine

from accounts.models.person import Person
from accounts.tasks import forget_unconfirmed
from accounts.time_away import Holiday, TimeAway, read

pytestmark = [pytest.mark.django_db, pytest.mark.both]

OLD, LATER = Holiday(date(2024, 12, 30), date(2024, 12, 31)), Holiday(date(2025, 1, 1), date(2025, 1, 2))


@time_machine.travel(datetime(2026, 3, 6, 12, tzinfo=UTC), tick=False)
def test_holidays_of_the_year_before_last_are_forgotten() -> None:
    person = Person.objects.at("traveller@example.org")
    person.confirmed_at, person.time_away = person.created_at, TimeAway("Asia/Tokyo", (OLD, LATER)).text
    person.save()
    assert forget_unconfirmed() == 1
    person.refresh_from_db()
    assert read(person.time_away) == TimeAway("Asia/Tokyo", (LATER,))
    assert forget_unconfirmed() == 0
