"""A smoke test of quickstart: start the service, read a mail, follow its link, answer."""

import contextlib
import http.cookiejar
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from sekigahara.bootstrap import PROJECT

SECONDS_TO_START = 120  # the database is made first, and the machine may be busy
SHORT = 10  # seconds a request may take


class FailedError(Exception):
    """A step of the test failed; the message says which."""


def run() -> Iterator[str]:
    """Run the test on a free port with a temporary folder. Yields a line for each step.

    Raises:
        FailedError: a step failed.
    """
    with tempfile.TemporaryDirectory(prefix="sekigahara-smoke-") as folder, _served(folder) as (site, said):
        yield f"started at {site}, with everything in {folder}"
        links = re.findall(rf"{re.escape(site)}/t/\S+", said)
        browser = Browser()
        browser.open(re.findall(rf"{re.escape(site)}/dev/mail/\S+", said)[0])
        # The last link is East's, against ashigaru: a new game begins with a bid.
        game = links[-1].split("/")[4]
        link = _mailed_link(browser, site, game)
        yield f"read the mail about game {game} at {site}/dev/mail/ and followed its link"
        address, page = browser.open(link)
        if "/t/" in address:
            raise FailedError(f"the link's token stayed in the address: {address}")
        yield f"arrived at {address}"
        answered = Form.of(page, "answer")
        address, after = browser.open(urllib.parse.urljoin(address, answered.action), answered.fields())
        if Form.version(after) == Form.version(page):
            raise FailedError("the answer changed nothing")
        yield f"answered: {answered.chosen}"
        yield f"the game went on from version {Form.version(page)} to {Form.version(after)}"
        for other in links:
            browser.open(other)
        yield f"opened the {len(links)} printed links too: all is well"


@contextlib.contextmanager
def _served(folder: str) -> Iterator[tuple[str, str]]:
    """Run quickstart; yields its address and what it prints."""
    port = _free_port()
    inherited = {name: value for name, value in os.environ.items() if name not in ("SITE_URL", "EMAIL_URL")}
    surroundings = inherited | {"SEKIGAHARA_HOME": folder, "SEKIGAHARA_SIZE": "embedded"}
    said = Path(folder) / "said"
    with said.open("wb") as output:
        command = [sys.executable, str(PROJECT / "manage.py"), "quickstart", "--port", str(port)]
        process = subprocess.Popen(command, env=surroundings, stdout=output, stderr=subprocess.STDOUT)
    site = f"http://127.0.0.1:{port}"
    try:
        _wait_for(site, process, said)
        yield site, said.read_text(encoding="utf-8")
    finally:
        process.terminate()
        process.wait(timeout=20)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def _wait_for(site: str, process: "subprocess.Popen[bytes]", said: Path) -> None:
    for _moment in _moments():
        if process.poll() is not None:
            raise FailedError(f"it ended by itself:\n{said.read_text(encoding='utf-8')}")
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{site}/healthz", timeout=SHORT):  # noqa: S310 - our own address
            return
    raise FailedError(f"it did not answer within {SECONDS_TO_START} s:\n{said.read_text(encoding='utf-8')}")


def _moments() -> Iterator[None]:
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        yield
        time.sleep(0.1)


def _mailed_link(browser: "Browser", site: str, game: str) -> str:
    """The turn link in the mail about a game, as soon as the mail is there."""
    for _moment in _moments():
        _address, box = browser.open(f"{site}/dev/mail/")
        for mail in re.findall(r'href="(/dev/mail/[^"/]+/)"', box):
            _address, page = browser.open(site + mail)
            link = re.search(rf"{re.escape(site)}/t/{game}/[\w./-]+", page)
            if link:
                return link[0]
    raise FailedError("no mail with a link came")


class Browser:
    """Opens addresses, and keeps cookies."""

    def __init__(self) -> None:
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(jar)

    def open(self, address: str, fields: list[tuple[str, str]] | None = None) -> tuple[str, str]:
        """The page at an address, or the answer to a form: its address after redirects, and its text.

        Raises:
            FailedError: the service answers with an error.
        """
        data = None if fields is None else urllib.parse.urlencode(fields).encode()
        try:
            with self._opener.open(address, data, timeout=SHORT) as response:
                return response.url, response.read().decode()
        except urllib.error.HTTPError as error:
            body = error.read().decode(errors="replace")
            raise FailedError(f"{address} answered {error.code}:\n{body[-2000:]}") from None


class Form(HTMLParser):
    """The form in the section with a certain id. The first option of every choice is chosen."""

    def __init__(self, section: str) -> None:
        super().__init__()
        self.action = ""
        self.chosen = ""
        self._section = section
        self._depth = 0
        self._fields: dict[str, str] = {}

    @classmethod
    def of(cls, page: str, section: str) -> "Form":
        """Read the form from a page.

        Raises:
            FailedError: the page has no such form.
        """
        form = cls(section)
        form.feed(page)
        if not form._fields:
            raise FailedError("the page has no form to answer with")
        return form

    @staticmethod
    def version(page: str) -> str:
        """The version number on the page of a game, or an empty string."""
        found = re.search(r'data-version="(\d+)"', page)
        return found[1] if found else ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if self._depth or attributes.get("id") == self._section:
            self._depth += tag == "section"
        if not self._depth:
            return
        if tag == "form":
            self.action = attributes.get("action", "")
        name, value = attributes.get("name"), attributes.get("value", "")
        if tag == "button" and not value:  # it is for the Enter key, and sends nothing
            return
        if name and tag in ("input", "button") and name not in self._fields:
            self._fields[name] = value
            if attributes.get("type") == "radio" and value:
                self.chosen = f"{self.chosen} {value}".strip()

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag == "section":
            self._depth -= 1

    def fields(self) -> list[tuple[str, str]]:
        """The fields to send."""
        return list(self._fields.items())
