"""Text that is no edition at all is refused with the line, or the entry and its key."""

import pytest

from tests.kit.edition_edits import KESSEN, Edit, add, change, refused

MISSHAPEN: dict[str, tuple[Edit, str]] = {
    "number for a yes or no": (
        change('a "osaka" "kyoto"', "highway = true", "highway = 1"),
        'entry 23 of roads "osaka" - "kyoto" highway: expected true or false, found a whole number',
    ),
    "text for a number": (
        change("flags.weeks", "8", '"8"'),
        "flags.weeks: expected a whole number, found text in quotes",
    ),
    "fraction for a number": (
        change('"himeji" name', "151", "151.5"),
        'entry 1 of locations "himeji" x: expected a whole number, found a number with a decimal point',
    ),
    "text for a list": (
        change('"edo" castle', '["tokugawa"]', '"tokugawa"'),
        'entry 32 of locations "edo" recruitment: expected a list, found text in quotes',
    ),
    "castle of nobody": (
        change('"edo" castle', 'castle = "east"', 'castle = "north"'),
        "entry 32 of locations \"edo\" castle: 'north' is none of east, west",
    ),
    "unknown grade": (
        change('place "gifu"', '"stated"', '"sure"'),
        (
            'entry 12 of setup "west" - "gifu" grade: '
            "'sure' is none of stated, printed, as-base-board, reconstructed, inferred"
        ),
    ),
    "unknown rounding": (
        change("flags.discard_rounding", '"down"', '"up"'),
        "flags.discard_rounding: 'up' is none of down, choice",
    ),
    "later format": (change("format = 1", "1", "2"), "format: 2 is none of 1"),
    "five mon": (
        change('"kobayakawa-hideaki" mon', "mon = 4", "mon = 5"),
        'entry 47 of blocks "kobayakawa-hideaki" mon: expected a whole number of at most 4',
    ),
    "no copies": (
        change('"kobayakawa-hideaki" mon', "count = 1", "count = 0"),
        'entry 47 of blocks "kobayakawa-hideaki" count: expected a whole number of at least 1',
    ),
    "negative reinforcements": (
        change("flags.reinforcement_blocks", "[0, 2", "[0, -2"),
        "flags.reinforcement_blocks: expected a whole number of at least 0",
    ),
    "no name": (
        change('"kofu" name', '"Kōfu"', '""'),
        'entry 43 of locations "kofu" name: expected text in quotes that is not empty',
    ),
    "id with a capital": (
        change('a "osaka" "kyoto"', '"kyoto"', '"Kyoto"'),
        (
            'entry 23 of roads "osaka" - "Kyoto" b: '
            "expected an id of lower-case letters, digits and single hyphens"
        ),
    ),
    "missing grade": (
        change('a "osaka" "kyoto"', ', grade = "as-base-board"', ""),
        'entry 23 of roads "osaka" - "kyoto": missing key "grade"',
    ),
    "unknown key": (
        change('"torii" location', "location =", "place ="),
        'entry 2 of disks "torii": unknown key "place"',
    ),
    "missing section": (change("mori.location", "mori.location", "# mori"), 'the file: missing key "mori"'),
    "an entry that is no table": (
        add("roads", '"osaka"'),
        "entry 1 of roads: expected a table, found text in quotes",
    ),
}


@pytest.mark.parametrize("name", MISSHAPEN)
def test_a_misshapen_edition_is_refused_with_the_entry(name: str) -> None:
    edit, problem = MISSHAPEN[name]
    assert refused(edit) == (problem,)


def test_text_that_is_not_toml_is_refused_with_the_line() -> None:
    line = 1 + KESSEN.splitlines().index('mori.location = "osaka"')
    (problem,) = refused(change("mori.location", '"osaka"', "osaka"))
    assert problem.startswith("the text is not TOML: ")
    assert f"(at line {line}, column 17)" in problem


def test_a_key_given_twice_is_refused() -> None:
    (problem,) = refused(change("mori.location", '"osaka"', '"osaka"\nmori.location = "edo"'))
    assert problem.startswith("the text is not TOML: ")
