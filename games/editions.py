"""The files the engine may not read: editions, and the words of the rules."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.engine import Ruleset
from games.engine.editions import variant_of

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
EDITIONS = FIXTURES / "editions"
RULES = FIXTURES / "rules.toml"

DEFAULT = "kessen"
"""The edition that is meant where nobody names one."""

_ID = re.compile(r"(?!.{41})[a-z0-9]+(-[a-z0-9]+)*")  # of anything longer there can be no file


class UnknownEditionError(LookupError):
    """There is no file of an edition with that id."""


class RuleText(NamedTuple):
    """A rule or ruling in words: its title, and the sentence that says what it settles."""

    title: str
    text: str


def edition_ids() -> list[str]:
    """The ids of all editions there are."""
    return sorted(path.stem for path in EDITIONS.glob("*.toml"))


@cache
def edition_text(edition_id: str) -> str:
    """The whole text of an edition; that of a variant begins with the text of the edition it changes.

    Raises:
        UnknownEditionError: when there is none with that id.
    """
    path = EDITIONS / f"{edition_id}.toml"
    if not _ID.fullmatch(edition_id) or not path.is_file():
        raise UnknownEditionError(
            f'there is no edition "{edition_id}"; there are: {", ".join(edition_ids())}'
        )
    text = path.read_text(encoding="utf-8")
    changed = variant_of(text)
    return text if changed is None else f"{edition_text(changed)}\n{text}"


@cache
def ruleset(edition_id: str) -> Ruleset:
    """The ruleset of an edition, read and built once.

    Raises:
        UnknownEditionError: when there is none with that id.
        EditionError: when its text cannot be played.
    """
    return Ruleset.from_text(edition_text(edition_id))


def rule_text(number: str) -> RuleText | None:
    """What a rule ("8.6.1") or ruling ("R-21") says; None where the file has no such number."""
    return rule_texts().get(number)


@cache
def rule_texts() -> dict[str, RuleText]:
    """Every rule and ruling by its number, in the order of the file."""
    with RULES.open("rb") as file:
        told = tomllib.load(file)
    rows = told["rules"] | told["rulings"]
    return {number: RuleText(row["title"], row["text"]) for number, row in rows.items()}
