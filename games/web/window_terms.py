"""The fields of forms for what is agreed about clocks: the time bank, the reaction clock and the hold."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models.clocks import HOLD, LONGEST_HOLD, REACTION, REACTIONS, TIME_BANKS

NEVER = "never"
"""The form value of no reaction clock."""


class TimeBankTerms(forms.Form):
    """The time bank."""

    time_bank = forms.TypedChoiceField(
        label=gettext_lazy("Time bank"),
        help_text=gettext_lazy("For decisions that take longer. What is used of it does not come back."),
        choices=lambda: [("", _("None")), *map(_bank, TIME_BANKS)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        initial="",
    )


class WindowTerms(forms.Form):
    """The reaction clock and the hold. A field that is not sent keeps its initial value."""

    reaction = forms.ChoiceField(
        label=gettext_lazy("If no one answers"),
        choices=lambda: [*map(_reaction, REACTIONS), (NEVER, _("The game waits, as for any other decision"))],
        required=False,
        widget=forms.RadioSelect,
        initial=str(REACTION),
    )
    hold = forms.IntegerField(
        label=gettext_lazy("Minutes until orders answer"),
        help_text=gettext_lazy(
            "Orders answer only after this time, so that nobody can tell whether there are any. "
            "From 0 to 60; with 0 everyone can tell."
        ),
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        initial=HOLD,
    )

    def clean_reaction(self) -> int | None:
        sent = self.cleaned_data["reaction"] or self._at_first("reaction")
        return None if sent == NEVER else int(sent)

    def clean_hold(self) -> int:
        sent = self.cleaned_data["hold"]
        return int(self._at_first("hold") if sent is None else sent)

    def _at_first(self, name: str) -> Any:
        return self.get_initial_for_field(self.fields[name], name)

    @property
    def has_wrong_windows(self) -> bool:
        """Whether to unfold the fields, because one is invalid."""
        return bool(self["reaction"].errors or self["hold"].errors)


def as_chosen(hold: int, reaction: int | None) -> dict[str, Any]:
    """The initial values of the fields for what was agreed."""
    return {"hold": hold, "reaction": NEVER if reaction is None else str(reaction)}


def _reaction(hours: int) -> tuple[str, str]:
    """The choice for a reaction clock of some hours."""
    words = ngettext(
        "After %(count)d hour that counts as a pass", "After %(count)d hours that counts as a pass", hours
    )
    return str(hours), words % {"count": hours}


def _bank(days: int) -> tuple[int, str]:
    """The choice for a time bank of some days."""
    words = ngettext("%(count)d day for the whole game", "%(count)d days for the whole game", days)
    return days, words % {"count": days}
