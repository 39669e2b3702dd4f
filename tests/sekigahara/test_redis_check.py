"""What `check --deploy` says of the Redis that an installation names."""

from typing import Any

import pytest
from django.core.checks import Tags, run_checks

NO_PASSWORD, PUBLIC = "sekigahara.W001", "sekigahara.W002"


def complaints(*, deploy: bool = True) -> list[str]:
    found = run_checks(tags=[Tags.security], include_deployment_checks=deploy)
    return [each.id for each in found if each.id in {NO_PASSWORD, PUBLIC}]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://127.0.0.1:6379/0", [NO_PASSWORD]),
        ("redis://localhost", [NO_PASSWORD]),
        ("redis://", [NO_PASSWORD]),
        ("redis://:secret@127.0.0.1:6379/0", []),
        ("redis://games:secret@10.1.2.3/0", []),
        ("redis://:secret@[::1]:6379/0", []),
        ("redis://:secret@[fd00::1]:6379/0", []),
        ("redis://:secret@9.9.9.9:6379/0", [PUBLIC]),
        ("rediss://[2620:fe::fe]:6379/0", [NO_PASSWORD, PUBLIC]),
        ("redis://:secret@redis.invalid/0", []),
        ("unix:///run/redis/redis.sock?db=0", []),
    ],
)
def test_redis_that_strangers_could_reach_is_named(settings: Any, url: str, expected: list[str]) -> None:
    settings.SIZE, settings.REDIS_URL = "full", url
    assert complaints() == expected
    assert complaints(deploy=False) == []


def test_embedded_size_is_not_asked_for_a_redis(settings: Any) -> None:
    settings.SIZE, settings.REDIS_URL = "embedded", "redis://9.9.9.9"
    assert complaints() == []
