"""What a verb of an arbiter is: one declaration, which pages, API, mails and the record show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from django import forms
from django.utils.functional import Promise

from accounts.models.person import Person
from games.engine.side import Side
from games.ladders.arbitration.case import Case, case
from games.ladders.arbitration.register import Entry
from games.ladders.models.club_game import ClubGame
from games.ladders.models.ruling import Ruling
from games.models.game import Game
from games.models.seat import Seat


class Hearing(NamedTuple):
    """A game of a club as an arbiter finds it before deciding anything. Nothing is locked.

    Attributes:
        seats: East's and West's, with the game and their players.
        by: the arbiter.
        sent: what a form has sent by now; empty when it is shown first.
    """

    held: ClubGame
    seats: Sequence[Seat]
    by: Person
    sent: Mapping[str, Any] = MappingProxyType({})

    @property
    def game(self) -> Game:
        """The game."""
        return self.held.game

    @property
    def is_running(self) -> bool:
        """Whether the game goes on."""
        return self.game.status == Game.Status.RUNNING


@dataclass(frozen=True, kw_only=True)
class Verb:
    """One thing that an arbiter can decide about a game.

    A subclass declares the verb. An instance of it is one decision, with what was chosen for it.

    Attributes:
        name: in addresses, in the API and in the record; 12 letters at most, and never changed.
        meaning: a few words for the reference of the API.
        title: what it is, as a heading.
        warning: what comes of it.
        button: the words for doing it.
        is_grave: it cannot be taken back.
        needs_reason: the arbiter has to say why.
        is_offered: the page of a game offers it; else it has a page of its own.
        shows_hidden: the arbiter is then shown what both sides hide.
        reason: why, in the arbiter's words, for both players.
    """

    do_not_call_in_templates: ClassVar = True
    """Templates show the class itself, and would call it."""

    name: ClassVar[str]
    meaning: ClassVar[str]
    title: ClassVar[Promise]
    warning: ClassVar[Promise]
    button: ClassVar[Promise]
    is_grave: ClassVar[bool] = False
    needs_reason: ClassVar[bool] = False
    is_offered: ClassVar[bool] = True
    shows_hidden: ClassVar[bool] = False

    reason: str = ""

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        """Whether it can be decided about a game as it is now."""
        raise NotImplementedError

    @classmethod
    def fields(cls, hearing: Hearing) -> dict[str, forms.Field]:  # noqa: ARG003 - others look at it
        """The fields of its form, beside the reason. Each is named for what the verb is made with."""
        return {}

    @classmethod
    def chosen(cls, values: Mapping[str, Any]) -> Self:
        """The decision that a form was filled in for.

        Args:
            values: of its fields and the reason, once they are checked.
        """
        return cls(**values)

    @classmethod
    def sentence(cls, ruling: Ruling) -> str:
        """What was decided, for both players and whoever may watch; not by whom, when or why."""
        raise NotImplementedError

    def check(self, hearing: Hearing) -> None:
        """Refuse early, when the form is filled in, what `carry_out` would refuse later.

        Raises:
            Refused: it cannot be done.
        """

    def lock_first(self) -> None:
        """Lock what must be locked before the game is."""

    def carry_out(self, case: Case) -> Ruling:
        """Do it and `enter` it in the record, in the transaction that has locked the game.

        Raises:
            Refused: it cannot be done as things stand.
        """
        raise NotImplementedError

    def enter(
        self,
        case: Case,
        *,
        side: Side | None = None,
        parameters: Mapping[str, Any] = MappingProxyType({}),
        newcomer: Person | None = None,
        former: Person | None = None,
    ) -> Ruling:
        """Add it to the record of the game; see ``Ruling`` for what is written down."""
        return case.enter(Entry(self.name, self.reason, side, parameters, newcomer, former))

    def decide(self, *, game: Game, by: Person, nonce: str) -> Ruling:
        """Rule on a game, once for each nonce.

        Raises:
            Conflict: ``no-club``: the game is played in none.
            Forbidden: ``not-arbiter`` or ``own-case``: it is not for them to decide.
            Frozen: the game is stopped.
            Refused: as `carry_out` does.
        """
        with case(game, by, nonce, lock_first=self.lock_first) as at:
            return self.carry_out(at) if at.before is None else at.before
