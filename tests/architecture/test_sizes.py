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


def test_last_line_of_a_run_with_workers_says_what_was_left_out() -> None:
    done = run_pytest("tests/architecture/test_services.py", "-n", "1")
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


def test_long_test_is_left_out_unless_it_is_named() -> None:
    module = "tests/engine/test_fuzz.py"
    assert any(function.startswith(module) for function in measured.read())
    said = [
        run_pytest("--collect-only", "--quiet", *words).stdout.splitlines()[-1]
        for words in (["-o", f"testpaths={module}"], [module])
    ]
    assert said[0].startswith("left out: ")
    assert said[0].endswith("tests that take long, or PostgreSQL, Redis, SMTP or a browser (add --all)")
    assert said[1] == "left out: nothing"


def test_measuring_writes_the_line_of_each_function_that_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "long_tests.txt"
    kept.write_text("tests/test_a.py::test_did_not_run 1.0\ntests/test_a.py::test_is_faster_now 2.0\n")
    monkeypatch.setattr(measured, "LONG_TESTS", kept)
    measuring = measured.Measuring()
    for case, duration in [
        ("test_is_faster_now[1]", 0.1),
        ("test_is_new[a@b]@browser", 0.2),
        ("test_is_new[c]@browser", 0.2),
    ]:
        measuring.pytest_runtest_logreport(
            pytest.TestReport(
                f"tests/test_a.py::{case}", ("", 0, ""), {}, "passed", None, "call", duration=duration
            )
        )
    measuring.pytest_sessionfinish()
    assert measured.read() == {
        "tests/test_a.py::test_did_not_run": 1.0,
        "tests/test_a.py::test_is_new": 0.4,
    }


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
