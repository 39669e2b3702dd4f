"""Verifying a finished game in a real browser: a true record passes, and any change is found."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Route, expect

from games.rulebook.editions import edition_ids, ruleset
from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Size, Window
from tests.kit import records
from tests.kit.records import Document

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

CHECKS = ["seed", "edition", "beginning", "nonces", "chain", "players", "draws"]
STATES = "lines => lines.map(line => [line.dataset.check, line.dataset.state])"


@pytest.fixture
def phone(browser: Browser, place: Place) -> Iterator[Window]:
    with window(browser, place, PHONE, scripts=True) as shown:
        yield shown


def give(shown: Window, answer: Callable[[Route], None]) -> None:
    """Let something else come in place of the record."""
    shown.page.route("**/record.json*", answer)


def change(shown: Window, changed: Callable[[Document], Any]) -> None:
    """Let the record come with a change."""

    def answer(route: Route) -> None:
        response = route.fetch()
        document = response.json()
        changed(document)
        route.fulfill(response=response, body=json.dumps(document))

    give(shown, answer)


def verdict(shown: Window) -> tuple[str, str]:
    """What came of it, once it is there: which sentence stands there, and the sentence."""
    shown.page.locator("[data-result]:visible").wait_for()
    (line,) = shown.page.locator("[data-result]:visible").all()
    return line.get_attribute("data-result") or "", line.inner_text()


def states(shown: Window) -> dict[str, str]:
    return dict(shown.page.eval_on_selector_all("[data-check]", STATES))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_true_record_passes(browser: Browser, place: Place, size: Size) -> None:
    with window(browser, place, size, scripts=True) as shown:
        shown.open(place.paths["watch"])
        shown.press("Check the record")
        result, sentence = verdict(shown)
        document = shown.page.evaluate(
            "address => fetch(address).then(answer => answer.json())", "../record.json"
        )
        items = sum(len(json.loads(entry["body"]).get("items", [])) for entry in document["entries"])
        assert result == "passed"
        assert (
            f"{len(document['entries'])} entries as they were written, {items} cards and blocks" in sentence
        )
        assert states(shown) == dict.fromkeys(CHECKS, "passed")
        assert shown.page.locator(".checks").inner_text().count("in order") == len(CHECKS)
        expect(shown.page.locator("progress")).to_have_js_property("value", 1)
        shown.look_over()
        assert shown.barriers() == []


def test_page_without_scripts_does_not_seem_to_check_anything(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        shown.open(place.paths["verify"])
        assert not shown.page.locator("#verify").is_visible()
        assert shown.shows("Your browser runs no scripts here")
        assert shown.shows("manage.py verify_game")


def bid(document: Document) -> Any:
    return next(entry for entry in document["entries"] if '"bid"' in entry["body"])


def rewrite(document: Document) -> None:
    entry = bid(document)
    entry["body"] = entry["body"].replace("-", "- ", 1)


def deal_otherwise(document: Document) -> None:
    """The first draw gives the same cards in another order, and all hashes are made to fit."""
    body = json.loads(document["entries"][0]["body"])
    body["items"] = body["items"][1:] + body["items"][:1]
    document["entries"][0]["body"] = json.dumps(body)
    records.chain_again(document)


def commit_otherwise(document: Document) -> None:
    """Another seed with its own fingerprint: only that is not the one that was shown."""
    document["seed"] = "00" * 32
    records.chain_again(document)


def drop(document: Document) -> None:
    del document["entries"][20]


def exchange_players(document: Document) -> None:
    east, west = document["players"].values()
    document["players"] = {"east": west, "west": east}


def exchange_keys(document: Document) -> None:
    """Also in the register, whose seals do not open then."""
    exchange_players(document)
    east, west = document["register"]
    east["key"], west["key"] = west["key"], east["key"]


TAMPERED: dict[str, tuple[Callable[[Document], Any], str, str]] = {
    "a seed": (lambda document: document.update(seed="00" * 32), "seed", "is not the one whose fingerprint"),
    "a seed with its fingerprint": (commit_otherwise, "seed", "is not the one whose fingerprint"),
    "an edition": (
        lambda document: document.update(edition_text="x"),
        "edition",
        "is not the one the game started",
    ),
    "a nonce": (
        lambda document: document["nonces"].update(west="x"),
        "beginning",
        "does not start with what",
    ),
    "a body": (rewrite, "chain", "Entry 14 does not fit the chain"),
    "a salt": (
        lambda document: document["entries"][2].update(salt="00" * 16),
        "chain",
        "Entry 3 does not fit the",
    ),
    "a side": (lambda document: bid(document).update(side=None), "chain", "Entry 14 does not fit the chain"),
    "an entry left out": (drop, "chain", "Entry 21 does not fit the chain"),
    "a draw": (deal_otherwise, "draws", "Entry 1 is not what the seed gives"),
    "the players": (exchange_players, "players", "Who has the seats is not who played"),
    "the players and their keys": (exchange_keys, "players", "Who has the seats is not who played"),
    "the last row of the register": (
        lambda document: document["register"].pop(),
        "players",
        "Who has the seats is not who played",
    ),
    "all of it": (lambda document: document.clear(), "seed", "is not the one whose fingerprint"),
    "no entries": (
        lambda document: document.pop("entries"),
        "malformed",
        "is not the record of a finished game",
    ),
}


@pytest.mark.parametrize(("changed", "result", "words"), TAMPERED.values(), ids=TAMPERED)
def test_records_changed_on_the_way_are_found(
    phone: Window, place: Place, changed: Callable[[Document], Any], result: str, words: str
) -> None:
    change(phone, changed)
    phone.open(place.paths["verify"])
    document, sentence = verdict(phone)
    assert document == result
    assert words in sentence
    assert "failed" in states(phone).values()
    assert list(states(phone).values()).count("passed") < len(CHECKS)
    phone.look_over()


def compare(shown: Window, *heads: str) -> None:
    """Paste heads that somebody kept."""
    shown.page.get_by_label("Heads, or the mails they are in").fill("\n".join(heads))
    shown.press("Compare")


def test_a_head_that_was_kept_is_compared_by_the_browser_too(phone: Window, place: Place) -> None:
    phone.open(place.paths["verify"])
    verdict(phone)
    head = phone.page.locator("#heads code").first.inner_text()
    compare(phone, head)
    assert verdict(phone)[0] == "passed"
    assert states(phone) == dict.fromkeys([*CHECKS, "kept"], "passed")
    assert phone.page.locator("[data-outcome]").get_attribute("data-outcome") == "same"
    version, public, chain = head.split(":")
    compare(phone, f"{version}:{public}:{chain[::-1]}")
    result, sentence = verdict(phone)
    assert result == "kept"
    assert f"that you kept of version {version} is not in the chain" in sentence
    assert states(phone)["chain"] == "passed"
    assert phone.page.locator("[data-outcome]").get_attribute("data-outcome") == "hidden"
    phone.look_over()
    assert phone.barriers() == []


def test_text_that_is_no_record_is_reported(phone: Window, place: Place) -> None:
    give(phone, lambda route: route.fulfill(body='{"format": 1, "entr', content_type="application/json"))
    phone.open(place.paths["verify"])
    assert verdict(phone)[0] == "malformed"


def test_record_that_cannot_be_loaded_is_not_called_correct(phone: Window, place: Place) -> None:
    give(phone, lambda route: route.abort())
    phone.page.goto(f"{place.home.site}{place.paths['verify']}")
    assert verdict(phone)[0] == "unreachable"
    assert set(states(phone).values()) == {"waiting"}


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 6), marks=pytest.mark.overnight)])
@pytest.mark.parametrize("edition", edition_ids())
def test_whole_games_of_every_edition_pass(phone: Window, place: Place, edition: str, seeds: range) -> None:
    """With piles that were used up, bids that were replaced, and actions that were taken back."""
    phone.open(place.paths["verify"])
    rules = ruleset(edition)
    printed = {"digest": rules.digest, "data": msgspec.to_builtins(rules.edition)}
    for seed in seeds:
        document = records.simulated(edition, seed)
        known = {
            "record": document,
            "edition": printed,
            "game": document["game"],
            "commitment": document["commitment"],
        }
        counted = phone.page.evaluate("known => check({...known, progress() {}}, () => {})", known)
        items = sum(len(json.loads(entry["body"]).get("items", [])) for entry in document["entries"])
        assert counted == {"entries": len(document["entries"]), "items": items}
