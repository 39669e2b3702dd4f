"""What goes on during a drill: bots that play, with a journal of what was acknowledged, and mail."""

import importlib.util
import os
import sys
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import httpx2
import msgspec
from django.db import Error, connections, transaction

from accounts import services as accounts
from accounts.models.person import Person
from accounts.scopes import Scope
from games.engine.actions import encode, parse
from notifications.services import TRIAL, Announcement, announce
from tests.kit.processes import PROJECT

Json = dict[str, Any]
LABELS = ("east", "west")
PAUSE = 0.05
"""Seconds between two actions at a table."""
AGAIN_AFTER = 0.2
"""Seconds after which one asks again for an answer that did not come: often, to see when it is back."""
BETWEEN_MAILS = 0.25
MOST_SECONDS_AN_ANSWER = 30
SECONDS_UNTIL_ELSEWHERE = 5
"""After which one asks the next site, as a proxy does, while the first may still be at it."""
SECONDS_LEFT_OUT = 10
"""For which a site is not asked that did not answer, while there is another."""


class Worker(threading.Thread):
    """A thread that does something again and again until it is told to end."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.is_over = threading.Event()

    def end(self) -> None:
        """Let it end after what it has in hand."""
        self.is_over.set()
        self.join()


class Table(Worker):
    """Two bots that play one game after the other, as the example bot does.

    Args:
        sites: where; each request goes to the next of them, as by a proxy in front.
        name: of the table.
        choose: picks an action among options.
        token: makes one for somebody with a name.

    Attributes:
        journal: by game, each acknowledged action with its side, in order.
        acknowledged: when each was, by the monotonic clock.
        failed: how many answers said that the server failed.
        refused: how often there was no answer.
    """

    def __init__(
        self, sites: Sequence[str], name: str, choose: Callable[[Json], Json], token: Callable[[str], str]
    ) -> None:
        super().__init__()
        self.journal: dict[str, list[tuple[str, str]]] = {}
        self.acknowledged: list[float] = []
        self.failed = self.refused = 0
        self._choose = choose
        self._sites = dict.fromkeys(sites, 0.0)  # until when each is left out
        has_another = len(sites) > 1
        self._client = httpx2.Client(
            timeout=SECONDS_UNTIL_ELSEWHERE if has_another else MOST_SECONDS_AN_ANSWER
        )
        self._tokens = {label: token(f"{name}-{label}") for label in LABELS}

    def run(self) -> None:
        """Play until told to end; nothing is left unanswered then."""
        while not self.is_over.is_set():
            made = self._call("east", "POST", "games/", {"side": "east", "opponent": {"kind": "open"}})
            game = made.json()["id"]
            self.journal[game] = []
            self._call("west", "POST", f"games/{game}/join/", {"nonce": uuid.uuid4().hex})
            while not self.is_over.is_set() and self._act(game):
                self.is_over.wait(PAUSE)

    def _act(self, game: str) -> bool:
        """Take an action for a side that is asked; whether there was one."""
        for label in LABELS:
            got = self._call(label, "GET", f"games/{game}/options/")
            if got.is_success and got.json()["asked"]:
                action = self._choose(got.json()["options"])
                action.pop(
                    "rest_of_battle", None
                )  # it would act on its own, and nobody would acknowledge that
                tag = {"If-Match": got.headers["ETag"]}
                done = self._call(label, "POST", f"games/{game}/actions/", action, tag)
                if done.status_code == httpx2.codes.CREATED:
                    body = encode(cast("Any", parse(msgspec.json.encode(action)))).decode()
                    self.journal[game].append((label, body))
                    self.acknowledged.append(time.monotonic())
                return True
        return False

    def _call(
        self,
        label: str,
        method: str,
        path: str,
        body: Json | None = None,
        more: Mapping[str, str] | None = None,
    ) -> httpx2.Response:
        """Send a request until it is answered. What writes has a key, so that it is carried out once."""
        headers = {"Authorization": f"Bearer {self._tokens[label]}", **(more or {})}
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        while True:
            site = self._next_site()
            try:
                answer = self._client.request(method, f"{site}/api/v1/{path}", json=body, headers=headers)
                if not answer.is_server_error:
                    return answer
                self.failed += 1
            except httpx2.TransportError:
                self.refused += 1
                self._sites[site] = time.monotonic() + SECONDS_LEFT_OUT
            time.sleep(AGAIN_AFTER)

    def _next_site(self) -> str:
        """One site after the other; of those that are left out, the one that was it longest ago."""
        now = time.monotonic()
        site = min(self._sites, key=lambda site: max(self._sites[site], now))
        self._sites[site] = self._sites.pop(site)  # behind the others
        return site


class Announcer(Worker):
    """Announces mails, each in a transaction of its own.

    Attributes:
        journal: the occasions of those that were committed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.journal: list[str] = []
        self._person = Person.objects.at("reader@example.org").pk

    def run(self) -> None:
        """Announce until told to end."""
        while not self.is_over.wait(BETWEEN_MAILS):
            occasion = uuid.uuid4().hex
            try:
                with transaction.atomic():
                    announce([Announcement(TRIAL, str(self._person), occasion, self._person)])
                self.journal.append(occasion)
            except Error:
                connections.close_all()
        connections.close_all()


def example_bot(site: str) -> Callable[[Json], Json]:
    """How the example bot chooses."""
    os.environ["SEKIGAHARA_TOKEN"] = "of each bot"
    sys.argv[1:] = [site]
    spec = importlib.util.spec_from_file_location("bot", PROJECT / "deploy" / "examples" / "bot" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("Callable[[Json], Json]", module.choose)


def new_token(name: str) -> str:
    """A token of somebody who plays."""
    person = Person.objects.at(f"{name}@example.org")
    return accounts.create_token(person=person, name=uuid.uuid4().hex, scopes=[Scope.PLAY])[1]
