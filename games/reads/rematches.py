"""Rematches: what there is of them for a finished game, and what a new one would be."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models.person import Block, Person
from games.engine.side import EAST, Side
from games.models.game import Game
from games.models.rematch import Rematch
from games.models.seat import Seat
from games.reads import queries


class Rematches(NamedTuple):
    """What there is of rematches of a finished game, for one of its players.

    Attributes:
        begun: the rematch that is played, or over.
        theirs: one that the other player offers.
        mine: one that the player offers.
        has_offered: whether the player has offered one, which may have been declined or have lapsed.
    """

    begun: Game | None = None
    theirs: Game | None = None
    mine: Game | None = None
    has_offered: bool = False

    @property
    def game(self) -> Game | None:
        """The game that the two play next, or that one of them offers."""
        return self.begun or self.theirs or self.mine


def may_be_played_again(seat: Seat, other: Seat) -> bool:
    """Whether the player of a seat could have a rematch of a game, once it is over.

    There is none of games for practice, of those that were called off, and of those whose opponent has left.
    """
    is_called_off = seat.game.status == Game.Status.CALLED_OFF
    if seat.player is None or seat.game.begins_from_position or is_called_off:
        return False
    return (
        bool(other.computer)
        or other.player_id == seat.player_id
        or (other.player is not None and other.player.is_active)
    )


def rematches_of(seat: Seat) -> Rematches:
    """What there is of rematches of the game of a seat, for its player."""
    found = Rematches()
    for row in Rematch.objects.select_related("game").filter(of=seat.game_id):
        is_mine, game = row.by_id == seat.player_id, row.game
        found = found._replace(has_offered=found.has_offered or is_mine)
        if game is None or game.status == Game.Status.CALLED_OFF:
            continue
        if game.status != Game.Status.WAITING:
            found = found._replace(begun=game)
        else:
            found = found._replace(mine=game) if is_mine else found._replace(theirs=game)
    return found


def shown_to(seat: Seat, other: Seat) -> Rematches:
    """As ``rematches_of``, without what is offered by somebody whom the player of the seat blocks."""
    found = rematches_of(seat)
    if found.theirs and Block.objects.filter(person=seat.player_id, blocked=other.player_id).exists():
        return found._replace(theirs=None)
    return found


def rematches_by_game(games: Collection[Game], reader: Person | None) -> dict[int, str]:
    """By the ids of games that are over, the ids of the games that their player plays next with the same
    opponent, or that one of the two offers.
    """
    over = [game.pk for game in games if game.is_over]
    if reader is None or not over:
        return {}
    rows = Rematch.objects.filter(of__in=over, of__seats__player=reader, game__isnull=False)
    rows = rows.exclude(game__status=Game.Status.CALLED_OFF)
    rows = rows.exclude(game__status=Game.Status.WAITING, by__blocked_by__person=reader)
    # The last one of a game counts: one that has begun.
    listed = rows.order_by(F("game__started_at").asc(nulls_first=True), "pk")
    return dict(listed.values_list("of", "game__public_id"))


def in_one_line(game: Game, side: Side | None) -> str:
    """What a rematch is for one of its players, as "Kessen: you play West. 3 days per decision."

    Args:
        game: it, or the finished game, which has the same terms.
        side: of the player in the rematch; None for both.
    """
    if side is None:
        what = _("%(edition)s: you play both sides.")
    else:
        what = _("%(edition)s: you play East.") if side == EAST else _("%(edition)s: you play West.")
    sentences = [what % {"edition": queries.pinned(game.edition_text_id).own.name}]
    if game.pace is not None:
        clock = ngettext("%(count)d day per decision.", "%(count)d days per decision.", game.pace)
        sentences.append(clock % {"count": game.pace})
    if game.is_rated:
        sentences.append(_("It is rated."))
    return " ".join(sentences)


def source_of(game: Game) -> Game | None:
    """The finished game that a game is the rematch of; None for any other game."""
    offered = Rematch.objects.select_related("of").filter(game=game).first()
    return None if offered is None else offered.of
