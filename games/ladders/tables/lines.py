"""Reads stored lines of tables: some of them, their players' names, and their results against each other."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Q, QuerySet

from accounts.models.person import Person, distinct_names
from accounts.public_keys import identity
from games.engine.side import SIDES
from games.ladders.models.rating import Player
from games.ladders.models.season import Line, Match, Season
from games.ladders.ratings.results import LOSS, TIE, WIN
from games.ladders.tables.standings import Tally

PlayerPair: TypeAlias = tuple[int, int]


class TableEntry(NamedTuple):
    """A player's place in a table.

    Attributes:
        person: the id.
        key: see ``key_of``.
        name: as it was chosen; former players are numbered.
        identity: see ``accounts.public_keys``.
    """

    person: int
    position: int
    key: str | None
    name: str
    is_bot: bool
    identity: dict[str, Any]


def lines_of(season: Season) -> QuerySet[Line]:
    """The table of a season, with the players."""
    return Line.objects.filter(season=season).select_related("person__rated_as").order_by("position")


def count_of(season: Season) -> int:
    """How many lines there are."""
    last = Line.objects.filter(season=season).order_by("-position").values_list("position", flat=True).first()
    return last or 0


def line_of(season: Season, person: Person | None) -> Line | None:
    """A player's own line."""
    return None if person is None else Line.objects.filter(season=season, person=person).first()


def names_of(season: Season, people: Iterable[Person]) -> dict[int, str]:
    """The names of some players of a season by id; former players are numbered as in the whole table."""
    requested = {person.pk: person for person in people}
    if all(person.closed_at is None for person in requested.values()):
        return distinct_names(requested.values())
    listed = Line.objects.filter(season=season).values("person")
    former = Person.objects.filter(closed_at__isnull=False, pk__in=listed).only("closed_at")
    names = distinct_names([*requested.values(), *former])
    return {pk: names[pk] for pk in requested}


def key_of(person: Person) -> str | None:
    """The key of a player's ratings page, read along with the person; None if they have none."""
    player: Player | None = getattr(person, "rated_as", None)
    return player.key if player is not None and person.is_active else None


def entries_of(season: Season, players: Collection[int]) -> list[TableEntry]:
    """The places of some players, in the order of the table. For many players this is quicker than their
    lines.
    """
    rows = Line.objects.filter(season=season, person__in=players).order_by("position")
    columns = (
        "person",
        "position",
        "person__rated_as__key",
        "person__name",
        "person__is_bot",
        "person__key",
        "person__run_by",
        "person__closed_at",
    )
    found = list(rows.values_list(*columns))
    former = [row[0] for row in found if row[-1] is not None]
    names = names_of(season, Person.objects.filter(pk__in=former)) if former else {}
    return [
        TableEntry(pk, position, None, names[pk], False, identity(None))
        if pk in names
        else TableEntry(pk, position, key, name, is_bot, {"key": public, "run_by": run_by if is_bot else ""})
        for pk, position, key, name, is_bot, public, run_by, _closed_at in found
    ]


def met(season: Season, players: Iterable[int]) -> dict[PlayerPair, Tally]:
    """The results of each of these players against everyone they have met in the season."""
    requested = set(players)
    theirs = Match.objects.filter(
        Q(east__in=requested) | Q(west__in=requested), season=season, ended_at__isnull=False
    )
    scores: defaultdict[PlayerPair, list[int | None]] = defaultdict(list)
    for east, west, *halves in theirs.values_list("east", "west", "east_halves", "west_halves"):
        for side, (one, other) in zip(SIDES, ((east, west), (west, east)), strict=True):
            if one in requested:
                scores[one, other].append(halves[side])
    return {pair: Tally(own.count(WIN), own.count(TIE), own.count(LOSS)) for pair, own in scores.items()}
