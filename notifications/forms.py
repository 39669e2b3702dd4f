"""The form with which somebody chooses when they are mailed."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from notifications.models import MailRhythm, Rhythm
from notifications.rhythm import EVERY, shares_of

HOURS = [(hour, f"{hour}:00") for hour in range(24)]
SHARE_LABELS = {
    "half": _("when half of my time is left"),
    "quarter": _("when a quarter is left"),
    "eighth": _("when an eighth is left"),
}


class RhythmForm(forms.Form):
    """When a person is mailed that something waits for them."""

    rhythm = forms.ChoiceField(
        label=_("When a game waits for me, mail me"), choices=Rhythm, widget=forms.RadioSelect
    )
    every = forms.TypedChoiceField(label=_("Gathered mails: at most one in"), coerce=int)
    hour = forms.TypedChoiceField(label=_("Daily mail: at"), coerce=int, choices=HOURS)
    quiet_from = forms.TypedChoiceField(label=_("No mail from"), coerce=int, required=False, empty_value=None)
    quiet_until = forms.TypedChoiceField(label=_("until"), coerce=int, required=False, empty_value=None)
    reminders = forms.MultipleChoiceField(
        label=_("Remind me"),
        choices=SHARE_LABELS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, chosen: MailRhythm, data: Any = None) -> None:
        names = ("rhythm", "every", "hour", "quiet_from", "quiet_until")
        initial = {name: getattr(chosen, name) for name in names}
        super().__init__(data, initial=initial | {"reminders": shares_of(chosen.reminders)}, label_suffix="")
        self.fields["every"].choices = [  # type: ignore[attr-defined]
            (hours, ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours})
            for hours in EVERY
        ]
        for name in ("quiet_from", "quiet_until"):
            self.fields[name].choices = [("", _("no quiet hours")), *HOURS]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Quiet hours need a beginning and an end."""
        values = self.cleaned_data
        if (values.get("quiet_from") is None) != (values.get("quiet_until") is None):
            raise forms.ValidationError(_("Say when quiet hours begin and when they end."), "half-quiet")
        return values

    def chosen(self, person_id: int) -> MailRhythm:
        """What was chosen, once the form is valid."""
        values = self.cleaned_data
        return MailRhythm(
            **{**values, "reminders": ",".join(values["reminders"])},
            person_id=person_id,
        )


class TopicForm(forms.Form):
    """When a person is mailed about one thing, such as a game."""

    topic = forms.SlugField(max_length=20, widget=forms.HiddenInput)
    rhythm = forms.ChoiceField(
        label=_("When this game waits for me, mail me"),
        choices=[("", _("as for all games")), *Rhythm.choices],
        required=False,
    )
