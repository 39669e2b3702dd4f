"""The embedded size's worker: a thread that does what Celery does elsewhere."""

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from sekigahara import batch
from sekigahara.jobs import worker
from sekigahara.jobs.schedule import Job, Queue
from sekigahara.jobs.worker import Worker
from tests.kit.processes import wait_until
from tests.sekigahara.home import Home

ANNOUNCE = """
import django
django.setup()
from accounts.models.person import Person
from notifications import services
print(services.send_trial(person=Person.objects.at("someone@example.org")))
"""

calls: list[str] = []
gate = threading.Event()


def look() -> None:
    calls.append("look")


def crash() -> None:
    calls.append("crash")
    raise RuntimeError("the ink is dry")


def ask_for_another_run() -> None:
    calls.append("again")
    batch.run_again_in(60)
    batch.run_again_in(0.02)


def wait_at_the_gate() -> None:
    calls.append("wait")
    gate.wait(timeout=30)


def job(function: str, every: timedelta = timedelta(hours=1), queue: Queue = Queue.CLOCKS) -> Job:
    return Job(f"{__name__}.{function}", every, queue)


LOOK = job("look")._replace(is_woken=True)


@contextmanager
def working(settings: Settings, **jobs: Job) -> Iterator[Worker]:
    """A worker that does these jobs, until the block ends."""
    settings.JOBS = jobs
    thread = Worker()
    thread.start()
    yield thread
    thread.stop()


@pytest.fixture(autouse=True)
def _nothing_called() -> None:
    calls.clear()
    gate.clear()


def test_worker_runs_a_job_again_when_it_asks_for_it(settings: Settings) -> None:
    with working(settings, again=job("ask_for_another_run")):
        wait_until(lambda: calls.count("again") > 2, what="the job again and again")


def test_worker_runs_jobs_at_once_when_due_and_when_woken(settings: Settings) -> None:
    with working(settings, look=LOOK, crash=job("crash", timedelta(milliseconds=20))) as thread:
        wait_until(lambda: calls.count("crash") > 2, what="the crashing job again and again")
        assert calls[:2] == ["look", "crash"]
        assert calls.count("look") == 1
        worker.wake()
        wait_until(lambda: calls.count("look") == 2, what="the look after a nudge")
    assert not thread.is_alive()
    so_far = len(calls)
    worker.wake()
    assert len(calls) == so_far


def test_a_crash_is_logged(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), working(settings, write_letters=job("crash"), look=LOOK):
        wait_until(lambda: "look" in calls, what="the job after the crash")
    assert "could not write_letters" in caplog.text
    assert "the ink is dry" in caplog.text


def test_a_nudge_while_it_works_is_not_lost(settings: Settings) -> None:
    with working(settings, look=LOOK, wait=job("wait_at_the_gate")):
        wait_until(lambda: "wait" in calls, what="a job under way")
        worker.wake()
        gate.set()
        wait_until(lambda: calls.count("look") == 2, what="the look after that job")


def test_one_queue_does_not_wait_for_another(settings: Settings) -> None:
    with working(settings, wait=job("wait_at_the_gate", queue=Queue.MAIL), look=LOOK):
        wait_until(lambda: {"wait", "look"} <= set(calls), what="both jobs")
        worker.wake()
        wait_until(lambda: calls.count("look") == 2, what="the look beside a job that takes long")
        gate.set()


def count_in_time() -> None:
    for number in batch.in_time(range(3)):
        calls.append(str(number))
        current = batch._current.get()
        assert current is not None
        current._until = 0  # it has taken long


def test_a_job_that_takes_long_is_cut_and_continued(settings: Settings) -> None:
    with working(settings, count=job("count_in_time"), look=LOOK):
        wait_until(lambda: calls.count("0") > 1, what="the count begun again")
    assert calls[:3] == ["0", "look", "0"]


def test_worker_ends_after_the_job_under_way(settings: Settings) -> None:
    settings.JOBS = {"wait": job("wait_at_the_gate"), "look": LOOK}
    thread = Worker()
    thread.start()
    wait_until(lambda: "wait" in calls, what="a job under way")
    stopping = threading.Thread(target=thread.stop)
    stopping.start()
    wait_until(thread._own[0]._is_ending.is_set, what="the wish to end")
    gate.set()
    stopping.join(timeout=30)
    assert not thread.is_alive()
    assert calls == ["wait"]


def test_a_server_sends_what_it_finds_and_what_its_requests_leave_behind(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.run("-c", ANNOUNCE).strip() == "True"
    assert not home.mails()
    with home.served() as process, home.visitor("visitor@example.org") as visitor:
        wait_until(lambda: len(home.mails()) == 1, seconds=20, what="the mail of before the start")
        page = visitor.submit("/me/mail/", "/me/mail/test/")
        assert "A test mail is on its way." in page
        # far sooner than the sweep of every minute
        wait_until(lambda: len(home.mails()) == 2, seconds=20, what="the mail after the request")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) in (0, -signal.SIGTERM)
    newest = home.mails()[0].read_text()
    assert "\nTo: visitor@example.org\n" in newest
    assert {oct(file.stat().st_mode & 0o777) for file in home.mails()} == {"0o600"}
    assert oct((home.folder / "mail").stat().st_mode & 0o777) == "0o700"
