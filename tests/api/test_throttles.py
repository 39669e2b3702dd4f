"""Too many requests of one caller are put off, those of others not; without a cache all are let through."""

import pytest
from pytest_django import Settings

from accounts.limits import Limit
from games.api.throttles import LIMITS, READS, WRITES
from tests.kit.calling import Caller, Seated, problem_of, token_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _two_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    for scope in (READS, WRITES):
        monkeypatch.setitem(LIMITS, scope, Limit(f"test of {scope}", 2, 60))


def test_who_reads_too_often_is_told_when_to_come_again(east: Seated, west: Seated) -> None:
    for _ in range(2):
        assert east.get(f"{east.game}view/").status_code == 200
    answer = east.get(f"{east.game}view/")
    problem = problem_of(answer, 429)
    assert problem["code"] == "throttled"
    assert problem["detail"]
    assert 0 < int(answer["Retry-After"]) <= 60
    assert west.get(f"{west.game}view/").status_code == 200
    assert east.act().status_code == 201, "writes are counted apart"


def test_all_tokens_of_a_person_are_counted_together(east: Seated) -> None:
    for _ in range(2):
        east.get("me/")
    another = Caller(token_of(east.table.people[0]))
    problem_of(another.get("me/"), 429)


def test_writing_too_often(east: Seated) -> None:
    for _ in range(2):
        problem_of(east.act(b""), 400)
    problem_of(east.act(b""), 429)
    assert east.get("me/").status_code == 200


def test_who_is_nobody_is_counted_by_where_they_are() -> None:
    here, there = Caller(), Caller()
    there.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert [here.get("rules/").status_code for _ in range(3)] == [200, 200, 429]
    assert there.get("rules/").status_code == 200


def test_without_the_cache_everybody_is_let_through(
    east: Seated, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": nowhere}
    assert [east.get(f"{east.game}view/").status_code for _ in range(4)] == [200] * 4
    assert east.act().status_code == 201
    assert "the cache is away" in caplog.text
