"""The full size reaches the servers it stands on, with nothing faked."""

import os

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from sekigahara.celery import app
from tests.kit.processes import running, wait_until

pytestmark = pytest.mark.services


@pytest.mark.django_db
def test_the_full_size_runs_on_postgresql_with_typed_parameters() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int, current_setting('TimeZone')")
        version, zone = cursor.fetchone()
    assert connection.vendor == "postgresql"
    assert version >= 140000
    assert zone == "UTC"
    assert connection.settings_dict["OPTIONS"]["server_side_binding"]


def test_the_shared_cache_is_redis_under_our_prefix() -> None:
    cache.set("castle", b"Osaka", timeout=60)
    assert cache.get("castle") == b"Osaka"
    assert cache.make_key("castle").startswith(os.environ["REDIS_PREFIX"])
    cache.delete("castle")


def test_a_celery_worker_of_this_installation_answers_through_redis() -> None:
    worker = ["worker", "--pool=solo", "--loglevel=ERROR", "--without-gossip", "--without-mingle"]
    with running("celery", "--app=sekigahara", *worker) as process:
        wait_until(
            lambda: process.poll() is not None or app.control.ping(timeout=0.5), what="a worker's answer"
        )
        assert process.poll() is None
    assert process.returncode == 0
    assert settings.CELERY_TASK_ALWAYS_EAGER is False
