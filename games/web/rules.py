"""The rules in short: all of them, and those that what is asked rests on."""

from collections.abc import Iterable
from typing import NamedTuple

from games.editions import rule_texts

BEHIND = {
    "discard": ("6.2",),
    "bid": ("6.3",),
    "replace-bid": ("6.3",),
    "order": ("6.3", "6.4"),
    "level": ("7.1", "7.2"),
    "movement": ("7.3.1", "7.3.2", "7.3.3", "7.3.4", "7.3.5", "7.4.1", "7.4.2", "7.2", "9.3"),
    "declare": ("8.1",),
    "stance": ("8.9.1", "8.9.2", "8.9.3", "8.2.1"),
    "deploy": (
        "8.5",
        "8.2.2",
        "8.2.3",
        "8.2.4",
        "8.3.2",
        "8.3.3",
        "8.4.1",
        "8.4.2",
        "8.6.1",
        "8.9.3",
        "8.9.4",
    ),
    "window": ("8.6.1", "8.6.2", "8.6.3"),
    "losses": ("8.7.1", "8.7.2", "8.7.3", "8.9.3"),
    "retreat": ("8.8.1", "8.8.2", "8.8.3", "8.8.4", "8.8.5"),
}
"""By decision, the numbers of the rules to read before one answers, the most important first."""


class Rule(NamedTuple):
    """A rule of the rule book in a sentence."""

    number: str
    title: str
    text: str


def behind(decision: str) -> list[Rule]:
    """The rules that a decision rests on."""
    return _worded(BEHIND[decision])


def in_short() -> list[Rule]:
    """Every rule, in the order of the book, without the rulings."""
    return _worded(number for number in rule_texts() if not number.startswith("R-"))


def _worded(numbers: Iterable[str]) -> list[Rule]:
    texts = rule_texts()
    return [Rule(number, texts[number].title, texts[number].text) for number in numbers]
