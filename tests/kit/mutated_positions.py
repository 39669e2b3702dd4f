"""Position files with one or more mistakes in them, as hands, tools and bad luck make them."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from games.rulebook.editions import FIXTURES, edition_ids, ruleset

GUIDE = (FIXTURES / "README.md").read_text(encoding="utf-8")


def originals() -> list[str]:
    """Every position of the fixtures, and every example of their guide but that of a lesson.

    What a lesson says besides its position is not read by the command.
    """
    files = sorted((FIXTURES / "positions").rglob("*.toml"))
    examples = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    positions = [text for text in examples if "[lesson]" not in text]
    return [*(path.read_text(encoding="utf-8") for path in files), *positions]


def wrong_in_one_word(text: str) -> Iterator[str]:
    """The text with each word, each key and each number made wrong in turn: none of them is a position.

    So a word that is passed over, as nothing depends on it, is found.
    """
    for spot in _spots(_WORD, text):
        yield f"{text[: spot.start()]}q{spot.group()}q{text[spot.end() :]}"
    for spot in _spots(_NUMBER, text):
        yield f"{text[: spot.start()]}{'x' * spot.group().startswith('x')}9999999{text[spot.end() :]}"


class Mutated(NamedTuple):
    """A text with mistakes.

    Attributes:
        how: the kinds of the mistakes.
        is_wrong: no reading of it is right, so it must be refused as a file; else it may or may not be.
    """

    text: str
    how: str
    is_wrong: bool


_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9]+)*")
_NUMBER = re.compile(r"(?<![\w-])(?:x(?=\d))?\d+(?![\w-])")
_ROW = re.compile(r"(?m)^(\s*[\w.-]+\s*=\s*)(\S[^\n#]*?)([ \t]*(?:#.*)?)$")
_FREE = re.compile(r"(?m)#.*$|^\s*title\s*=.*$|^\s*seed\s*=.*$")
"""What may say anything: comments, the title and the seed."""
_OTHER_TYPES = ("1979-05-27", "3.5", "{ zzz = 1 }", "inf", "[[[1]]]", "07:32:00")
_STRANGE = (
    "\x00",
    "\u200b",
    "\u202e",
    "\ufeff",
    "東",
    "e\u0301",
    "\uff12",
    "\x7f",
    "\U0001f3ef",
    "\\",
    '"',
    "\r",
)


class Mutator:
    """Makes mistakes in texts of positions.

    Args:
        random: chooses which.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self._originals = originals()
        self._words = sorted({word for text in self._originals for word in _words(text)} | _vocabulary())
        self._ways: list[Callable[[str], tuple[str, bool]]] = [
            self.misspelt,
            self.misspelt,
            self.without_a_line,
            self.with_a_line_twice,
            self.with_values_swapped,
            self.of_another_type,
            self.cut_short,
            self.with_a_huge_number,
            self.with_another_number,
            self.with_a_strange_letter,
            self.with_another_word,
            self.with_another_word,
            self.with_a_line_moved,
            self.with_a_line_of_another,
        ]

    def mutated(self) -> Mutated:
        """One of the originals with one mistake, or now and then with up to four."""
        text = self._random.choice(self._originals)
        if self._random.random() < 0.7:
            way = self._random.choice(self._ways)
            changed, is_wrong = way(text)
            return Mutated(changed, way.__name__, is_wrong)
        ways = self._random.choices(self._ways, k=self._random.randint(2, 4))
        for way in ways:
            text, _ = way(text or "\n")
        return Mutated(text, " ".join(way.__name__ for way in ways), is_wrong=False)

    def misspelt(self, text: str) -> tuple[str, bool]:
        spots = [spot for spot in _spots(_WORD, text) if spot.end() - spot.start() > 2]
        if not spots:
            return text, False
        spot = self._random.choice(spots)
        for _ in range(20):
            word = self._slip(spot.group())
            if word not in self._words and _WORD.fullmatch(word):
                return text[: spot.start()] + word + text[spot.end() :], True
        return text, False

    def _slip(self, word: str) -> str:
        at = self._random.randrange(len(word) - 1)
        letter = self._random.choice("abcdefghiklmnoprstuwyz")
        return self._random.choice(
            (
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at:],
                word[:at] + letter + word[at + 1 :],
            )
        )

    def without_a_line(self, text: str) -> tuple[str, bool]:
        lines = text.splitlines(keepends=True)
        del lines[self._random.randrange(len(lines))]
        return "".join(lines), False

    def with_a_line_twice(self, text: str) -> tuple[str, bool]:
        lines = text.splitlines(keepends=True)
        at = self._random.randrange(len(lines))
        is_row = _ROW.fullmatch(lines[at].rstrip("\n")) is not None
        return "".join([*lines[: at + 1], "\n", *lines[at:]]), is_row

    def with_values_swapped(self, text: str) -> tuple[str, bool]:
        rows = list(_ROW.finditer(text))
        if len(rows) < 2:
            return text, False
        one, other = sorted(self._random.sample(rows, 2), key=lambda row: row.start())
        between = text[one.end(2) : other.start(2)]
        return (text[: one.start(2)] + other.group(2) + between + one.group(2) + text[other.end(2) :], False)

    def of_another_type(self, text: str) -> tuple[str, bool]:
        rows = list(_ROW.finditer(text))
        if not rows:
            return text, False
        row = self._random.choice(rows)
        return text[: row.start(2)] + self._random.choice(_OTHER_TYPES) + text[row.end(2) :], True

    def cut_short(self, text: str) -> tuple[str, bool]:
        return text[: self._random.randrange(len(text))], False

    def with_a_huge_number(self, text: str) -> tuple[str, bool]:
        return self._renumbered(text, "9" * self._random.choice((7, 12, 19, 20, 40, 400, 5000)), True)

    def with_another_number(self, text: str) -> tuple[str, bool]:
        number = self._random.choice(("0", "-1", "1", "2", "3", "7", "8", "21", "99", "1_0", "0x1F", "007"))
        return self._renumbered(text, number, False)

    def _renumbered(self, text: str, number: str, is_wrong: bool) -> tuple[str, bool]:
        spots = list(_spots(_NUMBER, text))
        if not spots:
            return text, False
        spot = self._random.choice(spots)
        times = "x" * spot.group().startswith("x")
        return text[: spot.start()] + times + number + text[spot.end() :], is_wrong

    def with_a_strange_letter(self, text: str) -> tuple[str, bool]:
        at = self._random.randrange(len(text))
        return text[:at] + self._random.choice(_STRANGE) + text[at:], False

    def with_another_word(self, text: str) -> tuple[str, bool]:
        spots = list(_spots(_WORD, text))
        if not spots:
            return text, False
        spot = self._random.choice(spots)
        return text[: spot.start()] + self._random.choice(self._words) + text[spot.end() :], False

    def with_a_line_moved(self, text: str) -> tuple[str, bool]:
        lines = text.splitlines(keepends=True)
        line = lines.pop(self._random.randrange(len(lines)))
        lines.insert(self._random.randrange(len(lines) + 1), line)
        return "".join(lines), False

    def with_a_line_of_another(self, text: str) -> tuple[str, bool]:
        lines = text.splitlines(keepends=True)
        other = self._random.choice(self._originals).splitlines(keepends=True)
        lines.insert(self._random.randrange(len(lines) + 1), self._random.choice(other))
        return "".join(lines), False


def _spots(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """What the pattern finds outside comments, title and seed."""
    free = [range(found.start(), found.end()) for found in _FREE.finditer(text)]
    return (spot for spot in pattern.finditer(text) if not any(spot.start() in each for each in free))


def _words(text: str) -> Iterator[str]:
    return (spot.group() for spot in _spots(_WORD, text))


def _vocabulary() -> set[str]:
    """The ids of all editions, and the words of the guide."""
    words = set(_WORD.findall(GUIDE))
    for edition in edition_ids():
        c = ruleset(edition).components
        words |= {edition, *c.locations, *(disk.id for disk in c.disks)}
        words |= {name for army in c.blocks for block in army for name in (block.id, block.kind)}
        words |= {card.id for cards in c.cards for card in cards}
    return words
