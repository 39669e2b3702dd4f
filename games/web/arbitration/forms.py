"""What is filled in at an arbiter's desk. Forms check; services write."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.text import format_lazy, get_text_list
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models.person import Person
from games.engine.side import EAST, WEST, Side
from games.errors import Conflict
from games.ladders.arbitration import results, rulings
from games.ladders.models.club_game import ClubGame
from games.ladders.models.membership import Membership
from games.ladders.models.ruling import LONGEST_REASON, Ruling
from games.models.seat import Seat
from games.web.arbitration import newcomers
from games.web.clubs import sentences

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

NONCE = 40
SURE = "sure"
"""What the second form sends, beside all that the first did."""


def new_nonce() -> str:
    """A word by which a form is known again when it is sent twice."""
    return secrets.token_urlsafe(18)


def _reason(*, required: bool) -> forms.CharField:
    return forms.CharField(
        label=_("Why?") if required else _("Why? (need not be said)"),
        help_text=_(
            "Both players read this, and everybody where the game may be watched. Say nothing that one of "
            "them may not know."
        ),
        max_length=LONGEST_REASON,
        required=required,
        widget=forms.Textarea({"rows": 4}),
    )


class Verb(forms.Form):
    """One thing that an arbiter can decide.

    Attributes:
        title: what it is, as a heading.
        warning: what comes of it.
        button: the words for doing it.
        is_grave: it cannot be taken back.
        verb: the service.
    """

    title: ClassVar["_StrPromise"]
    warning: ClassVar["_StrPromise"]
    button: ClassVar["_StrPromise"]
    is_grave: ClassVar[bool] = False
    verb: ClassVar[Callable[..., Ruling]]

    nonce = forms.CharField(max_length=NONCE, widget=forms.HiddenInput)

    def __init__(self, *args: Any, held: ClubGame, seats: list[Seat], by: Person, **kwargs: Any) -> None:
        self.held, self.seats, self.by = held, seats, by
        super().__init__(*args, **kwargs)
        self.initial.setdefault("nonce", new_nonce())

    def decide(self) -> Ruling:
        """Do it.

        Raises:
            Refused: it cannot be done.
        """
        given = {name: value for name, value in self.cleaned_data.items() if name != "nonce"}
        return self.verb(
            game=self.held.game, by=self.by, nonce=self.cleaned_data["nonce"], **self.arguments(given)
        )

    def arguments(self, given: dict[str, Any]) -> dict[str, Any]:
        """What it is given beside the game."""
        return given

    def side_field(self, label: "_StrPromise", sides: list[Side]) -> forms.TypedChoiceField:
        """One of the sides, with who has it."""
        return forms.TypedChoiceField(
            label=label,
            choices=[(side.label, _named(self.seats[side])) for side in sides],
            coerce=Side.named,
            widget=forms.RadioSelect,
        )


def _named(seat: Seat) -> str:
    return f"{_('East') if seat.plays == EAST else _('West')}: {seat.played_by}"


class Extend(Verb):
    """More time for somebody."""

    title = _("Give more time")
    warning = _("Whoever is waited for has so many days more. Both players are mailed.")
    button = _("Give the time")
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=rulings.MOST_DAYS, initial=3)
    reason = _reason(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        waited = [side for side in (EAST, WEST) if self.seats[side].due_at is not None]
        self.fields = {
            "nonce": self.fields["nonce"],
            "side": self.side_field(_("To whom?"), waited),
            **{name: self.fields[name] for name in ("days", "reason")},
        }

    verb = staticmethod(rulings.extend)


class Pause(Verb):
    """The clock is stopped."""

    title = _("Stop the clock")
    warning = _("Nobody's time runs until the clock goes on. Whoever is waited for can answer all the same.")
    button = _("Stop the clock")
    reason = _reason(required=False)

    verb = staticmethod(rulings.pause)


class Resume(Verb):
    """It goes on."""

    title = _("Let the clock go on")
    warning = _("Whoever is waited for has as much time left as when the clock was stopped.")
    button = _("Let the clock go on")
    reason = _reason(required=False)

    verb = staticmethod(rulings.resume)


class Substitute(Verb):
    """Another member takes a seat."""

    title = _("Have another member take a seat")
    warning = _(
        "The newcomer sees all that the seat knows, and has the full time to answer. The former player "
        "sees nothing of the game any more but what everybody does. The game is not rated. In a ladder it "
        "counts for those who were paired. Ask the newcomer first."
    )
    button = _("Change the player")
    is_grave = True
    reason = _reason(required=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = rulings.candidates(self.held, self.by)
        taken = [side for side in (EAST, WEST) if self.seats[side].player is not None]
        self.fields = {
            "nonce": self.fields["nonce"],
            "side": self.side_field(_("Whose seat?"), taken),
            "newcomer": newcomers.field_for(self.offered),
            "reason": self.fields["reason"],
        }

    def clean_newcomer(self) -> Membership:
        """The member who is meant."""
        return newcomers.chosen(self.offered, self.fields["newcomer"], self.cleaned_data["newcomer"])

    verb = staticmethod(rulings.substitute)


class Adjudicate(Verb):
    """A side wins by decision."""

    title = _("Award the win")
    warning = _(
        "The game ends at once, and everything that was hidden is in its record. This cannot be taken back. "
        "By the rules there is no tie: correct the result afterwards, if it is to count as one."
    )
    button = _("Award the win")
    is_grave = True
    reason = _reason(required=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = timezone.now()
        late = [str(seat.played_by) for seat in self.seats if rulings.may_lose_on_time(seat, now)]
        self.fields = {
            "nonce": self.fields["nonce"],
            "winner": self.side_field(_("Who wins?"), [EAST, WEST]),
            # What was chosen while somebody was late must not count as something else once they are not.
            **({"how": _how(late)} if late or "how" in self.data else {}),
            "reason": self.fields["reason"],
        }

    def clean(self) -> dict[str, Any]:
        """Refuse a loss on time at once where there is none; what is meant in earnest the service judges."""
        given = super().clean() or self.cleaned_data
        if given.get("how") == rulings.ON_TIME and "winner" in given and SURE not in self.data:
            try:
                rulings.refuse_loss_on_time(self.seats[given["winner"].enemy], timezone.now())
            except Conflict as refused:
                self.add_error("how", sentences.refused(refused))
        return given

    verb = staticmethod(rulings.adjudicate)

    def arguments(self, given: dict[str, Any]) -> dict[str, Any]:
        loser, on_time = given["winner"].enemy, given.get("how") == rulings.ON_TIME
        return {"loser": loser, "reason": given["reason"], "on_time": on_time}


def _how(late: list[str]) -> forms.ChoiceField:
    """Why somebody loses; which counts differently.

    Args:
        late: the names of those whose time is over.
    """
    told = ngettext_lazy("The time of %(names)s is over.", "The times of %(names)s are over.", len(late))
    counts = _(
        "A loss on time is one in ladder and ratings too: it may cost places, and of several within a week "
        "only one is rated."
    )
    names = get_text_list(late, gettext("and"))
    return forms.ChoiceField(
        label=_("How does the other side lose?"),
        help_text=format_lazy("{} {}", told % {"names": names}, counts) if late else counts,
        choices=[
            (rulings.ON_TIME, _("Their time is over: they lose on time")),
            ("otherwise", _("For another reason")),
        ],
        widget=forms.RadioSelect,
    )


class Annul(Verb):
    """The game counts for nothing."""

    title = _("Annul the game")
    warning = _(
        "The game counts for nothing, in ladder and ratings, and that stays so. One that goes on may be "
        "played to its end, without a clock."
    )
    button = _("Annul the game")
    is_grave = True
    reason = _reason(required=True)

    verb = staticmethod(results.annul)


class Correct(Verb):
    """Another result counts."""

    title = _("Correct the result")
    warning = _("Ladder and ratings count this result from now on. The record of the game stays as it was.")
    button = _("Correct the result")
    is_grave = True
    reason = _reason(required=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = [(side.label, _named(self.seats[side])) for side in (EAST, WEST)]
        self.fields = {
            "nonce": self.fields["nonce"],
            "winner": forms.ChoiceField(
                label=_("Who won?"), choices=[*sides, ("tie", _("Nobody: a tie"))], widget=forms.RadioSelect
            ),
            "reason": self.fields["reason"],
        }

    verb = staticmethod(results.correct)

    def arguments(self, given: dict[str, Any]) -> dict[str, Any]:
        winner = None if given["winner"] == "tie" else Side.named(given["winner"])
        return {"winner": winner, "reason": given["reason"]}


class Open(Verb):
    """All that is hidden is shown to the arbiter."""

    title = _("Open the game for a dispute")
    warning = _(
        "You see all that both sides hide, as it stands now. Both players are mailed that you opened it, and "
        "why, and read it in the record; the clock is stopped. You can no longer take a seat in this game."
    )
    button = _("Open the game")
    is_grave = True
    reason = _reason(required=True)

    verb = staticmethod(rulings.open_sealed)


VERBS: dict[str, type[Verb]] = {
    "extend": Extend,
    "pause": Pause,
    "resume": Resume,
    "substitute": Substitute,
    "adjudicate": Adjudicate,
    "annul": Annul,
    "correct": Correct,
    "open": Open,
}
"""As addresses name them."""
