"""``manage.py verify_game``: verify the record of a finished game."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from msgspec import UNSET

from games.engine import history
from games.engine.errors import CorruptLog
from games.engine.side import LABELS
from games.log import diary_chain, heads, portable
from games.log.heads import Head
from games.log.portable import CompleteRecord, NotCarried, Unsound
from games.log.seat_register import RegisterHead
from games.log.verification import Verified, verify
from games.management.commands._records import document_in, game_of, refused
from games.reads import kept_heads
from games.reads.fairness import proved


class Command(BaseCommand):
    """Reports what was verified, and compares kept heads; at the first fault with exit status 1."""

    help = _("Check every hash, draw and action of a finished game, kept here or in a file.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help=_("the game's id, or a file with a record"))
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            type=_kept,
            metavar="VERSION:HASH",
            help=_("a head that you kept, with at least 32 digits of one value or of both; repeatable"),
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            record = _record(options["game"])
            verified = verify(record)
            _check_diaries(options["game"])
        except (NotCarried, CorruptLog, Unsound) as error:
            raise refused(error) from error
        steps = history.retell(verified.rules, verified.log).steps
        found = [head for head in heads.of_record(record, steps) if head is not None]
        for line in _checked(record, verified, found[-1]):
            self.stdout.write(line)
        named = " ".join(options["head"])
        compared = kept_heads.compare(found, kept_heads.found_in(named))
        chains = [] if record.register is UNSET else [row.chain for row in record.register]
        compared += kept_heads.compare_registers(chains, kept_heads.registers_in(named))
        for each in compared:
            self.stdout.write(each.sentence)
        if other := [each for each in compared if each.outcome != "same"]:
            raise CommandError(f"other-head: {other[0].sentence}")
        if not compared:
            self.stdout.write(
                _(
                    "No head was compared (--head VERSION:HASH), so somebody may have made this record "
                    "later, with new hashes and another grade of fairness."
                )
            )


def _kept(text: str) -> str:
    """A head from the command line, of the game or of its register.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not kept_heads.FORM.fullmatch(text) and not kept_heads.FORM_OF_REGISTER.fullmatch(text):
        raise ArgumentTypeError(
            _(
                "%(text)s is no head; one looks like 27:HASH, 27:HASH:HASH or R2:HASH, with at least 32 "
                "digits a hash"
            )
            % {"text": text}
        )
    return text


def _check_diaries(named: str) -> None:
    """Check the diaries of a game that is kept here. A record has none.

    Raises:
        Unsound: somebody has changed a note.
    """
    if Path(named).exists():
        return
    if (fault := diary_chain.fault_of(game_of(named))) is not None:
        raise Unsound("diary-broken", side=LABELS[fault.side], number=fault.number)


def _record(named: str) -> CompleteRecord:
    path = Path(named)
    return document_in(path) if path.exists() else portable.complete(game_of(named))


def _checked(record: CompleteRecord, verified: Verified, last: Head) -> Iterator[str]:
    yield _("game %(id)s, edition %(edition)s, revision %(revision)d") % {
        "id": record.game,
        "edition": record.edition.id,
        "revision": record.revision,
    }
    yield _("seed: the one that was committed to")
    yield _("fairness: %(grade)s: %(sentence)s") % {
        "grade": record.grade,
        "sentence": proved(record.grade, verified.first),
    }
    yield _("chain: %(entries)d entries, all as they were written") % {"entries": len(record.entries)}
    yield _("chance: %(draws)d draws of %(items)d cards and blocks, all as the seed gives them") % {
        "draws": verified.draws,
        "items": verified.drawn,
    }
    yield _("rules: %(actions)d actions, all legal; %(undone)d of them took another back") % {
        "actions": verified.actions,
        "undone": verified.undone,
    }
    yield _("result: %(winner)s won, by %(victory)s") % {"winner": record.winner, "victory": record.victory}
    yield _("head: %(head)s") % {"head": last}
    if record.register is UNSET or record.players is UNSET:
        yield _("players: the game was begun without a register, so nothing binds who played")
        return
    east, west = (key or _("somebody who has left") for key in (record.players.east, record.players.west))
    yield _("players: %(east)s (East) and %(west)s (West), as registered") % {"east": east, "west": west}
    yield _("register: %(head)s") % {"head": RegisterHead(len(record.register), record.register[-1].chain)}
