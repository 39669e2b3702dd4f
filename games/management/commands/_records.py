"""Shared by the commands about records: reading files, finding games, and error messages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.log import portable
from games.log.portable import RECORD_BYTES_AT_MOST, CompleteRecord
from games.models.game import Game

BAD_FILE = 2

SENTENCES_OF_REFUSALS = {
    "too-large": gettext_noop("The file is larger than any record: more than %(most)d bytes."),
    "not-json": gettext_noop("The file is no JSON document, or not all of one: %(reason)s."),
    "not-a-record": gettext_noop("The document is no record of a finished game: %(reason)s."),
    "other-format": gettext_noop("The record has the format %(format)d; this release reads 1 to 3."),
    "other-facts": gettext_noop(
        "Records of format 2 say how chance came about, those of format 3 also who played; this has format "
        "%(format)d."
    ),
    "other-nonce": gettext_noop(
        "The nonce of %(side)s, who came first, is not the one that was committed to."
    ),
    "other-sides": gettext_noop("By the seed and both nonces, who came first is not %(side)s."),
    "not-complete": gettext_noop("This is the record of a game that was still on: it cannot be checked."),
    "other-edition": gettext_noop("The text of the edition is not the one whose SHA-256 the record gives."),
    "unplayable-edition": gettext_noop("The text of the edition cannot be played: %(reason)s"),
    "misnamed-edition": gettext_noop('The record calls the edition "%(id)s", its text "%(text)s".'),
    "unknown-revision": gettext_noop(
        "The game was played by revision %(revision)d of the rules; this release knows them up to %(latest)d."
    ),
    "other-seed": gettext_noop("The seed is not the one that was committed to: its SHA-256 is another."),
    "other-genesis": gettext_noop(
        "The beginning of the chain is not made of this game's id, edition, revision, commitment and nonces."
    ),
    "out-of-sequence": gettext_noop("Entry %(entry)d has the number %(seq)d."),
    "chain-broken": gettext_noop("Entry %(entry)d is not what was chained: something up to it was changed."),
    "unreadable-entry": gettext_noop("Entry %(entry)d says nothing that can be read."),
    "other-draw": gettext_noop(
        "Entry %(entry)d is not what the seed gives. It says %(told)s; the seed gives %(derived)s."
    ),
    "draw-missing": gettext_noop("Before entry %(entry)d something had to be drawn."),
    "draw-not-due": gettext_noop("Entry %(entry)d is a draw where nothing was to be drawn."),
    "draw-with-side": gettext_noop("Entry %(entry)d is a draw, but says that a side acted."),
    "action-without-side": gettext_noop("Entry %(entry)d is an action, but says of no side that it acted."),
    "illegal-action": gettext_noop(
        "Entry %(entry)d is not allowed by the rules: %(refusal)s, rule %(rule)s."
    ),
    "nothing-to-undo": gettext_noop("Entry %(entry)d takes back what could not be taken back."),
    "unfinished": gettext_noop("After entry %(entry)d, the last, the game is not over."),
    "other-result": gettext_noop("By the entries it was otherwise: %(winner)s won, by %(victory)s."),
    "register-broken": gettext_noop(
        "Row %(row)d of the register is not what was chained: something up to it was changed."
    ),
    "register-unopened": gettext_noop(
        "Row %(row)d of the register says nothing of who it is, though nobody there has left."
    ),
    "other-player": gettext_noop(
        "The player of %(side)s is not the one whose key was sealed in the register (row %(row)d; 0 stands "
        "for the present player)."
    ),
    "diary-broken": gettext_noop(
        "Note %(number)d in the diary of %(side)s is not what was chained: something up to it was changed."
    ),
    "impossible-time": gettext_noop("Entry %(entry)d gives a time that cannot be; 0 stands for the game's."),
    "not-over": gettext_noop(
        "The game is not over: until then not all of its record may be told, and none of it can be checked."
    ),
    "no-record": gettext_noop(
        "The game began from a position, which does not follow from its seed. So nobody could check a record "
        "of it, and there is none."
    ),
    "here-already": gettext_noop("This very game is here already; nothing was changed."),
    "id-taken": gettext_noop(
        "Another game here has this id. It cannot be given a new one: chance was derived from it, and "
        "its log is chained to it."
    ),
}
"""The error messages, by code."""


class Wrong(Protocol):
    """An error with a code, from a service or about a corrupt log."""

    code: str

    @property
    def parameters(self) -> Mapping[str, Any]: ...


def refused(error: Wrong) -> CommandError:
    """The error that ends a command, with the code and the message."""
    return CommandError(f"{error.code}: {_(SENTENCES_OF_REFUSALS[error.code]) % error.parameters}")


def game_of(public_id: str) -> Game:
    """The game with an id.

    Raises:
        CommandError: there is no such game.
    """
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise CommandError(
            _("There is no game %(id)s here, and no such file.") % {"id": public_id}, returncode=BAD_FILE
        )
    return game


def document_in(path: Path) -> CompleteRecord:
    """The record in a file.

    Raises:
        Unsound: the file is not a record of a finished game.
        CommandError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return portable.read(file.read(RECORD_BYTES_AT_MOST + 1))
    except OSError as error:
        raise CommandError(str(error), returncode=BAD_FILE) from error
