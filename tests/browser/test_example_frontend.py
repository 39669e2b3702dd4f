"""The page of ``deploy/examples/frontend``, built from the schema, in a browser: it plays by the API alone.

It is served from another address than the service, as it would be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from games.bots.random_player import RandomPlayer
from tests.browser.conftest import Place, served
from tests.browser.windows import DESK, PHONE
from tests.kit.processes import wait_until

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("example_frontend")]
expect.set_options(timeout=30_000)

SHAPES = {"choice", "subset", "route"}
DRAFTED = {"level", "movement"}
"""Decisions whose answers the page puts into a draft first."""
PEOPLE = ("page-east", "page-west", "moves-east", "moves-west")
PREPARED = """
import sys
import django
django.setup()
from django.core.management import call_command
from accounts import oauth
from accounts.models.person import Person
address, *people = sys.argv[1:]
for who in people:
    call_command("token", f"{who}@example.org", name="example", scope=["games:play"])
maker = Person.objects.filter(closed_at=None).order_by("pk")[0]
print(oauth.register(person=maker, name="Example", redirects=[address]).client_id)
"""
"""Prints a token for each, registers the page, and prints its name for programs: all by one process."""
EXPIRED = "UPDATE accounts_apitoken SET expiry = datetime('now', '-1 minute') WHERE access_id IS NOT NULL"
"""Lets the hour of the page's token be over, of which there is one."""
MOST = 80
"""Decisions until the page has given an answer of each shape."""


@pytest.fixture(scope="module")
def page_address(built: Path) -> Iterator[str]:
    """Where the page is."""
    with served(built) as address:
        yield address


@pytest.fixture(scope="module")
def prepared(place: Place, page_address: str) -> dict[str, str]:
    """Tokens by the names of people, and what programs call the page."""
    printed = place.home.run("-c", PREPARED, page_address, *PEOPLE).split()
    return dict(zip((*PEOPLE, "page"), printed, strict=True))


def client(place: Place, token: str) -> httpx2.Client:
    """Somebody who calls the API."""
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.Client(base_url=f"{place.home.site}/api/v1/", headers=headers, timeout=60)


def options(caller: httpx2.Client, game: str) -> httpx2.Response:
    return caller.get(f"games/{game}/options/")


def answer(caller: httpx2.Client, game: str, chooser: RandomPlayer) -> None:
    """Do anything, as a program."""
    asked, view = options(caller, game), caller.get(f"games/{game}/view/").json()["view"]
    action = chooser.choose(view, asked.json()["options"])
    done = caller.post(f"games/{game}/actions/", json=action, headers={"If-Match": asked.headers["ETag"]})
    assert done.status_code == httpx2.codes.CREATED, done.text


def click_an_answer(page: Page, asked: dict[str, Any], done: set[str]) -> str:
    """Fill in an answer of a shape that there was none of yet, if there is one; which."""
    shapes = [each["shape"] for each in asked["answers"]]
    index = next((i for i, shape in enumerate(shapes) if shape not in done), 0)
    form, shape = page.locator("#answer > fieldset").nth(index), asked["answers"][index]
    if shape["shape"] == "choice":
        form.locator("button").first.click()
    elif shape["shape"] == "subset":
        needed = shape["least"]
        for name, number in shape["of"][0].items():
            field = form.locator(f"input[name='{name}']")
            if number == 1:
                field.set_checked(needed > 0)
            else:
                field.fill(str(min(number, needed)))
            needed -= min(number, needed)
        form.locator("button").click()
    else:
        sources = shape["sources"]
        source, way = next(
            (source, number)
            for source in sources
            for number, reach in enumerate(source["reach"])
            if not reach["force_march"]
        )
        page.locator(f"#board [data-location={source['source']}] .lit").click()
        form.locator("select[name=way]").select_option(str(way))
        form.locator("select[name=blocks]").select_option(source["blocks"][: source["reach"][way]["size"][0]])
        form.get_by_role("button", name="Move").click()
    if asked["decision"] in DRAFTED:
        page.get_by_role("button", name="Send").click()
    return str(shape["shape"])


def test_the_page_plays(browser: Browser, place: Place, page_address: str, prepared: dict[str, str]) -> None:
    east, west = client(place, prepared["page-east"]), client(place, prepared["page-west"])
    page = browser.new_page(viewport={"width": DESK.width, "height": DESK.height})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    with east, west:
        game = east.post("games/", json={"side": "east", "opponent": {"kind": "open"}}).json()["id"]
        west.post(f"games/{game}/join/", json={}).raise_for_status()
        connect(page, page_address, place, prepared["page-east"])
        expect(page.locator("#game h2")).to_have_text("east, week 1, turn-order: your decision: bid")
        done = play(page, east, west, game)
        assert done >= SHAPES
        to_the_end(page, west, game)
        page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="New game against the computer").click()
        expect(page.locator("#game h2")).to_contain_text("your decision: bid")
        (new,) = {row["id"] for row in rows(east)} - {game}
        answer_another(page, east, new)
    assert wrong == []


def connect(page: Page, address: str, place: Place, token: str) -> None:
    """Open the page, and the first game on it."""
    page.goto(address)
    page.get_by_label("Service").fill(place.home.site)
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Connect").click()
    page.locator("#games button").first.click()


def test_person_signs_in_to_the_page_and_its_tokens_are_renewed(
    browser: Browser, place: Place, page_address: str, prepared: dict[str, str]
) -> None:
    person = browser.new_context()
    person.add_cookies([{"name": "sessionid", "value": place.session, "url": place.home.site}])
    page = person.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(page_address)
    page.get_by_label("Service").fill(place.home.site)
    page.get_by_label("client_id").fill(prepared["page"])
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Let “Example” act for you?")
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page.locator("#status")).to_contain_text("Connected as")
    assert page.url == page_address
    place.home.change(EXPIRED)
    page.get_by_role("button", name="New game against the computer").click()
    expect(page.locator("#game h2")).to_contain_text("your decision: bid")
    assert wrong == []
    person.close()


def test_a_stack_moves_on_the_board_and_the_phase_is_sent_as_one_list(
    browser: Browser, place: Place, page_address: str, prepared: dict[str, str]
) -> None:
    east, west = client(place, prepared["moves-east"]), client(place, prepared["moves-west"])
    page = browser.new_page(viewport={"width": PHONE.width, "height": PHONE.height})
    wrong: list[str] = []
    sent: list[Any] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "response",
        lambda answer: wrong.append(answer.url) if answer.status >= httpx2.codes.BAD_REQUEST else None,
    )
    page.on(
        "request",
        lambda request: (
            sent.append(request.post_data_json) if request.url.endswith("/actions/?as=east") else None
        ),
    )
    with east, west:
        game = east.post("games/", json={"side": "east", "opponent": {"kind": "open"}}).json()["id"]
        west.post(f"games/{game}/join/", json={}).raise_for_status()
        to_the_march(east, west, game)
        level = a_level(east, game)
        move = a_move(east, game, level)
        connect(page, page_address, place, prepared["moves-east"])
        (group,), before = move["groups"], stack_at(east, game, move["groups"][0]["path"][-1])
        limited = page.locator("#answer fieldset", has_text="limited")
        card = limited.locator(f"input[name='{level['cards'][0]}']")
        if card.get_attribute("type") == "number":  # there are two of it
            card.fill("1")
        else:
            card.check()
        limited.locator("button").click()
        source = page.locator(f"#board .tall [data-location={move['source']}]")
        goal = page.locator(f"#board .tall [data-location={group['path'][-1]}]")
        expect(goal.locator(".lit")).to_have_count(0)
        source.locator(".lit").click()
        expect(source).to_have_class("place chosen")
        goal.focus()
        page.keyboard.press("Enter")
        # the service draws the draft: the blocks stand there now, and nobody else knows
        expect(goal.locator(".stack.of-east .count")).to_have_text(str(before + len(group["blocks"])))
        expect(page.locator("#answer li")).to_have_count(2)
        expect(page.locator("#board use").first).to_have_attribute("href", re.compile("^#"))
        assert stack_at(east, game, group["path"][-1]) == before
        assert sent == []
        page.get_by_role("button", name="Send").click()
        expect(page.locator("#status")).to_contain_text("Done")
        assert stack_at(east, game, group["path"][-1]) == before + len(group["blocks"])
    assert sent == [[level, move]]
    assert [url for url in wrong if not url.endswith("/favicon.ico")] == []


def to_the_march(east: httpx2.Client, west: httpx2.Client, game: str) -> None:
    """Programs play until East chooses how much to move."""
    chooser = RandomPlayer({}, 1)
    for _decision in range(MOST):
        if options(east, game).json()["asked"] == "level":
            return
        for side in (east, west):
            if options(side, game).json()["asked"] not in {None, "replace-bid"}:
                answer(side, game, chooser)
                break
    raise AssertionError("East never moves")


def a_level(east: httpx2.Client, game: str) -> dict[str, Any]:
    """Movement for a card: of more than one stack, so that the phase goes on after the first."""
    hand = east.get(f"games/{game}/view/").json()["view"]["mine"]["hand"]
    return {"type": "level", "level": "limited", "cards": hand[:1]}


def a_move(east: httpx2.Client, game: str, level: dict[str, Any]) -> dict[str, Any]:
    """A move of a whole stack after that: it costs nothing, meets nobody, and nobody is named for it."""
    preview = east.post(f"games/{game}/preview/", json=level).json()
    return next(
        {
            "type": "move",
            "source": source["source"],
            "groups": [{"blocks": source["blocks"], "path": reach["path"]}],
        }
        for shape in preview["options"]["answers"]
        if shape["shape"] == "route"
        for source in shape["sources"]
        for reach in source["reach"]
        if not (reach["force_march"] or reach["leader"] or reach["meets"] != "nothing")
        and reach["size"][0] <= len(source["blocks"]) <= reach["size"][1]
        and len([way for way in source["reach"] if way["to"] == reach["to"]]) == 1
    )


def stack_at(east: httpx2.Client, game: str, location: str) -> int:
    """How many blocks of East are there."""
    found = east.get(f"games/{game}/view/").json()["view"]["locations"].get(location, {})
    return int(found.get("east", {"count": 0})["count"])


def to_the_end(page: Page, west: httpx2.Client, game: str) -> None:
    """West resigns: the page is told, shows who has won, and asks for nothing more."""
    west.post(f"games/{game}/resign/").raise_for_status()
    expect(page.locator("#game h2")).to_have_text("The game is over: east won (resignation)")
    expect(page.locator("#answer")).to_be_empty()
    expect(page.locator("#games button")).to_contain_text("won by east")


def answer_another(page: Page, east: httpx2.Client, one: str) -> None:
    """Of two new games, which have the very same tag, each is answered by what it asks itself."""
    page.get_by_role("button", name="New game against the computer").click()
    expect(page.locator("#games button")).to_have_count(3)
    other = next(row["id"] for row in rows(east) if row["seat"]["asked"] == "bid" and row["id"] != one)
    wait_until(
        lambda: len({options(east, game).headers["ETag"] for game in (one, other)}) == 1, what="one tag"
    )
    asked, before = options(east, other), options(east, one)
    for game in (one, other):
        button = page.locator("#games button").nth([row["id"] for row in rows(east)].index(game))
        button.click()
        expect(button).to_have_attribute("aria-current", "true")
    cards = cards_of(asked)
    assert cards != cards_of(before)
    shown = page.locator("#answer button").all_inner_texts()
    assert all(card in text for card, text in zip(cards, shown, strict=True)), (cards, shown)
    click_an_answer(page, asked.json()["options"], set())
    expect(page.locator("#status")).to_contain_text("Done")


def cards_of(asked: httpx2.Response) -> list[str]:
    """What may be bid."""
    (answer,) = asked.json()["options"]["answers"]
    return [choice["action"]["card"] for choice in answer["choices"]]


def rows(caller: httpx2.Client) -> list[dict[str, Any]]:
    """Their games, in the order in which the page has them."""
    data: list[dict[str, Any]] = caller.get("games/", params={"limit": 100}).json()["games"]
    return data


def play(page: Page, east: httpx2.Client, west: httpx2.Client, game: str) -> set[str]:
    """The page plays East, a program West, until the page has answered in every way; in which it has."""
    done: set[str] = set()
    chooser = RandomPlayer({}, 1)
    heading = page.locator("#game h2")
    for _decision in range(MOST):
        if done >= SHAPES:
            break
        data = options(east, game).json()
        if data["asked"]:
            # nobody touches the page: it was told
            expect(heading).to_contain_text(f"your decision: {data['asked']}")
            expect(page.locator("#games button")).to_contain_text(f"waits for your {data['asked']}")
            done.add(click_an_answer(page, data["options"], done))
            expect(page.locator("#status")).to_contain_text("Done")
            page.evaluate("document.querySelector('#status').textContent = ''")
        else:
            expect(heading).to_contain_text("waiting for your opponent")
            answer(west, game, chooser)
    return done
