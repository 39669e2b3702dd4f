"""Checks whether the stored ratings are those that all results lead to."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction

from games.ladders.models.rating import Player, RatedGame, RatingStanding, SideAdvantage
from games.ladders.ratings import stored
from games.ladders.ratings.fold import Fold, Table
from games.ladders.ratings.intake import RESULTS_A_FOLD, locked


class RatingDifference(NamedTuple):
    """A stored value that differs from a rebuild.

    Attributes:
        what: the game, player or edition, in words that the tables can be searched by.
        expected: what a rebuild would write.
        kept: what is stored.
    """

    what: str
    expected: Any
    kept: Any


def first_difference() -> RatingDifference | None:
    """Fold all results again and compare with what is stored. Nothing is changed, and nobody folds meanwhile.

    Results that have not been folded yet are no difference.

    Returns:
        The first difference, in the order of the results and then of the ratings; None if there is none.
    """
    with transaction.atomic(durable=True):
        row = locked()
        fold = Fold()
        differences = _differences(fold, stored.latest(row))
        return next((each for each in differences if each.expected != each.kept), None)


def _differences(fold: Fold, last: Any) -> Iterator[RatingDifference]:
    """Everything there is to compare."""
    folded = RatedGame.objects.filter(is_folded=True).order_by("finished_at", "game")
    for game in folded.prefetch_related("changes").iterator(chunk_size=RESULTS_A_FOLD):
        rated = fold.add(game.result)
        expected = (rated.reason or "", rated.advantage, rated.expected)
        yield RatingDifference(f"game {game.game}", expected, (game.reason, game.advantage, game.expected))
        changes = {(change.player_id, change.ladder): change.change for change in game.changes.all()}
        expected_changes = {(change.player, change.ladder): change for change in rated.changes}
        yield RatingDifference(f"changes of game {game.game}", expected_changes, changes)
    yield RatingDifference("latest game", fold.table.last, last)
    yield from _of_tables(fold.table)


def _of_tables(table: Table) -> Iterator[RatingDifference]:
    standings = {
        (each.player_id, each.ladder): (each.standing, each.settled_until)
        for each in RatingStanding.objects.all()
    }
    for player, ladder in sorted(table.standings.keys() | standings.keys()):
        found = table.standings.get((player, ladder))
        expected = None if found is None else (found, stored.settled_until(found))
        yield RatingDifference(
            f"rating of player {player} on {ladder or 'all editions'}",
            expected,
            standings.get((player, ladder)),
        )
    advantages = dict(SideAdvantage.objects.values_list("edition", "points"))
    for edition in sorted(table.advantages.keys() | advantages.keys()):
        # One that is not kept is as good as none.
        expected_points, points = table.advantages.get(edition, 0), advantages.get(edition, 0)
        yield RatingDifference(f"advantage in {edition}", expected_points, points)
    late = Player.objects.filter(timed_out_at__isnull=False)
    timed_out = dict(late.values_list("pk", "timed_out_at"))
    for number in sorted(table.timed_out.keys() | timed_out.keys()):
        yield RatingDifference(
            f"time-out of player {number}", table.timed_out.get(number), timed_out.get(number)
        )
