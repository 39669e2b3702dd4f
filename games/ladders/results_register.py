"""The register of a ladder: what each of its games counts for, and each ruling, in a chain of hashes.

A result names the winner of the game, the last hash of its log and the head of the register of its players
(``games.log.seat_register``). So who won what is bound by the head of the ladder, which is on its page, in
the API and in its mails. A ruling names its hash in the record of the game. README.md says more.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from games.engine.errors import CorruptLog
from games.engine.side import LABELS
from games.ladders.models.ladder import Ladder
from games.ladders.models.ladder_entry import LadderEntry
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Match
from games.log import portable, seat_register
from games.log.portable import NotCarried, Unsound
from games.log.verification import verify
from games.models.game import Game
from sekigahara.db import service_time


class LadderFault(NamedTuple):
    """Something that is wrong with a ladder.

    Attributes:
        code: ``ladder-broken``: a row is not what was chained; ``other-result``: the ladder counts something
            else than was registered, or nothing was; ``other-winner``: the log of the game gives another
            winner, or is not the one that was registered; ``other-players``: its seats have others;
            ``other-ruling``: it is not in the record of the game as it was registered.
        game: its public id; empty for none.
        row: the number of the row; 0 for none.
    """

    code: str
    game: str
    row: int


# ---- writing


def enter_result(match: Match) -> None:
    """Enter what a match counts for now, in the caller's transaction."""
    game = Game.objects.only("winner", "chain", "register").get(pk=match.game_id)
    facts = {
        **_counted(match),
        "handicap": match.handicap,
        "winner": None if game.winner is None else LABELS[game.winner],
        "chain": "" if game.winner is None else bytes(game.chain).hex(),
        "register": game.register,
    }
    _enter(match, LadderEntry.Kind.RESULT, facts)


def enter_ruling(ruling: Ruling) -> None:
    """Enter a ruling on a game of a ladder, in the caller's transaction; nothing if it is of none."""
    match = Match.objects.select_related("season", "game").filter(game=ruling.game_id).first()
    if match is not None:
        _enter(match, LadderEntry.Kind.RULING, {"number": ruling.number, "chain": ruling.chain})


def _enter(match: Match, kind: LadderEntry.Kind, facts: dict[str, Any]) -> None:
    """Add a row. The lock of the ladder's row keeps another from getting the same number."""
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=match.season.ladder_id)
    number, _colon, before = ladder.register.partition(":")
    row = LadderEntry(
        ladder=ladder,
        number=int(number or 0) + 1,
        kind=kind,
        at=service_time.now(),
        game=match.game.public_id,
        body=msgspec.json.encode(facts, order="sorted").decode(),
    )
    row.chain = _chained(before or ladder.public_id, row)
    row.save(force_insert=True)
    Ladder.objects.filter(pk=ladder.pk).update(register=f"{row.number}:{row.chain}")


def _counted(match: Match) -> dict[str, Any]:
    return {"east": match.east_halves, "west": match.west_halves, "victory": match.victory}


def _chained(before: str, row: LadderEntry) -> str:
    """The chain hash of a row; the first follows the id of the ladder."""
    text = "|".join([before, str(row.number), row.kind, msgspec.to_builtins(row.at), row.game, row.body])
    return hashlib.sha256(text.encode()).hexdigest()


# ---- checking


def faults_of(ladder: Ladder) -> Iterator[LadderFault]:
    """What is wrong with the register of a ladder, with what it counts, and with the logs of its games."""
    rows = list(LadderEntry.objects.filter(ladder=ladder).order_by("number"))
    before = ladder.public_id
    for number, row in enumerate(rows, start=1):
        if (row.number, row.chain) != (number, _chained(before, row)):
            yield LadderFault("ladder-broken", row.game, number)
            return
        before = row.chain
    if ladder.register != (f"{len(rows)}:{before}" if rows else ""):
        yield LadderFault("ladder-broken", "", len(rows))
        return
    results = {row.game: row for row in rows if row.kind == LadderEntry.Kind.RESULT}
    matches = Match.objects.select_related("game").filter(season__ladder=ladder, ended_at__isnull=False)
    for match in matches.order_by("pk"):
        found = results.get(match.game.public_id)
        if found is None:
            if rows and match.ended_at is not None and match.ended_at >= rows[0].at:
                yield LadderFault("other-result", match.game.public_id, 0)
        elif code := _differs(match, msgspec.json.decode(found.body)):
            yield LadderFault(code, found.game, found.number)
    rulings = Ruling.objects.filter(game__public_id__in={row.game for row in rows})
    known = set(rulings.values_list("game__public_id", "number", "chain"))
    for row in rows:
        facts = msgspec.json.decode(row.body)
        is_ruling = row.kind == LadderEntry.Kind.RULING
        if is_ruling and (row.game, facts["number"], facts["chain"]) not in known:
            yield LadderFault("other-ruling", row.game, row.number)


def _differs(match: Match, registered: dict[str, Any]) -> str:
    """The code of what is not as it was registered; empty if all is."""
    game = match.game
    if any(registered[key] != value for key, value in _counted(match).items()):
        return "other-result"
    if registered["winner"] is None:
        return ""
    try:
        verified = verify(portable.complete(game))
    except (CorruptLog, NotCarried, Unsound) as error:
        return "other-players" if error.code in ("other-player", "register-broken") else "other-winner"
    result = verified.state.result
    if result is None or result.winner.label != registered["winner"]:
        return "other-winner"
    if bytes(game.chain).hex() != registered["chain"]:
        return "other-winner"
    number, _colon, chain = registered["register"].partition(":")
    chains = seat_register.chains(game)
    return "" if not number or chains[int(number) - 1 : int(number)] == [chain] else "other-players"
