"""What happened in a game, told again from its log to one viewer, and the record of the whole."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Literal

import msgspec

from games import engine
from games.engine.actions import Body, Resign, Undo
from games.engine.history import VIEWERS, Step, retell
from games.engine.side import LABELS, NOBODY
from games.models.game import Game
from games.models.log import Entry
from games.services import portable, position, record


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
    type: Literal["set-up", "action", "undo", "resignation"]
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
    items = _items(game, viewer)
    return [item for item in items if since < item.version and (until is None or item.version <= until)]


def _items(game: Game, viewer: int) -> Iterator[Item]:
    steps = retell(position.rules_of(game), record.read(game)).steps
    numbers = [entry for step in steps for entry in step.entries[:1]]
    moments = dict(Entry.objects.filter(game=game, seq__in=numbers).values_list("seq", "created_at"))
    place = VIEWERS.index(viewer)
    versions: dict[int, int] = {}
    for index, step in enumerate(steps):
        if not step.seen[place]:
            continue
        versions[index] = len(versions) + 1
        yield Item(
            version=versions[index],
            at=moments[step.entries[0]],
            type=_type(step),
            side=None if step.side is None else step.side.label,
            action=step.body if step.side == viewer else None,
            events=[event.seen_by(viewer) for event in step.events],
            undone=step.undone,
            takes_back=None if step.takes_back is None else versions[step.takes_back],
        )


def _type(step: Step) -> Literal["set-up", "action", "undo", "resignation"]:
    match step.body:
        case None:
            return "set-up"
        case Undo():
            return "undo"
        case Resign():
            return "resignation"
        case _:
            return "action"


def record_of(game: Game, viewer: int) -> dict[str, Any]:
    """The game as one JSON document: complete once it is over, until then what the viewer knows of it.

    Of a running game not even the hashes are told: they would count what is done unseen.
    """
    if game.is_over:
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
