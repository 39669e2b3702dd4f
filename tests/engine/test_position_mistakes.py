"""A text that is no position is refused with a sentence for each thing that is wrong."""

import pytest

from games.engine.edition_layers import OPTIONAL
from tests.kit.positions import wrong

FORM = [
    ("week = ", "the text is not TOML: Invalid value (at end of document)"),
    ("week = 'one'", "week: expected a whole number, found text in quotes"),
    ("wek = 1", 'the file: unknown key "wek"'),
    ("[combat]\nsiege = true", 'combat: missing key "location"'),
    ("turn = 'C'", 'turn: "C" is none of the words that may stand here'),
    ("east.at.edo = 3", "east at: expected text in quotes or a list, found a whole number"),
    ("actions = [['east', { type = 'moove' }]]", "actions entry 1 entry 2 type: Invalid value 'moove'"),
]

PIECES = [
    ('east.at.kyto = "ieyasu"', 'east.at: there is no location "kyto" (perhaps "kyoto")'),
    ('east.at.edo = "iyeasu"', 'east.at.edo: east has no block "iyeasu" (perhaps "ieyasu")'),
    ('east.at.edo = "mori-daimyo"', 'east.at.edo: the block "mori-daimyo" is of west'),
    ('east.at.edo = "ieyasu x2"', 'east.at.edo: 2 x "ieyasu", but 1 of 1 are left'),
    ('east.at.edo = "ieyasu!"', 'east.at.edo: "ieyasu!" is not a name, nor a name with a number ("name x2")'),
    (
        'east.at.edo = "ieyasu"\neast.lost = "ieyasu"',
        'the block "ieyasu" is placed twice: in east.at.edo and in east.lost',
    ),
    ('east.mori_box = "ieyasu"', "east.mori_box: the Mori box is West's"),
    ('east.hand = "tokugawa-double x2"', 'the deck of east holds 1 of "tokugawa-double", not 2'),
    ('east.hand = "mori-plain"', 'east.hand: the card "mori-plain" is of west'),
    ('east.deck = ""', 'east.deck leaves 55 cards in no pile: put "rest" into the hand or the discards'),
    ("east.shown = 'date-plain'", "east is known to hold a card it does not hold"),
]

BOARD = [
    ("edition = 'kesen'", 'there is no edition "kesen"; there are: gmt-2011, gmt-2016, kessen, manual'),
    ("week = 9", "week: the game has weeks 1 to 8"),
    ("chosen = 'rounding'", "chosen: expected a table, found text in quotes"),
    (
        "edition = 'manual'\nchosen.snow = true",
        'chosen: "snow" is not for players to choose; these are: ' + ", ".join(OPTIONAL),
    ),
    ("chosen.disk_points = 1", 'chosen: "disk_points" is 1; it can be 0 or 2'),
    ("roads_used = 'edo - kyoto'", 'roads_used: there is no road "edo - kyoto"'),
    ("disks = 'hideyoshi'", 'disks: there is no disk "hideyoshi"'),
    (
        "control.gifu = 'east'",
        "control: gifu is no resource location; `holder` says who was first somewhere",
    ),
    ("holder.edo = 'east'", "edo is held by a side without units there, or by nobody with units"),
    ("pending = 'bid'\nspent = 'ieyasu'", "spent, fresh: say whose turn it is, in active"),
    ("spent = 'ieyasu'", 'spent: 1 x "ieyasu", but 0 can be meant'),
]

ASKED = [
    ("pending = ''", 'pending: nothing is called ""'),
    ("pending = 'dclare'", 'pending: nothing is called "dclare" (perhaps "declare")'),
    ("pending = 'declare'", "pending: declare; but the rules ask level of west"),
    ("pending = 'stance'", 'pending is "stance", but there is no [combat]'),
    ("pending = 'order nobody'", 'pending: "order nobody" should be written as: order side'),
    ("pending = { east = 'win', west = 'bid' }", 'pending: "win" is none of discard, bid, done'),
    ("agenda = ['draw-cards east']", 'agenda: "draw-cards east" should be written as: draw-cards side count'),
    (
        """
        pending = 'level'
        east.hand = 'date-plain x8'
        chance.east-cards = 'date-plain'
        actions = [['east', { type = 'level', level = 'none', cards = ['date-plain'] }]]
        """,
        "chance: the script draws date-plain from east-cards, which does not hold it",
    ),
]

BATTLE = """
east.at.gifu = "ieyasu, tokugawa-three-mon x3"
west.at.gifu = "ukita-daimyo, ukita-two-mon x3"
combat.location = "gifu"
"""
COMBAT = [
    ("combat.east.deployed = 'ieyasu, ieyasu'", 'combat.east.deployed: "ieyasu" is deployed already'),
    ("combat.east.deployed = 'date-two-mon'", 'combat.east.deployed: 1 x "date-two-mon", but 0 can be meant'),
    (
        "combat.east.deployed = 'ieyasu with date-plain'",
        'combat.east.deployed: "date-plain" cannot have deployed ieyasu',
    ),
    (
        "combat.east.deployed = 'ieyasu + tokugawa-three-mon with tokugawa-plain'",
        'combat.east.deployed: "tokugawa-plain" cannot have deployed ieyasu + tokugawa-three-mon-1',
    ),
    (
        "combat.east.deployed = 'ieyasu with plain'",
        'combat.east: east has no card "plain" (perhaps "date-plain")',
    ),
    (
        "combat.east.deployed = 'ieyasu'\ncombat.window = 'east'",
        'combat.window: write the last deployment of east with its card ("... with ...")',
    ),
    ("pending = 'window'", "pending: window; but the rules ask deploy of east"),
    ("pending = 'deploy west'", "pending: deploy of west; but the rules ask deploy of east"),
    ("pending = 'stance'\ncombat.owner = 'nobody'", "pending: stance; but nobody owns a castle at gifu"),
]


@pytest.mark.parametrize(("text", "problem"), [*FORM, *PIECES, *BOARD, *ASKED])
def test_a_mistake_is_told_in_words(text: str, problem: str) -> None:
    assert wrong(text) == (problem,)


@pytest.mark.parametrize(("text", "problem"), COMBAT)
def test_a_mistake_about_a_combat_is_told_in_words(text: str, problem: str) -> None:
    assert wrong(f"{text}\n{BATTLE}") == (problem,)


def test_all_mistakes_of_a_kind_are_told_at_once() -> None:
    assert len(wrong('week = 9\neast.at.kyto = "ieyasu"\nwest.hand = "nothing"')) == 3
