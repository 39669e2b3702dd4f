"""What an arbiter's verb declares for pages, API, mails and the record, and what several verbs share."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models.person import Person
from games.engine.side import EAST, Side
from games.ladders.arbitration.case import Case, case
from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Season
from games.ladders.ratings import intake
from games.ladders.tables import updating
from games.models.game import Game
from games.models.seat import Seat


class Hearing(NamedTuple):
    """A game of a club as an arbiter sees it before a ruling. Nothing is locked.

    Attributes:
        seats: East's and West's, with the game and their players.
        by: the arbiter.
        sent: the submitted values of a form; empty when it is shown for the first time.
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
        """Whether the game is running."""
        return self.game.status == Game.Status.RUNNING


@dataclass(frozen=True, kw_only=True)
class Verb(ABC):
    """A kind of ruling on a game.

    A subclass declares the verb. An instance is one decision, with the values chosen for it.

    Attributes:
        name: used in addresses, in the API and in the record; at most 12 letters, and never changed.
        meaning: a few words for the reference of the API.
        title: the heading.
        warning: the consequences.
        button: the label of the button that confirms it.
        verdict: what was decided, if it is the same for every such ruling; otherwise see `sentence`.
        is_grave: it cannot be reversed.
        needs_reason: the arbiter must give a reason.
        is_offered: the page of a game offers it; otherwise it has its own page.
        shows_hidden: it shows the arbiter what both sides hide.
        reason: the arbiter's reason, shown to both players.
    """

    do_not_call_in_templates: ClassVar = True
    """Keeps templates from calling the class when they show it."""

    name: ClassVar[str]
    meaning: ClassVar[str]
    title: ClassVar[Promise]
    warning: ClassVar[Promise]
    button: ClassVar[Promise]
    verdict: ClassVar[Promise]
    is_grave: ClassVar[bool] = False
    needs_reason: ClassVar[bool] = False
    is_offered: ClassVar[bool] = True
    shows_hidden: ClassVar[bool] = False

    reason: str = ""

    @classmethod
    @abstractmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        """Whether the verb is possible in the present state of the game."""

    @classmethod
    def fields(cls, hearing: Hearing) -> dict[str, forms.Field]:  # noqa: ARG003 - for subclasses
        """The fields of its form, besides the reason, by the name of the attribute each one fills."""
        return {}

    @classmethod
    def chosen(cls, values: Mapping[str, Any]) -> Self:
        """Make the decision from a form.

        Args:
            values: the validated values of its fields and of the reason.
        """
        return cls(**values)

    @classmethod
    def sentence(cls, ruling: Ruling) -> str:  # noqa: ARG003 - for subclasses
        """What was decided, for everyone who may see the game. It names no arbiter, time or reason."""
        return str(cls.verdict)

    def check(self, hearing: Hearing) -> None:  # noqa: B027 - most verbs need none
        """Refuse before confirmation what `carry_out` would refuse later.

        Raises:
            Refused: the ruling is not possible.
        """

    def lock_first(self) -> None:  # noqa: B027 - most verbs need none
        """Lock what must be locked before the game."""

    @abstractmethod
    def carry_out(self, case: Case) -> Ruling:
        """Apply the ruling and `enter` it in the record, in the transaction that has locked the game.

        Raises:
            Refused: the ruling is not possible now.
        """

    def enter(
        self,
        case: Case,
        *,
        side: Side | None = None,
        parameters: Mapping[str, Any] = MappingProxyType({}),
        newcomer: Person | None = None,
        former: Person | None = None,
    ) -> Ruling:
        """Add the ruling to the record of the game; ``Ruling`` describes the fields."""
        return case.enter(
            Ruling(
                kind=self.name,
                reason=self.reason,
                side=side,
                parameters=dict(parameters),
                newcomer=newcomer,
                former=former,
            )
        )

    def decide(self, *, game: Game, by: Person | None, nonce: str) -> Ruling:
        """Rule on a game, once for each nonce.

        Args:
            by: None for a rule of the ladder.

        Raises:
            Conflict: ``no-club``: the game belongs to no club.
            Forbidden: ``not-arbiter`` or ``own-case``: the person may not rule on it.
            Frozen: the game is suspended.
            Refused: raised by `carry_out`.
        """
        with case(game, by, nonce, lock_first=self.lock_first) as at:
            return self.carry_out(at) if at.before is None else at.before


def side_field(label: Promise, hearing: Hearing, sides: Iterable[Side]) -> forms.TypedChoiceField:
    """A field to choose a side, shown with its player."""
    return forms.TypedChoiceField(
        label=str(label),
        choices=[(side.label, player_of(hearing.seats[side])) for side in sides],
        coerce=Side.named,
        widget=forms.RadioSelect,
    )


def player_of(seat: Seat) -> str:
    """A side with its player's name."""
    names = {"name": seat.played_by}
    return _("East: %(name)s") % names if seat.plays == EAST else _("West: %(name)s") % names


class ResultVerb(Verb):
    """A verb that changes what the result of a game counts for, in its ladder and for ratings."""

    def lock_first(self) -> None:
        """Lock the ratings, which everyone locks before a game."""
        intake.locked()

    def decide(self, *, game: Game, by: Person | None, nonce: str) -> Ruling:
        """Rule, and update small tables at once.

        Raises:
            Refused: as in ``Verb.decide``.
        """
        ruling = super().decide(game=game, by=by, nonce=nonce)
        updating.keep_small(Season.objects.filter(matches__game=game))
        return ruling
