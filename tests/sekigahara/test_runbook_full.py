"""Each command of `deploy/RUNBOOK.md` and `deploy/README.md` is run, and says what the guide says it does.

An entry is run from its first command to its last, on an installation in the state that it is about. Each
line of a block ``text`` must be among what the commands before it have said; `…` stands for anything.
"""

import os
import re
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from accounts import services
from accounts.models.person import Person
from accounts.scopes import Scope
from games.models.outage import Pulse
from games.services import outages, suspension
from games.tasks import look_at_clocks
from notifications.delivery import deliver_due
from notifications.models import MailOutcome, Notification
from notifications.services import TRIAL, Announcement, announce
from sekigahara.db import service_time
from tests.kit.commands import output_of
from tests.kit.installation import web_server
from tests.kit.processes import PROJECT, environment, wait_until
from tests.kit.table import Table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.services,
    pytest.mark.xdist_group("runbook"),
]

NOT_RUN_AT_ALL = {
    "setup",  # makes roles for the whole server: test_setup.py runs it
    "deploy/migrate",  # takes long: the drill runs it
    ".venv/bin/uv",  # asks others on the internet
    ".venv/bin/uvx",
}
"""Commands are left out that have one of these words."""
STAND_INS = {
    "systemctl": "",  # no systemd runs where tests do. The units that it is told must be there.
    "journalctl": '{"level":"error","exception":"Traceback"}\n{"event":"sign-in-used","person":12}\n'
    '{"event":"workers of release 0.3.0 begin","level":"info"}\n',
    "timedatectl": "",
    "useradd": "",  # changes the machine
}
"""Programs that are not run, and what they would say."""
UNITS = {unit.name for unit in (PROJECT / "deploy" / "systemd").iterdir()}
UNITS_OF_DEBIAN = {"postgresql.service", "redis-server.service"}
EXAMPLE = (PROJECT / "deploy" / "sekigahara.env.example").read_text(encoding="utf-8")
PLACEHOLDER = re.compile(r"\b(?:ID|EMAIL|NUMBER|DOMAIN|SINCE|UNTIL|PREVIOUS|FILE|KEY)\b")
Values = Mapping[str, str]


class Block(NamedTuple):
    """Commands, and lines that they say."""

    commands: list[str]
    said: list[str]


class Entry(NamedTuple):
    """What stands below a heading of a guide."""

    guide: str
    heading: str
    blocks: list[Block]


def entries(guide: str) -> list[Entry]:
    """Those that have commands."""
    text = (PROJECT / "deploy" / guide).read_text(encoding="utf-8")
    found = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE):
        fenced = re.findall(r"^( *)```(sh|text)\n(.*?)^\1```$", part, re.MULTILINE | re.DOTALL)
        blocks: list[Block] = []
        for _indent, kind, body in fenced:
            lines = [line.strip() for line in body.splitlines() if line.strip()]
            if kind == "sh":
                blocks.append(Block(lines, []))
            else:
                blocks[-1].said.extend(lines)
        if blocks:
            found.append(Entry(guide, part.partition("\n")[0], blocks))
    return found


EVERY = [*entries("RUNBOOK.md"), *entries("README.md")]


# ---- states


def person() -> Person:
    """Somebody who has an account."""
    made = Person.objects.at("yodo@castle.example.org")
    Person.objects.filter(pk=made.pk).update(confirmed_at=made.created_at)
    return made


def not_checked(minutes: float) -> None:
    Pulse.objects.update(at=service_time.now() - timedelta(minutes=minutes))


def clocks_are_late(_folder: Path) -> Values:
    not_checked(5)
    return {}


def clocks_stand_still(_folder: Path) -> Values:
    not_checked(60 * 24 * 30)
    return {}


def mail_waits(_folder: Path) -> Values:
    reader = Person.objects.at("reader@example.org")
    announce([Announcement(TRIAL, str(reader.pk), "1", reader.pk)])
    long_ago = service_time.now() - timedelta(hours=1)
    Notification.objects.update(created_at=long_ago, due_at=long_ago)
    return {"DOMAIN": "example.org"}


def mail_failed(_folder: Path) -> Values:
    table = Table(5)
    deliver_due()
    announce([Announcement(TRIAL, str(person().pk), "1", person().pk)])
    failed = Notification.objects.filter(recipient=person())
    failed.update(
        status=Notification.Status.FAILED, outcome=MailOutcome.REFUSED, settled_at=service_time.now()
    )
    return {"EMAIL": person().email, "ID": table.game.public_id, "NUMBER": str(failed.get().pk)}


def game_is_suspended(_folder: Path) -> Values:
    table = Table(5)
    suspension.freeze(table.game, "entry-differs")
    return {"ID": table.game.public_id}


def game_runs(_folder: Path) -> Values:
    return {"ID": Table(5).game.public_id}


def service_was_down(_folder: Path) -> Values:
    now = service_time.now()
    outage = outages.add(now - timedelta(days=3), now - timedelta(days=2), now)
    since, until = (f"{now - timedelta(days=days):%Y-%m-%dT%H:%M}" for days in (5, 4))
    return {"NUMBER": str(outage.pk), "SINCE": since, "UNTIL": until}


def somebody_is_there(_folder: Path) -> Values:
    services.create_token(person=person(), name="script", scopes=[Scope.PLAY])
    return {"EMAIL": person().email}


def previous_release_is_there(folder: Path) -> Values:
    (folder / "srv/sekigahara-0.2.0").mkdir()
    return {"PREVIOUS": "sekigahara-0.2.0"}


def backup_is_there(folder: Path) -> Values:
    Table(5)
    key, file = folder / "key.txt", folder / "var/backups/sekigahara/good.backup"
    subprocess.run(["age-keygen", "-o", key], check=True, capture_output=True)
    made = subprocess.run(["age-keygen", "-y", key], check=True, capture_output=True, text=True)
    output_of("backup", file, "--recipient", made.stdout.strip())
    return {"FILE": str(file), "KEY": str(key), "age1…": made.stdout.strip()}


STATES: dict[str, Callable[[Path], Values]] = {
    "Deadlines are not checked": clocks_are_late,
    "Mail does not go out": mail_waits,
    "One player gets no mail": mail_failed,
    "A queue grows": mail_waits,
    "A game is suspended": game_is_suspended,
    "The clocks stand still": clocks_stand_still,
    "The service was down": service_was_down,
    "A release went bad": previous_release_is_there,
    "A computer player fails": game_runs,
    "Somebody cannot sign in": somebody_is_there,
    "A token or key is lost or stolen": somebody_is_there,
    "The database must be restored": backup_is_there,
    "Backups": backup_is_there,
}
"""By heading. Everything else is run where all is well."""


# ---- the installation


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[str]:
    with web_server() as address:
        yield address


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Stands for the root of the file system, with programs that are not run."""
    for name in ("srv", "etc/systemd/system", "var/backups/sekigahara", "bin"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "srv/sekigahara").symlink_to(PROJECT)
    (tmp_path / "etc/sekigahara.env").write_text(EXAMPLE, encoding="utf-8")
    for name, said in STAND_INS.items():
        program = tmp_path / "bin" / name
        program.write_text(f"#!/bin/sh\nprintf %s {shlex.quote(said)}\n", encoding="utf-8")
        program.chmod(0o755)
    return tmp_path


def in_folder(command: str, folder: Path) -> str:
    """A command whose paths lie in a folder, but for those that are only looked at."""
    return re.sub(r"(?<![\w.])/(srv|etc|var/backups)/", rf"{folder}/\1/", command)


def is_run(command: str) -> bool:
    """Whether a test can run it; what it tells systemd must be true."""
    for told in re.findall(r"systemctl ([^&]+)", command):
        check_units([word for word in shlex.split(told, comments=True) if not word.startswith("-")][1:])
    return not NOT_RUN_AT_ALL & set(shlex.split(command, comments=True))


def check_units(names: list[str]) -> None:
    """Refuse units that nobody has."""
    for name in names:
        unit = re.sub(r"@\d+", "@", name)
        unit = unit if "." in unit else f"{unit}.service"
        assert "*" in unit or unit in UNITS | UNITS_OF_DEBIAN, name


def said_by(command: str, site: str, folder: Path) -> str:
    """What a command says, which must end well."""
    words = shlex.split(command, comments=True)
    if words[0] == "manage.py" and not re.search(r"[|<>&;$]", command):
        return output_of(words[1], *words[2:])
    told = environment(SITE_URL=site, PATH=f"{folder}/bin:{os.environ['PATH']}")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=PROJECT,
        env=told,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    if "restart sekigahara-worker" in command:  # what it does then, within a minute
        look_at_clocks()
        deliver_due()
    return done.stdout


def lacking(said: str, expected: list[str]) -> list[str]:
    """The expected lines that are not among those that were said."""
    lines = [line.strip() for line in said.splitlines()]
    patterns = {each: ".*".join(map(re.escape, each.split("…"))) for each in expected}
    return [each for each, pattern in patterns.items() if not any(re.fullmatch(pattern, x) for x in lines)]


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.heading.split("\n")[0][:40])
def test_commands_of_an_entry_say_what_it_says(entry: Entry, site: str, folder: Path) -> None:
    look_at_clocks()
    values = STATES[entry.heading](folder) if entry.heading in STATES else {}

    def filled_in(text: str) -> str:
        text = PLACEHOLDER.sub(lambda found: values.get(found[0], found[0]), text)
        return text.replace("age1…", values.get("age1…", "age1…"))

    for block in entry.blocks:
        commands = [in_folder(filled_in(command), folder) for command in block.commands]
        expected = [filled_in(line) for line in block.said]
        runs = [command for command in commands if is_run(command)]
        said = "".join(said_by(command, site, folder) for command in runs)

        def is_said(commands: list[str] = runs, expected: list[str] = expected) -> bool:
            """A web process does not look again within a second of being ready."""
            return not lacking("".join(said_by(each, site, folder) for each in commands), expected)

        if lacking(said, expected) and all(command.startswith("curl ") for command in runs):
            wait_until(is_said, what=f"{expected} of {runs}")
        else:
            assert lacking(said, expected) == [], said


def test_states_are_those_of_entries() -> None:
    assert STATES.keys() <= {entry.heading for entry in EVERY}


def test_shell_that_is_prepared_as_the_runbook_says_runs_commands(folder: Path) -> None:
    """With values as `deploy/sekigahara.env.example` writes them."""
    told = environment(EMAIL_FROM="Sekigahara <sekigahara@games.example.org>")
    names = re.findall(r"^(\w+)=", EXAMPLE, re.MULTILINE)
    lines = [f'{name}="{told[name]}"\n' for name in (*names, "SECRET_KEY", "DATABASE_URL") if name in told]
    (folder / "etc/sekigahara.env").write_text("".join(lines), encoding="utf-8")
    (prepare,) = EVERY[0].blocks[0].commands
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"{in_folder(prepare, folder)}\nmanage.py outages --go-on"],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The clocks run from ")
