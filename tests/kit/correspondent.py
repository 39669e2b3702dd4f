"""A player who looks at a game only when a mail arrives, follows its link, and fills in forms."""

import re
import ssl
import threading
from email.message import EmailMessage
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx2
import msgspec
from django.http import QueryDict

from games.bots import players
from games.engine import actions
from games.rulebook.editions import DEFAULT, ruleset
from tests.kit.installation import Mailbox
from tests.kit.pages import in_one_line
from tests.web.answers.filling import FILL
from tests.web.answers.page import Page

ASKED = "<title>Your decision"
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Trusts nobody. A browser that reads whom the world trusts takes longer to open than many a page."""


class Move(NamedTuple):
    """An action taken, and the mail it was taken on."""

    message_id: str
    action: actions.Action


class Session:
    """A browser that followed the link of one mail. Has a form before it, as ``filling.Reader`` has.

    Args:
        client: without any cookie yet.
    """

    def __init__(self, client: httpx2.Client, link: str) -> None:
        self.client = client
        self._shown = client.get(link)
        assert self._shown.status_code == httpx2.codes.OK, self._shown.text
        assert "/t/" not in str(self._shown.url), "the token stayed in the address"
        assert not self.client.get(self._shown.url.copy_with(path="/me/")).url.path.startswith("/me/"), (
            "the link signed somebody in"
        )

    @property
    def is_asked(self) -> bool:
        """Whether the page says that the game waits for its reader."""
        return ASKED in in_one_line(self._shown.text)

    def page(self, data: QueryDict | None = None) -> Page:
        """The form, as it stands or as it comes back; for the query of a link, that page."""
        if data is not None and "do" not in data:
            self._shown = self.client.get(self._shown.url.copy_with(query=data.urlencode().encode()))
        return Page(self._form())

    def send(self, data: QueryDict) -> bool | None:
        """Post the form; None when the page only goes on."""
        body = urlencode([(name, value) for name, values in data.lists() for value in values])
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        before = self._shown
        self._shown = self.client.post(str(before.url.join(self._action())), content=body, headers=headers)
        assert self._shown.status_code == httpx2.codes.OK, self._shown.text
        return True if self._shown.history else None

    def answer(self, action: actions.Action) -> None:
        """Fill the form in for an action and send it; a grave one is meant."""
        is_taken = self.send(FILL[type(action)](self, action))
        if not is_taken and "Are you sure?" in self._shown.text:
            is_taken = self.send(self.page().press("sure"))
        assert is_taken, f"{action} was not taken: {self._shown.text}"

    def _section(self) -> str:
        found = re.search(r'<section id="answer".*?</section>\s*(?=<)', self._shown.text, re.DOTALL)
        assert found, f"nothing to answer: {self._shown.text}"
        return self._shown.text[found.start() :]

    def _form(self) -> str:
        return self._section().split("<form", 1)[1].split(">", 1)[1].split("</form>", 1)[0]

    def _action(self) -> str:
        action = re.search(r'<form method="post" action="([^"]*)"', self._section())
        assert action
        return action[1]


class Correspondent:
    """One seat's player, who thinks with the API's help and answers in the browser alone.

    Args:
        address: where mail to the seat goes.
        token: of the API, only to read.
        site: the only place whose links are followed.
        player: the computer player they think like.
        edition: what they play.

    Attributes:
        moves: what was done so far.
    """

    def __init__(
        self, address: str, token: str, site: str, seed: int, player: str = "ashigaru", edition: str = DEFAULT
    ) -> None:
        self.moves: list[Move] = []
        self._address = address
        self._link = re.compile(rf"{re.escape(site)}/t/(\w+)/\w+/[\w-]+/")
        self._api = httpx2.Client(
            base_url=f"{site}/api/v1/games/", headers={"Authorization": f"Bearer {token}"}, timeout=60
        )
        printed = msgspec.to_builtins(ruleset(edition).edition)
        self._player = players.create(player, printed, seed)

    def play(self, boxes: Mailbox, over: threading.Event, most: int | None = None) -> None:
        """Answer mail until the game is over, or so many answers have been given."""
        with self._api:
            while not over.is_set() and (most is None or len(self.moves) < most):
                mail = boxes.next_for(self._address, seconds=0.1)
                if mail is not None and (link := self._link_in(mail)):
                    self._answer(mail["Message-ID"], link)

    def _link_in(self, mail: EmailMessage) -> re.Match[str] | None:
        body = mail.get_body(preferencelist=("plain",))
        assert body is not None
        text = body.get_content()
        link = self._link.search(text)
        assert link, text
        return link

    def _answer(self, message_id: str, link: re.Match[str]) -> None:
        """Act for as long as the page asks, then wait for mail."""
        with httpx2.Client(timeout=60, follow_redirects=True, verify=NO_TLS) as client:
            session = Session(client, link[0])
            while session.is_asked:
                action = self._choice(link[1])
                session.answer(action)
                self.moves.append(Move(message_id, action))

    def _choice(self, game: str) -> actions.Action:
        view = self._get(f"{game}/view/")["view"]
        options = self._get(f"{game}/options/")["options"]
        chosen = actions.parse(msgspec.json.encode(self._player.choose(view, options)))
        # To pass for the rest of a battle is an order, which would answer later windows without a mail.
        return actions.Pass() if isinstance(chosen, actions.Pass) else chosen

    def _get(self, path: str) -> dict[str, Any]:
        response = self._api.get(path)
        assert response.status_code == httpx2.codes.OK, response.text
        data: dict[str, Any] = response.json()
        return data
