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
from games.engine.side import EAST, LABELS, Side
from games.ladders.arbitration import register
from games.ladders.bidding.auction import winner
from games.ladders.models.ladder import Ladder, LadderEntry
from games.ladders.models.ruling import ANNUL, BOTH_LOSE, CORRECT, Ruling
from games.ladders.models.season import Match
from games.ladders.ratings.results import LOSS, TIE, WIN
from games.log import portable, seat_register
from games.log.portable import NotCarried, Unsound
from games.log.verification import verify
from games.models.game import Game
from sekigahara.db import service_time


class LadderFault(NamedTuple):
    """Something that is wrong with a ladder.

    Attributes:
        code: ``ladder-broken``: a row is not what was chained; ``other-result``: the ladder counts something
            else than was registered, or nothing was, or a result follows neither from the log and the
            handicap nor from a ruling of its own; ``other-winner``: the log of the game gives another winner,
            or is not the one that was registered; ``other-players``: its seats have others, or others were
            paired; ``other-ruling``: it is not in the record of the game as it was registered.
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
    of_games: dict[str, list[LadderEntry]] = {}
    for row in rows:
        of_games.setdefault(row.game, []).append(row)
    for match in Match.objects.select_related("game").filter(season__ladder=ladder).order_by("pk"):
        found = of_games.pop(match.game.public_id, [])
        is_counted = any(row.kind == LadderEntry.Kind.RESULT for row in found)
        is_late = rows and match.ended_at is not None and match.ended_at >= rows[0].at
        if is_late and not is_counted:
            yield LadderFault("other-result", match.game.public_id, 0)
        elif fault := _fault_in(match, found):
            yield fault
    for game, found in of_games.items():
        yield LadderFault("other-result", game, found[-1].number)


def _fault_in(match: Match, rows: list[LadderEntry]) -> LadderFault | None:
    """The first thing that is wrong with a game of a ladder.

    Its first result follows from its log, each later one from the ruling before it, which says another
    result; the match counts the last.

    Args:
        rows: of the game, in order.
    """
    game = match.game
    record = register.record_of(game) if rows else []
    rulings = {(ruling.number, ruling.chain): ruling for ruling in record}
    is_whole = register.is_whole(game, record)
    ruled: Ruling | None = None
    last: dict[str, Any] | None = None
    owed = 0  # the row of a ruling whose result has not come yet
    for row in rows:
        facts = msgspec.json.decode(row.body)
        if row.kind == LadderEntry.Kind.RULING:
            ruling = rulings.get((facts["number"], facts["chain"]))
            if ruling is None or not is_whole:
                return LadderFault("other-ruling", row.game, row.number)
            if ruling.kind in (ANNUL, BOTH_LOSE, CORRECT):
                ruled, owed = ruling, row.number
        else:
            is_due = last is None or owed
            if code := _differs(match, facts, ruled) if is_due else "other-result":
                return LadderFault(code, row.game, row.number)
            last, owed = facts, 0
    if owed:
        return LadderFault("other-result", game.public_id, owed)
    counted = {key: last[key] for key in _counted(match)} if last is not None else None
    if last is not None and (match.ended_at is None or counted != _counted(match)):
        return LadderFault("other-result", game.public_id, rows[-1].number)
    return None


def _differs(match: Match, registered: dict[str, Any], ruled: Ruling | None) -> str:
    """The code of what is wrong with a result; empty if nothing is.

    Args:
        ruled: the ruling that it follows from; None if it follows from the log.
    """
    halves = registered["east"], registered["west"]
    if registered["handicap"] != [*match.handicap] or (ruled is not None and halves != _ruled(ruled)):
        return "other-result"
    if registered["winner"] is not None:
        return _differs_from_log(match, registered, is_ruled=ruled is not None)
    # Called off before it began, or decided by a ruling while it was played.
    is_unplayed = match.game.winner is None and not match.game.length and halves == (None, None)
    return "" if ruled is not None or is_unplayed else "other-result"


def _differs_from_log(match: Match, registered: dict[str, Any], *, is_ruled: bool) -> str:
    """The code of what the log or the register of the players says otherwise; empty if nothing."""
    game = match.game
    try:
        result = verify(portable.complete(game)).state.result
    except (CorruptLog, NotCarried, Unsound) as error:
        return "other-players" if error.code in ("other-player", "register-broken") else "other-winner"
    told = registered["winner"], registered["chain"]
    if result is None or told != (result.winner.label, bytes(game.chain).hex()):
        return "other-winner"
    if not is_ruled:
        won = winner(result.winner, result.victory, result.points, match.handicap)
        halves = registered["east"], registered["west"]
        if (*halves, registered["victory"]) != (*_halves(won), result.victory):
            return "other-result"
    number, _colon, chain = registered["register"].partition(":")
    if not number:
        return ""
    is_paired = seat_register.first_players(game) == [match.east_id, match.west_id]
    is_same = seat_register.chains(game)[int(number) - 1 : int(number)] == [chain]
    return "" if is_paired and is_same else "other-players"


def _ruled(ruling: Ruling) -> tuple[int | None, int | None]:
    """What a ruling has a game count for: East's score and West's."""
    if ruling.kind == ANNUL:
        return None, None
    if ruling.kind == BOTH_LOSE:
        return LOSS, LOSS
    label = ruling.parameters["winner"]
    return _halves(Side.named(label)) if label in LABELS else (TIE, TIE)


def _halves(won: Side) -> tuple[int, int]:
    return (WIN, LOSS) if won is EAST else (LOSS, WIN)
