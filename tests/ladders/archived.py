"""Finished games that anybody may look at: whole ones with their logs, taken in from elsewhere."""

from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache

from accounts.models.person import Person
from games.engine import history
from games.engine.editions import digest
from games.engine.side import EAST, SIDES
from games.ladders.models.statistics import EditionTally, GameSummary
from games.log import portable, position, record
from games.models.game import EditionText, Game
from games.models.seat import Seat
from games.rulebook.editions import edition_text
from games.services import importing
from tests.kit import records
from tests.ladders.finished import BEGIN

FACTS = [each.name for each in GameSummary._meta.concrete_fields if each.name != "id"]


@cache
def _document(edition: str, seed: int) -> bytes:
    return records.written(records.simulated(edition, seed))


def taken_in(seed: int = 1, edition: str = "kessen", *, is_public: bool = True) -> Game:
    """A game that was played elsewhere, to its end by the rules."""
    told = portable.read(_document(edition, seed))
    return importing.take_in(told, is_public=is_public)


def kept() -> list[list[tuple[object, ...]]]:
    """Everything that is kept of finished games, without primary keys of its own rows."""
    summaries = GameSummary.objects.order_by("public_id").values_list(*FACTS)
    tallies = EditionTally.objects.order_by("edition", "is_contest").values_list(
        "edition", "is_contest", "counted"
    )
    return [list(summaries), list(tallies)]


def told_by_the_step(game: Game) -> dict[str, object]:
    """The facts of a game's log, found the slow way: step by step, as pages tell it."""
    steps = history.retell(position.rules_of(game), record.read(game)).steps
    counted = [step for step in steps if not step.undone and step.takes_back is None]
    events = [event.seen_by(-1) for step in counted for event in step.events]
    fights: dict[str, list[int]] = {}
    for event in events:
        if event["event"] in ("battle-began", "siege-began"):
            fights.setdefault(event["location"], [0, 0])[event["event"] == "siege-began"] += 1
    lost = {
        side: sum(
            len(event["kinds"])
            for event in events
            if event["event"] in ("blocks-lost", "overrun") and event["side"] == side
        )
        for side in ("east", "west")
    }
    return {
        "actions": sum(step.side is not None for step in counted),
        "fights": fights,
        "east_lost": lost["east"],
        "west_lost": lost["west"],
    }


@dataclass
class Summed:
    """A game as a tally counts it, without a game."""

    winner: int = EAST
    victory: str = "points"
    week: int = 7
    days: int = 0
    actions: int = 100
    fights: dict[str, list[int]] = field(default_factory=dict)
    east_lost: int = 0
    west_lost: int = 0


def listed(
    east: Person | None = None,
    west: Person | None = None,
    *,
    days: float = 0,
    edition: str = "kessen",
    winner: int = EAST,
    victory: str = "points",
    is_rated: bool = False,
) -> Game:
    """A game of the archive without a log, that ended so many days after ``BEGIN``; made fast."""
    ended_at = BEGIN + timedelta(days=days)
    printed = edition_text(edition)
    text, _ = EditionText.objects.get_or_create(digest=digest(printed), defaults={"text": printed})
    game = Game.objects.create(
        edition=edition,
        edition_text=text,
        revision=1,
        seed=b"",
        is_public=True,
        is_rated=is_rated,
        status=Game.Status.OVER,
        ended_at=ended_at,
        winner=winner,
        victory=victory,
        length=1,
    )
    Seat.objects.bulk_create(Seat(game=game, side=side, player=(east, west)[side]) for side in SIDES)
    row = GameSummary.objects.create(
        game=game,
        public_id=game.public_id,
        ended_at=ended_at,
        edition=edition,
        week=7,
        winner=winner,
        victory=victory,
        is_rated=is_rated,
        is_contest=True,
        days=12,
        actions=100,
        fights={},
        east_lost=1,
        west_lost=2,
    )
    tally, _ = EditionTally.objects.get_or_create(edition=edition, is_contest=True)
    counted = tally.tally
    counted.add(row)
    tally.counted = counted.kept()
    tally.save()
    return game
