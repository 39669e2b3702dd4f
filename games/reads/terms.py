"""What a game is played by, in words: its edition, the rules that were chosen for it, and what for."""

from typing import NamedTuple

from django.conf import settings
from django.urls import reverse

from games.models.game import Game
from games.reads import queries
from games.reads.deadlines import agreed, agreed_in_short
from games.rulebook.differences import described
from games.rulebook.editions import Layered, UnknownEditionError, layered
from games.rulebook.rules import rulebook


class Change(NamedTuple):
    """A rule that was chosen for a game.

    Attributes:
        title: what it is about.
        now: how the game is played, in short.
        own: how its edition has it.
    """

    title: str
    now: str
    own: str


class Played(NamedTuple):
    """What a game is played by.

    Attributes:
        name: of the edition.
        path: where that is told as the game keeps it.
        clock: how long there is to answer, and what follows after that.
        clock_in_short: the same for lists; empty without a clock.
        changes: the rules that were chosen.
        is_rated: whether its result is to move both players' ratings.
    """

    name: str
    path: str
    clock: str
    clock_in_short: str
    changes: list[Change]
    is_rated: bool

    @property
    def url(self) -> str:
        """The path with the host, for mails."""
        return f"{settings.SITE_URL}{self.path}"


def played(game: Game) -> Played:
    """What a game is played by."""
    printed = queries.pinned(game.edition_text_id)
    path = reverse("games:edition", args=[edition_of(game)])
    clock = agreed(game), agreed_in_short(game)
    return Played(printed.own.name, path, *clock, changes(printed), game.is_rated)


def changes(printed: Layered) -> list[Change]:
    """The rules that were chosen for a game, in the order of the rules."""
    differences = rulebook().differences
    return [
        Change(words.title, described(name, printed.whole).short, described(name, printed.own).short)
        for name, words in differences.items()
        if name in printed.chosen
    ]


def edition_of(game: Game) -> str:
    """What names a game's edition in an address: its id, or a digest if the id means another text by now."""
    try:
        present = layered(game.edition).digest
    except UnknownEditionError:
        return game.edition_text_id
    return game.edition if present == game.edition_text_id else game.edition_text_id
