"""How a finished game ended, in words for everybody."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.engine.side import EAST
from games.models.seat import Seat
from games.reads import queries
from games.reads.competition import competition
from games.story.victories import victory_in_short


class ToldEnding(NamedTuple):
    """How a game ended.

    Attributes:
        title: who won.
        players: who played what, by the names that everybody is shown.
        how: the edition, the week and the kind of victory.
    """

    title: str
    players: str
    how: str

    @property
    def line(self) -> str:
        """Who played what, and how it ended."""
        return f"{self.players} · {self.how}"


def ending_in_words(both: Sequence[Seat], view: dict[str, Any]) -> ToldEnding:
    """Who won a finished game, and who played what.

    Args:
        both: its seats.
        view: of it, as everybody sees it.
    """
    east, west = both
    game = east.game
    if competition().notes_on(game, view):
        title = _("The game is over")  # the winner alone might mislead, e.g. after bidding for sides
    else:
        title = _("East won") if game.winner == EAST else _("West won")
    players = _("%(east)s (East) against %(west)s (West)") % {"east": east.played_by, "west": west.played_by}
    how = _("%(edition)s, week %(week)d: %(how)s") % {
        "edition": queries.pinned(game.edition_text_id).own.name,
        "week": game.week,
        "how": victory_in_short(game.victory, game.edition),
    }
    return ToldEnding(title, players, how)
