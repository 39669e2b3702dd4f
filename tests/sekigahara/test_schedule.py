"""The periodic jobs: one list for Celery's beat and for the worker thread."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models.person import Person
from notifications.services import TRIAL, Announcement, announce
from sekigahara.celery import app
from sekigahara.jobs.schedule import Queue
from sekigahara.jobs.tasks import forget_sessions
from tests.kit.work import do_due_work


def test_every_job_is_a_task_of_celery_that_can_be_called_by_its_name() -> None:
    app.loader.import_default_modules()
    for job in settings.JOBS.values():
        assert import_string(job.task).name == job.task
        assert job.task in app.tasks


def test_beat_has_the_same_list() -> None:
    told = {
        name: (entry["task"], entry["schedule"], entry["options"]["queue"])
        for name, entry in app.conf.beat_schedule.items()
    }
    assert told == {name: (job.task, job.every, job.queue) for name, job in settings.JOBS.items()}


def test_however_a_task_is_called_it_goes_to_the_queue_of_its_job() -> None:
    for job in settings.JOBS.values():
        assert app.amqp.router.route({}, job.task)["queue"].name == job.queue
    assert {job.queue for job in settings.JOBS.values()} == set(Queue)


@pytest.mark.django_db
def test_every_job_runs_with_nothing_to_do() -> None:
    for job in settings.JOBS.values():
        import_string(job.task)()


@pytest.mark.django_db
def test_the_sweep_comes_every_minute_and_finds_what_no_nudge_reported() -> None:
    woken = [job for job in settings.JOBS.values() if job.is_woken]
    assert {job.every for job in woken} == {timedelta(minutes=1)}
    person = Person.objects.at("someone@example.org")
    announce([Announcement(TRIAL, str(person.pk), "1", person.pk)])  # the test's transaction never commits
    do_due_work()
    assert len(mail.outbox) == 1


@pytest.mark.django_db
def test_sessions_that_ended_are_forgotten() -> None:
    for address in ("someone@example.org", "other@example.org"):
        Client().force_login(Person.objects.at(address))
    ended = Session.objects.all()[0]
    Session.objects.filter(pk=ended.pk).update(expire_date=timezone.now() - timedelta(seconds=1))
    forget_sessions()
    assert Session.objects.count() == 1
    assert not Session.objects.filter(pk=ended.pk).exists()
