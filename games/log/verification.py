"""Whether the record of a finished game is true: all its hashes, every draw, every action, and its end."""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from games import engine
from games.engine import history
from games.engine.actions import Action, Body, Drawn, Forfeit, Undo, parse_body
from games.engine.chance import Source
from games.engine.editions import digest
from games.engine.errors import EngineError, Malformed
from games.engine.history import LogItem
from games.engine.ruleset import REVISION, Ruleset
from games.engine.side import Side
from games.engine.state import State
from games.log import position, record
from games.log.portable import CompleteRecord, Unsound, identity
from games.models.game import Game


class Verified(NamedTuple):
    """A record that was found to be true.

    Attributes:
        state: the position at the end.
        actions: how many entries are a side's.
        undone: how many of them take another back.
        draws: how many entries are chance's.
        drawn: how many cards and blocks came out of them.
    """

    rules: Ruleset
    log: list[LogItem]
    state: State
    actions: int
    undone: int
    draws: int
    drawn: int


def verify(told: CompleteRecord) -> Verified:
    """Check everything that the record says but the times, of which nothing vouches.

    Raises:
        Unsound: with the first thing that is not as it should be, and the number of its entry.
    """
    rules = _rules(told)
    game = Game(**identity(told))
    if hashlib.sha256(bytes(game.seed)).hexdigest() != told.commitment:
        raise Unsound("other-seed")
    if record.genesis(game).hex() != told.genesis:
        raise Unsound("other-genesis")
    log = list(_chained(told, game))
    replay = Replay(rules, position.chance_of(game))
    for number, (side, body) in enumerate(log, start=1):
        replay.carry_out(number, side, body)
    _check_end(told, replay.state)
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
    )


def _rules(told: CompleteRecord) -> Ruleset:
    """The rules the game was played by."""
    if digest(told.edition_text) != told.edition.digest:
        raise Unsound("other-edition")
    if told.revision > REVISION:
        raise Unsound("unknown-revision", revision=told.revision, latest=REVISION)
    try:
        rules = Ruleset.from_text(told.edition_text, told.revision)
    except (ValueError, RecursionError) as error:
        # Also of Python's reader of TOML, where nesting or a number is beyond it.
        raise Unsound("unplayable-edition", reason=str(error)) from None
    if rules.edition.id != told.edition.id:
        raise Unsound("misnamed-edition", id=told.edition.id, text=rules.edition.id)
    return rules


def _chained(told: CompleteRecord, game: Game) -> Iterator[LogItem]:
    """What was done and drawn, each entry found to follow the one before."""
    chain = record.genesis(game)
    for number, entry in enumerate(told.entries, start=1):
        side = None if entry.side is None else Side.named(entry.side)
        if entry.seq != number:
            raise Unsound("out-of-sequence", entry=number, seq=entry.seq)
        chain = record.link(chain, side, bytes.fromhex(entry.salt), entry.body)
        if chain.hex() != entry.chain:
            raise Unsound("chain-broken", entry=number)
        try:
            yield side, parse_body(entry.body)
        except Malformed as error:
            raise Unsound("unreadable-entry", entry=number) from error


def _check_end(told: CompleteRecord, state: State) -> None:
    if state.result is None:
        raise Unsound("unfinished", entry=len(told.entries))
    if (state.result.winner.label, state.result.victory) != (told.winner, told.victory):
        raise Unsound("other-result", winner=state.result.winner.label, victory=state.result.victory)


class Replay:
    """A game played once more, chance and all.

    Attributes:
        state: the position now.
    """

    def __init__(self, rules: Ruleset, source: Source) -> None:
        self._rules = rules
        self._source = source
        self.state = engine.new_game(rules).state
        self._open: list[tuple[Side, State]] = []  # what may be taken back: by whom, and the position before

    def carry_out(self, number: int, side: Side | None, body: Body) -> None:
        """Go on by one entry, if the game could.

        Raises:
            Unsound: it could not.
        """
        owed = engine.ask_chance(self._rules, self.state, self._source)
        if owed is not None or side is None or isinstance(body, Drawn):
            self._draw(number, side, body, owed)
        elif isinstance(body, Undo):
            self._take_back(number, side)
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

    def _take_back(self, number: int, side: Side) -> None:
        if not self._open or self._open[-1][0] != side:
            raise Unsound("nothing-to-undo", entry=number)
        self.state = self._open.pop()[1]

    def _act(self, number: int, side: Side, body: Action | Forfeit) -> None:
        before = self.state
        try:
            if isinstance(body, Forfeit):
                self.state = engine.forfeit(self._rules, before, side, body).state
                self._open.clear()
                return
            turned = engine.apply(self._rules, before, side, body)
        except EngineError as error:
            raise Unsound("illegal-action", entry=number, rule=error.rule, refusal=error.code) from error
        self.state = turned.state
        if history.can_take_back(body, turned.events, turned.state, side):
            self._open.append((side, before))
        else:
            self._open.clear()


def _drawn(outcome: Drawn) -> str:
    return f"{outcome.pile}: {', '.join(outcome.items)}"
