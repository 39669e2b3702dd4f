"""The processor time that requests take: whoever has used up theirs is told to wait, and nobody else."""

import secrets
from collections.abc import Callable, Iterator
from time import thread_time
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import resolve
from pytest_django import Settings

from accounts import processor_time, rate_limits
from accounts.models.person import Person
from accounts.processor_time import READER
from accounts.rate_limits import Limit, spend
from games.engine.actions import Bid, parse_body
from games.engine.side import EAST, WEST
from games.ladders.bidding.links import bidding_link
from games.models.seat import Invitation
from games.reads.turn_links import invitation_link, turn_link
from games.services import lobby, play
from sekigahara.requests.never_refused import NEVER_REFUSED
from tests.factories.games import GameFactory
from tests.factories.ladders import BiddingFactory
from tests.kit.calling import Caller, Seated, problem_of
from tests.kit.processes import free_port
from tests.kit.table import Table
from tests.web.browsers import address, answer, by_link, path_of, signed_in, text

pytestmark = pytest.mark.django_db

HERE, THERE = "192.0.2.1", "192.0.2.2"
START = 1_800_000_000


def new_budget(most: int = 1_000, seconds: int = 10) -> Limit:
    return Limit(f"test of {secrets.token_hex(4)}", most, seconds)


# --- a budget


def test_budget_refills_all_the_time() -> None:
    budget = new_budget()
    with time_machine.travel(START, tick=False) as clock:
        assert [spend(budget, "a", 900), spend(budget, "a", 100), spend(budget, "a", 450)] == [0, 0, 5]
        assert spend(budget, "b") == 0
        clock.shift(4)
        assert spend(budget, "a") == 1
        clock.shift(1)
        assert spend(budget, "a") == 0
        assert spend(budget, "a", 200) > 0
        clock.shift(60)  # windows are nothing to it
        assert spend(budget, "a", 1_000) == 0
        clock.shift(5)
        assert spend(budget, "a", 600) == 2


def test_budget_is_overdrawn_as_far_again_at_most() -> None:
    """Who is never refused may spend without end, and reads again soon."""
    budget = new_budget()
    with time_machine.travel(START, tick=False) as clock:
        assert spend(budget, "a", 1_000_000) == 11
        clock.shift(11)
        assert spend(budget, "a") == 0


def test_clock_that_is_set_back_spends_nothing() -> None:
    budget = new_budget()
    with time_machine.travel(START + 9, tick=False) as clock:
        assert spend(budget, "a", 900) == 0
        clock.shift(-9)
        assert spend(budget, "a") == 0


def test_processes_spend_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = new_budget()
    with time_machine.travel(START + 3, tick=False) as clock:
        assert spend(budget, "a", 1_500) > 0
        monkeypatch.setattr(rate_limits, "_tallies", {})  # as another process begins
        assert spend(budget, "a") == 3, "as far as it knows, that was spent when the window began"
        clock.shift(3)
        assert spend(budget, "a") == 0


def test_without_a_cache_everything_may_be_spent(settings: Settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
        }
    }
    assert spend(new_budget(), "a", 1_000_000) == 0


# --- requests


@pytest.fixture
def finished() -> Table:
    table = Table(is_public=True)
    play.resign(seat=table.seat(WEST))
    return table


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Uses up everything of somebody."""
    for name, seconds in (("PROCESSOR_OF_SENDER", 100), ("PROCESSOR_OF_PERSON", 60)):
        monkeypatch.setattr(processor_time, name, Limit(f"{name} of a test", 1_000, seconds))

    def spent(who: str) -> None:
        is_person = who.startswith(("person", "reader"))
        spend(getattr(processor_time, f"PROCESSOR_OF_{'PERSON' if is_person else 'SENDER'}"), who, 1_500)

    return spent


def moments(table: Table) -> Iterator[str]:
    while True:
        yield from (f"/games/{table.game.public_id}/moments/1/?as={side}" for side in ("east", "public"))
        yield f"/api/v1/games/{table.game.public_id}/moments/1/?as=west"


def test_sender_who_asks_as_fast_as_possible_gets_a_fifth_of_a_core(
    finished: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a time in which nothing else happens: it passes as this thread works, and while a refusal waits."""
    budget = Limit("processor time of a test", 200, 1)
    monkeypatch.setattr(processor_time, "PROCESSOR_OF_SENDER", budget)
    served = passed = 0.0
    refused, path = 0, moments(finished)
    with time_machine.travel(START, tick=False) as clock:
        while passed < 6:
            begun = thread_time()
            response = Client().get(next(path), REMOTE_ADDR=HERE)
            took = thread_time() - begun
            wait = 1 if response.status_code == 429 else 0  # as the server holds it back
            served, refused = served + took, refused + wait
            clock.shift(took + wait)
            passed += took + wait
            if wait:
                assert Client().get(next(path), REMOTE_ADDR=THERE).status_code == 200
    assert refused > 2
    assert 0.08 * passed < served <= 0.2 + 0.2 * passed + 0.4, f"{served} of {passed} seconds"


def test_refusal_is_a_page_in_words(finished: Table, poor: Callable[[str], None]) -> None:
    assert Client().get(next(moments(finished)), REMOTE_ADDR=HERE).status_code == 200
    poor(HERE)
    refused = Client().get(next(moments(finished)), REMOTE_ADDR=HERE)
    assert refused.status_code == 429
    assert 40 <= int(refused["Retry-After"]) <= 100
    assert "This request changed nothing" in text(refused)
    assert "no-store" in refused["Cache-Control"]
    api = Caller()
    api.client.defaults["REMOTE_ADDR"] = HERE
    told = api.get(f"games/{finished.game.public_id}/view/")
    assert problem_of(told, 429)["code"] == "throttled"
    assert 40 <= int(told["Retry-After"]) <= 100
    assert Client().get("/healthz", REMOTE_ADDR=HERE).status_code == 200


def test_unknown_paths_count_and_are_refused(poor: Callable[[str], None]) -> None:
    for path in ("/nosuchpage/", "/nosuchpage", "/rules", "/api/v1/nosuchpath/", "/api/v1/nosuchpath"):
        there = Client(REMOTE_ADDR=f"192.0.2.{9 + len(path)}")
        poor(there.defaults["REMOTE_ADDR"])
        refused = there.get(path)
        assert (path, refused.status_code) == (path, 429)
        assert 40 <= int(refused["Retry-After"]) <= 100
    poor("192.0.2.99")
    assert Client(REMOTE_ADDR="192.0.2.99").post("/api/v1/games/nosuchgame/actions").status_code == 308
    assert Client(REMOTE_ADDR="192.0.2.99").get("/t/nosuchgame/east/x").status_code == 308
    for path in ("/nosuchpage/", "/api/v1/nosuchpath/"):
        budget, here = processor_time.PROCESSOR_OF_SENDER, f"192.0.2.{100 + len(path)}"
        spend(budget, here, budget.most)
        answers = [Client(REMOTE_ADDR=here).get(path).status_code for _time in range(30)]
        assert answers[0] == 404
        assert answers[-1] == 429


def test_person_has_a_budget_wherever_they_are(finished: Table, poor: Callable[[str], None]) -> None:
    """All their tokens together, and strangers at their address have another one."""
    person = Person.objects.at("someone@example.org")
    browser = signed_in(person)
    assert browser.get("/rules/", REMOTE_ADDR=HERE).status_code == 200
    poor(f"person {person.pk}")
    for place in (HERE, THERE):
        assert browser.get("/rules/", REMOTE_ADDR=place).status_code == 429
        assert Client().get("/rules/", REMOTE_ADDR=place).status_code == 200


def test_action_is_never_refused(poor: Callable[[str], None]) -> None:
    table = Table()
    east = Seated(table, EAST)
    poor(f"person {table.people[EAST].pk}")
    problem_of(east.get(f"{east.game}view/"), 429)
    problem_of(east.post(f"{east.game}preview/", b"[]"), 429)
    assert east.act().status_code == 201
    poor(f"person {table.people[WEST].pk}")
    browser = signed_in(table.people[WEST])
    assert browser.get(address(table.seat(WEST))).status_code == 429
    bid = parse_body(table.a_bid(WEST))
    assert isinstance(bid, Bid)
    assert answer(browser, table, WEST, bid).status_code == 302
    assert table.version(WEST) > 1


def test_links_of_mails_and_signing_in_are_never_refused(poor: Callable[[str], None]) -> None:
    table = Table()
    poor(HERE)
    browser = Client(REMOTE_ADDR=HERE)
    assert browser.get(path_of(turn_link(table.seat(EAST)))).status_code == 302
    assert browser.get("/sign-in/").status_code == 200
    assert browser.post("/sign-in/", {"email": "someone@example.org"}).status_code == 302


@pytest.fixture
def linked() -> dict[str, str]:
    """Links of mails, and the pages they lead to."""
    table, bidding = Table(), BiddingFactory.create()
    game = GameFactory.create(opponent=lobby.Invite("berta@example.org"))
    invitation = Invitation.objects.select_related("person", "seat__game").get(seat__game=game)
    return {
        path_of(turn_link(table.seat(EAST))): address(table.seat(EAST)) + "?as=east",
        path_of(invitation_link(invitation)): f"/games/{game.public_id}/invitation/",
        path_of(bidding_link(bidding, bidding.first)): f"/biddings/{bidding.public_id}/",
    }


def test_reader_of_a_mail_does_not_pay_for_the_neighbours(
    linked: dict[str, str], poor: Callable[[str], None]
) -> None:
    for link, page in linked.items():
        poor(HERE)
        browser = Client(REMOTE_ADDR=HERE)
        assert browser.get(link)["Location"] == page
        for _time in range(3):
            assert browser.get(page).status_code == 200
        assert Client(REMOTE_ADDR=HERE).get("/rules/").status_code == 429


def test_link_leads_to_its_page_whatever_its_reader_has_used(
    linked: dict[str, str], poor: Callable[[str], None]
) -> None:
    for link, page in linked.items():
        browser = Client(REMOTE_ADDR=HERE)
        browser.get(link)
        poor(f"reader {browser.session[READER]}")
        for _time in range(2):
            browser.get(link)
            assert browser.get("/rules/").status_code == 429
            assert [browser.get(page).status_code for _time in range(2)] == [200, 429]


def test_link_that_opens_nothing_says_so(poor: Callable[[str], None]) -> None:
    poor(HERE)
    browser = Client(REMOTE_ADDR=HERE)
    unknown = browser.get("/t/nosuchgame/east/x/", follow=True)
    assert unknown.status_code == 404
    assert not browser.cookies


def test_reader_leaves_the_budget_of_the_person_alone(poor: Callable[[str], None]) -> None:
    """Links may be passed on, and revoked then."""
    table = Table()
    browser = by_link(table.seat(EAST))
    poor(f"reader {table.people[EAST].pk}")
    browser.get(address(table.seat(EAST)))
    assert browser.get(address(table.seat(EAST))).status_code == 429
    assert signed_in(table.people[EAST]).get(address(table.seat(EAST))).status_code == 200


def test_whatever_is_answered_counts(poor: Callable[[str], None]) -> None:
    table = Table()
    east = Seated(table, EAST)
    key = f"person {table.people[EAST].pk}"
    with time_machine.travel(START, tick=False):
        east.act()
        signed_in(table.people[EAST]).get(address(table.seat(EAST)))
        spend(processor_time.PROCESSOR_OF_PERSON, key)
        tally = rate_limits._tallies[processor_time.PROCESSOR_OF_PERSON.name, key]
        assert tally.level > 2


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/games/x/", "POST"),
        ("/games/x/undo/", "POST"),
        ("/games/x/resign/", "POST"),
        ("/games/x/claim/", "POST"),
        ("/games/x/more-time/", "POST"),
        ("/games/x/check-in/", "POST"),
        ("/games/x/invitation/", "POST"),
        ("/games/x/join/", "POST"),
        ("/biddings/x/", "POST"),
        ("/ladders/x/challenges/x/", "POST"),
        ("/clubs/x/join/", "POST"),
        ("/t/x/east/x/", "GET"),
        ("/i/x/x/", "GET"),
        ("/biddings/x/link/x/", "GET"),
        ("/clubs/x/join/x/", "GET"),
        ("/link/expired/", "POST"),
        ("/mail/stop/x/", "POST"),
        ("/sign-in/", "POST"),
        ("/sign-in/x/", "GET"),
        ("/sign-in/finish/", "POST"),
        ("/sign-in/fresh/", "POST"),
        ("/sign-out/", "POST"),
        ("/me/", "GET"),
        ("/me/end-everything/", "POST"),
        ("/me/sessions/end/", "POST"),
        ("/me/tokens/x/revoke/", "POST"),
        ("/api/v1/games/x/actions/", "POST"),
        ("/api/v1/games/x/undo/", "POST"),
        ("/api/v1/games/x/resign/", "POST"),
        ("/api/v1/games/x/claim/", "POST"),
        ("/api/v1/games/x/more-time/", "POST"),
        ("/api/v1/games/x/check-in/", "POST"),
        ("/api/v1/games/x/join/", "POST"),
        ("/api/v1/games/x/decline/", "POST"),
        ("/api/v1/biddings/x/", "PUT"),
        ("/api/v1/challenges/x/accept/", "POST"),
        ("/api/v1/challenges/x/decline/", "POST"),
    ],
)
def test_what_cannot_wait_is_marked(path: str, method: str) -> None:
    view: Any = resolve(path).func
    handler = getattr(view.view_class, method.lower()) if hasattr(view, "view_class") else view
    assert method in getattr(handler, NEVER_REFUSED)
