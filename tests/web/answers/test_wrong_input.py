"""Arbitrary input to a form gives an action, a sentence, or the form again, and never an error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.http import QueryDict

from games.engine import EngineError, apply
from games.web.answers import BUTTONS, FIELDS, Incomplete
from tests.kit.positions import position, under
from tests.web.answers.filling import FILL, Reader
from tests.web.answers.positions import Asked, one_of_each, reader_at

FORGED = (
    "",
    " ",
    "nobody",
    "<script>alert(1)</script>",
    '"><img src=x>',
    "\x00",
    "\ud800",
    "-1",
    "\N{FULLWIDTH DIGIT ONE}",
    "/",
    "a:b",
    ":",
    "null",
    "{}",
    "[" * 3000,
    '{"blocks": [], "path": []}',
    '{"blocks": ["ieyasu"], "path": ["kyoto"], "force_march": 7}',
    '{"blocks": ["ieyasu", "ieyasu"], "path": ["edo"]}',
    '{"blocks": ["mori-daimyo"], "path": ["\\ud800"]}',
    "x" * 100_000,
)
MORE_BUTTONS = (
    "add-group",
    "remove-group-0",
    "remove-group-1",
    "remove-group-\N{FULLWIDTH DIGIT NINE}",
    "remove-group-" + "9" * 5000,
)


ANSWERS = [
    ("discard", "Discard"),
    ("bid", "Bid"),
    ("level", "Level"),
    ("movement", "Move"),
    ("movement", "Muster"),
    ("movement", "Mori"),
    ("movement", "EndMovement"),
    ("declare", "Declare"),
    ("stance", "Stance"),
    ("deploy", "Deploy"),
    ("deploy", "Finish"),
    ("deploy", "Pass"),
    ("deploy", "Challenge"),
    ("window", "Pass"),
    ("losses", "Losses"),
    ("retreat", "Retreat"),
]
"""By decision and kind; the buttons for who goes first are tried in all of them."""


def forgeries(sent: QueryDict) -> Iterator[QueryDict]:
    """What was sent rightly, with one thing wrong in it."""
    yield QueryDict()
    for name in [
        *sent,
        "blocks",
        "path",
        "group",
        "from",
        "leader",
        "force-march",
        "cards",
        "show",
        "wish",
        "stay",
    ]:
        for value in FORGED:
            yield _with(sent, name, [value])
            yield _with(sent, name, [*sent.getlist(name), value])
        yield _with(sent, name, [])
        yield _with(sent, name, sent.getlist(name) * 2)
        yield _with(sent, name, sent.getlist(name) * 300)
    for button in [*BUTTONS, *(each for buttons in FIELDS.values() for each in buttons), *MORE_BUTTONS]:
        yield _with(sent, "do", [button])


def _with(sent: QueryDict, name: str, values: list[str]) -> QueryDict:
    data = sent.copy()
    data.setlist(name, values)
    return data


@pytest.mark.parametrize(("decision", "kind"), ANSWERS)
def test_any_form_data_leads_to_an_action_or_a_sentence(decision: str, kind: str) -> None:
    each = one_of_each()[decision, kind]
    reader = each.reader()
    sent = FILL[type(each.action)](reader, each.action)
    sentences = set()
    for number, data in enumerate(forgeries(sent)):
        actual = outcome(each, reader, data)
        sentences |= set(actual)
        if actual and number % 7 == 0:
            reader.page(data)
    assert len(sentences) > 1
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences), sentences


def outcome(each: Asked, reader: Reader, data: QueryDict) -> list[str]:
    """The sentences it leads to; an action is judged by the engine, which only ever refuses."""
    try:
        action = reader.send(data)
    except Incomplete as incomplete:
        return incomplete.sentences
    if action is not None:
        with suppress(EngineError):
            apply(each.rules, each.state, each.side, action)
    return []


def test_all_decisions_that_take_fields_were_tried() -> None:
    assert {decision for decision, _ in ANSWERS} >= set(FIELDS) - {"replace-bid"}


# ---- sentences


def said(reader: Reader, data: QueryDict) -> list[str]:
    with pytest.raises(Incomplete) as caught:
        reader.send(data)
    return caught.value.sentences


def test_cards_to_discard_are_counted() -> None:
    table = position("""
        week = 2
        pending = { east = "discard" }
        east.hand = "tokugawa-plain x3, date-special"
    """)
    reader = reader_at(table, "east")
    page = reader.page()
    assert page.values("cards") == ["tokugawa-plain"] * 3 + ["date-special"]
    assert said(reader, page.press("discard")) == ["Choose 2 cards; none is chosen yet."]
    page.tick("cards", "tokugawa-plain")
    assert said(reader, page.press("discard")) == ["Choose 2 cards; 1 is chosen now."]
    page.tick("cards", "tokugawa-plain", "date-special", "tokugawa-plain")
    data = page.press("discard")
    assert said(reader, data) == ["Choose 2 cards; 3 are chosen now."]
    assert reader.page(data).chosen("cards") == ["tokugawa-plain", "tokugawa-plain", "date-special"]


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (0, "Choose 2 or 3 cards; none is chosen yet."),
        (1, "Choose 2 or 3 cards; 1 is chosen now."),
        (4, "Choose no more than 3 cards; 4 are chosen now."),
    ],
)
def test_half_of_an_odd_hand_may_be_two_numbers(count: int, sentence: str) -> None:
    text = """
        week = 3
        pending = { east = "discard", west = "bid" }
        east.hand = "tokugawa-plain, date-plain, maeda-plain, fukushima-plain, east-loyalty"
        west.hand = "mori-plain"
    """
    reader = reader_at(under("gmt-2011", text), "east")
    page = reader.page()
    page.tick("cards", *page.values("cards")[:count])
    assert said(reader, page.press("discard")) == [sentence]


def test_a_level_is_paid_with_as_many_cards_as_it_costs() -> None:
    table = position("""
        pending = "level"
        east.at.edo = "ieyasu"
        east.hand = "tokugawa-plain x3"
    """)
    reader = reader_at(table, "east")
    page = reader.page()
    assert said(reader, page.press("level")) == ["Choose how much to move."]
    page.choose("level", "total")
    page.tick("cards", "tokugawa-plain")
    assert said(reader, page.press("level")) == ["Choose 2 cards; 1 is chosen now."]
    page.choose("level", "minimal")
    costs_nothing = "This level costs nothing. Choose no card for it, or another level."
    assert said(reader, page.press("level")) == [costs_nothing]
    data = page.press("level")
    assert reader.page(data).chosen("level") == ["minimal"]
    assert reader.page(data).chosen("cards") == ["tokugawa-plain"]


def test_a_level_that_cannot_be_paid_is_not_offered() -> None:
    table = position('pending = "level"\neast.at.edo = "ieyasu"\neast.hand = "tokugawa-plain"')
    assert reader_at(table, "east").page().values("level") == ["none", "minimal", "limited"]
    table = position('pending = "level"\neast.at.edo = "ieyasu"')
    page = reader_at(table, "east").page()
    assert page.values("level") == ["none", "minimal"]
    assert page.values("cards") == []


MUSTER = """
    level = "limited"
    west.recruitment = "mori-two-mon x2, ukita-two-mon, otani-two-mon"
    active = "west"
"""


def test_only_blocks_of_one_clan_muster_openly() -> None:
    table = position(MUSTER)
    reader = reader_at(table, "west")
    page = reader.page()
    assert said(reader, page.press("muster")) == ["Choose where you muster, and how."]
    page.choose("muster", "himeji:openly")
    page.tick("recruits", "mori-two-mon-1", "ukita-two-mon-1")
    one_clan = (
        "Openly, only blocks of one clan that recruits there muster. "
        "Himeji: any number of one clan, Mori and Ukita, openly."
    )
    assert said(reader, page.press("muster")) == [one_clan]
    page.choose("muster", "himeji:hidden")
    assert said(reader, page.press("muster")) == ["Choose 1 block; 2 are chosen now."]
    page.tick("recruits")
    assert said(reader, page.press("muster")) == ["Choose 1 block; none is chosen yet."]


def test_mori_blocks_come_for_a_card() -> None:
    table = position("""
        level = "none"
        active = "west"
        west.mori_box = "mori-daimyo, mori-two-mon x2"
        west.hand = "ukita-plain, ukita-double"
    """)
    reader = reader_at(table, "west")
    page = reader.page()
    assert page.values("mori") == ["mori-two-mon-1", "mori-two-mon-2"]
    assert said(reader, page.press("mori")) == ["Choose the card you give up."]
    page.choose("price", "ukita-plain")
    page.tick("mori", "mori-two-mon-1", "mori-two-mon-2")
    assert said(reader, page.press("mori")) == ["Choose 1 block; 2 are chosen now."]
    page.choose("price", "ukita-double")
    assert reader.send(page.press("mori")) is not None


def test_a_card_that_would_not_refute_is_not_shown() -> None:
    table = position("""
        pending = "deploy"
        east.at.kiso = "date-two-mon, tokugawa-two-mon"
        east.hand = "tokugawa-plain x2, date-plain x2"
        west.at.kiso = "ukita-two-mon"
        combat.location = "kiso"
    """)
    reader = reader_at(table, "east")
    page = reader.page()
    assert said(reader, page.press("deploy")) == ["Choose what you deploy."]
    page.choose("deploy", "date-plain:date-two-mon-1")
    page.choose("show", "tokugawa-plain")
    data = page.press("deploy")
    would_not = (
        "Showing a plain card of the Tokugawa would not refute a challenge to this deployment. "
        "Choose another, or any that fits."
    )
    assert said(reader, data) == [would_not]
    again = reader.page(data)
    assert again.chosen("deploy") == ["date-plain:date-two-mon-1"]
    assert again.chosen("show") == ["tokugawa-plain"]


def test_somebody_must_go_where_not_all_stay() -> None:
    table = position("""
        pending = "retreat"
        active = "east"
        holder.gifu = "west"
        east.at.gifu = "tokugawa-two-mon x3"
        east.came_from.kiyosu = "all at gifu"
        west.at.gifu = "ukita-two-mon x2"
        combat.location = "gifu"
        combat.east.impact = 9
    """)
    reader = reader_at(table, "west")
    page = reader.page()
    assert said(reader, page.press("retreat")) == ["Choose where your blocks retreat."]
    page.choose("to", page.values("to")[0])
    page.tick("stay", "ukita-two-mon-1", "ukita-two-mon-2")
    data = page.press("retreat")
    assert said(reader, data) == [
        "At least one block must leave. Let fewer stay, or keep all of them in the castle."
    ]
    assert reader.page(data).chosen("stay") == ["ukita-two-mon-1", "ukita-two-mon-2"]
    assert reader.send(page.press("stay")) is not None


def test_an_answer_to_another_decision_and_no_answer_are_told_apart() -> None:
    reader = reader_at(position('pending = "level"\neast.at.edo = "ieyasu"'), "east")
    elsewhere = QueryDict("do=lose&blocks=ieyasu")
    assert said(reader, elsewhere) == [
        "You are asked something else now. Look at the form below, and answer that."
    ]
    nothing = "Nothing was answered. Press the button of the answer you want to give."
    assert said(reader, QueryDict("level=minimal")) == [nothing]
    enter = QueryDict("do=&level=minimal")
    assert said(reader, enter) == [nothing]
    assert reader.page(enter).chosen("level") == ["minimal"]
    assert reader.page().values("do")[0] == "", "the Enter key presses the first button"


def test_groups_that_were_tampered_with_are_left_out() -> None:
    table = position('level = "limited"\neast.at.edo = "ieyasu, date-two-mon"\neast.at.oshi = "maeda-daimyo"')
    reader = reader_at(table, "east")
    page = reader.page(reader.page().follow(**{"from": "edo"}))
    page.tick("blocks", "ieyasu")
    page.choose("path", "oshi")
    stolen = json.dumps({"blocks": ["maeda-daimyo"], "path": ["mito"]})
    data = _with(page.press("move"), "group", [stolen])
    assert said(reader, data) == [
        "What you chose is not offered now. Look at what the form offers below, and choose again."
    ]
    again = reader.page(data)
    assert again.values("group") == []
    assert again.chosen("blocks") == ["ieyasu"]
