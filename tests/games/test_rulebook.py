"""The texts of the rules are complete, and true of every edition."""

import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from games.engine.edition_data import Edition, Flags
from games.engine.edition_layers import OPTIONAL
from games.rulebook.differences import FACTS, described
from games.rulebook.editions import edition_ids, layered, ruleset
from games.rulebook.rules import ANY, RULES, EditionDifference, Rule, Rulebook, Ruling, anchor, rulebook

BOOK = rulebook()
NUMBERED: dict[str, Rule | Ruling] = {**BOOK.rules, **BOOK.rulings}


def sentences() -> Iterator[tuple[str, str]]:
    """Everything that is a sentence, with where it stands."""
    for number, row in NUMBERED.items():
        yield number, row.text
    for number, ruling in BOOK.rulings.items():
        yield f"{number} reason", ruling.reason
    for name, difference in BOOK.differences.items():
        for value, words in difference.values.items():
            yield f"{name} {value}", words.text


def test_every_flag_and_every_fact_is_explained_and_nothing_else() -> None:
    assert set(BOOK.differences) == {*Flags.__struct_fields__, *FACTS}


@pytest.mark.parametrize("flag", Flags.__struct_fields__)
def test_every_value_of_a_flag_has_words(flag: str) -> None:
    values = BOOK.differences[flag].values
    kind = get_type_hints(Flags)[flag]
    if get_origin(kind) is Literal:
        assert set(values) == set(get_args(kind))
    elif kind is bool:
        assert set(values) == {"true", "false"}
    else:
        assert ANY in values


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_that_is_there_or_not_has_words_for_both(fact: str) -> None:
    assert ANY in BOOK.differences[fact].values


@pytest.mark.parametrize("edition", edition_ids())
def test_edition_is_described_without_a_gap(edition: str) -> None:
    for name in BOOK.differences:
        value = described(name, ruleset(edition).edition)
        assert value.short
        assert value.text.endswith(".")
        assert not re.search(r"[{}]|\bnone\b", value.text), value.text


@pytest.mark.parametrize(("flag", "value"), [(flag, value) for flag in OPTIONAL for value in OPTIONAL[flag]])
def test_chosen_rules_are_described_like_those_of_editions(flag: str, value: Any) -> None:
    others = [each for each in OPTIONAL[flag] if each is not value]
    assert described(flag, with_flag(flag, value)) not in [
        described(flag, with_flag(flag, each)) for each in others
    ]


def with_flag(flag: str, value: Any) -> Edition:
    edition = ruleset("kessen").edition
    return msgspec.structs.replace(edition, flags=msgspec.structs.replace(edition.flags, **{flag: value}))


FACTS_OF = {
    "fatal_pieces": ("Toyotomi Hideyori, Tokugawa Ieyasu", "…, Ishida Mitsunari"),
    "first_blocks": ("East 4, West 2", "East 4, West 4"),
    "capitals": ("none", "Kyoto, Edo"),
    "disks_that_fall_early": ("none", "Sanada Masayuki"),
    "mori_blocks": ("6", "5"),
    "disks": (
        "Toyotomi Hideyori (Osaka), Torii Mototada (Kyoto), Mogami Yoshiaki (Yamagata)",
        "Toyotomi Hideyori (Osaka), Sanada Masayuki (Ueda)",
    ),
    "weeks": ("8", "7"),
}
"""In Kessen and in GMT 2016, as their rule books have it."""


@pytest.mark.parametrize("name", FACTS_OF)
def test_descriptions_of_editions_are_true(name: str) -> None:
    kessen, base = FACTS_OF[name]
    assert described(name, ruleset("kessen").edition).short == kessen
    assert described(name, ruleset("gmt-2016").edition).short == base.replace("…", kessen)


def test_wildcards_are_told_with_their_strength_where_there_is_room() -> None:
    value = described("wildcards", ruleset("gmt-2016").edition)
    assert value.short == "Ii Naomasa, Ishida Mitsunari"
    assert value.text == "The wildcards are: Ii Naomasa (4 mon), Ishida Mitsunari (1 mon)."
    assert "Kuroda Nagamasa (2 mon, firearms)" in described("wildcards", ruleset("kessen").edition).text


def test_rules_come_in_order_and_every_one_below_another_has_that_before_it() -> None:
    numbers = [tuple(int(part) for part in number.split(".")) for number in BOOK.rules]
    assert numbers == sorted(numbers)
    assert all(number[:-1] in numbers for number in numbers if len(number) > 1)
    assert list(BOOK.rulings) == [f"R-{number:02}" for number in range(1, len(BOOK.rulings) + 1)]


def test_named_rules_settle_something() -> None:
    naming: list[Ruling | EditionDifference] = [*BOOK.rulings.values(), *BOOK.differences.values()]
    for where in naming:
        assert set(where.rules) <= set(NUMBERED), where.title
        assert len(set(where.rules)) == len(where.rules), where.title
    assert all(set(ruling.rules) <= set(BOOK.rules) for ruling in BOOK.rulings.values())
    assert all(difference.rules[0] in BOOK.rules for difference in BOOK.differences.values())
    assert all(set(ruling.editions) <= set(edition_ids()) for ruling in BOOK.rulings.values())


@pytest.mark.parametrize(("where", "text"), [pytest.param(*each, id=each[0]) for each in sentences()])
def test_texts_are_whole_sentences(where: str, text: str) -> None:
    assert text == text.strip()
    assert text.endswith(".")
    assert text[0].isupper() or text.startswith("{}")
    assert len(re.findall(r"[.;:] ", text)) <= 4
    assert len(text.split()) <= 75


@pytest.mark.parametrize("number", ["R-36", "R-43"])
def test_a_ruling_that_some_texts_state_is_not_said_to_fill_a_gap_of_all(number: str) -> None:
    """The French 7.1 has the exchange once, and the base game's 2.1 gives a battle that both win to West."""
    assert BOOK.rulings[number].because == "partial"


def test_only_a_ruling_on_one_edition_names_it() -> None:
    """Else it would not be true of a game with flags of its own."""
    called = {layered(edition).own.name for edition in edition_ids()} | {"GMT"}
    names = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in called), re.IGNORECASE)
    of_one = {number for number, ruling in BOOK.rulings.items() if ruling.editions}
    naming = {where.split()[0] for where, text in sentences() if names.search(text)}
    assert naming == of_one


def test_no_two_share_an_anchor_or_a_sentence() -> None:
    for rows in ([anchor(number) for number in NUMBERED], [text for _where, text in sentences()]):
        assert len(set(rows)) == len(rows)


def test_an_anchor_is_a_name_in_html_and_css_as_it_stands() -> None:
    assert (anchor("8.6.1"), anchor("R-21")) == ("rule-8-6-1", "rule-R-21")
    assert all(re.fullmatch(r"[A-Za-z][\w-]*", anchor(number)) for number in NUMBERED)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('because = "silence"\n', ""),
        ('because = "silence"\n', 'because = "habit"\n'),
        ("\nreason = ", "\nreasons = "),
        ('title = "Victory points"', 'title = ""'),
    ],
    ids=["no kind of reason", "an unknown kind", "no reason", "an empty title"],
)
def test_a_file_that_leaves_something_out_is_not_read(old: str, new: str) -> None:
    text = RULES.read_text(encoding="utf-8")
    assert old in text
    msgspec.toml.decode(text, type=Rulebook)
    with pytest.raises(msgspec.ValidationError):
        msgspec.toml.decode(text.replace(old, new, 1), type=Rulebook)
