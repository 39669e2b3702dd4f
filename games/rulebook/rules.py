"""The words of the rules: what each rule and ruling settles, and where editions differ."""

from functools import cache
from typing import Annotated, Literal

import msgspec
from django.conf import settings
from django.urls import reverse
from msgspec import Meta, Struct

from games.rulebook.editions import FIXTURES

RULES = FIXTURES / "rules.toml"

Because = Literal["silence", "ambiguity", "conflict", "partial", "secrecy"]
Words = Annotated[str, Meta(min_length=1)]
Numbers = Annotated[tuple[str, ...], Meta(min_length=1)]

LANGUAGE = "en"
"""The language of the rules' text, whatever language a page is in."""

ANY = "any"
"""Of the values of a difference: all that have no text of their own."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a rule: its title, and what it says.

    Attributes:
        informational: whether it is a heading, an introduction, a summary or an example.
    """

    title: Words
    text: Words
    informational: bool = False


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """How rules are read where they leave something open.

    Attributes:
        because: the kind of gap that made it necessary.
        reason: the gap in a sentence.
        rules: the numbers of those it interprets; it belongs to the first.
        editions: the only ones it concerns; none for all.
    """

    title: Words
    text: Words
    because: Because
    reason: Words
    rules: Numbers
    editions: tuple[str, ...] = ()


class DifferenceValue(Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition has at one difference: in short, for a table, and in a sentence."""

    short: Words
    text: Words


class EditionDifference(Struct, frozen=True, forbid_unknown_fields=True):
    """Something in which editions differ.

    Attributes:
        rules: the numbers of the rules and rulings it affects; it belongs to the first.
        values: the words for each possible value, or for `ANY`.
    """

    title: Words
    rules: Numbers
    values: Annotated[dict[str, DifferenceValue], Meta(min_length=1)]


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything by its number or name, in the order of the file. `format` is the version of this shape."""

    format: Literal[1]
    rules: dict[str, Rule]
    differences: dict[str, EditionDifference]
    rulings: dict[str, Ruling]


@cache
def rulebook() -> Rulebook:
    """The words of the rules, read once."""
    return msgspec.toml.decode(RULES.read_bytes(), type=Rulebook)


def rule_text(number: str) -> Rule | Ruling | None:
    """What a rule ("8.6.1") or ruling ("R-21") says; None where there is no such number."""
    book = rulebook()
    return book.rules.get(number) or book.rulings.get(number)


def anchor(number: str) -> str:
    """The id of a rule or ruling on that page: "rule-8-6-1", "rule-R-21"."""
    return f"rule-{number.replace('.', '-')}"


def rule_path(number: str, edition: str = "") -> str:
    """The address of a rule or ruling on the rules page.

    Args:
        number: of the rule; empty for the page itself.
        edition: the edition to highlight there, by its id or a digest.
    """
    query = f"?edition={edition}" if edition else ""
    return f"{reverse('games:rules')}{query}" + (f"#{anchor(number)}" if number else "")


def rule_url(number: str, edition: str = "") -> str:
    """The address of a rule or ruling with the host, for mails and programs. Arguments as for `rule_path`."""
    return f"{settings.SITE_URL}{rule_path(number, edition)}"
