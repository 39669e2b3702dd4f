"""Comparing a game with heads that somebody kept of it."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.log.heads import Head

FORM = re.compile(
    r"(?<![0-9a-z:])([0-9]{1,6}):([0-9a-f]{32,64})(?::([0-9a-f]{32,64}))?(?![0-9a-z:])", re.IGNORECASE
)
"""``VERSION:HASH`` with one of the two values, or ``VERSION:PUBLIC:CHAIN``; of each at least 32 digits."""


FORM_OF_REGISTER = re.compile(r"(?<![0-9a-z:])R([0-9]{1,4}):([0-9a-f]{32,64})(?![0-9a-z:])", re.IGNORECASE)
"""``RNUMBER:HASH``: the head of a register."""


class KeptHead(NamedTuple):
    """A head that somebody kept.

    Attributes:
        version: of the public.
        values: the first digits of the public value and of the chain value, or of one that may be either.
    """

    version: int
    values: tuple[str, ...]


class KeptRegister(NamedTuple):
    """The head of a register that somebody kept.

    Attributes:
        rows: how many changes of seats there had been.
        value: the first digits of its hash.
    """

    rows: int
    value: str


HeadOutcome = Literal["same", "changed", "hidden", "told", "missing"]


COMPARISON_SENTENCES = {
    "same": _("Version %(version)d is as you kept it."),
    "changed": _(
        "Version %(version)d is not as you kept it: something up to version %(version)d was changed."
    ),
    "hidden": _(
        "Version %(version)d is not as you kept it: what everybody could see is the same, but something "
        "hidden up to version %(version)d was changed."
    ),
    "told": _(
        "Up to version %(version)d every entry is as you kept it, but the public value is another: it was "
        "copied incorrectly, or another release of the service computes it differently."
    ),
    "missing": _("There is no version %(version)d: the game has %(last)d."),
}
REGISTER_SENTENCES = {
    "same": _("Who played is as you kept it in R%(rows)d."),
    "changed": _("Who played is not as you kept it in R%(rows)d: a seat was given to somebody else since."),
    "missing": _("There is no R%(rows)d: the register of the game has %(last)d rows."),
}
SENTENCES_AFTER = {
    "changed": _(
        "Version %(version)d is not as you kept it: something up to version %(version)d, after version "
        "%(after)d, was changed."
    ),
    "hidden": _(
        "Version %(version)d is not as you kept it: what everybody could see is the same, but something "
        "hidden up to version %(version)d, after version %(after)d, was changed."
    ),
}
"""After a version that is as it was kept."""


class Comparison(NamedTuple):
    """What happened to a head that somebody kept.

    Attributes:
        kept: the head.
        outcome: ``same``; ``changed``, where no kept value is that of the game; ``hidden``, where only the
            chain value is another; ``told``, where only the public value is; ``missing``, where the game has
            fewer versions.
        sentence: the same in words.
    """

    kept: KeptHead | KeptRegister
    outcome: HeadOutcome
    sentence: str


def found_in(text: str) -> list[KeptHead]:
    """The heads in a text, such as a mail, by version."""
    found = [
        KeptHead(int(version), tuple(value.lower() for value in values if value))
        for version, *values in FORM.findall(text)
    ]
    return sorted(dict.fromkeys(found))


def registers_in(text: str) -> list[KeptRegister]:
    """The heads of registers in a text, such as a mail, by the number of rows."""
    found = [KeptRegister(int(rows), value.lower()) for rows, value in FORM_OF_REGISTER.findall(text)]
    return sorted(dict.fromkeys(found))


def compare_registers(chains: Sequence[str], kept: Sequence[KeptRegister]) -> list[Comparison]:
    """Compare the register of a game with heads that were kept of it.

    Args:
        chains: the chain hash of each row.
        kept: by the number of rows.
    """
    found = []
    for each in kept:
        outcome: HeadOutcome = "missing"
        if 1 <= each.rows <= len(chains):
            outcome = "same" if chains[each.rows - 1].startswith(each.value) else "changed"
        sentence = REGISTER_SENTENCES[outcome] % {"rows": each.rows, "last": len(chains)}
        found.append(Comparison(each, outcome, sentence))
    return found


def compare(heads: Sequence[Head], kept: Sequence[KeptHead]) -> list[Comparison]:
    """Compare a game with heads that were kept of it.

    Args:
        heads: of all versions of the game, from the first.
        kept: by version.
    """
    return list(_compared(heads, kept))


def _compared(heads: Sequence[Head], kept: Sequence[KeptHead]) -> Iterator[Comparison]:
    after = 0
    for each in kept:
        outcome = _outcome(heads, each)
        values = {"version": each.version, "after": after, "last": len(heads)}
        sentences = SENTENCES_AFTER if 0 < after < each.version else COMPARISON_SENTENCES
        yield Comparison(each, outcome, sentences.get(outcome, COMPARISON_SENTENCES[outcome]) % values)
        if outcome == "same":
            after = each.version


def _outcome(heads: Sequence[Head], kept: KeptHead) -> HeadOutcome:
    if not 1 <= kept.version <= len(heads):
        return "missing"
    head = heads[kept.version - 1]
    if len(kept.values) == 1:
        either = any(value.startswith(kept.values[0]) for value in (head.public, head.chain))
        return "same" if either else "changed"
    public, chain = kept.values
    match head.public.startswith(public), head.chain.startswith(chain):
        case True, True:
            return "same"
        case True, False:
            return "hidden"
        case False, True:
            return "told"
        case _:
            return "changed"
