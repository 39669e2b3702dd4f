"""A scratch installation of the full size: made for one run of the benchmarks, and gone after it.

TEST_DATABASE_URL and TEST_REDIS_URL say where the servers are, as for the tests.
"""

import contextlib
import os
import secrets
from collections.abc import Iterator

import django
import psycopg
import redis

from tests.kit import postgresql

REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/0")


class ServerMissingError(Exception):
    """PostgreSQL or Redis is not to be had."""


def find_servers() -> None:
    """Make sure that both answer.

    Raises:
        ServerMissingError: one does not.
    """
    try:
        postgresql.server().close()
    except psycopg.OperationalError as error:
        at = f"PostgreSQL does not answer at TEST_DATABASE_URL={postgresql.DATABASE_URL}"
        raise ServerMissingError(f"{at}: {error}") from error
    try:
        with redis.Redis.from_url(REDIS_URL, socket_connect_timeout=5) as client:
            client.ping()
    except redis.RedisError as error:
        raise ServerMissingError(f"Redis does not answer at TEST_REDIS_URL={REDIS_URL}: {error}") from error


@contextlib.contextmanager
def installation() -> Iterator[None]:
    """Make the database and load the service into this process; afterwards drop all that was made.

    Raises:
        psycopg.OperationalError: PostgreSQL does not answer.
    """
    name = f"bench_sekigahara_{secrets.token_hex(4)}"
    with postgresql.database(name) as url:
        _surround(url, f"{name}:")
        django.setup()
        # These read settings, which are known only now.
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            connections.close_all()
            _empty_redis(f"{name}:")


def _surround(database_url: str, prefix: str) -> None:
    """What the processes of an installation are told; what a developer has set for one of theirs is not."""
    for name in (
        "ALLOWED_HOSTS",
        "DATABASE_POOL",
        "DATABASE_REPLICA_URL",
        "EMAIL_FROM",
        "TRUST_FORWARDED_FOR",
    ):
        os.environ.pop(name, None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "sekigahara.settings",
        "SEKIGAHARA_SIZE": "full",
        "SECRET_KEY": "known to everybody, for measuring only: keeps nothing secret",
        "SITE_URL": "http://127.0.0.1",
        "DATABASE_URL": database_url,
        "REDIS_URL": REDIS_URL,
        "REDIS_PREFIX": prefix,
        "EMAIL_URL": "memory:",
        # A measurement asks as fast as it can.
        "LIMIT_PAGES": "100000/60",
        "LIMIT_PROCESSOR_MILLISECONDS_OF_A_SENDER": "100000000/1",
        "LIMIT_PROCESSOR_MILLISECONDS_OF_A_PERSON": "100000000/1",
        "LOG_LEVEL": "ERROR",  # conflicts are what clients who want the same are told
    }


def _empty_redis(prefix: str) -> None:
    """Of what is cached, and of the nudges that no worker took."""
    with redis.Redis.from_url(REDIS_URL) as client:
        for key in client.scan_iter(f"{prefix}*"):
            client.delete(key)
