"""The register of a game: who got which seat, and who has left. It is a chain of its own beside the log.

The log names seats and never persons, so it does not say who played. A row of the register holds the public
key of a person under a seal, which only the secret of that person opens, and only for this game. Once the
game is over its record opens the seals; when an account is closed its secret is gone, and what it sealed
stands for somebody who has left. README.md says how to compute and to check all of it.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Literal, NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef
from msgspec import Meta, Struct

from accounts.models.person import Person
from games.engine.edition_data import SideName
from games.engine.side import LABELS, SIDES, Side
from games.log import record
from games.models.game import Game
from games.models.seat import Seat, key_of_computer
from games.models.seat_change import SeatChange
from sekigahara.db import service_time

SHOWN_DIGITS_OF_REGISTER = 32
"""How many hexadecimal digits of its head pages and mails show."""
Kind = SeatChange.Kind

PublicKey = Annotated[
    str | None, Meta(description="A public key; null for nobody known, or for somebody who has left.")
]


class RegisterHead(Struct, frozen=True):
    """The head of the register of a game: who has played until now, to keep and to compare later."""

    rows: Annotated[int, Meta(ge=1)]
    """How many changes of seats there have been."""
    chain: str
    """The chain hash of the latest, in hexadecimal."""

    def __str__(self) -> str:
        """The short form, as pages and mails show it."""
        return f"R{self.rows}:{self.chain[:SHOWN_DIGITS_OF_REGISTER]}"


class RecordedPlayers(Struct, frozen=True, forbid_unknown_fields=True):
    """Who has the seats, as the service says."""

    east: PublicKey
    west: PublicKey


class RecordedSeatChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the register of a game: somebody got a seat, or has left."""

    number: Annotated[int, Meta(ge=1)]
    """From 1, without a gap."""
    at: Annotated[datetime, Meta(tz=True)]
    """The time; of `kept` and `left` when the game began. It is hashed as it is written here."""
    side: SideName
    """The side whose seat it is."""
    kind: Literal["seated", "kept", "substitute", "left"]
    """`seated`: has the seat from the beginning; `kept`: is the guest who had it, with an address now;
    `substitute`: takes it over; `left`: the person of this seal closed their account."""
    seal: str
    """SHA-256(opening | bar | key), in hexadecimal."""
    chain: str
    """SHA-256(previous chain | game, number, at, side, kind and seal with bars between), in hexadecimal. The
    first row follows `genesis`."""
    key: PublicKey
    opening: str
    """What opens the seal; empty for a computer player, and where `key` is null."""


class Fault(NamedTuple):
    """What is wrong with a register.

    Attributes:
        code: ``register-broken``: a row is not what was chained; ``register-unopened``: a seal does not open,
            though nobody has left; ``other-player``: not who sits there was sealed.
        row: the number of the row; 0 for none.
        side: whose seat it is.
    """

    code: str
    row: int
    side: str


# ---- writing


def enter(changes: Iterable[tuple[Kind, Seat]]) -> None:
    """Add rows to the registers of games, in the caller's transaction, which has locked the games.

    Args:
        changes: what happened, and the seat with its new player. Both seats of a game share one instance of
            it, whose ``register`` the caller saves. A game that was begun without a register gets no row.
    """
    rows = []
    for kind, seat in changes:
        if seat.game.register or kind is Kind.SEATED:
            key, opening = _opened(seat.game, seat.player, seat.computer)
            seal = sealed(opening, key or "")
            row = _next(seat.game, seat.plays, kind, seal, person_id=seat.player_id, computer=seat.computer)
            rows.append(row)
    SeatChange.objects.bulk_create(rows)


def enter_leaving(person_id: int) -> None:
    """Enter in every register with a seal of a person that they have left, once their account is closed.

    The row repeats the seal, which nothing opens any more. Each game has a transaction of its own, which
    locks no person: others lock a game first and then a person.
    """
    left = SeatChange.objects.filter(person=person_id, kind=Kind.LEFT).values("game")
    theirs = SeatChange.objects.filter(person=person_id).exclude(game__in=left)
    for game_id in sorted(set(theirs.values_list("game", flat=True))):
        with transaction.atomic():
            game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
            rows = SeatChange.objects.filter(game=game, person=person_id).order_by("side", "number")
            latest = {row.side: row for row in rows}
            if any(row.kind == Kind.LEFT for row in latest.values()):
                continue  # somebody else was faster
            SeatChange.objects.bulk_create(
                _next(game, SIDES[side], Kind.LEFT, row.seal, person_id=person_id)
                for side, row in latest.items()
            )
            game.save(update_fields=["register"])


def leavers() -> list[int]:
    """The people whose accounts are closed, and whose registers do not all say so: a process has died."""
    left = SeatChange.objects.filter(game=OuterRef("game"), person=OuterRef("person"), kind=Kind.LEFT)
    waiting = SeatChange.objects.filter(~Exists(left), person__closed_at__isnull=False)
    return list(waiting.values_list("person", flat=True).distinct())


def _next(
    game: Game, side: Side, kind: Kind, seal: str, *, person_id: int | None = None, computer: str = ""
) -> SeatChange:
    """The next row of a game, whose head is set to it. Nothing is saved.

    Who is kept or has left is so in all their games at once: the moment would say which games are theirs.
    """
    head = head_of(game)
    links = kind in {Kind.KEPT, Kind.LEFT}
    row = SeatChange(
        game=game,
        number=1 if head is None else head.rows + 1,
        side=side,
        kind=kind,
        at=(links and game.started_at) or service_time.now(),
        person_id=person_id,
        computer=computer,
        seal=seal,
    )
    before = record.genesis(game) if head is None else bytes.fromhex(head.chain)
    row.chain = _chained(before, game.public_id, row.number, row.at, side.label, kind, row.seal)
    game.register = f"{row.number}:{row.chain}"
    return row


# ---- reading


def head_of(game: Game) -> RegisterHead | None:
    """The head of the register of a game; None if it was begun without one, or has not begun."""
    rows, _colon, chain = game.register.partition(":")
    return RegisterHead(int(rows), chain) if rows else None


def rows_of(game: Game) -> list[RecordedSeatChange]:
    """The register of a game, with every seal opened that can be. While the game runs this is a secret."""
    rows = list(SeatChange.objects.filter(game=game).order_by("number"))
    people = Person.objects.filter(closed_at=None).in_bulk({row.person_id for row in rows} - {None})
    found = []
    for row in rows:
        key, opening = _opened(game, people.get(row.person_id or 0), row.computer)
        side = LABELS[row.side]
        found.append(
            RecordedSeatChange(row.number, row.at, side, row.kind, row.seal, row.chain, key, opening)  # type: ignore[arg-type] # the choices of the column
        )
    return found


def chains(game: Game) -> list[str]:
    """The chain hash of each row of the register of a game."""
    return list(SeatChange.objects.filter(game=game).order_by("number").values_list("chain", flat=True))


def first_players(game: Game) -> list[int | None]:
    """The ids of those who had the seats of a game when it began, East's first; None for computers."""
    seated = SeatChange.objects.filter(game=game, kind=Kind.SEATED).order_by("side")
    return list(seated.values_list("person", flat=True))


def players_of(game: Game) -> RecordedPlayers:
    """The keys of those who have the seats of a game."""
    seats = Seat.objects.select_related("player").filter(game=game).order_by("side")
    return RecordedPlayers(*(seat.player_key for seat in seats))


def _opened(game: Game, person: Person | None, computer: str) -> tuple[str | None, str]:
    """The key of a player, and what opens the seal of it in a game."""
    if computer:
        return key_of_computer(computer), ""
    if person is None:
        return None, ""
    return person.key, hmac.digest(person.salt.encode(), game.public_id.encode(), "sha256").hex()


# ---- checking


def sealed(opening: str, key: str) -> str:
    """The seal of a public key."""
    return hashlib.sha256(f"{opening}|{key}".encode()).hexdigest()


def fault_in(
    game: str, genesis: bytes, rows: Sequence[RecordedSeatChange], players: RecordedPlayers
) -> Fault | None:
    """The first thing that is wrong with a register; None if all is well.

    Args:
        game: its public id.
        genesis: the hash that the first row is chained to.
        rows: the register.
        players: the keys of those who have the seats now.
    """
    chain = genesis
    gone = {row.seal for row in rows if row.kind == "left"}
    kept = {row.number: row for row in _replaced_guests(rows)}
    holders: dict[str, str | None] = {}
    for number, row in enumerate(rows, start=1):
        link = _chained(chain, game, number, row.at, row.side, row.kind, row.seal)
        if (row.number, row.chain) != (number, link):
            return Fault("register-broken", number, row.side)
        chain = bytes.fromhex(link)
        if row.key is not None and row.seal != sealed(row.opening, row.key):
            return Fault("other-player", number, row.side)
        if row.key is None and row.seal not in gone and number not in kept:
            return Fault("register-unopened", number, row.side)
        if row.kind != "left":
            holders[row.side] = row.key
    for side, key in zip(LABELS, (players.east, players.west), strict=True):
        if side not in holders:
            return Fault("register-broken", 0, side)
        if holders[side] != key:
            return Fault("other-player", 0, side)
    return None


def _replaced_guests(rows: Sequence[RecordedSeatChange]) -> Iterable[RecordedSeatChange]:
    """The rows of guests who were kept: they are gone, and the next row of their side says who they are."""
    latest: dict[str, RecordedSeatChange] = {}
    for row in rows:
        if row.kind == "kept" and row.side in latest:
            yield latest[row.side]
        if row.kind != "left":
            latest[row.side] = row


def fault_of(game: Game) -> Fault | None:
    """The first thing that is wrong with the stored register of a game; None if it has none."""
    rows = rows_of(game)
    head = head_of(game)
    last = RegisterHead(len(rows), rows[-1].chain) if rows else None
    if head != last:
        return Fault("register-broken", len(rows), "")
    return fault_in(game.public_id, record.genesis(game), rows, players_of(game)) if rows else None


def _chained(before: bytes, game: str, number: int, at: datetime, side: str, kind: str, seal: str) -> str:
    """The chain hash of a row."""
    text = "|".join([game, str(number), msgspec.to_builtins(at), side, kind, seal])
    return hashlib.sha256(before + text.encode()).hexdigest()
