"""What is written down of signing in, tokens, sessions, roles and refusals, and what never is."""

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts import closing, oauth, restrictions, services
from accounts.models.person import Person
from accounts.models.restriction import Restricted, Restriction
from accounts.scopes import Scope
from accounts.security_log import SecurityEvent
from games.ladders.clubs import membership
from games.ladders.models.club import Membership
from sekigahara.server.log_filters import Repeats
from tests.accounts.conftest import mailed_link, new_browser
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.kit.commands import output_of
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db(transaction=True)]

ADDRESS = "yodo@castle.example.org"
SENDER = "203.0.113.77"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that the process writes, whichever handler writes it."""
    loggers = (logging.root, logging.getLogger("accounts.security_log"))
    streams = [
        handler
        for logger in loggers
        for handler in logger.handlers
        if isinstance(handler, logging.StreamHandler) and handler.name in ("stderr", "security")
    ]
    assert len(streams) == 2
    text = io.StringIO()
    for each in (part for handler in streams for part in handler.filters if isinstance(part, Repeats)):
        each.forget()
    before = [handler.setStream(text) for handler in streams]
    yield text
    for handler, stream in zip(streams, before, strict=True):
        handler.setStream(stream)


@pytest.fixture
def yodo() -> Person:
    return PersonFactory.create(name="Yodo", email=ADDRESS)


def lines_of(written: str) -> list[dict[str, Any]]:
    """The lines of the security log among all; those of the process log are text, or have a level."""
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    return [line for line in lines if "level" not in line]


def browser_of(person: Person | None = None) -> Client:
    browser = Client(REMOTE_ADDR=SENDER)
    if person is not None:
        browser.force_login(person)
    return browser


def ask(_yodo: Person) -> str:
    browser_of().post("/sign-in/", {"email": ADDRESS})
    return mailed_link()


def print_link(yodo: Person) -> str:
    Person.objects.filter(pk=yodo.pk).update(confirmed_at=yodo.created_at)
    return output_of("sign_in_link", ADDRESS).strip()


def use(_yodo: Person) -> str:
    link = ask(_yodo)
    browser = browser_of()
    browser.get(link)
    browser.post("/sign-in/finish/")
    return link


def follow_used(yodo: Person) -> str:
    link = use(yodo)
    browser_of().get(link, follow=True)
    return link


def follow_invented(_yodo: Person) -> str:
    browser_of().get("/sign-in/0.AAAAAAAAAAEM9UhWmob_JhO9wFEVTw/", follow=True)
    return "AAAAAAAAAAEM9UhWmob_JhO9wFEVTw"


def make_token(yodo: Person) -> str:
    return services.create_token(person=yodo, name="bot", scopes=[Scope.PLAY])[1]


def revoke_token(yodo: Person) -> str:
    row, token = services.create_token(person=yodo, name="bot", scopes=[Scope.PLAY])
    browser_of(yodo).post(f"/me/tokens/{row.token_key}/revoke/")
    return token


def sign_out(yodo: Person) -> str:
    browser = browser_of(yodo)
    browser.post("/sign-out/")
    browser.post("/sign-out/")  # the second click
    return ""


def end_everything(yodo: Person) -> str:
    browser_of(yodo).post("/me/end-everything/")
    return ""


def make_arbiter(yodo: Person) -> str:
    founder = PersonFactory.create(name="Hosokawa")
    club = ClubFactory.create(founder=founder)
    member = MembershipFactory.create(club=club, person=yodo)
    membership.set_role(member=member, by=founder, role=Membership.Role.ARBITER)
    membership.set_role(member=member, by=founder, role=Membership.Role.ARBITER)  # is one already
    return ""


def close(yodo: Person) -> str:
    closing.close(person=yodo)
    closing.close(person=yodo)
    return ""


def bad_token(_yodo: Person) -> str:
    token = "skg_" + "a1" * 30
    answer = browser_of().get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    return token


def too_little_scope(yodo: Person) -> str:
    token = services.create_token(person=yodo, name="reader", scopes=[Scope.READ])[1]
    answer = browser_of().post("/api/v1/games/", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 403
    return token


def forged_form(yodo: Person) -> str:
    browser = Client(enforce_csrf_checks=True, REMOTE_ADDR=SENDER)
    browser.force_login(yodo)
    assert browser.post("/me/end-everything/").status_code == 403
    return ""


def too_many_links(_yodo: Person) -> str:
    browser = browser_of()
    for _time in range(20):
        browser.post("/sign-in/", {"email": ADDRESS})
    assert browser.post("/sign-in/", {"email": ADDRESS}).status_code == 429
    return ""


def restricted(yodo: Person) -> Person:
    judge = PersonFactory.create(name="Moderator", is_moderator=True)
    restrictions.impose(person=yodo, what=[Restricted.MESSAGES], days=3, reason="Insults.", by=judge)
    return judge


def restrict(yodo: Person) -> str:
    restricted(yodo)
    return "Insults."


def lift(yodo: Person) -> str:
    judge = restricted(yodo)
    for _click in range(2):
        restrictions.lift(restriction=Restriction.objects.get(person=yodo), by=judge)
    return "Insults."


def answer_appeal(yodo: Person) -> str:
    judge = restricted(yodo)
    row = Restriction.objects.get(person=yodo)
    restrictions.appeal(person=yodo, key=row.key, words="It was banter.")
    restrictions.answer_appeal(restriction=row, by=judge, words="It stands.", lifts=False)
    return "It stands."


def let_a_program_in(yodo: Person) -> str:
    maker = PersonFactory.create(name="Maker")
    app = oauth.register(person=maker, name="A board", redirects=["https://app.example.org/"])
    browser = signed_in(yodo)
    fields = {
        "client_id": app.client_id,
        "response_type": "code",
        "redirect_uri": "https://app.example.org/",
        "scope": "games:read",
        "state": "secret of the program",
        "code_challenge": "c" * 43,
        "code_challenge_method": "S256",
        "allow": "yes",
    }
    assert browser.post("/oauth/authorize/", fields).status_code == 302
    return "secret of the program"


def end_access(yodo: Person) -> str:
    oauth.end_access(person=yodo)
    return "A board"


def look_up(yodo: Person) -> str:
    output_of("person", ADDRESS)
    return ""


Done = Callable[[Person], str]
EVENTS: list[tuple[SecurityEvent, Done, set[str]]] = [
    (SecurityEvent.SIGN_IN_ASKED, ask, {"sender"}),
    (SecurityEvent.SIGN_IN_ASKED, print_link, {"by"}),
    (SecurityEvent.SIGN_IN_USED, use, {"sender"}),
    (SecurityEvent.SIGN_IN_FAILED, follow_used, {"sender", "cause"}),
    (SecurityEvent.SIGN_IN_FAILED, follow_invented, {"sender"}),
    (SecurityEvent.TOKEN_MADE, make_token, {"token", "scopes"}),
    (SecurityEvent.TOKEN_REVOKED, revoke_token, {"sender", "token"}),
    (SecurityEvent.ACCESS_GIVEN, let_a_program_in, {"sender", "app", "scopes"}),
    (SecurityEvent.ACCESS_ENDED, end_access, {"app"}),
    (SecurityEvent.SESSIONS_ENDED, sign_out, {"sender", "which"}),
    (SecurityEvent.SESSIONS_ENDED, end_everything, {"sender", "which"}),
    (SecurityEvent.ROLE_CHANGED, make_arbiter, {"club", "role", "by"}),
    (SecurityEvent.RESTRICTED, restrict, {"what", "days", "by"}),
    (SecurityEvent.RESTRICTION_LIFTED, lift, {"what", "by"}),
    (SecurityEvent.APPEAL_ANSWERED, answer_appeal, {"what", "by", "lifted"}),
    (SecurityEvent.ACCOUNT_CLOSED, close, set()),
    (SecurityEvent.LOOKED_UP, look_up, {"what", "by"}),
    (SecurityEvent.REFUSED, bad_token, {"sender", "status", "method", "route"}),
    (SecurityEvent.REFUSED, too_little_scope, {"sender", "status", "method", "route"}),
    (SecurityEvent.REFUSED, forged_form, {"sender", "status", "method", "route"}),
    (SecurityEvent.REFUSED, too_many_links, {"sender", "status", "method", "route"}),
]
UNKNOWN = (follow_invented, bad_token, too_many_links)
"""What nobody who is known does."""


def test_every_event_is_proved_here() -> None:
    assert {event for event, _do, _about in EVENTS} == set(SecurityEvent)


@pytest.mark.parametrize(("event", "do", "about"), EVENTS)
def test_an_event_is_one_line_without_address_or_token(
    log: io.StringIO, yodo: Person, event: SecurityEvent, do: Done, about: set[str]
) -> None:
    secret = do(yodo)
    written = log.getvalue()
    lines = lines_of(written)
    (line,) = [line for line in lines if line["event"] == event and line.get("person", yodo.pk) == yodo.pk]
    assert set(line) == {"at", "event"} | about | (set() if do in UNKNOWN else {"person"})
    assert datetime.fromisoformat(line["at"]).utcoffset() == timedelta(0)
    for hidden in (ADDRESS, SENDER, *re.findall(r"[\w.-]{12,}", secret)):
        assert hidden not in written
    assert not [line for line in written.splitlines() if "Forbidden" in line or "Unauthorized" in line]


def test_refusal_is_written_down_at_any_level(log: io.StringIO, yodo: Person) -> None:
    django = logging.getLogger("django")
    before = django.level
    django.setLevel(logging.ERROR)
    try:
        for refused in (bad_token, forged_form, too_many_links):
            refused(yodo)
        browser_of().get("/nosuchpage/")
    finally:
        django.setLevel(before)
    lines = lines_of(log.getvalue())
    assert [line["status"] for line in lines if line["event"] == SecurityEvent.REFUSED] == [401, 403, 429]


def test_lines_of_one_sender_can_be_found_and_those_of_another_differ(log: io.StringIO, yodo: Person) -> None:
    for browser in (browser_of(), browser_of(), new_browser()):
        browser.post("/sign-in/", {"email": ADDRESS})
    senders = [line["sender"] for line in lines_of(log.getvalue())]
    assert senders[0] == senders[1] != senders[2]
    assert {line["person"] for line in lines_of(log.getvalue())} == {yodo.pk}
