"""The drill, in its short form: `deploy/drill` inflicts all faults there are."""

import contextlib
import os
import signal
import subprocess
import uuid
from pathlib import Path

import pytest

from tests.drill.faults import SHORT
from tests.kit.processes import PROJECT

COLUMNS = (
    *("actions", "lost", "twice", "5xx", "refused", "back"),
    *("mails", "mails lost", "mails twice", "sent"),
)
MARK = "DRILL_OF"
LOST_OR_TWICE = ("lost", "twice", "mails lost", "mails twice")

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("drill")]


@pytest.mark.overnight
def test_host_that_is_cut_off_loses_nothing_and_holds_up_nobody() -> None:
    faults = ["jobs-called-twice", "host-cut-off"]
    done = subprocess.run(
        [PROJECT / "deploy" / "drill", "--hosts", *faults],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-5000:]
    assert "Nothing was lost, nothing was done twice." in done.stdout
    assert [word for word in done.stdout.split() if word in faults] == faults


@pytest.mark.overnight
def test_nothing_is_lost_or_done_twice_through_a_pooler_and_an_ended_drill_leaves_no_server_running() -> None:
    """With PgBouncer in transaction mode; ended while another fault is inflicted."""
    value = str(uuid.uuid4())
    mark = f"{MARK}={value}"
    with subprocess.Popen(
        [PROJECT / "deploy" / "drill", "--pooled", *SHORT, "mail-hangs"],
        cwd=PROJECT,
        env=os.environ | {MARK: value},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as drill:
        assert drill.stdout is not None
        assert "actions" in drill.stdout.readline(), "all its servers run"
        assert len(told(mark)) >= 6, "the drill, pooler, redis, web, worker, beat"
        outcomes = {}
        for fault in SHORT:
            name, *figures = drill.stdout.readline().split()
            assert name == fault
            outcome = outcomes[fault] = dict(zip(COLUMNS, figures, strict=True))
            assert int(outcome["actions"]) > 0
            assert int(outcome["mails"]) > 0
            assert [outcome[column] for column in LOST_OR_TWICE] == ["0"] * 4, fault
        replaced = outcomes["web-replaced"]
        assert replaced["5xx"] == replaced["refused"] == "0", "replacing the web server disturbs nobody"
        drill.terminate()
        assert drill.wait(90) == 128 + signal.SIGTERM
    assert told(mark) == []


def told(mark: str) -> list[str]:
    """The processes that have an assignment in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is not ours
            if mark.encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(process.name)
    return found


@pytest.mark.parametrize("fault", ["disk-full", "dumped-and-restored"])
@pytest.mark.overnight
def test_service_tells_of_a_fault_and_loses_nothing(fault: str) -> None:
    done = subprocess.run(
        [PROJECT / "deploy" / "drill", fault], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr[-5000:]
    assert {"disk-full": "/readyz after", "dumped-and-restored": "each as it was"}[fault] in done.stdout


def test_fault_that_is_not_known_is_refused() -> None:
    done = subprocess.run(
        [PROJECT / "deploy" / "drill", "nonsense"], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "no fault is called nonsense" in done.stderr
