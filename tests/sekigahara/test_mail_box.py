"""`/dev/mail/`: all mail, for whoever sits at the machine and for nobody else."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from django.core.checks import run_checks
from django.test import Client
from pytest_django import Settings

from notifications import inbound
from notifications.email import Connection
from notifications.registry import Message
from sekigahara.dev import mail_box, mail_files
from sekigahara.dev.mail_box import BACKEND, COOKIE, MAILS_LISTED
from tests.kit.pages import words_of
from tests.kit.processes import wait_until
from tests.sekigahara.home import Home

PNG = b"\x89PNG\r\n\x1a\n and some more"
LINK = "http://127.0.0.1:8000/t/k3v8/east/abc:def/"
MESSAGE = Message("someone@example.org", "It is <your> turn", f"Follow this:\n\n{LINK}\n")
PAGE = f"""<!doctype html><html><head><style>p {{ color: red }}</style></head>
<body><p style="color: red"><a href="{LINK}">Play</a> <img src="cid:board"></p></body></html>"""
PATH = "/dev/mail/"


@pytest.fixture(autouse=True)
def _own_machine(settings: Settings, tmp_path: Path) -> None:
    settings.SIZE = "embedded"
    settings.EMAIL_BACKEND = BACKEND
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    settings.SITE_URL = "http://127.0.0.1:8000"
    settings.ALLOWED_HOSTS = ["*"]


def opened(**defaults: Any) -> Client:
    """A browser that has opened the printed link."""
    browser = Client(**defaults)
    browser.cookies[COOKIE] = mail_box.link().rstrip("/").rpartition("/")[2]
    return browser


@pytest.fixture
def browser() -> Client:
    return opened(SERVER_NAME="127.0.0.1")


def send(message: Message = MESSAGE, occasion: int = 1) -> None:
    with Connection() as connection:
        connection.send(message, f"<tests.news.someone.{occasion}@127.0.0.1>")


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return words_of(response)


def links_of(page: str) -> list[str]:
    return re.findall(rf'href="({PATH}\d+/)"', page)


def test_mails_are_listed_newest_first(browser: Client) -> None:
    assert "Nothing yet." in text_of(browser.get(PATH))
    for number in range(1, 4):
        send(MESSAGE._replace(subject=f"Mail {number}"), number)
    page = text_of(browser.get(PATH))
    assert re.findall(r"Mail \d", page) == ["Mail 3", "Mail 2", "Mail 1"]
    assert len(links_of(page)) == 3
    assert "someone@example.org" in page


def test_a_long_list_says_what_it_leaves_out(browser: Client) -> None:
    for number in range(MAILS_LISTED + 2):
        send(occasion=number)
    page = text_of(browser.get(PATH))
    assert len(links_of(page)) == MAILS_LISTED
    assert "2 older mails are not listed." in page


def test_a_mail_shows_its_text_with_links_to_follow(browser: Client) -> None:
    send()
    (path,) = links_of(text_of(browser.get(PATH)))
    response = browser.get(path)
    assert f'<a href="{LINK}"' in response.content.decode()
    assert "It is &lt;your&gt; turn" in response.content.decode()
    assert "<iframe" not in response.content.decode()
    assert "no-store" in response["Cache-Control"]


def test_the_page_of_a_mail_stands_in_a_frame_that_lets_nothing_out(browser: Client) -> None:
    send(MESSAGE._replace(html=PAGE, images={"board": PNG}))
    (path,) = links_of(text_of(browser.get(PATH)))
    outer = browser.get(path)
    assert f'<iframe src="{path}page/"' in outer.content.decode()
    assert "frame-src 'self'" in outer["Content-Security-Policy"]
    assert "script-src 'self'" in outer["Content-Security-Policy"]
    inner = browser.get(f"{path}page/")
    policy = inner["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "allow-scripts" not in policy
    # From another origin, as browsers take a sandbox for, no cookie would go with its images.
    assert "sandbox allow-same-origin " in policy
    assert 'sandbox="allow-same-origin ' in outer.content.decode()
    assert "script-src" not in policy
    assert inner["X-Frame-Options"] == "SAMEORIGIN"
    assert '<base target="_top">' in inner.content.decode()
    (image,) = re.findall(r'src="([^"]+)"', inner.content.decode())
    picture = browser.get(image)
    assert (picture["Content-Type"], picture.content) == ("image/png", PNG)
    assert browser.get(f"{path}images/other/").status_code == 404


def test_a_mail_that_does_not_exist_is_nothing(browser: Client) -> None:
    for path in ("1/", "1/page/", "1/images/board/", "../secret-key/", "x/", "9" * 400 + "/"):
        assert browser.get(PATH + path).status_code == 404


@pytest.mark.django_db
def test_every_page_leads_there_for_whoever_may_read_it(browser: Client) -> None:
    link = f'href="{PATH}"'
    assert link in browser.get("/").content.decode()
    assert link in browser.get("/nothing-here/").content.decode()
    browser.post("/sign-in/", {"email": "someone@example.org"})
    assert browser.get("/sign-in/sent/").content.decode().count(link) == 2
    assert link not in browser.get("/", headers={"X-Forwarded-For": "192.0.2.7"}).content.decode()
    assert link not in Client(SERVER_NAME="play.example.org").get("/").content.decode()


def test_mail_box_refuses_posts(browser: Client) -> None:
    assert browser.post(PATH).status_code == 405


# --- for whom ---


@pytest.mark.parametrize(
    ("sender", "host"),
    [
        ("127.0.0.1", "127.0.0.1:8000"),
        ("127.0.0.1", "localhost:8000"),
        ("127.0.0.5", "127.0.0.5"),
        ("::1", "[::1]:8000"),
    ],
)
def test_browser_at_the_machine_is_let_in(sender: str, host: str) -> None:
    assert opened().get(PATH, REMOTE_ADDR=sender, HTTP_HOST=host).status_code == 200


@pytest.mark.parametrize(
    ("sender", "host"),
    [
        ("192.168.1.7", "127.0.0.1:8000"),
        ("2001:db8::1", "localhost"),
        ("", "localhost"),
        # Another site's name that points here: its pages must not read our mail.
        ("127.0.0.1", "rebound.example.org:8000"),
        ("127.0.0.1", "localhost.example.org"),
        ("127.0.0.1", "127.0.0.1.example.org"),
        ("127.0.0.1", "192.168.1.7"),
        ("127.0.0.1", "0.0.0.0"),
    ],
)
def test_nobody_else_is(sender: str, host: str) -> None:
    send()
    (number,) = mail_files.numbers()
    for path in (PATH, f"{PATH}{number}/", f"{PATH}{number}/page/", f"{PATH}{number}/images/board/"):
        assert opened().get(path, REMOTE_ADDR=sender, HTTP_HOST=host).status_code == 404
    assert Client().get(path_of_link(), REMOTE_ADDR=sender, HTTP_HOST=host).status_code == 404


def path_of_link() -> str:
    return mail_box.link().removeprefix("http://127.0.0.1:8000")


def test_the_printed_link_opens_it_in_that_browser_alone() -> None:
    send()
    (number,) = mail_files.numbers()
    browser = Client(SERVER_NAME="127.0.0.1")
    closed = browser.get(PATH)
    assert closed.status_code == 404
    assert "quickstart" in closed.content.decode()
    assert "your" not in closed.content.decode()
    for path in (f"{PATH}{number}/", f"{PATH}{number}/page/", f"{PATH}{number}/images/board/"):
        assert browser.get(path).status_code == 404
    answer = browser.get(path_of_link())
    assert answer["Location"] == PATH
    assert answer["Referrer-Policy"] == "no-referrer"
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    for path in (PATH, f"{PATH}{number}/"):
        assert browser.get(path).status_code == 200


@pytest.mark.parametrize("guess", ["", "x", "0" * 32, "é" * 32])
def test_a_guess_opens_nothing(guess: str) -> None:
    browser = Client(SERVER_NAME="127.0.0.1")
    assert browser.get(f"{PATH}open/{guess}/").status_code == 404
    browser.cookies[COOKIE] = guess
    assert browser.get(PATH).status_code == 404


def test_another_installation_has_another_secret(settings: Settings) -> None:
    one = mail_box.link()
    settings.SECRET_KEY = "of another installation"
    assert mail_box.link() != one


@pytest.mark.parametrize(
    "header", ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "X-Forwarded-Proto"]
)
def test_browser_behind_a_proxy_is_not_at_the_machine(browser: Client, header: str) -> None:
    assert browser.get(PATH, headers={header: "127.0.0.1"}).status_code == 404


def full_size(settings: Settings) -> None:
    settings.SIZE = "full"
    settings.REDIS_URL = "redis://127.0.0.1"


def real_mail(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"


def public_site(settings: Settings) -> None:
    settings.SITE_URL = "https://games.example.org"


@pytest.mark.parametrize("change", [full_size, real_mail, public_site])
def test_mail_box_exists_only_where_mail_stays_on_the_machine(
    browser: Client, settings: Settings, change: Callable[[Settings], None]
) -> None:
    send()
    change(settings)
    assert browser.get(PATH).status_code == 404


# --- the check ---


def complaints(*, deploy: bool = False) -> list[str]:
    return [message.id or "" for message in run_checks(include_deployment_checks=deploy)]


@pytest.mark.parametrize("deploy", [False, True])
@pytest.mark.parametrize("change", [full_size, public_site])
def test_mail_that_reaches_nobody_is_an_error(
    settings: Settings, change: Callable[[Settings], None], deploy: bool
) -> None:
    assert "sekigahara.E001" not in complaints(deploy=deploy)
    change(settings)
    assert "sekigahara.E001" in complaints(deploy=deploy)
    real_mail(settings)
    assert "sekigahara.E001" not in complaints(deploy=deploy)


# --- as it is served ---


def test_a_real_server_shows_its_mail_here_and_to_no_other_name(tmp_path: Path) -> None:
    home = Home(tmp_path, ALLOWED_HOSTS="rebound.example.org")
    with home.served(), home.visitor("visitor@example.org") as visitor:
        visitor.submit("/me/mail/", "/me/mail/test/")
        wait_until(home.mails, what="the mail")
        said = home.run(
            "-c", "import django; django.setup(); from sekigahara.dev import mail_box; print(mail_box.link())"
        )
        (path,) = links_of(visitor.open(said.strip().removeprefix(home.site)))
        assert "This is the test email that you requested" in visitor.open(path)
        assert "This is the test email that you requested" in visitor.open(f"{path}page/")
        for host in ("rebound.example.org", "unknown.example.org"):
            answer = httpx2.get(home.site + PATH, headers={"Host": host})
            assert answer.status_code in (404, 400)
            assert "visitor@" not in answer.text
        for answer in (httpx2.get(home.site + PATH), httpx2.get(home.site + path)):
            assert answer.status_code == 404
            assert "visitor@" not in answer.text
        answer = httpx2.get(said.strip(), headers={"X-Forwarded-For": "127.0.0.1"})
        assert answer.status_code == 404


def test_answer_goes_in_by_the_door_for_mail(
    browser: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.INBOUND_DOMAIN = "localhost"
    read: list[tuple[str, inbound.Incoming]] = []
    monkeypatch.setattr(inbound, "_readers", dict(inbound._readers))
    inbound.register("answer", lambda token, incoming: read.append((token, incoming)))
    send()
    (path,) = links_of(text_of(browser.get(PATH)))
    assert "Send the answer" in text_of(browser.get(path))
    browser.post(f"{path}answer/", {"text": "2"})
    assert not read, "nobody reads what is sent to the sender of this mail"
    settings.DEFAULT_FROM_EMAIL = "Sekigahara <answer+abc@localhost>"
    send(occasion=2)
    path = links_of(text_of(browser.get(PATH)))[0]
    assert browser.post(f"{path}answer/", {"text": "2"}).status_code == 302
    ((token, incoming),) = read
    assert (token, incoming.text.strip(), incoming.sender) == ("abc", "2", "someone@example.org")
    assert Client(SERVER_NAME="127.0.0.1").post(f"{path}answer/", {"text": "2"}).status_code == 404
