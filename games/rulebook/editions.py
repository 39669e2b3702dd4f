"""Editions: their files, which the engine does not read itself, and the texts that games pin."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from games.engine import Ruleset
from games.engine.edition_data import Edition
from games.engine.edition_layers import OPTIONAL, flattened, is_same, with_choices
from games.engine.editions import EditionError, digest, variant_of

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
EDITIONS = FIXTURES / "editions"

DEFAULT = "kessen"
"""The edition that is meant where nobody names one."""

_ID = re.compile(r"(?!.{41})[a-z0-9]+(-[a-z0-9]+)*")  # of anything longer there can be no file


class UnknownEditionError(LookupError):
    """No edition has that id."""


class Layered(NamedTuple):
    """An edition with its layers kept separate.

    Attributes:
        whole: with everything that was chosen for a game.
        own: without those choices.
        base: the edition that this one is a variant of; the edition itself if it is no variant.
        chosen: the flags chosen for a game that differ from the edition's own.
        digest: of the text; games pin it.
    """

    whole: Edition
    own: Edition
    base: Edition
    chosen: Mapping[str, Any]
    digest: str

    @classmethod
    def from_text(cls, text: str) -> "Layered":
        """The layers of a text that was found to be playable before."""
        raw = tomllib.loads(text)
        whole = _edition(flattened(raw))
        chosen = raw.pop("chosen", {})
        own = _edition(flattened(raw))
        raw.pop("variant", None)
        return cls(whole, own, _edition(raw), chosen, digest(text))


def _edition(raw: dict[str, Any]) -> Edition:
    return msgspec.convert(raw, Edition)


def edition_ids() -> list[str]:
    """The ids of all editions there are."""
    return sorted(path.stem for path in EDITIONS.glob("*.toml"))


@cache
def edition_text(edition_id: str) -> str:
    """The whole text of an edition; that of a variant begins with the text of the edition it changes.

    Raises:
        UnknownEditionError: no edition has that id.
        EditionError: it changes an edition that is a variant itself.
    """
    text = _file_of(edition_id)
    changed = variant_of(text)
    if changed is None:
        return text
    before = _file_of(changed)
    beyond = variant_of(before)
    if beyond is not None:
        problem = f'variant: "{changed}" is a variant itself, of "{beyond}"; change one that is complete'
        raise EditionError((problem,))
    return f"{before}\n{text}"


def _file_of(edition_id: str) -> str:
    path = EDITIONS / f"{edition_id}.toml"
    if not _ID.fullmatch(edition_id) or not path.is_file():
        raise UnknownEditionError(
            f'there is no edition "{edition_id}"; there are: {", ".join(edition_ids())}'
        )
    return path.read_text(encoding="utf-8")


def text_with(edition_id: str, chosen: Mapping[str, Any]) -> str:
    """The text of an edition with flags chosen for a game.

    Choices equal to the edition's own values are left out, so that the same rules have the same digest.

    Raises:
        UnknownEditionError: no edition has that id.
        ChoiceError: a flag that cannot be chosen, or a value that it cannot have.
    """
    own = msgspec.structs.asdict(ruleset(edition_id).edition.flags)
    changed = {
        flag: value for flag, value in chosen.items() if not (flag in OPTIONAL and is_same(value, own[flag]))
    }
    return with_choices(edition_text(edition_id), changed)


@cache
def layered(edition_id: str) -> Layered:
    """The current text of an edition.

    Raises:
        UnknownEditionError: there is none with that id.
    """
    return Layered.from_text(edition_text(edition_id))


def ruleset(edition_id: str, chosen: Mapping[str, Any] = MappingProxyType({})) -> Ruleset:
    """The ruleset of an edition; without choices it is built once and kept.

    Args:
        chosen: the flags that were chosen for one game.

    Raises:
        UnknownEditionError: no edition has that id.
        EditionError: its text cannot be played, or its file has another name than the edition.
        ChoiceError: a flag that cannot be chosen, or a value that it cannot have.
    """
    return Ruleset.from_text(text_with(edition_id, chosen)) if chosen else _as_it_is(edition_id)


@cache
def _as_it_is(edition_id: str) -> Ruleset:
    rules = Ruleset.from_text(edition_text(edition_id))
    if rules.edition.id != edition_id:
        named = f'the id in {edition_id}.toml is "{rules.edition.id}"; name the file {rules.edition.id}.toml'
        raise EditionError((named,))
    return rules
