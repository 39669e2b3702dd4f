"""The history of a game for one viewer, replayed from its log; and the record of a game."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from games import engine
from games.engine.actions import Body
from games.engine.history import VIEWERS, Step
from games.engine.orders.keeping import OrderKind
from games.engine.referee import REFEREE
from games.engine.side import LABELS, NOBODY
from games.log import heads, portable, position
from games.log.heads import ChangeKind, Head
from games.models.game import Game
from games.reads import past
from games.reads.past import PastStep
from sekigahara.errors.exceptions import Conflict


class SeenChange(msgspec.Struct, frozen=True):
    """A change that a viewer could see.

    Attributes:
        version: the viewer's version after it, from 1.
        at: when it happened.
        type: the kind of change.
        side: which side acted; None for the set-up.
        action: the action, if the viewer took it; others see only the events.
        events: as the viewer may know them.
        undone: whether it was taken back later.
        takes_back: for an undo, the version of the change it took back.
        head: of the game after it; None if the public could not see the change.
        by_order: the kind of order that took the action, for the side itself, and for the referee.
        agreed: true for an undo to which the other side had to agree.
    """

    version: int
    at: datetime
    type: ChangeKind
    side: str | None
    action: Body | None
    events: list[dict[str, Any]]
    undone: bool
    takes_back: int | None
    head: Head | None
    by_order: OrderKind | UnsetType = UNSET
    agreed: bool | UnsetType = UNSET


def changes_seen(game: Game, viewer: int, *, since: int = 0, until: int | None = None) -> list[SeenChange]:
    """The changes that a viewer could see, oldest first.

    Args:
        game: any game.
        viewer: a side, or NOBODY for the public.
        since: leave out changes up to this version of the viewer.
        until: leave out changes after this version.

    Raises:
        Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
    """
    return list(items_of(past.steps_of(game), viewer, since=since, until=until))


def noticed(steps: Sequence[Step | PastStep], viewer: int) -> list[int]:
    """The indices of the steps that a viewer could see. The viewer's version n follows the nth of them.

    Args:
        steps: of a game.
        viewer: a side, NOBODY for the public, or REFEREE, who sees every step.
    """
    if viewer == REFEREE:
        return list(range(len(steps)))
    place = VIEWERS.index(viewer)
    return [index for index, step in enumerate(steps) if step.seen[place]]


def items_of(
    steps: Sequence[PastStep], viewer: int, *, since: int = 0, until: int | None = None
) -> Iterator[SeenChange]:
    """The changes that a viewer could see, oldest first, from the steps of a game.

    The referee sees what each side saw of its own events.

    Args:
        steps: all steps of the game.
        viewer: as for `noticed`.
        since, until: as for `changes_seen`.
    """
    places = noticed(steps, viewer)
    for number, index in enumerate(places[since:until], start=since + 1):
        step = steps[index]
        is_own = viewer in (step.side, REFEREE)
        yield SeenChange(
            version=number,
            at=step.at,
            type=step.kind,
            side=None if step.side is None else LABELS[step.side],
            action=step.action if is_own else None,
            events=[event.seen_by(event.side if viewer == REFEREE else viewer) for event in step.events],
            undone=step.undone,
            takes_back=None if step.takes_back is None else bisect_right(places, step.takes_back),
            head=step.head,
            by_order=portable.kind_of(step.by_order) if is_own else UNSET,
            agreed=step.is_agreed or UNSET,
        )


def heads_of(game: Game) -> list[Head]:
    """The heads of all versions of a game, from the first; none before it begins.

    Raises:
        Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
    """
    if not game.length:
        return []
    return [head for head in heads.of_game(game, position.retold(game).steps) if head is not None]


def record_of(game: Game, viewer: int) -> dict[str, Any]:
    """The record of a game as JSON-ready data: complete once the game is over, before that the viewer's part.

    The record of a running game has no entries, because their number would reveal unseen actions.

    Raises:
        Conflict: ``no-record``: the game began from a position.
        Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
    """
    if game.begins_from_position:
        raise Conflict("no-record")
    if game.is_over:
        with position.reading(game):
            return _set(msgspec.structs.asdict(portable.complete(game)))
    chance = portable.chance(game)
    record = {
        "format": 1 if chance is UNSET else 2,
        "game": game.public_id,
        "edition": {"id": game.edition, "digest": game.edition_text_id},
        "revision": game.revision,
        "commitment": game.commitment,
        # Until the game begins nobody is shown what the other has given.
        "nonces": dict(zip(LABELS, game.nonces if game.length else ("", ""), strict=True)),
        "started_at": game.started_at,
        "complete": False,
        "viewer": "public" if viewer == NOBODY else LABELS[viewer],
        "history": changes_seen(game, viewer),
        "view": engine.view(*position.load(game), viewer) if game.length else None,
        "chance": chance,
    }
    return _set(record)


def _set(record: dict[str, Any]) -> dict[str, Any]:
    """A record without the keys that its format does not have."""
    return {key: value for key, value in record.items() if value is not UNSET}
