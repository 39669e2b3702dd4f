"""A pytest plugin: which tests run in which size.

`pytest` runs the embedded set: on SQLite, everything but the tests marked `services`, and `long` unless files
or folders are named. `pytest --all` runs every test once, in two runs: in the full size, on PostgreSQL and
Redis, those marked `services` and all that use the database but those marked `embedded`; then the others in
the embedded size. Those marked `both`, about what databases could do differently, run in either. Nothing is
skipped: where a service is missing, `--all` fails. Those marked `overnight`, which the long proofs run, are
left out unless `-m overnight` asks for them.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import redis
from django.conf import settings

from tests.kit import measured

BOTH_SIZES = "SEKIGAHARA_TEST_BOTH"
"""Set in both runs of `--all`, by the process that starts them."""

BROWSER = "chromium-headless-shell"
"""The command of the browser that looks at pages: Chromium without a window takes a fifth less time."""

PACKAGES = "npm"
"""The command that builds the page of the examples."""

LEFT_OUT = "tests_left_out"
left_out = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all",
        action="store_true",
        help="also run what needs services: PostgreSQL, Redis and Chromium must be there",
    )
    parser.addoption("--long", action="store_true", help="also run what takes long, as if it were named")


def pytest_configure(config: pytest.Config) -> None:
    is_named = config.args_source is pytest.Config.ArgsSource.ARGS
    config.option.long |= is_named or config.option.measure or BOTH_SIZES in os.environ


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    if not config.option.all or BOTH_SIZES in os.environ or config.option.help:
        return None
    results = []
    for size in ("full", "embedded"):
        print(f"{size} size:", flush=True)
        surroundings = os.environ | {BOTH_SIZES: "1", "SEKIGAHARA_TEST_SIZE": size}
        command = [sys.executable, "-m", "pytest", *config.invocation_params.args]
        workers = getattr(config.option, "numprocesses", None)
        if size == "full" and workers:
            # What shares an installation or a browser goes to one worker, so that it is started once.
            command += ["--dist=loadgroup", "--no-loadscope-reorder"]
        elif workers:
            # Who is done takes over from whoever still has many long tests.
            command.append("--dist=worksteal")
        if isinstance(workers, int):
            # Much waits for processes of its own, so one worker more than asked for has something to do.
            command.append(f"--numprocesses={workers + 1}")
        results.append(subprocess.run(command, env=surroundings, check=False).returncode)
        if results[-1] in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR):
            break
    # one of the two may have nothing to do, as when a single test was named
    failed = [
        result for result in results if result not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    ]
    return failed[0] if failed else min(results)


def pytest_sessionstart(session: pytest.Session) -> None:
    is_worker = hasattr(session.config, "workerinput")
    if settings.SIZE == "full" and not is_worker:
        missing = [*_missing_postgresql(), *_missing_redis(), *_missing_programs()]
        if missing:
            pytest.exit("\n".join(["--all needs services that are missing:", *missing]), returncode=4)


def _missing_postgresql() -> Iterator[str]:
    url = os.environ["DATABASE_URL"]
    try:
        # the test databases are made from this one, their own may not exist yet
        with psycopg.connect(url, dbname="postgres", connect_timeout=5):
            pass
    except psycopg.OperationalError as error:
        yield f"PostgreSQL, for TEST_DATABASE_URL={url}: {error}"


def _missing_redis() -> Iterator[str]:
    url = os.environ["REDIS_URL"]
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            client.ping()
    except redis.RedisError as error:
        yield f"Redis, for TEST_REDIS_URL={url}: {error}"


def _missing_programs() -> Iterator[str]:
    if shutil.which(BROWSER) is None:
        yield f"a browser: no {BROWSER} on the PATH"
    if shutil.which(PACKAGES) is None:
        yield f"what builds the page of the examples: no {PACKAGES} on the PATH"
    if shutil.which("age") is None:
        yield "what encrypts backups: no age on the PATH"


def uses_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("django_db"):
        return True
    return not {"db", "transactional_db", "live_server"}.isdisjoint(getattr(item, "fixturenames", ()))


def _runs(item: pytest.Item) -> bool:
    marked = {mark.name for mark in item.iter_markers()}
    if "overnight" in marked and "overnight" not in item.config.option.markexpr:
        return False
    is_of_full = "services" in marked or (uses_database(item) and "embedded" not in marked)
    if settings.SIZE == "full":
        return is_of_full
    if "services" in marked:
        return False
    if "long" in marked and not item.config.option.long:
        return False
    return BOTH_SIZES not in os.environ or not is_of_full or "both" in marked


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if getattr(config.option, "loadgroup", False):
        # pytest-xdist adds the group to the id. Without it the groups would be lost in silence.
        lost = [
            item.nodeid for item in items if item.get_closest_marker("xdist_group") and "@" not in item.nodeid
        ]
        if lost:
            raise pytest.UsageError(f"pytest-xdist does not keep groups of tests together: {lost[0]}")
    chosen: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        (chosen if _runs(item) else others).append(item)
    items[:] = measured.longest_modules_first(chosen)
    config.stash[left_out] = sum(item.get_closest_marker("overnight") is None for item in others)
    if others:
        config.hook.pytest_deselected(items=others)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput[LEFT_OUT] = config.stash.get(left_out, 0)
    yield
    if settings.SIZE == "full":
        with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
            for key in client.scan_iter(os.environ["REDIS_PREFIX"] + "*"):
                client.delete(key)
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal:
        terminal.write_line(_last_line(config))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over the number from a worker of pytest-xdist; every worker collects the same tests."""
    node.config.stash[left_out] = getattr(node, "workeroutput", {}).get(LEFT_OUT, 0)


def _last_line(config: pytest.Config) -> str:
    if settings.SIZE == "full":
        return "full size, on PostgreSQL and Redis; all other tests run in the embedded size"
    if BOTH_SIZES in os.environ:
        return "embedded size, on SQLite; with the full size above, everything but the long proofs"
    number = config.stash.get(left_out, 0)
    if not number:
        return "left out: nothing"
    tests = "1 test that takes" if number == 1 else f"{number} tests that take"
    return f"left out: {tests} long, or PostgreSQL, Redis, SMTP or a browser (add --all)"
