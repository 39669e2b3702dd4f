"""Verifies the record of a finished game: its hashes, every draw, every action, and the result."""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET

from games import engine
from games.engine.actions import Begin, Body, Conclude, Drawn, Forfeit, Reply, Undo, parse_body
from games.engine.chance import Source, hash_of
from games.engine.editions import digest
from games.engine.errors import EngineError, Malformed
from games.engine.history import LogItem
from games.engine.ruleset import REVISION, Ruleset
from games.engine.side import LABELS, Side
from games.engine.state import State
from games.engine.undo import can_be_given_back, can_take_back
from games.log import position, record, seat_register
from games.log.portable import CompleteRecord, Unsound, identity
from games.models.game import Game


class Verified(NamedTuple):
    """A verified record.

    Attributes:
        rules: of the game.
        log: its entries.
        state: the final position.
        actions: the number of entries by a side.
        undone: the number of these that are undos.
        draws: the number of entries by chance.
        drawn: the number of cards and blocks in these.
        first: the side that came first; None if the record does not say it.
    """

    rules: Ruleset
    log: list[LogItem]
    state: State
    actions: int
    undone: int
    draws: int
    drawn: int
    first: int | None


def verify(document: CompleteRecord) -> Verified:
    """Verify everything in a record except the times, which are not part of the hash chain.

    Raises:
        Unsound: about the first fault, with the number of its entry.
    """
    rules = _rules(document)
    game = Game(**identity(document))
    if hashlib.sha256(bytes(game.seed)).hexdigest() != document.commitment:
        raise Unsound("other-seed")
    if record.genesis(game).hex() != document.genesis:
        raise Unsound("other-genesis")
    _check_beginning(game)
    log = list(_chained(document, game))
    replay = Replay(rules, position.chance_of(game))
    for number, (side, body) in enumerate(log, start=1):
        replay.carry_out(number, side, body)
    _check_end(document, replay.state)
    _check_register(document)
    bodies = [body for _side, body in log]
    draws = [body for body in bodies if isinstance(body, Drawn)]
    return Verified(
        rules,
        log,
        replay.state,
        actions=len(log) - len(draws),
        undone=sum(isinstance(body, Undo) for body in bodies),
        draws=len(draws),
        drawn=sum(len(draw.items) for draw in draws),
        first=game.first,
    )


def _check_beginning(game: Game) -> None:
    """Check what came before the first entry: the nonce that was committed by its hash, and drawn sides."""
    if game.first is None:
        return
    if game.nonce_hash and hash_of(game.nonces[game.first]) != game.nonce_hash:
        raise Unsound("other-nonce", side=LABELS[game.first])
    if game.sides_drawn and position.drawn_side(game) != game.first:
        raise Unsound("other-sides", side=LABELS[game.first])


def _rules(document: CompleteRecord) -> Ruleset:
    """The rules of the game."""
    if digest(document.edition_text) != document.edition.digest:
        raise Unsound("other-edition")
    if document.revision > REVISION:
        raise Unsound("unknown-revision", revision=document.revision, latest=REVISION)
    try:
        rules = Ruleset.from_text(document.edition_text, document.revision)
    except (ValueError, RecursionError) as error:
        # Python's TOML parser raises them too, for deep nesting or large numbers.
        raise Unsound("unplayable-edition", reason=str(error)) from None
    if rules.edition.id != document.edition.id:
        raise Unsound("misnamed-edition", id=document.edition.id, text=rules.edition.id)
    return rules


def _chained(document: CompleteRecord, game: Game) -> Iterator[LogItem]:
    """The actions and draws, with the hash of each entry verified."""
    chain = record.genesis(game)
    for number, entry in enumerate(document.entries, start=1):
        side = None if entry.side is None else Side.named(entry.side)
        if entry.seq != number:
            raise Unsound("out-of-sequence", entry=number, seq=entry.seq)
        chain = record.link(chain, side, bytes.fromhex(entry.salt), entry.body)
        if chain.hex() != entry.chain:
            raise Unsound("chain-broken", entry=number)
        if side is None and entry.by_order is not UNSET:
            raise Unsound("unreadable-entry", entry=number)
        try:
            yield side, parse_body(entry.body)
        except Malformed as error:
            raise Unsound("unreadable-entry", entry=number) from error


def _check_end(document: CompleteRecord, state: State) -> None:
    if state.result is None:
        raise Unsound("unfinished", entry=len(document.entries))
    if (state.result.winner.label, state.result.victory) != (document.winner, document.victory):
        raise Unsound("other-result", winner=state.result.winner.label, victory=state.result.victory)


def _check_register(document: CompleteRecord) -> None:
    """Check who played, in records that say it."""
    if document.register is UNSET or document.players is UNSET:
        return
    genesis = bytes.fromhex(document.genesis)
    fault = seat_register.fault_in(document.game, genesis, document.register, document.players)
    if fault is not None:
        raise Unsound(fault.code, row=fault.row, side=fault.side)


class Replay:
    """A replay of a game that derives every draw again.

    Args:
        rules: of the game.
        source: of its draws.
        start: the position that it begins from, which its first entry describes; None if it begins as the
            rules say, as every game with a record does.

    Attributes:
        state: the present position.
    """

    def __init__(self, rules: Ruleset, source: Source, start: State | None = None) -> None:
        self._rules = rules
        self._source = source
        self._begins_from_position = start is not None
        self.state = engine.new_game(rules).state if start is None else start
        # For each action that can be undone, or now given back: the side, the state before.
        self._open: list[tuple[Side, State]] = []
        self._passed_on: list[tuple[Side, State]] = []

    def carry_out(self, number: int, side: Side | None, body: Body) -> None:
        """Replay one entry.

        Raises:
            Unsound: the entry is illegal, or is not what chance would have drawn.
        """
        if self._begins_from_position and number == 1 and side is None and isinstance(body, Begin):
            return
        owed = engine.ask_chance(self._rules, self.state, self._source)
        if owed is not None or side is None or isinstance(body, Begin | Drawn):
            self._draw(number, side, body, owed)
        elif isinstance(body, Undo):
            self._take_back(number, side, self._passed_on if body.agreed else self._open)
        else:
            self._act(number, side, body)

    def _draw(self, number: int, side: Side | None, body: Body, owed: Drawn | None) -> None:
        if not isinstance(body, Drawn):
            raise Unsound("action-without-side" if owed is None else "draw-missing", entry=number)
        if side is not None:
            raise Unsound("draw-with-side", entry=number)
        if owed is None:
            raise Unsound("draw-not-due", entry=number)
        if body != owed:
            raise Unsound("other-draw", entry=number, told=_drawn(body), derived=_drawn(owed))
        self.state = engine.draw(self._rules, self.state, body).state

    def _take_back(self, number: int, side: Side, reversible: list[tuple[Side, State]]) -> None:
        if not reversible or reversible[-1][0] != side:
            raise Unsound("nothing-to-undo", entry=number)
        *self._open, (_side, self.state) = reversible
        self._passed_on = []

    def _act(self, number: int, side: Side, body: Reply | Forfeit) -> None:
        before = self.state
        try:
            if isinstance(body, Conclude) and not self._begins_from_position:
                raise Unsound("illegal-action", entry=number, rule="", refusal="no-lesson")
            if isinstance(body, Forfeit):
                self.state = engine.forfeit(self._rules, before, side, body).state
                self._open, self._passed_on = [], []
                return
            turned = engine.apply(self._rules, before, side, body)
        except EngineError as error:
            raise Unsound("illegal-action", entry=number, rule=error.rule, refusal=error.code) from error
        self.state = turned.state
        reversible = [*self._open, (side, before)]
        self._open, self._passed_on = [], []
        if can_take_back(body, turned.events, turned.state, side):
            self._open = reversible
        elif can_be_given_back(body, turned.events, turned.state, side):
            self._passed_on = reversible


def _drawn(outcome: Drawn) -> str:
    return f"{outcome.pile}: {', '.join(outcome.items)}"
