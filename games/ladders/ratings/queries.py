"""Queries about ratings: players, rankings, and the effect of each game."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models.person import Person
from games.ladders.models.rating import Player, RatedGame, RatingChange, RatingStanding
from games.ladders.ratings.counting import FIRST_WEEK, SPARED, NotRated
from games.ladders.ratings.fold import OVERALL
from games.models.game import Game
from games.rulebook.editions import UnknownEditionError, edition_ids, layered

NOT_RATED_BECAUSE: dict[str, Promise] = {
    NotRated.NO_PERSON: _("one of the sides had no player whose rating could move."),
    NotRated.ONESELF: _("one person played both sides."),
    NotRated.TOO_SHORT: format_lazy(
        ngettext_lazy(
            "it was resigned or lost on time in the first week, so almost nothing was played.",
            "it was resigned or lost on time in the first {count} weeks, so almost nothing was played.",
            FIRST_WEEK,
        ),
        count=FIRST_WEEK,
    ),
    NotRated.ANNULLED: _("an arbiter annulled it."),
    NotRated.BOTH_LOST: _("by a ruling both players lost it."),
    NotRated.SUBSTITUTED: _("someone else took over a seat."),
    NotRated.BOT: _("one of the players was a bot, and on that ladder such games are not rated."),
    NotRated.TIMED_OUT_BEFORE: format_lazy(
        ngettext_lazy(
            "its loser on time had lost another game on time within the day before, and only one such loss "
            "counts.",
            "its loser on time had lost another game on time within the {count} days before, and only one "
            "such loss counts.",
            SPARED.days,
        ),
        count=SPARED.days,
    ),
}
"""Why a game that was to be rated does not count, to follow "It was not rated:"."""

NOT_RATED_PURPOSES: dict[str, Promise] = {
    NotRated.NO_PERSON: _("There is no rating to compare with."),
    NotRated.ONESELF: _("One person would choose the winner."),
    NotRated.TOO_SHORT: _("Friends could give each other wins."),
    NotRated.ANNULLED: _("The game's page shows the reason."),
    NotRated.BOTH_LOST: _("It does not show who is stronger."),
    NotRated.BOT: _("The organisers of a club can choose so for a ladder."),
    NotRated.SUBSTITUTED: _("It does not measure the strength of any one of the three."),
    NotRated.TIMED_OUT_BEFORE: _(
        "A player who falls ill does not play worse, and others' wins would be gifts."
    ),
}
"""The purpose of each of these rules, in a sentence."""


def ladders() -> dict[str, str]:
    """The rating ladders by id, with their names; all editions together come first."""
    return {OVERALL: str(_("All editions"))} | {each: layered(each).own.name for each in edition_ids()}


def name_of(ladder: str) -> str:
    """The name of an edition or of another rating ladder, or its id if the edition no longer exists."""
    if ladder == OVERALL:
        return str(_("All editions"))
    try:
        return layered(ladder).own.name
    except UnknownEditionError:
        return ladder


def own_player(person: Person) -> Player | None:
    """The player that ratings know a person as; None before the end of their first rated game."""
    return Player.objects.filter(person=person).first()


def has_page(player: Player) -> bool:
    """Whether the player has a page; those who have left have none."""
    return player.person is not None and player.person.has_page


def best(ladder: str, now: datetime) -> QuerySet[RatingStanding]:
    """Everyone on a ladder with a settled rating, the best first."""
    settled = RatingStanding.objects.filter(ladder=ladder, settled_until__gt=now)
    settled = settled.filter(player__person__isnull=False, player__person__closed_at=None)
    return settled.select_related("player__person").order_by("-points", "deviation", "player__key")


def games_of(player: Player, ladder: str) -> QuerySet[RatedGame]:
    """The rated games of a player in an edition, or in all, the latest first, including those that did not
    count.
    """
    games = RatedGame.objects.filter(Q(east=player) | Q(west=player), is_folded=True)
    if ladder != OVERALL:
        games = games.filter(edition=ladder)
    return games.select_related("east__person", "west__person").order_by("-finished_at", "-game")


def changes_of(player: Player, ladder: str) -> QuerySet[RatingChange]:
    """What games did to a player's rating on a ladder, the latest first."""
    changes = RatingChange.objects.filter(player=player, ladder=ladder)
    return changes.select_related("game__east__person", "game__west__person").order_by("-at", "-id")


def latest_changes(player: Player, ladder: str, most: int) -> list[RatingChange]:
    """The latest changes of a player's rating on a ladder, without the games; the earliest of them first."""
    changes = RatingChange.objects.filter(player=player, ladder=ladder).order_by("-at", "-id")
    return list(changes[:most])[::-1]


def outcome_of(game: Game) -> RatedGame | None:
    """What a game did to ratings; None where it is not rated, or not folded yet."""
    if not game.is_rated:
        return None
    found = RatedGame.objects.select_related("east__person", "west__person")
    return found.filter(game=game.public_id, is_folded=True).first()


def public_among(games: list[RatedGame]) -> set[str]:
    """The ids of the games that everyone may see."""
    named = Game.objects.filter(public_id__in=[game.game for game in games], is_public=True)
    return set(named.values_list("public_id", flat=True))
