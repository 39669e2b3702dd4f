"""Texts in layers: what a variant and what choices make of an edition, and what they may not say."""

from pathlib import Path
from typing import Any

import pytest

from games.engine.edition_data import Edition
from games.engine.edition_layers import OPTIONAL, ChoiceError, LayerError, with_choices
from games.engine.editions import EditionError, digest, parse, variant_of
from games.engine.ruleset import Ruleset
from games.rulebook import editions
from games.rulebook.editions import edition_ids, edition_text
from tests.kit.cases import cases

KESSEN = edition_text("kessen")
GMT = edition_text("gmt-2016")
CHOICES = [(flag, value) for flag, values in OPTIONAL.items() for value in values]


def varied(*lines: str, base: str = KESSEN, of: str = "kessen") -> Edition:
    """An edition with a variant of these lines after it."""
    return parse("\n".join([base, "[variant]", f'of = "{of}"', *lines]))


def refused(text: str) -> str:
    """The one sentence with which a text is refused."""
    with pytest.raises(EditionError) as caught:
        parse(text)
    [problem] = caught.value.problems
    return problem


# ---- variants


def test_a_variant_changes_an_entry_key_by_key() -> None:
    """Ieyasu gets a second mon; he stays a daimyo, fatal, and the first block."""
    before = parse(KESSEN)
    after = varied('blocks = [{ id = "ieyasu", mon = 2 }]')
    changed = [(one, two) for one, two in zip(before.blocks, after.blocks, strict=True) if one != two]
    [(one, two)] = changed
    assert (one.mon, two.mon) == (1, 2)
    assert (two.id, two.daimyo, two.fatal, two.count, two.grade) == ("ieyasu", True, True, 1, one.grade)


def test_a_variant_changes_flags_and_names_one_by_one() -> None:
    after = varied('id = "night"', 'name = "By night"', "flags.disk_points = 3")
    assert (after.id, after.name, after.flags.disk_points) == ("night", "By night", 3)
    assert after.flags.weeks == 8
    assert after.locations == parse(KESSEN).locations


def test_a_variant_adds_what_is_not_there() -> None:
    """A road through the hills, as the last of all."""
    after = varied('roads = [{ a = "kumano", b = "kuwana", grade = "inferred" }]')
    assert [(road.a, road.b) for road in after.roads[62:]] == [("kumano", "kuwana")]


def test_a_variant_takes_out_what_it_says_is_absent() -> None:
    after = varied('disks = [{ id = "mogami", absent = true }]')
    assert [disk.id for disk in after.disks] == ["hideyori", "torii"]


@pytest.mark.parametrize("ends", [("osaka", "kyoto"), ("kyoto", "osaka")])
def test_a_road_is_the_same_from_either_end(ends: tuple[str, str]) -> None:
    """The highway from Osaka to Kyoto made a road."""
    after = varied(f'roads = [{{ a = "{ends[0]}", b = "{ends[1]}", highway = false }}]')
    assert len(after.roads) == 62
    assert sum(road.highway for road in after.roads) == 18


def test_a_set_up_row_is_known_by_its_side_and_place() -> None:
    after = varied('setup = [{ side = "west", place = "gifu", random = 1 }]')
    assert {(row.side, row.place): row.random for row in after.setup}["west", "gifu"] == 1
    assert len(after.setup) == len(parse(KESSEN).setup)


def test_a_variant_is_played_in_full_and_judged_in_full() -> None:
    """What it makes of the edition is checked as any edition is."""
    text = "\n".join([KESSEN, '[variant]\nof = "kessen"', 'cards = [{ id = "mori-plain", count = 9 }]'])
    assert refused(text) == "cards: west has 56, it needs 55"


ALTERED = KESSEN + "\n[variant]\n"
WRONG: dict[str, tuple[str, str]] = {
    "of another edition": (
        ALTERED + 'of = "gmt-2016"',
        'variant: it is one of "gmt-2016", and needs the text of that before it',
    ),
    "read without the text before it": (
        '[variant]\nof = "kessen"\nid = "night"',
        'variant: it is one of "kessen", and needs the text of that before it',
    ),
    "of nothing": (
        ALTERED + 'id = "night"',
        "variant: it must say which edition it changes, by the id of that, as its `of`",
    ),
    "of nothing, and nothing before it": (
        '[variant]\nid = "night"',
        "variant: it must say which edition it changes, by the id of that, as its `of`",
    ),
    "of several": (
        ALTERED + 'of = ["kessen", "gmt-2016"]',
        "variant: it must say which edition it changes, by the id of that, as its `of`",
    ),
    "no table": (f'variant = "night"\n{KESSEN}', "variant: expected a table of keys and values"),
    "an entry that is no table": (
        ALTERED + 'of = "kessen"\nblocks = ["ieyasu"]',
        "variant: every entry of blocks must be a table",
    ),
    "a section that is no list": (
        ALTERED + 'of = "kessen"\nblocks.ieyasu.mon = 2',
        "variant: blocks must be a list of tables",
    ),
    "a section that is a number": (
        ALTERED + 'of = "kessen"\nblocks = 49',
        "variant: blocks must be a list of tables",
    ),
    "flags that are no table": (
        ALTERED + 'of = "kessen"\nflags = "as usual"',
        "flags: expected a table, found text in quotes",
    ),
    "an unknown flag": (ALTERED + 'of = "kessen"\nflags.snow = true', 'flags: unknown key "snow"'),
    "an unknown section": (ALTERED + 'of = "kessen"\nsoldiers = []', 'the file: unknown key "soldiers"'),
    "an unknown key": (
        ALTERED + 'of = "kessen"\nblocks = [{ id = "ieyasu", strength = 2 }]',
        'entry 1 of blocks "ieyasu": unknown key "strength"',
    ),
    "an entry without its id": (
        ALTERED + 'of = "kessen"\nblocks = [{ mon = 2 }]',
        'entry 49 of blocks: missing key "id"',
    ),
    "an id that is a list": (
        ALTERED + 'of = "kessen"\nblocks = [{ id = ["ieyasu"] }]',
        "entry 49 of blocks \"['ieyasu']\" id: expected text in quotes, found a list",
    ),
    "an addition that says too little": (
        ALTERED + 'of = "kessen"\nblocks = [{ id = "benkei" }]',
        'entry 49 of blocks "benkei": missing key "name"',
    ),
    "an absence of what is not there": (
        ALTERED + 'of = "kessen"\nroads = [{ a = "edo", b = "osaka", absent = true }]',
        "variant: roads has no entry edo - osaka to take out",
    ),
    "an absence that is none": (
        ALTERED + 'of = "kessen"\ndisks = [{ id = "mogami", absent = "yes" }]',
        'entry 3 of disks "mogami": unknown key "absent"',
    ),
    "choices that are no table": (f"chosen = 2\n{KESSEN}", "chosen: expected a table of keys and values"),
    "choices without an edition": ("[chosen]\ndisk_points = 0", 'the file: missing key "format"'),
    "choices beside flags that are no table": (
        "flags = 8\n[chosen]\ndisk_points = 0",
        "flags: expected a table, found a whole number",
    ),
    "a choice of what players do not choose": (
        KESSEN + "\n[chosen]\nweeks = 9",
        'chosen: "weeks" is not for players to choose; these are: ' + ", ".join(OPTIONAL),
    ),
    "a choice of a date": (
        KESSEN + "\n[chosen]\ndisk_points = 1600-10-21",
        'chosen: "disk_points" is "1600-10-21"; it can be 0 or 2',
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_layer_that_is_wrong_is_refused_in_a_sentence(name: str) -> None:
    text, problem = WRONG[name]
    assert refused(text) == problem


@pytest.mark.parametrize("layer", ["chosen", "variant"])
def test_a_second_layer_of_a_kind_is_refused_with_its_line(layer: str) -> None:
    text = f"{KESSEN}\n[{layer}]\n[{layer}]\n"
    problem = refused(text)
    assert problem.startswith("the text is not TOML: ")
    assert f"at line {text.count(chr(10))}" in problem


# ---- choices


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize(("flag", "value"), CHOICES)
def test_a_choice_is_played_and_nothing_else_changes(edition: str, flag: str, value: Any) -> None:
    """The flag has the value, and every other fact is the edition's."""
    text = edition_text(edition)
    before, after = parse(text), parse(with_choices(text, {flag: value}))
    assert getattr(after.flags, flag) == value
    for name in before.flags.__struct_fields__:
        if name != flag:
            assert getattr(after.flags, name) == getattr(before.flags, name)
    for name in before.__struct_fields__:
        if name != "flags":
            assert getattr(after, name) == getattr(before, name)


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("which", [0, -1], ids=["the first of each", "the last of each"])
def test_all_flags_may_be_chosen_together(edition: str, which: int) -> None:
    chosen = {flag: values[which] for flag, values in OPTIONAL.items()}
    flags = parse(with_choices(edition_text(edition), chosen)).flags
    assert {flag: getattr(flags, flag) for flag in chosen} == chosen


@cases(
    "chosen sentence",
    ("what players do not choose", {"weeks": 7}, '"weeks" is not for players to choose'),
    ("what there is not", {"snow": True}, '"snow" is not for players to choose'),
    ("none of the two", {"disk_points": 1}, '"disk_points" is 1; it can be 0 or 2'),
    ("no for a number", {"disk_points": False}, '"disk_points" is false'),
    ("a number for no", {"disk_leadership": 0}, '"disk_leadership" is 0'),
    ("nothing", {"disk_points": None}, '"disk_points" is null'),
    ("another word", {"discard_rounding": "up"}, 'is "up"; it can be "down" or "choice"'),
)
def test_a_wrong_choice_is_refused_before_there_is_a_text(chosen: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ChoiceError, match="chosen: ") as caught:
        with_choices(KESSEN, chosen)
    assert isinstance(caught.value, LayerError)
    assert sentence in str(caught.value)
    assert caught.value.allowed == OPTIONAL.get(caught.value.flag, ())


def test_one_wrong_choice_among_right_ones_is_refused() -> None:
    with pytest.raises(ChoiceError, match='"weeks" is not for players to choose'):
        with_choices(KESSEN, {"disk_points": 0, "weeks": 7})


# ---- the text a game pins


@pytest.mark.parametrize("edition", edition_ids())
def test_no_choice_is_the_text_as_it_is(edition: str) -> None:
    text = edition_text(edition)
    assert with_choices(text, {}) == text
    assert Ruleset.from_text(with_choices(text, {})).digest == digest(text)


def test_the_digest_tells_choices_apart_and_not_their_order() -> None:
    one = with_choices(GMT, {"disk_points": 2, "discard_rounding": "choice"})
    other = with_choices(GMT, {"discard_rounding": "choice", "disk_points": 2})
    assert digest(one) == digest(other)
    digests = {digest(with_choices(GMT, {flag: value})) for flag, value in CHOICES}
    assert len(digests | {digest(GMT), digest(one)}) == len(CHOICES) + 2


def test_the_text_of_a_game_holds_its_edition_to_the_letter() -> None:
    """So that a game keeps what it began with when the file is corrected."""
    assert with_choices(GMT, {"disk_points": 2}).startswith(GMT)
    manual = edition_text("manual")
    assert manual.startswith(KESSEN)
    assert with_choices(manual, {"disk_points": 0}).startswith(manual)


@cases(
    "text expected",
    ("the part of a variant", '[variant]\nof = "kessen"', "kessen"),
    ("the whole of one", edition_text("gmt-2011"), None),
    ("an edition", KESSEN, None),
    ("of nothing", '[variant]\nid = "night"', None),
    ("of a number", "[variant]\nof = 3", None),
    ("no table", "variant = 3", None),
    ("no TOML", "variant of kessen", None),
)
def test_a_text_names_the_edition_that_it_is_a_variant_of(text: str, expected: str | None) -> None:
    assert variant_of(text) == expected


def test_a_file_has_the_name_of_its_edition(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tmp_path.joinpath("other.toml").write_text(KESSEN, encoding="utf-8")
    monkeypatch.setattr(editions, "EDITIONS", tmp_path)
    with pytest.raises(EditionError, match=r"name the file kessen\.toml"):
        editions.ruleset("other")


@pytest.mark.parametrize("of", ["manual", "night"])
def test_a_variant_of_a_variant_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, of: str) -> None:
    """The manual is one of Kessen; no more can an edition be one of itself."""
    for name in ("kessen.toml", "manual.toml"):
        tmp_path.joinpath(name).write_bytes(editions.EDITIONS.joinpath(name).read_bytes())
    tmp_path.joinpath("night.toml").write_text(f'[variant]\nof = "{of}"\nid = "night"\n', encoding="utf-8")
    monkeypatch.setattr(editions, "EDITIONS", tmp_path)
    with pytest.raises(EditionError, match=f'"{of}" is a variant itself'):
        editions.ruleset("night")
