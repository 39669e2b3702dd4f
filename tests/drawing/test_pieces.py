"""Blocks and cards as drawn: what is printed on them can be told from the drawing."""

from xml.etree import ElementTree

import pytest

from games.drawing.blocks import block_svg
from games.drawing.cards import card_svg
from games.drawing.mon import FILE
from games.engine.edition_data import BlockData, CardData
from games.rulebook.editions import ruleset
from tests.drawing.reading import classes, crests, words
from tests.kit.edition_edits import change, edited

RULES = ruleset("kessen")


@pytest.mark.parametrize("kind", RULES.edition.blocks, ids=lambda kind: kind.id)
def test_a_block_has_its_clans_crest_as_often_as_it_is_strong(kind: BlockData) -> None:
    drawing = ElementTree.fromstring(block_svg(RULES, kind.id))
    assert crests(drawing) == [kind.clan] * kind.mon
    assert f"of-{kind.side}" in classes(drawing)
    assert ("arm" in classes(drawing), "banner" in classes(drawing)) == (kind.arm is not None, kind.daimyo)
    assert words(drawing)[0].startswith(f"{kind.name}: {kind.mon} mon")


def test_all_blocks_look_different() -> None:
    drawn = {block_svg(RULES, kind.id) for kind in RULES.edition.blocks}
    assert len(drawn) == len(RULES.edition.blocks)


def test_a_block_says_what_its_signs_mean() -> None:
    assert words(ElementTree.fromstring(block_svg(RULES, "sanada-masayuki"))) == [
        "Sanada Masayuki: 2 mon and cavalry"
    ]
    assert words(ElementTree.fromstring(block_svg(RULES, "ieyasu"))) == ["Tokugawa Ieyasu: 1 mon and leader"]


def test_copies_of_a_block_look_alike() -> None:
    assert block_svg(RULES, "tokugawa-two-mon-4") == block_svg(RULES, "tokugawa-two-mon")


@pytest.mark.parametrize("card", RULES.edition.cards, ids=lambda card: card.id)
def test_a_card_shows_its_clan_its_type_and_its_bid(card: CardData) -> None:
    drawing = ElementTree.fromstring(card_svg(RULES, card.id))
    assert crests(drawing) == ([] if card.clan is None else [card.clan] * (2 if card.type == "double" else 1))
    assert ("swords" in classes(drawing), "turning" in classes(drawing)) == (
        card.type == "special",
        card.type == "loyalty",
    )
    assert str(card.bid) in words(drawing)
    assert words(drawing)[0].endswith(f", bids {card.bid}")


def test_pieces_that_are_not_in_the_edition_are_not_drawn() -> None:
    with pytest.raises(KeyError):
        block_svg(RULES, "takeda-daimyo")
    with pytest.raises(KeyError):
        card_svg(RULES, "takeda-plain")


def test_names_are_text_whatever_is_in_them() -> None:
    rules = edited(change('"ieyasu", name', '"Tokugawa Ieyasu"', "\"<i>T</i> & 'I'\""))
    assert words(ElementTree.fromstring(block_svg(rules, "ieyasu")))[0].startswith("<i>T</i> & 'I':")


def test_every_clan_has_a_crest_of_its_own() -> None:
    file = ElementTree.fromstring(FILE.read_text(encoding="utf-8"))
    symbols = {symbol.get("id"): ElementTree.tostring(symbol[0]) for symbol in file}
    assert {clan.id for clan in RULES.edition.clans} <= symbols.keys()
    assert len(set(symbols.values())) == len(symbols)
