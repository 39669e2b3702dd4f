"""A text that is no position is refused with a sentence for each thing that is wrong."""

import pytest

from tests.kit.positions import wrong

FORM = [
    ("week = ", "the text is not TOML: Invalid value (at end of document)"),
    ("week = 'one'", "week: expected a whole number, found text in quotes"),
    ("wek = 1", 'the file: unknown key "wek" (perhaps "week")'),
    ("east.hands = 'date-plain'", 'east: unknown key "hands" (perhaps "hand")'),
    ("[combat]\nsiege = true", 'combat: missing key "location"'),
    ("turn = 'C'", 'turn: "C" is none of the words that may stand here'),
    ("week = " + 5000 * "9", "the text is not TOML that can be read: a number in it is too long"),
    ("week = " + 9000 * "[", "the text is not TOML that can be read: its lists are too deep"),
    ("week = 99999999999999999999999", "week: expected a whole number of at most 999"),
    ("moves_left = -1", "moves_left: expected a whole number of at least 0"),
    (
        "chance.drawn.east-cards = 2020-01-01",
        "chance drawn east-cards: expected a whole number, found a date",
    ),
    ("level = 'totl'", 'level: "totl" is none of the words that may stand here (perhaps "total")'),
    ("holder.edo = 'eats'", 'holder edo: "eats" is none of the words that may stand here (perhaps "east")'),
    ("pending = { eats = 'bid' }", 'pending: unknown key "eats" (perhaps "east")'),
    ("east.at.edo = 3", "east at edo: expected text in quotes or a list, found a whole number"),
    (
        "actions = [['east', { type = 'moove' }]]",
        'actions entry 1 entry 2 type: nothing is called "moove" (perhaps "move")',
    ),
]

NO_NAME = 'east.at.edo: "{}" is not a name, nor a name with a number ("name x2")'
PIECES = [
    ('east.at.kyto = "ieyasu"', 'east.at: there is no location "kyto" (perhaps "kyoto")'),
    ('east.at.edo = "iyeasu"', 'east.at.edo: east has no block "iyeasu" (perhaps "ieyasu")'),
    (
        'east.at.edo = "ieyasu"\neast.came_from.kyto = "ieyasu"',
        'east.came_from: there is no location "kyto" (perhaps "kyoto")',
    ),
    ('east.at.edo = "ieyasu at mito"', NO_NAME.format("ieyasu at mito")),
    ('east.at.edo = "tokugawa-two-mon x0"', NO_NAME.format("tokugawa-two-mon x0")),
    ('east.at.edo = "tokugawa-two-mon x999999999"', NO_NAME.format("tokugawa-two-mon x999999999")),
    ('east.at.edo = "rest x3"', 'east.at.edo: "rest x3": "rest" has no number'),
    (
        'east.at.edo = "rest"\neast.lost = "rest"',
        '"rest" stands in east.at.edo and in east.lost, but there is one rest',
    ),
    (
        'east.hand = "rest"\neast.discards = "rest"',
        '"rest" stands in east.hand and in east.discards, but there is one rest',
    ),
    ('east.known = "all at edo"', 'east.known: "all at edo", but no block can be meant'),
    ('east.at.boxx = "ieyasu"', 'east.at: there is no location "boxx"'),
    ("east.came_from.edo = ''", "east.came_from.edo: say which blocks came from there"),
    ("west.wish = 'first'", "west.wish: it is made with a bid, and there is no west.bid"),
    ("west.sealed = 'mori-plain'", "west.sealed: cards are sealed only while both sides discard and bid"),
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
    ("chosen.disk_points = 1", 'chosen: "disk_points" is 1; it can be 0 or 2'),
    ("roads_used = 'edo - kyoto'", 'roads_used: there is no road "edo - kyoto"'),
    ("disks = 'hideyoshi'", 'disks: there is no disk "hideyoshi" (perhaps "hideyori")'),
    ("control.gifu = 'east'", "control: gifu is no resource location; `holder` says who was first somewhere"),
    ("holder.edo = 'east'", "edo is held by a side without units there, or by nobody with units"),
    ("pending = 'bid'\nspent = 'ieyasu'", "spent, fresh: say whose turn it is, in active"),
    ("spent = 'ieyasu'", 'spent: 1 x "ieyasu", but 0 can be meant'),
]

ASKED = [
    ("pending = ''", 'pending: nothing is called ""'),
    ("pending = 'dclare'", 'pending: nothing is called "dclare" (perhaps "declare")'),
    ("pending = 'movement wset'", 'pending: "movement wset" should be written as: movement side'),
    ("pending = 'level east 2'", 'pending: "level east 2" should be written as: level side'),
    ("pending = 'begin-turn west'", 'pending is "begin-turn west", but next is: begin-turn east A'),
    (
        "pending = 'level'\nagenda = ['level east']",
        "agenda says what comes next, and so does pending: leave one out",
    ),
    (
        "pending = { east = 'discard', west = 'bid' }\neast.bid = 'date-plain'",
        "pending: discard of east, but there is a bid of east",
    ),
    ("pending = 'done'\neast.hand = 'date-plain'", "pending: east is done, but there is no east.bid"),
    (
        "result = { winner = 'east', victory = 'hideyorii', east = 1, west = 1 }",
        'result.victory: nobody wins by "hideyorii" (perhaps "hideyori")',
    ),
    (
        "pending = 'level'\nresult = { winner = 'east', victory = 'points', east = 2, west = 1 }",
        "result: a game that is over asks nothing; leave out pending and agenda",
    ),
    (
        "agenda = ['draw-cards east ٣']",
        'agenda: "draw-cards east ٣" should be written as: draw-cards side count',
    ),
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
    (
        "combat.show = 'date-plain'",
        "combat.show: a card is named for a challenge, but there is no combat.window",
    ),
    (
        """
        combat.window = 'east'
        combat.show = 'date-plain'
        combat.east.deployed = 'tokugawa-three-mon with tokugawa-plain'
        """,
        'combat.show: "date-plain" is not in the hand of east',
    ),
    ("combat.east.lost = 1", "combat.east.lost: blocks are lost when the fight is over"),
    ("combat.east.came_from = 'edo'", "combat.east.came_from: there is no road from edo to gifu"),
    ("combat.retreat_to = 'edo'", "combat.retreat_to: there is no road from edo to gifu"),
    ("combat.west.came_from = 'kiyosu, kiyosu'", 'combat.west.came_from: "kiyosu" is named twice'),
    ("pending = 'end-game'", 'pending is "end-game", but a [combat] is being fought'),
    ("pending = 'losses wset'", 'pending: "losses wset" should be written as: losses side count'),
    ("pending = 'retreat west'", 'pending is "retreat west", but next is: beat-retreat east'),
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


ACTIONS = [
    ("move', source = 'eddo', groups = []", 'there is no location "eddo" (perhaps "edo")'),
    (
        "move', source = 'edo', groups = [{ blocks = ['all'], path = ['mitoo'] }]",
        'there is no location "mitoo" (perhaps "mito")',
    ),
    (
        "move', source = 'edo', groups = [{ blocks = ['iyeasu'], path = ['mito'] }]",
        'east has no block "iyeasu" (perhaps "ieyasu")',
    ),
    (
        "move', source = 'edo', groups = [], leader = 'ieyasuu'",
        'east has no block "ieyasuu" (perhaps "ieyasu")',
    ),
    (
        "level', level = 'limited', cards = ['date-plian']",
        'east has no card "date-plian" (perhaps "date-plain")',
    ),
    ("bid', card = 'mori-plain'", 'the card "mori-plain" is of west'),
    ("deploy', blocks = ['all'], card = 'dat'", 'east has no card "dat"'),
    (
        "deploy', blocks = ['ieyasu at edo']",
        '"ieyasu at edo" is not a name, nor a name with a number ("name x2")',
    ),
    ("muster', location = 'mto', blocks = []", 'there is no location "mto" (perhaps "mito")'),
    ("declare', location = 'mto'", 'there is no location "mto" (perhaps "mito")'),
    ("losses', blocks = ['hideyory']", 'east has no block "hideyory"'),
    ("retreat', to = 'mto'", 'there is no location "mto" (perhaps "mito")'),
    ("discard', cards = ['x']", 'east has no card "x"'),
    ("mori', card = 'x', blocks = []", 'east has no card "x"'),
]


@pytest.mark.parametrize(("action", "problem"), ACTIONS)
def test_a_name_in_an_action_is_judged_before_any_action_is_carried_out(action: str, problem: str) -> None:
    movement = "east.at.edo = 'ieyasu'\nactions = [['east', { type = 'end-movement' }], ['east', { type = '"
    assert wrong(f"{movement}{action} }}]]") == (f"actions entry 2: {problem}",)


@pytest.mark.parametrize("side", ["east", "west"])
def test_no_combat_is_read_where_a_side_has_nobody(side: str) -> None:
    other = f"{side}.at.gifu = '{'ieyasu' if side == 'east' else 'ukita-daimyo'}'"
    missing = "west" if side == "east" else "east"
    assert wrong(f"{other}\ncombat.location = 'gifu'") == (f"combat: {missing} has nobody at gifu",)
    assert wrong(f"{other}\ncombat.location = 'gifu'\npending = 'retreat'") == (
        f"combat: {missing} has nobody at gifu",
    )


def test_a_position_that_no_game_can_be_in_is_refused_in_words() -> None:
    (problem,) = wrong("agenda = ['take-losses east']")
    assert problem.startswith("what comes next does not fit the position: no-combat")
