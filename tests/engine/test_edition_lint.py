"""An edition that cannot be played is refused in words, all that is wrong with it at once."""

import pytest

from tests.kit.edition_edits import Edit, add, change, change_all, refused, remove

BROKEN: dict[str, tuple[tuple[Edit, ...], tuple[str, ...]]] = {
    "47 blocks": (
        (change('"tokugawa-two-mon", count', "count = 6", "count = 5"),),
        ("blocks: east has 47, it needs 48",),
    ),
    "54 cards": (
        (change('"mori-plain" bid', "count =  8", "count =  7"),),
        ("cards: west has 54, it needs 55",),
    ),
    "road to nowhere": (
        (change('a = "iwaki" "mito"', '"mito"', '"mitto"'),),
        ('road "iwaki" - "mitto": it leads nowhere, there is no location "mitto"',),
    ),
    "road twice": (
        (add("roads", '{ a = "mito", b = "edo", grade = "printed" }'),),
        ('road "edo" - "mito": there is another road between the two',),
    ),
    "road to itself": (
        (add("roads", '{ a = "mito", b = "mito", grade = "printed" }'),),
        ('road "mito" - "mito": it leads back to where it starts',),
    ),
    "board in two parts": (
        (remove('{ "wakayama" "kii-tanabe"'), remove('{ "anotsu" "kuwana"')),
        ('the board is not connected: no way leads from "himeji" to "kii-tanabe", "kumano", "anotsu"',),
    ),
    "more roads than bits": (
        tuple(
            add("roads", f'{{ a = "{end}", b = "mito", grade = "printed" }}') for end in ("osaka", "kyoto")
        ),
        ("roads: there are 64, more than the 63 supported",),
    ),
    "more locations than bits": (
        tuple(
            edit
            for n in range(13)
            for edit in (
                add("locations", f'{{ id = "new-{n}", name = "New", x = 1, y = 1, grade = "printed" }}'),
                add("roads", f'{{ a = "new-{n}", b = "mito", grade = "printed" }}'),
            )
        ),
        (
            "locations: there are 64, more than the 63 supported",
            "roads: there are 75, more than the 63 supported",
        ),
    ),
    "location named like a box": (
        (
            change('"gifu" castle', '"gifu"', '"mori-box"'),
            change('a "sawayama" "gifu"', '"gifu"', '"mori-box"'),
            change('a "gifu" "kiyosu"', '"gifu"', '"mori-box"'),
            change('a "gifu" "iwamura"', '"gifu"', '"mori-box"'),
            remove('place "gifu"'),
        ),
        ('location "mori-box": this id means a box beside the board',),
    ),
    "capital and castle disagree": (
        (change('"edo" castle', 'castle = "east"', 'castle = "east", capital = "west"'),),
        ('location "edo": it is a capital of west with a castle of east',),
    ),
    "recruitment of an unknown clan": (
        (change('"himeji" recruitment', '"ukita"', '"ukiyo"'),),
        ('location "himeji": recruitment names "ukiyo", which is no clan',),
    ),
    "recruitment clan without blocks": (
        (
            add("clans", '{ id = "toyotomi", name = "Toyotomi", side = "west" }'),
            change('"himeji" recruitment', '"ukita"', '"toyotomi"'),
        ),
        ('location "himeji": recruitment names the clan "toyotomi", which has no blocks',),
    ),
    "one id twice": (
        (change('"kii-tanabe" name', '"kii-tanabe"', '"tanabe"'),),
        (
            'location "tanabe": 2 entries have this id',
            'road "wakayama" - "kii-tanabe": it leads nowhere, there is no location "kii-tanabe"',
            'road "kii-tanabe" - "kumano": it leads nowhere, there is no location "kii-tanabe"',
        ),
    ),
    "block and card ids twice": (
        (
            change('"mori-cavalry" name', '"mori-cavalry"', '"mori-firearms"'),
            change('"mori-double" bid', '"mori-double"', '"mori-plain"'),
            change('place "mori-box"', '"mori-cavalry"', '"mori-firearms"'),
        ),
        ('block "mori-firearms": 2 entries have this id', 'card "mori-plain": 2 entries have this id'),
    ),
    "disk at an unknown location": (
        (change('"torii" location', '"kyoto"', '"fushimi"'),),
        ('disk "torii": there is no location "fushimi"',),
    ),
    "two disks at one location": (
        (change('"torii" location', '"kyoto"', '"yamagata"'),),
        ('disk "mogami": the disk "torii" is at "yamagata" already',),
    ),
    "disk in a castle of the other side": (
        (change('"torii" location', '"kyoto"', '"gifu"'),),
        (
            'disk "torii": it is of east, the castle at "gifu" is not',
            'setup of west: "gifu" has the disk "torii" of east',
        ),
    ),
    "disk inside a castle where there is none": (
        (change("flags.disk_model", '"destructible-castle"', '"in-castle"'),),
        (
            'disk "torii": it needs a castle to be in, and "kyoto" has none',
            'disk "mogami": it needs a castle to be in, and "yamagata" has none',
        ),
    ),
    "disk that is a castle and falls before its blocks": (
        (change('"mogami" location', 'grade = "stated"', 'falls = "any", grade = "stated"'),),
        ('disk "mogami": a disk that is a castle of its own falls last',),
    ),
    "disk named like a block": (
        (change('"mogami" location', '"mogami"', '"date-daimyo"'),),
        ('disk "date-daimyo": a block has this id',),
    ),
    "block of an unknown clan": (
        (change('"ii-naomasa" arm', 'clan = "ii"', 'clan = "iii"'),),
        ('block "ii-naomasa": there is no clan "iii"',),
    ),
    "block of an enemy clan": (
        (change('"ii-naomasa" arm', 'clan = "ii"', 'clan = "mori"'),),
        ('block "ii-naomasa": it is of east, its clan "mori" of west',),
    ),
    "card of a clan without blocks": (
        (
            add("clans", '{ id = "toyotomi", name = "Toyotomi", side = "west" }'),
            change('"ukita-double" bid', 'clan = "ukita"', 'clan = "toyotomi"'),
        ),
        ('card "ukita-double": its clan "toyotomi" has no blocks',),
    ),
    "card of an enemy clan": (
        (change('"ukita-double" bid', 'clan = "ukita"', 'clan = "date"'),),
        ('card "ukita-double": it is of west, its clan "date" of east',),
    ),
    "card without a clan, loyalty challenge with one": (
        (
            change('"ukita-double" bid', 'clan = "ukita",', ""),
            change('"east-loyalty" bid', 'type = "loyalty"', 'clan = "date", type = "loyalty"'),
        ),
        ('card "east-loyalty": a loyalty challenge has no clan', 'card "ukita-double": it needs a clan'),
    ),
    "bids even and odd": (
        (change('"east-loyalty" bid', "bid = 8", "bid = 9"),),
        ("cards: east has even and odd bids; one deck must be even, the other odd, or bids could tie",),
    ),
    "both decks odd": (
        tuple(change_all(f"bid = {even}", f"bid = {even - 1}") for even in (2, 4, 6, 8)),
        ("cards: both decks are even or both odd; one must be even, the other odd, or bids could tie",),
    ),
    "nothing fatal": (
        (change('"ieyasu" fatal', "fatal = true", "fatal = false"),),
        ("east: no block and no disk of it is fatal, one must be",),
    ),
    "two of a fatal block": (
        (
            change('"ieyasu" fatal', "count = 1", "count = 2"),
            change('"tokugawa-two-mon", count', "count = 6", "count = 5"),
        ),
        ('block "ieyasu": its loss loses the game, so there can be one only, not 2',),
    ),
    "start block that does not exist": (
        (change('place "kyoto"', '"tokugawa-two-mon", "tokugawa-two-mon"', '"toyotomi-two-mon"'),),
        ('setup of east: there is no block "toyotomi-two-mon"',),
    ),
    "start block of the enemy": (
        (change('place "ueda"', '"otani-cavalry"', '"date-cavalry"'),),
        ('setup of west: the block "date-cavalry" is of east',),
    ),
    "more of a block than there are": (
        (change('place "ueda"', '"otani-cavalry"', '"otani-cavalry", "otani-cavalry"'),),
        ('setup of west: "otani-cavalry" is placed 2 times, there are 1',),
    ),
    "bag too small": (
        (change('west place "recruitment"', "random = 2", "random = 23"),),
        ("setup of west: 29 random blocks are to be drawn from a bag of 28",),
    ),
    "start in an unknown place": (
        (change('place "tanabe"', '"tanabe"', '"miyazu"'),),
        ('setup of east: there is no location "miyazu"',),
    ),
    "start in one place twice": (
        (change('place "tanabe"', '"tanabe"', '"anotsu"'),),
        ('setup of east: "anotsu" has 2 entries',),
    ),
    "both sides start in one place": (
        (change('place "gifu"', '"gifu"', '"kiyosu"'),),
        ('setup: both sides start at "kiyosu"',),
    ),
    "Mori arrive nowhere": (
        (change("mori.location", '"osaka"', '"ohsaka"'),),
        ('mori: there is no location "ohsaka"',),
    ),
    "Mori box of East": (
        (change('place "yamagata"', '"yamagata"', '"mori-box"'),),
        (
            "setup of east: the Mori box is for west only",
            "setup of east: the Mori box holds named blocks only, none are drawn for it",
            "setup of east: the Mori box holds 0 daimyo, it needs exactly one",
        ),
    ),
    "Mori box of two clans and two daimyo": (
        (
            change('place "osaka"', '"ukita-daimyo", ', ""),
            change('place "mori-box"', '"mori-cavalry"', '"ukita-daimyo"'),
        ),
        (
            'setup of west: the Mori box holds blocks of "mori", "ukita", not of one clan',
            "setup of west: the Mori box holds 2 daimyo, it needs exactly one",
        ),
    ),
    "a week too many": (
        (change("flags.weeks", "8", "9"),),
        ("flags: reinforcement_blocks has 8 numbers, but the game has 9 weeks",),
    ),
    "reinforcements in week 1": (
        (change("flags.reinforcement_blocks", "[0,", "[2,"),),
        ("flags: reinforcement_blocks starts with week 1, which has no reinforcement step: it must be 0",),
    ),
    "several at once": (
        (
            change('"tokugawa-two-mon", count', "count = 6", "count = 7"),
            change('"mori-plain" bid', "count =  8", "count =  9"),
            change("mori.location", '"osaka"', '"ohsaka"'),
        ),
        (
            "blocks: east has 49, it needs 48",
            "cards: west has 56, it needs 55",
            'mori: there is no location "ohsaka"',
        ),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_edition_that_cannot_be_played_is_refused_in_words(name: str) -> None:
    edits, problems = BROKEN[name]
    assert refused(*edits) == problems
