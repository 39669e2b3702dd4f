"""Too many requests of one caller are put off, those of others not; without a cache all are let through."""

import pytest
import time_machine
from pytest_django import Settings

from accounts.models.api_token import ApiToken
from accounts.rate_limits import Limit, hit
from accounts.scopes import Scope
from games.api.throttles import LIMITS, READS, WRITES
from tests.kit import calling
from tests.kit.calling import Caller, Seated, caller_at, problem_of, token_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _two_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    for scope in (READS, WRITES):
        monkeypatch.setitem(LIMITS, scope, Limit(f"test of {scope}", 2, 60))


def test_reader_over_the_limit_is_told_when_to_retry(east: Seated, west: Seated) -> None:
    for _ in range(2):
        assert east.get(f"{east.game}view/").status_code == 200
    answer = east.get(f"{east.game}view/")
    problem = problem_of(answer, 429)
    assert problem["code"] == "throttled"
    assert problem["detail"]
    assert 0 < int(answer["Retry-After"]) <= 60
    assert west.get(f"{west.game}view/").status_code == 200
    assert east.act().status_code == 201, "writes are counted apart"


def test_every_answer_tells_what_is_left_also_a_refusal(east: Seated) -> None:
    with time_machine.travel(1_800_000_015, tick=False):
        answers = [east.get("me/"), east.get("games/nosuchgame/"), east.get("me/")]
        assert [answer.status_code for answer in answers] == [200, 404, 429]
        assert [answer["RateLimit"] for answer in answers] == [f'"reads";r={left};t=45' for left in (1, 0, 0)]
        assert {answer["RateLimit-Policy"] for answer in answers} == {'"reads";q=2;w=60'}
        assert answers[-1]["Retry-After"] == "45"
        written = east.send("PATCH", "me/", {"name": 1})
        assert (written.status_code, written["RateLimit"]) == (400, '"writes";r=1;t=45')


def test_refused_tokens_count_towards_the_limit() -> None:
    """By where they are, as nobody: else guesses would cost nothing but our looks at the database."""
    tried = [Caller(f"skg_guess{number}").get("me/") for number in range(3)]
    assert [answer.status_code for answer in tried] == [401, 401, 429]
    assert [answer["RateLimit"].split(";")[1] for answer in tried] == ["r=1", "r=0", "r=0"]
    reading = caller_at("reader@example.org", scope=Scope.READ)
    tried = [reading.post("games/") for _time in range(3)]
    assert [answer.status_code for answer in tried] == [403, 403, 429]


def test_all_processes_count_as_one(east: Seated) -> None:
    """What is left is read from the cache, whatever this process has seen."""
    east.get("me/")
    limit = LIMITS[READS]
    assert hit(limit, f"token {ApiToken.objects.get(user=east.table.people[0]).pk}") == 0
    problem_of(east.get("me/"), 429)


def test_each_token_of_a_person_is_counted_by_itself(east: Seated) -> None:
    for _ in range(2):
        east.get("me/")
    another = Caller(token_of(east.table.people[0]))
    assert [another.get("me/").status_code for _ in range(3)] == [200, 200, 429]
    problem_of(east.get("me/"), 429)


def test_writing_too_often(east: Seated) -> None:
    for _ in range(2):
        problem_of(east.act(b""), 400)
    problem_of(east.act(b""), 429)
    assert east.get("me/").status_code == 200


def test_requests_without_a_token_are_counted_by_address() -> None:
    here, there = Caller(), Caller()
    there.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert [here.get("rules/").status_code for _ in range(3)] == [200, 200, 429]
    assert there.get("rules/").status_code == 200


def test_without_the_cache_everybody_is_let_through(
    east: Seated, settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "check_answer", lambda *_: None)  # it would miss what is left of the limit
    nowhere = {"BACKEND": "sekigahara.db.redis_cache.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": nowhere}
    assert [east.get(f"{east.game}view/").status_code for _ in range(4)] == [200] * 4
    assert east.act().status_code == 201
    assert "the cache is away" in caplog.text
    assert "RateLimit" not in east.get("me/"), "nobody knows"
