from accounts.models.person import Person
from games.ladders.arbitration.verbs.base import Verb
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Season
from games.ladders.ratings import intake
from games.ladders.tables import updating
from games.models.game import Game


class ResultVerb(Verb):
    """A verb that changes what the result of a game counts for, in its ladder and for ratings."""

    def lock_first(self) -> None:
        """Lock the ratings, which everyone locks before a game."""
        intake.locked()

    def decide(self, *, game: Game, by: Person, nonce: str) -> Ruling:
        """Rule, and update small tables at once.

        Raises:
            Refused: as in ``Verb.decide``.
        """
        ruling = super().decide(game=game, by=by, nonce=nonce)
        updating.keep_small(Season.objects.filter(matches__game=game))
        return ruling
