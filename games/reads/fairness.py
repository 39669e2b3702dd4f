"""Who could have chosen the draws of a game, in sentences."""

from django.utils.translation import gettext as _

from games.engine.chance import Grade
from games.engine.side import EAST
from games.models.game import Game


def fairness(game: Game) -> str:
    """Who can choose the draws of a game; before it begins, if everyone still to come gives a nonce."""
    return expected(game.grade) if game.started_at is None else proved(game.grade, game.first)


def expected(grade: Grade) -> str:
    """Who will be able to choose the draws of a game that has not begun."""
    if grade is Grade.NOBODY:
        return _("If both of you add randomness, nobody can choose the draws.")
    if grade is Grade.SERVER_WITH_LAST:
        return _(
            "If both of you add randomness, only this service together with the player who adds it last can "
            "choose the draws."
        )
    return _("It cannot be proved that nobody chooses the draws, because a player added no randomness.")


def proved(grade: Grade, first: int | None) -> str:
    """Who could have chosen the draws of a game that has begun.

    Args:
        grade: of the game.
        first: the side that came first; None if this is not known.
    """
    if grade is Grade.NOBODY:
        return _("Nobody could choose the draws.")
    if grade is Grade.UNPROVED:
        return _("You have to trust this service with the draws, because a player added no randomness.")
    if first is None:
        return _(
            "Only the service together with the player who added randomness last could choose the draws."
        )
    if first == EAST:
        return _("Only the service together with West, who added randomness last, could choose the draws.")
    return _("Only the service together with East, who added randomness last, could choose the draws.")
