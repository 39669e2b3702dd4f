"""Checks that the log of a game is intact and that everything stored follows from it."""

from games import engine
from games.engine import core, history, invariants
from games.engine.history import VIEWERS
from games.engine.side import NOBODY
from games.log import position, record
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat


def check(game: Game) -> None:
    """Tell the game again from its log in every way there is, and compare with what is stored.

    Raises:
        AssertionError: where they differ.
        CorruptLog: where the log is not whole.
    """
    rules = position.rules_of(game)
    log = list(record.read(game))
    assert len(log) == game.length == Entry.objects.filter(game=game).count()
    replayed = history.retell(rules, log)
    by_changes = position._by_changes(game, rules)
    assert by_changes is not None, "the changes lead elsewhere"
    states = [
        replayed.state,
        engine.replay(rules, history.effective(log)),
        by_changes,
        position.load(game).state,
    ]
    assert {engine.digest(state) for state in states} == {game.position}
    invariants.check(rules, replayed.state)
    seen = {viewer: sum(step.seen[place] for step in replayed.steps) for place, viewer in enumerate(VIEWERS)}
    assert game.version == seen[NOBODY]
    for seat in Seat.objects.filter(game=game):
        decision = engine.pending_for(replayed.state, seat.plays)
        assert seat.version == seen[seat.side]
        assert seat.asked == ("" if decision is None else core.word(decision))
        assert (seat.waiting_since is None) == (decision is None)
        assert seat.can_undo == replayed.can_undo(seat.plays)
        assert max(seat.asked_at, seat.told_at, seat.looked_at) <= seat.version


def check_all() -> None:
    """Check every stored game that has begun, as ``check`` does."""
    for game in Game.objects.filter(length__gt=0):
        check(game)
