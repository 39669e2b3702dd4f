"""The recorded games of ``fixtures/games``: their logs, and as finished games in the database."""

import hashlib
import json
from typing import NamedTuple

from django.utils import timezone

from games import engine
from games.engine import Ruleset, changes, history
from games.engine.actions import parse_body
from games.engine.history import VIEWERS, LogItem
from games.engine.side import NOBODY, SIDES, Side
from games.log import position, record
from games.log.record import Written
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.models.seat import Seat
from games.rulebook.editions import FIXTURES, edition_text


class Recorded(NamedTuple):
    """A recorded game.

    Attributes:
        text: of its edition.
        rules: it was played by.
        log: of it.
    """

    text: str
    rules: Ruleset
    log: list[LogItem]


def recorded(name: str) -> Recorded:
    """A game by the name of its file."""
    document = json.loads((FIXTURES / "games" / f"{name}.json").read_text(encoding="utf-8"))
    text = edition_text(document["edition"])
    log: list[LogItem] = [
        (None if side is None else Side.named(side), parse_body(json.dumps(body)))
        for side, body in document["log"]
    ]
    return Recorded(text, Ruleset.from_text(text, document.get("revision", 1)), log)


def stored(name: str, *, is_public: bool = True) -> Game:
    """A recorded game as a finished game that nobody sits at. Its draws do not follow from its seed."""
    text, rules, log = recorded(name)
    retold = history.retell(rules, log)
    result = retold.state.result
    assert result is not None
    EditionText.objects.get_or_create(digest=rules.digest, defaults={"text": text})
    seen = {viewer: sum(step.seen[place] for step in retold.steps) for place, viewer in enumerate(VIEWERS)}
    now = timezone.now()
    game = Game(
        status=Game.Status.OVER,
        is_public=is_public,
        started_at=now,
        ended_at=now,
        changed_at=now,
        edition=rules.edition.id,
        edition_text_id=rules.digest,
        revision=rules.revision,
        seed=name.encode(),
        commitment=hashlib.sha256(name.encode()).hexdigest(),
        nonces=["", ""],
        version=seen[NOBODY],
        week=retold.state.week,
        phase="over",
        winner=result.winner,
        victory=result.victory,
        **position.marks(retold.state),
    )
    game.chain = record.genesis(game)
    game.save()
    change = changes.between(engine.new_game(rules).state, retold.state)
    entries = record.append(game, [Written(side, body) for side, body in log], change)
    Entry.objects.bulk_create(entries)
    game.save()
    Seat.objects.bulk_create(Seat(game=game, side=side, version=seen[side], changed_at=now) for side in SIDES)
    return game
