"""How a test run says what it left out, and that `--all` fails where a service is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import measured

PROJECT = Path(__file__).resolve().parent.parent.parent


def run_pytest(*arguments: str, **told: str) -> subprocess.CompletedProcess[str]:
    """A test run inside the test run, that knows nothing of the outer one."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "SEKIGAHARA"))
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=PROJECT,
        env=inherited | told,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("workers", ["0", "1"])
def test_the_last_line_says_what_was_left_out(workers: str) -> None:
    done = run_pytest("tests/architecture/test_services.py", "-n", workers)
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED
    assert done.stdout.splitlines()[-1] == (
        "left out: 3 tests that take long, or PostgreSQL, Redis, SMTP or a browser (add --all)"
    )


def test_all_fails_where_a_service_or_the_browser_is_missing(tmp_path: Path) -> None:
    nowhere = "127.0.0.1:1"
    done = run_pytest(
        *("--all", "tests/architecture/test_services.py"),
        TEST_DATABASE_URL=f"postgres://postgres@{nowhere}/sekigahara",
        TEST_REDIS_URL=f"redis://{nowhere}/0",
        PATH=str(tmp_path),
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "PostgreSQL, for TEST_DATABASE_URL=" in done.stdout + done.stderr
    assert "Redis, for TEST_REDIS_URL=" in done.stdout + done.stderr
    assert "a browser: no chromium-headless-shell on the PATH" in done.stdout + done.stderr
    assert "passed" not in done.stdout


def test_each_long_test_is_there() -> None:
    gone = []
    for function in measured.read():
        path, *_class, name = function.split("::")
        module = PROJECT / path
        if not (module.exists() and f"def {name}(" in module.read_text(encoding="utf-8")):
            gone.append(function)
    assert gone == [], (
        "take these lines out of tests/kit/long_tests.txt, or name the tests as they are named now"
    )
