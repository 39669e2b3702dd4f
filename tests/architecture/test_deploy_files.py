"""The units of systemd, the containers and the example of an environment name only what is there."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from sekigahara import settings

PROJECT = Path(__file__).resolve().parents[2]
UNITS = sorted((PROJECT / "deploy" / "systemd").iterdir())
EXAMPLE = (PROJECT / "deploy" / "sekigahara.env.example").read_text(encoding="utf-8")
BY_SETUP = {"SECRET_KEY", "PUSH_KEY", "DATABASE_URL", "DATABASE_OWNER_URL"}
OF_COMMANDS = {"HOST", "PORT", "WEB_PROCESSES", "WORKER_PROCESSES"}
SECTIONS = {"Unit", "Service", "Socket", "Install"}


def lines(unit: Path) -> list[tuple[str, str]]:
    """The assignments of a unit."""
    written = [line for line in unit.read_text(encoding="utf-8").splitlines() if line and line[0] not in "#["]
    return [(name, value) for name, _equals, value in (line.partition("=") for line in written)]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_unit_starts_what_is_there_and_needs_units_that_are(unit: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    assert set(re.findall(r"^\[(\w+)\]$", text, re.MULTILINE)) <= SECTIONS
    for name, value in lines(unit):
        if name == "ExecStart":
            program = PROJECT / value.split()[0].removeprefix("/srv/sekigahara/")
            assert os.access(program, os.X_OK), value
        if name == "Requires":
            assert (unit.parent / value.replace("%i", "")).is_file(), value
        if name == "EnvironmentFile":
            assert f"Copy it to {value} " in EXAMPLE


def test_systemd_takes_the_units_without_a_word(tmp_path: Path) -> None:
    """With its own units, and the programs that ours start."""
    programs, ours = tmp_path / "srv/sekigahara/deploy", tmp_path / "etc/systemd/system"
    shutil.copytree(PROJECT / "deploy" / "systemd", ours)
    shutil.copytree("/lib/systemd/system", tmp_path / "lib/systemd/system", symlinks=True)
    programs.mkdir(parents=True)
    for name in ("migrate", "web", "worker"):
        shutil.copy(PROJECT / "deploy" / name, programs)
    names = [unit.name.replace("@", "@8000") for unit in UNITS]
    command = ["systemd-analyze", "verify", "--man=no", f"--root={tmp_path}", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_only_the_unit_that_migrates_is_told_of_the_owner() -> None:
    services = {unit.name: dict(lines(unit)) for unit in UNITS if unit.suffix == ".service"}
    knowing = {
        name for name, told in services.items() if told.get("UnsetEnvironment") != "DATABASE_OWNER_URL"
    }
    assert knowing == {"sekigahara-migrate.service"}
    assert all(told.get("User") == "sekigahara" for name, told in services.items() if name not in knowing)


def test_example_of_an_environment_has_variables_that_are_read() -> None:
    named = set(re.findall(r"^(\w+)=", EXAMPLE, re.MULTILINE))
    explained = set(re.findall(r"^([A-Z_]{3,})\b", settings.__doc__ or "", re.MULTILINE))
    assert named <= explained | OF_COMMANDS
    assert named | BY_SETUP >= {"SECRET_KEY", "SITE_URL", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"}
    assert all(name in EXAMPLE for name in BY_SETUP)


def test_containers_run_what_is_there_and_say_what_nobody_tried() -> None:
    file = (PROJECT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    image = (PROJECT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert file.startswith("# Untested: ")
    ours = [each for each in yaml.safe_load(file)["services"].values() if "build" in each]
    assert len(ours) == 3
    for each in ours:
        program = each["command"][1 if each["command"][0] == "python3" else 0]
        assert os.access(PROJECT / program, os.X_OK)
        assert each.get("environment", {}).keys() <= BY_SETUP | OF_COMMANDS
        assert "manage.py" in each["command"] or each["environment"]["DATABASE_OWNER_URL"] == ""
    assert re.findall(r"^CMD (.+)$", image, re.MULTILINE) == ['["deploy/web"]']
    for folder in re.findall(r"compileall -q (.+)", image)[0].split():
        assert (PROJECT / folder).is_dir()


def test_both_proxies_have_the_same_processes_behind_them() -> None:
    proxies = [(PROJECT / "deploy" / "examples" / name).read_text() for name in ("nginx.conf", "Caddyfile")]
    nginx, caddy = (set(re.findall(r"127\.0\.0\.1:(\d+)", proxy)) for proxy in proxies)
    assert nginx == caddy == {"8000", "8001"}
