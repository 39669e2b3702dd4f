"""Somebody who plays by mail: has an address and a token, and looks at a game only when a mail says so."""

import re
import threading
from email.message import EmailMessage
from typing import Any, NamedTuple

import httpx
import msgspec

from games.bots import players
from games.editions import ruleset
from tests.kit.mail import Mailboxes


class Move(NamedTuple):
    """An action taken, and the mail it was taken on."""

    message_id: str
    action: dict[str, Any]


class Correspondent:
    """One seat's player.

    Args:
        address: where mail to the seat goes.
        token: opens the seat.
        site: the only place whose links are followed.

    Attributes:
        moves: what was done so far.
    """

    def __init__(self, address: str, token: str, site: str, seed: int) -> None:
        self.moves: list[Move] = []
        self._address = address
        self._link = re.compile(rf"^{re.escape(site)}/games/(\w+)/\r?$", re.MULTILINE)
        self._client = httpx.Client(
            base_url=f"{site}/api/v1/games/", headers={"Authorization": f"Bearer {token}"}, timeout=30
        )
        printed = msgspec.to_builtins(ruleset("kessen").edition)
        self._player = players.create("ashigaru", printed, seed)

    def play(self, boxes: Mailboxes, over: threading.Event) -> None:
        """Answer mail until the game is over."""
        with self._client:
            while not over.is_set():
                mail = boxes.next_for(self._address, seconds=0.1)
                if mail is not None:
                    self._answer(mail)

    def _answer(self, mail: EmailMessage) -> None:
        """Act for as long as the answer to an action says that more is asked, then wait for mail."""
        link = self._link.search(mail.get_content())
        assert link, mail.get_content()
        game = link[1]
        seen = self._get(f"{game}/").json()
        assert seen["asked"], f"a mail came, but nothing is asked: {mail['Subject']}"
        while seen["asked"]:
            view = self._get(f"{game}/").json()["view"]
            options = self._get(f"{game}/options/")
            action = self._player.choose(view, options.json()["options"])
            response = self._client.post(
                f"{game}/actions/", json=action, headers={"If-Match": options.headers["ETag"]}
            )
            assert response.status_code == httpx.codes.OK, f"{action}: {response.text}"
            self.moves.append(Move(mail["Message-ID"], action))
            seen = response.json()

    def _get(self, path: str) -> httpx.Response:
        response = self._client.get(path)
        assert response.status_code == httpx.codes.OK, response.text
        return response
