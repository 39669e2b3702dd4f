"""Stores the fold as rows, and reads it back."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_FLOOR, Decimal, localcontext
from typing import Final

from games.ladders.models.rating import (
    Player,
    RatedGame,
    RatingChange,
    RatingFold,
    RatingStanding,
    SideAdvantage,
)
from games.ladders.ratings.fold import OVERALL, Rated, Standing, Table
from games.ladders.ratings.glicko import BILLION, CONTEXT, GLICKO_SCALE, PROVISIONAL, RATING_PERIOD

STANDING: Final = ("points", "deviation", "volatility", "games", "at", "settled_until")
FOLDED: Final = ("is_folded", "reason", "advantage", "expected")


def table_for(row: RatingFold, games: Iterable[RatedGame]) -> Table:
    """The stored rows that the next results need: those of their players and editions."""
    editions = {game.edition for game in games}
    numbers = {number for game in games for number in game.result.players if number is not None}
    standings = RatingStanding.objects.filter(player__in=numbers, ladder__in=[OVERALL, *editions])
    advantages = SideAdvantage.objects.filter(edition__in=editions)
    timed_out = Player.objects.filter(pk__in=numbers, timed_out_at__isnull=False)
    return Table(
        {(each.player_id, each.ladder): each.standing for each in standings},
        dict(advantages.values_list("edition", "points")),
        {each.pk: each.timed_out_at for each in timed_out if each.timed_out_at is not None},
        latest(row),
    )


def latest(row: RatingFold) -> tuple[datetime, str] | None:
    """End and id of the latest folded game."""
    return None if row.last_at is None else (row.last_at, row.last_game)


def keep(row: RatingFold, table: Table, games: Sequence[RatedGame], done: Sequence[Rated]) -> None:
    """Store the folded results, and the table after them.

    Args:
        table: begun as ``table_for`` these games.
        done: the effect of each game.
    """
    pairs = list(zip(games, done, strict=True))
    for game, rated in pairs:
        game.is_folded = True
        game.reason = rated.reason or ""
        game.advantage, game.expected = rated.advantage, rated.expected
    # As bulk_update would, which takes ten times as long to put its statement together.
    RatedGame.objects.bulk_create(games, update_conflicts=True, unique_fields=["id"], update_fields=FOLDED)
    RatingChange.objects.bulk_create(each for game, rated in pairs for each in changes_of(game, rated))
    moved = {(change.player, change.ladder) for rated in done for change in rated.changes}
    keep_standings(table, moved)
    keep_advantages(table, {game.edition for game, rated in pairs if rated.reason is None})
    for number, at in table.timed_out.items():
        Player.objects.filter(pk=number).exclude(timed_out_at=at).update(timed_out_at=at)
    keep_last(row, table.last)


def changes_of(game: RatedGame, rated: Rated) -> list[RatingChange]:
    """The rows of what a game did: of each ladder East's comes first."""
    return [RatingChange.of(game, game.side_of(change.player), change) for change in rated.changes]


def keep_standings(table: Table, moved: Collection[tuple[int, str]]) -> None:
    """Store these standings, new ones and others."""
    rows = [_row(player, ladder, table.standings[player, ladder]) for player, ladder in sorted(moved)]
    RatingStanding.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player", "ladder"], update_fields=STANDING
    )


def keep_advantages(table: Table, editions: Collection[str]) -> None:
    """Store the advantages of these editions."""
    rows = [SideAdvantage(edition=each, points=table.advantages[each]) for each in sorted(editions)]
    SideAdvantage.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["edition"], update_fields=["points"]
    )


def keep_last(row: RatingFold, last: tuple[datetime, str] | None) -> None:
    """Store how far the fold has come."""
    row.last_at, row.last_game = (None, "") if last is None else last
    row.save(update_fields=["last_at", "last_game"])


def settled_until(standing: Standing) -> datetime | None:
    """From when on a rating is provisional, if no other game comes; None where it is already.

    It is exactly the moment at which ``Standing.rating_at`` begins to say so: a deviation is rounded to the
    nearest thousandth of a point, halves to even, and time counts in whole seconds.
    """
    rating = standing.rating
    if rating.is_provisional:
        return None
    with localcontext(CONTEXT):
        widest = PROVISIONAL + Decimal("0.5")
        a_period = (rating.volatility * GLICKO_SCALE / BILLION) ** 2
        periods = (widest**2 - rating.deviation**2) / a_period
        seconds = (periods * int(RATING_PERIOD.total_seconds())).to_integral_value(ROUND_FLOOR)
    return standing.at + timedelta(seconds=int(seconds) + 1)


def _row(player: int, ladder: str, standing: Standing) -> RatingStanding:
    rating = standing.rating
    return RatingStanding(
        player_id=player,
        ladder=ladder,
        points=rating.points,
        deviation=rating.deviation,
        volatility=rating.volatility,
        games=standing.games,
        at=standing.at,
        settled_until=settled_until(standing),
    )
