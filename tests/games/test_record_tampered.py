"""Any change to a record is found, reported with its entry, and nothing is imported."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.chance import SIDES_DRAWN, Seeded
from games.engine.side import LABELS
from games.log import portable, verification
from games.log.portable import Unsound
from games.management.commands import _records
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.models.seat import Seat
from games.services import importing, play
from tests.kit import records
from tests.kit.records import Document
from tests.kit.table import on_the_march

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def document() -> Document:
    return records.from_elsewhere(most=60)


def found(data: bytes) -> Unsound:
    """What is wrong, found by verifying and by taking in alike; of the latter nothing is left."""
    with pytest.raises(Unsound) as refused:
        importing.take_in(portable.read(data))
    if (
        refused.value.code != "impossible-time"
    ):  # nobody vouches for times, so that verifying leaves them alone
        with pytest.raises(Unsound) as again:
            verification.verify(portable.read(data))
        assert (again.value.code, again.value.parameters) == (refused.value.code, refused.value.parameters)
    kept = [model.objects.count() for model in (Game, Seat, Entry, EditionText)]
    assert kept == [0, 0, 0, 0]
    words = str(_records.refused(refused.value))
    assert words.startswith(f"{refused.value.code}: ")
    assert "%(" not in words
    return refused.value


def spoiled(document: Document, change: Callable[[Document], Any]) -> Unsound:
    change(document)
    return found(json.dumps(document).encode())


def first(document: Document, **said: Any) -> int:
    """The place, from 0, of the first entry whose body says that."""
    for place, entry in enumerate(document["entries"]):
        body = json.loads(entry["body"])
        if all(body.get(key) == value for key, value in said.items()):
            return place
    raise AssertionError(f"no entry says {said}")


def say(document: Document, place: int, **said: Any) -> None:
    entry = document["entries"][place]
    entry["body"] = json.dumps(json.loads(entry["body"]) | said, separators=(",", ":"))


# ---- changed, and the hashes left as they were

BID = 13
"""The place of the first bid: the entries before it set the game up."""


def swap(document: Document) -> None:
    entries = document["entries"]
    entries[BID], entries[BID + 1] = entries[BID + 1], entries[BID]


def swap_and_number(document: Document) -> None:
    swap(document)
    for number, entry in enumerate(document["entries"], start=1):
        entry["seq"] = number


def drop(document: Document) -> None:
    del document["entries"][BID]


def drop_and_number(document: Document) -> None:
    drop(document)
    for number, entry in enumerate(document["entries"], start=1):
        entry["seq"] = number


def add(document: Document) -> None:
    document["entries"].insert(BID, dict(document["entries"][BID]))


def entry_with(key: str, value: Any) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        document["entries"][BID][key] = value

    return change


def with_(key: str, value: Any, *inside: str) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        place = document
        for each in inside:
            place = place[each]
        assert place[key] != value
        place[key] = value

    return change


def add_a_word_to_the_edition(document: Document) -> None:
    document["edition_text"] += "# mine\n"


def say_with_a_space(document: Document) -> None:
    document["entries"][BID]["body"] += " "


CHANGED: dict[str, tuple[Callable[[Document], Any], str, int | None]] = {
    "a body": (entry_with("body", '{"type":"bid","card":"date-plain"}'), "chain-broken", BID + 1),
    "a space in a body": (say_with_a_space, "chain-broken", BID + 1),
    "a salt": (entry_with("salt", "00" * 16), "chain-broken", BID + 1),
    "a hash": (entry_with("chain", "00" * 32), "chain-broken", BID + 1),
    "the side of an entry": (entry_with("side", None), "chain-broken", BID + 1),
    "the order of two entries": (swap, "out-of-sequence", BID + 1),
    "their numbers too": (swap_and_number, "chain-broken", BID + 1),
    "an entry left out": (drop, "out-of-sequence", BID + 1),
    "and the rest numbered": (drop_and_number, "chain-broken", BID + 1),
    "an entry put in": (add, "out-of-sequence", BID + 2),
    "the last left out": (lambda record: record["entries"].pop(), "unfinished", None),
    "all left out": (lambda record: record["entries"].clear(), "unfinished", 0),
    "the seed": (with_("seed", "00" * 32), "other-seed", None),
    "the commitment": (with_("commitment", "00" * 32), "other-seed", None),
    "a nonce": (with_("west", "later", "nonces"), "other-genesis", None),
    "who came first": (with_("first", "west", "chance"), "other-genesis", None),
    "that sides were drawn": (with_("sides", "drawn", "chance"), "other-genesis", None),
    "the hash of a nonce": (with_("nonce_hash", "00" * 32, "chance"), "other-genesis", None),
    "the game's id": (with_("game", "another"), "other-genesis", None),
    "the genesis": (with_("genesis", "00" * 32), "other-genesis", None),
    "the revision": (with_("revision", 99), "unknown-revision", None),
    "the text of the edition": (add_a_word_to_the_edition, "other-edition", None),
    "the digest of the edition": (with_("digest", "00" * 32, "edition"), "other-edition", None),
    "the name of the edition": (with_("id", "manual", "edition"), "misnamed-edition", None),
    "the winner": (with_("winner", "east"), "other-result", None),
    "the kind of victory": (with_("victory", "points"), "other-result", None),
    "a time long ago": (entry_with("at", "1600-10-21T08:00:00Z"), "impossible-time", BID + 1),
    "the first moment of all": (entry_with("at", "0001-01-01T00:00:00+14:00"), "impossible-time", BID + 1),
    "a time to come": (with_("ended_at", "9999-12-31T23:59:59-12:00"), "impossible-time", 0),
    "an end before the beginning": (with_("ended_at", "2020-01-01T00:00:00Z"), "impossible-time", 0),
}


@pytest.mark.parametrize(("change", "code", "entry"), CHANGED.values(), ids=CHANGED)
def test_change_is_found(
    document: Document, change: Callable[[Document], Any], code: str, entry: int | None
) -> None:
    length = len(document["entries"])
    error = spoiled(document, change)
    assert error.code == code
    if code == "unfinished" and entry is None:
        entry = length - 1
    assert error.parameters.get("entry") == entry


# ---- changed, and all hashes made again: now only the game itself can tell


def draw_another(document: Document) -> None:
    """The first card that East draws is one that the pile holds as well."""
    items = json.loads(document["entries"][0]["body"])["items"]
    other = next(card for card in ("date-plain", "maeda-plain") if card != items[0])
    say(document, 0, items=[other, *items[1:]])


def draw_in_another_order(document: Document) -> None:
    items = json.loads(document["entries"][0]["body"])["items"]
    assert items[::-1] != items
    say(document, 0, items=items[::-1])


def bid_a_card_one_has_not(document: Document) -> None:
    side = document["entries"][BID]["side"]
    say(document, BID, card="mori-plain" if side == "east" else "date-plain")


def act_out_of_turn(document: Document) -> None:
    place = first(document, type="level")
    entry = document["entries"][place]
    entry["side"] = "west" if entry["side"] == "east" else "east"


def undo_at_once(document: Document) -> None:
    entry = dict(document["entries"][BID], body='{"type":"undo"}')
    document["entries"].insert(BID + 1, entry)


def draw_once_more(document: Document) -> None:
    document["entries"].insert(BID, dict(document["entries"][BID - 1]))


def sign_a_draw(document: Document) -> None:
    document["entries"][0]["side"] = "east"


def sign_a_draw_not_due(document: Document) -> None:
    document["entries"].insert(BID, dict(document["entries"][0], side="west"))


def act_as_chance(document: Document) -> None:
    document["entries"][BID]["side"] = None


def leave_a_draw_out(document: Document) -> None:
    del document["entries"][BID - 1]


def act_after_the_end(document: Document) -> None:
    document["entries"].append(dict(document["entries"][-1]))


def say_nothing(document: Document) -> None:
    document["entries"][BID]["body"] = '{"type":"surrender"}'


def make_no_edition(document: Document) -> None:
    document["edition_text"] = "flags = 1"


def nest_the_edition(document: Document) -> None:
    document["edition_text"] = f"a = {'[' * 5000}"


def count_beyond_python(document: Document) -> None:
    document["edition_text"] = f"a = {'9' * 5000}"


def claim_that_sides_were_drawn(document: Document) -> None:
    """Sides are said to be drawn, and the wrong one to have been drawn for who came first."""
    source = Seeded(bytes.fromhex(document["seed"]), document["game"])
    place = source.pick(SIDES_DRAWN, 0, [1, 1], LABELS)
    document["chance"] |= {"sides": "drawn", "first": LABELS[1 - place]}


def exchange_players(document: Document) -> None:
    """As if each had played the other's side."""
    players = document["players"]
    players["east"], players["west"] = players["west"], players["east"]


def register_with(key: str, value: Any) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        document["register"][1][key] = value

    return change


def exchange_all_but_the_seals(document: Document) -> None:
    exchange_players(document)
    east, west = document["register"]
    for key in ("key", "opening"):
        east[key], west[key] = west[key], east[key]


def forget_somebody(document: Document) -> None:
    """West is said to have left, and no row says so."""
    document["players"]["west"] = None
    document["register"][1] |= {"key": None, "opening": ""}


CHAINED_AGAIN: dict[str, tuple[Callable[[Document], Any], str, int | None]] = {
    "the players": (exchange_players, "other-player", None),
    "the players and what opens their seals": (exchange_all_but_the_seals, "other-player", None),
    "one player for another": (register_with("key", "0" * 12), "other-player", None),
    "one player for nobody": (forget_somebody, "register-unopened", None),
    "nobody registered": (lambda record: record["register"].clear(), "register-broken", None),
    "a draw": (draw_another, "other-draw", 1),
    "the order of what was drawn": (draw_in_another_order, "other-draw", 1),
    "another seed": (with_("seed", "00" * 32), "other-draw", 1),
    "another nonce": (with_("east", "mine", "nonces"), "other-draw", 1),
    "the hash of another nonce": (with_("nonce_hash", "00" * 32, "chance"), "other-nonce", None),
    "sides that were not drawn so": (claim_that_sides_were_drawn, "other-sides", None),
    "another game": (with_("game", "another"), "other-draw", 1),
    "a draw left out": (leave_a_draw_out, "draw-missing", BID),
    "a draw too many": (draw_once_more, "draw-not-due", BID + 1),
    "a draw by a side": (sign_a_draw, "draw-with-side", 1),
    "a draw by a side where none is due": (sign_a_draw_not_due, "draw-with-side", BID + 1),
    "an action by chance": (act_as_chance, "action-without-side", BID + 1),
    "a card that is not in the hand": (bid_a_card_one_has_not, "illegal-action", BID + 1),
    "something taken back that may not be": (undo_at_once, "nothing-to-undo", BID + 2),
    "an action after the end": (act_after_the_end, "illegal-action", None),
    "an action that there is not": (say_nothing, "unreadable-entry", BID + 1),
    "an edition that is none": (make_no_edition, "unplayable-edition", None),
    "an edition nested too deep": (nest_the_edition, "unplayable-edition", None),
    "an edition with a huge number": (count_beyond_python, "unplayable-edition", None),
}


@pytest.mark.parametrize(("change", "code", "entry"), CHAINED_AGAIN.values(), ids=CHAINED_AGAIN)
def test_change_with_a_recomputed_chain_is_found(
    document: Document, change: Callable[[Document], Any], code: str, entry: int | None
) -> None:
    change(document)
    records.chain_again(document)
    error = found(json.dumps(document).encode())
    assert error.code == code
    if change is act_after_the_end:
        entry = len(document["entries"])
    assert error.parameters.get("entry") == entry


def test_out_of_turn_is_found_though_the_chain_holds(document: Document) -> None:
    place = first(document, type="level")
    act_out_of_turn(document)
    records.chain_again(document)
    error = found(json.dumps(document).encode())
    assert (error.code, error.parameters["entry"]) == ("illegal-action", place + 1)
    assert error.parameters["refusal"] == "not-your-decision"


def test_something_taken_back_by_the_other_side_is_found_though_the_chain_holds(document: Document) -> None:
    place = first(document, type="undo")
    entry = document["entries"][place]
    entry["side"] = "west" if entry["side"] == "east" else "east"
    records.chain_again(document)
    error = found(json.dumps(document).encode())
    assert (error.code, error.parameters["entry"]) == ("nothing-to-undo", place + 1)


def test_nothing_is_taken_back_once_the_game_was_given_up() -> None:
    """Also not what could have been taken back a moment before."""
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    assert table.seat(side).can_undo
    play.resign(seat=table.seat(side))
    document = records.document_of(table.game)
    entries = document["entries"]
    entries += [dict(entries[-1], body='{"type":"undo"}'), dict(entries[-1])]
    records.chain_again(document)
    with pytest.raises(Unsound) as refused:
        verification.verify(portable.read(records.written(document)))
    assert refused.value.code == "nothing-to-undo"
    assert refused.value.parameters["entry"] == len(entries) - 1


def test_chaining_again_alone_changes_nothing(document: Document) -> None:
    """Else the tests above might find what they did by themselves."""
    before = json.dumps(document)
    records.chain_again(document)
    assert json.dumps(document) == before
    assert importing.take_in(portable.read(before.encode())).length == len(document["entries"])


@pytest.mark.parametrize("text", ["\x00", "\x00flags = 1"])
def test_a_zero_that_databases_refuse_does_not_come_as_far(document: Document, text: str) -> None:
    document["edition_text"] += f"# {text}"
    records.chain_again(document)
    assert found(json.dumps(document).encode()).code == "unplayable-edition"
