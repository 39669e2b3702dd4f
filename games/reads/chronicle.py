"""What happened in a game, told again from its log to one viewer, and the record of the whole."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec

from games import engine
from games.engine.actions import Adjudicate, Body, Resign, TimeOut, Undo
from games.engine.history import VIEWERS, Step
from games.engine.referee import REFEREE
from games.engine.side import LABELS, NOBODY
from games.log import portable, position
from games.models.game import Game
from games.models.log import Entry

Kind = Literal["set-up", "action", "undo", "resignation", "time-out", "adjudication"]


class Item(msgspec.Struct, frozen=True):
    """One change a viewer could see.

    Attributes:
        version: the viewer's version after it, from 1.
        type: what kind of change.
        side: who acted; None for the set-up.
        action: what was done, where the viewer did it; others know only the events.
        undone: it was taken back later.
        takes_back: for an undo, the version of what it took back.
    """

    version: int
    at: datetime
    type: Kind
    side: str | None
    action: Body | None
    events: list[dict[str, Any]]
    undone: bool
    takes_back: int | None


def changes_seen(game: Game, viewer: int, *, since: int = 0, until: int | None = None) -> list[Item]:
    """What a side, or the public with NOBODY, could see happen, oldest first.

    Args:
        since: only what came after this version of the viewer.
        until: only what came up to this version.
    """
    if not game.length:
        return []
    return list(items_of(game, position.retold(game).steps, viewer, since=since, until=until))


def noticed(steps: Sequence[Step], viewer: int) -> list[int]:
    """The places of the steps that showed a viewer anything: that viewer's version n is after the nth.

    Args:
        viewer: a side, NOBODY for the public, or REFEREE, who is shown every step.
    """
    if viewer == REFEREE:
        return list(range(len(steps)))
    place = VIEWERS.index(viewer)
    return [index for index, step in enumerate(steps) if step.seen[place]]


def items_of(
    game: Game, steps: Sequence[Step], viewer: int, *, since: int = 0, until: int | None = None
) -> Iterator[Item]:
    """A game's changes as a viewer could see them, oldest first; the referee is told what both sides are.

    Args:
        steps: the game, told again.
        viewer: as for `noticed`.
        since, until: as for `changes_seen`.
    """
    places = noticed(steps, viewer)
    versions = {index: number for number, index in enumerate(places, start=1)}
    wanted = places[since:until]
    numbers = [steps[index].entries[0] for index in wanted]
    moments = dict(Entry.objects.filter(game=game, seq__in=numbers).values_list("seq", "created_at"))
    for index in wanted:
        step = steps[index]
        yield Item(
            version=versions[index],
            at=moments[step.entries[0]],
            type=_type(step),
            side=None if step.side is None else step.side.label,
            action=step.body if viewer in (step.side, REFEREE) else None,
            events=[event.seen_by(event.side if viewer == REFEREE else viewer) for event in step.events],
            undone=step.undone,
            takes_back=None if step.takes_back is None else versions[step.takes_back],
        )


def _type(step: Step) -> Kind:
    match step.body:
        case None:
            return "set-up"
        case Undo():
            return "undo"
        case Resign():
            return "resignation"
        case TimeOut():
            return "time-out"
        case Adjudicate():
            return "adjudication"
        case _:
            return "action"


def record_of(game: Game, viewer: int) -> dict[str, Any]:
    """The game as one JSON document: complete once it is over, until then what the viewer knows of it.

    Of a running game not even the hashes are told: they would count what is done unseen.
    """
    if game.is_over:
        with position.reading(game):
            return msgspec.structs.asdict(portable.complete(game))
    return {
        "format": portable.FORMAT,
        "game": game.public_id,
        "edition": {"id": game.edition, "digest": game.edition_text_id},
        "revision": game.revision,
        "commitment": game.commitment,
        "nonces": dict(zip(LABELS, game.nonces, strict=True)),
        "started_at": game.started_at,
        "complete": False,
        "viewer": "public" if viewer == NOBODY else LABELS[viewer],
        "history": changes_seen(game, viewer),
        "view": engine.view(*position.load(game), viewer) if game.length else None,
    }
