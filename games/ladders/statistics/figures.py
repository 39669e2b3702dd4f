"""Statistics of an edition's finished public games: which side wins, how, when, and where fights take place.

Everything comes from two rows of the database, however many games there are (``intake`` keeps them).
"""

from bisect import bisect_right
from collections import Counter
from enum import StrEnum
from math import sqrt
from typing import Final, NamedTuple

from games.engine.side import EAST, WEST
from games.ladders.models.statistics import EditionTally
from games.ladders.ratings.counting import FIRST_WEEK
from games.ladders.ratings.results import FORFEITS
from games.ladders.statistics.tally import GamesTally
from games.rulebook.editions import edition_ids

THOUSAND: Final = 1000
Z: Final = 1.96
"""Standard deviations to either side that hold 19 of 20."""
SPANS: Final = (0, 1, 7, 14, 30, 60, 90, 180, 365)
"""The first day of each bar in the chart of lengths."""


class Among(StrEnum):
    """Which games are counted. The words are part of addresses."""

    PEOPLE = "people"
    """Those between two people, as far as is known."""
    ALL = "all"
    """Include games with a computer player, and games that one person played alone."""


class Balance(NamedTuple):
    """How often East wins.

    Games that were forfeited in the first week are left out, because they say nothing about the sides.

    Attributes:
        east, west: games won.
        share: East's, in thousandths.
        low, high: the bounds of Wilson's 95 % interval.
    """

    east: int
    west: int
    share: int
    low: int
    high: int

    @property
    def games(self) -> int:
        """How many are counted."""
        return self.east + self.west

    @property
    def is_even(self) -> bool:
        """Whether the games do not show which side is favoured."""
        return self.low <= THOUSAND // 2 <= self.high


class Won(NamedTuple):
    """A kind of victory, and how often either side had it."""

    victory: str
    east: int
    west: int


class WeekCount(NamedTuple):
    """How many games ended in a week of the campaign."""

    number: int
    games: int


class Span(NamedTuple):
    """How many games took so many days.

    Attributes:
        first, last: days; the last span has no end.
    """

    first: int
    last: int | None
    games: int


class PlaceCount(NamedTuple):
    """How often there was fighting at a location."""

    location: str
    battles: int
    sieges: int

    @property
    def fights(self) -> int:
        """Both together."""
        return self.battles + self.sieges


class Statistics(NamedTuple):
    """All statistics of an edition.

    Attributes:
        games: how many; what follows may be empty only where there is none.
        balance: None where no game counts for it.
        victories: the most frequent first.
        weeks: from the first to the last in which any ended.
        median_days: half of the games took no longer.
        spans: without empty ones at either end.
        places: where there was any fighting, most of it first.
        actions: of all games together; so are the blocks lost.
    """

    edition: str
    among: Among
    games: int
    balance: Balance | None
    victories: list[Won]
    weeks: list[WeekCount]
    median_days: int
    spans: list[Span]
    places: list[PlaceCount]
    actions: int
    east_lost: int
    west_lost: int


def editions() -> list[str]:
    """The ids of all editions with statistics: present ones, and past ones that have games."""
    return sorted({*edition_ids(), *EditionTally.objects.values_list("edition", flat=True)})


def statistics_of(edition: str, among: Among) -> Statistics:
    """The statistics of one edition; all counts are 0 where nobody has played it."""
    rows = EditionTally.objects.filter(edition=edition)
    return _statistics(edition, among, [row for row in rows if row.is_contest or among == Among.ALL])


def all_statistics(among: Among) -> list[Statistics]:
    """The statistics of every edition, that with most games first."""
    rows = [row for row in EditionTally.objects.all() if row.is_contest or among == Among.ALL]
    found = [
        _statistics(edition, among, [row for row in rows if row.edition == edition]) for edition in editions()
    ]
    return sorted(found, key=lambda each: (-each.games, each.edition))


def victories() -> set[str]:
    """Every kind of victory that any finished public game ended with."""
    return {ending.victory for row in EditionTally.objects.all() for ending in row.tally.ended()}


def balance_of(east: int, west: int) -> Balance | None:
    """How often East wins, from so many games won; None where there are none."""
    games = east + west
    if not games:
        return None
    share, spread = east / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    low, high = max(middle - reach, 0.0), min(middle + reach, 1.0)
    return Balance(east, west, *(round(each * THOUSAND) for each in (share, low, high)))


def _statistics(edition: str, among: Among, rows: list[EditionTally]) -> Statistics:
    tally = GamesTally()
    for row in rows:
        tally = tally.with_(row.tally)
    return Statistics(
        edition=edition,
        among=among,
        games=tally.games,
        balance=_balance(tally),
        victories=_victories(tally),
        weeks=_weeks(tally),
        median_days=_median(tally.days),
        spans=_spans(tally.days),
        places=_places(tally),
        actions=tally.actions,
        east_lost=tally.east_lost,
        west_lost=tally.west_lost,
    )


def _balance(tally: GamesTally) -> Balance | None:
    wins = [0, 0]
    for ending in tally.ended():
        if ending.victory not in FORFEITS or ending.week > FIRST_WEEK:
            wins[ending.winner] += ending.games
    return balance_of(wins[EAST], wins[WEST])


def _victories(tally: GamesTally) -> list[Won]:
    wins: dict[str, list[int]] = {}
    for ending in tally.ended():
        wins.setdefault(ending.victory, [0, 0])[ending.winner] += ending.games
    rows = [Won(victory, *games) for victory, games in wins.items()]
    return sorted(rows, key=lambda won: (-won.east - won.west, won.victory))


def _weeks(tally: GamesTally) -> list[WeekCount]:
    games = Counter[int]()
    for ending in tally.ended():
        games[ending.week] += ending.games
    return [WeekCount(number, games[number]) for number in range(1, max(games, default=0) + 1)]


def _median(days: dict[str, int]) -> int:
    games, passed = sum(days.values()), 0
    for number in sorted(int(each) for each in days):
        passed += days[str(number)]
        if 2 * passed >= games:
            return number
    return 0


def _spans(days: dict[str, int]) -> list[Span]:
    games = Counter[int]()
    for day, count in days.items():
        games[bisect_right(SPANS, int(day))] += count
    lasts = [*(after - 1 for after in SPANS[1:]), None]
    spans = [Span(*days, games[place]) for place, days in enumerate(zip(SPANS, lasts, strict=True), start=1)]
    filled = [index for index, span in enumerate(spans) if span.games]
    return spans[filled[0] : filled[-1] + 1] if filled else []


def _places(tally: GamesTally) -> list[PlaceCount]:
    places = [
        PlaceCount(location, tally.battles.get(location, 0), tally.sieges.get(location, 0))
        for location in tally.battles.keys() | tally.sieges.keys()
    ]
    return sorted(places, key=lambda place: (-place.fights, place.location))
