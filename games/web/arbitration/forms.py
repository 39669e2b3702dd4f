"""Forms for rulings, questions and answers. They only validate; verbs decide."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.base import Hearing, Verb, side_field
from games.ladders.arbitration.verbs.both_lose import BothLose
from games.ladders.arbitration.verbs.extend import MOST_DAYS, Extend
from games.ladders.models.ruling import LONGEST_QUESTION, LONGEST_RULING_REASON, Ruling
from games.models.seat import Seat
from games.web.clubs import sentences
from sekigahara.errors.exceptions import Refused

NONCE = 40
SURE = "sure"
"""The field that the confirmation adds to the fields of the first form."""


def new_nonce() -> str:
    """A token that identifies a form that is sent twice."""
    return secrets.token_urlsafe(18)


class RulingForm(forms.Form):
    """The form of a verb: its fields, and the reason.

    Attributes:
        verb: the kind of decision.
    """

    nonce = forms.CharField(max_length=NONCE, widget=forms.HiddenInput, initial=new_nonce)

    def __init__(self, data: Mapping[str, Any] | None, *, verb: type[Verb], hearing: Hearing) -> None:
        super().__init__(data)
        self.verb = verb
        self._hearing = hearing._replace(sent=self.data)
        self.fields.update(verb.fields(self._hearing))
        self.fields["reason"] = _reason(required=verb.needs_reason)

    def clean(self) -> dict[str, Any]:
        """Refuse an impossible ruling before the confirmation. Once confirmed, ``decide`` checks it."""
        values = super().clean() or self.cleaned_data
        if not self.errors and SURE not in self.data:
            try:
                self._decision().check(self._hearing)
            except Refused as refused:
                self.add_error(None, sentences.refused(refused))
        return values

    def decide(self) -> Ruling:
        """Carry out the ruling.

        Raises:
            Refused: it is not possible.
        """
        nonce = self.cleaned_data["nonce"]
        return self._decision().decide(game=self._hearing.game, by=self._hearing.by, nonce=nonce)

    def _decision(self) -> Verb:
        return self.verb.chosen({name: value for name, value in self.cleaned_data.items() if name != "nonce"})


def _reason(*, required: bool) -> forms.CharField:
    return forms.CharField(
        label=_("Why?") if required else _("Why? (optional)"),
        help_text=_(
            "Both players read this, and everybody where the game may be watched. Say nothing that one of "
            "them may not know."
        ),
        max_length=LONGEST_RULING_REASON,
        required=required,
        widget=forms.Textarea({"rows": 4}),
    )


class StandInsForm(forms.Form):
    """For which seat stand-ins are asked, and why."""

    def __init__(self, data: Mapping[str, Any] | None, hearing: Hearing) -> None:
        super().__init__(data)
        taken = [seat.plays for seat in hearing.seats if seat.player is not None]
        self.fields["side"] = side_field(_("Whose seat?"), hearing, taken)
        self.fields["reason"] = _reason(required=True)


class LateForm(forms.Form):
    """What is decided of the late games that are ticked."""

    nonce = forms.CharField(max_length=NONCE - 2, widget=forms.HiddenInput, initial=new_nonce)
    verb = forms.ChoiceField(
        label=_("What is decided?"),
        choices=[
            (Extend.name, _("More time")),
            (Adjudicate.name, _("The late player loses on time")),
            (BothLose.name, _("Both players lose")),
            (Annul.name, _("The game is annulled")),
        ],
        widget=forms.RadioSelect,
    )
    days = forms.IntegerField(
        label=_("Days, if it is more time"), min_value=1, max_value=MOST_DAYS, initial=3
    )
    reason = forms.CharField(
        label=_("Why?"),
        help_text=_("It goes into the record of each game, and both players are mailed."),
        max_length=LONGEST_RULING_REASON,
        widget=forms.Textarea({"rows": 3}),
    )

    def once_each(self, seats: Sequence[Seat]) -> list[Seat]:
        """The seats to rule on: one of each game if the ruling is about the game and not about a player."""
        if self.cleaned_data["verb"] in (Extend.name, Adjudicate.name):
            return list(seats)
        return list({seat.game_id: seat for seat in seats}.values())

    def decision_on(self, seat: Seat) -> Verb:
        """The ruling on one game, about the player who is late there."""
        reason = self.cleaned_data["reason"]
        match self.cleaned_data["verb"]:
            case Extend.name:
                return Extend(side=seat.plays, days=self.cleaned_data["days"], reason=reason)
            case Adjudicate.name:
                return Adjudicate(loser=seat.plays, on_time=True, reason=reason)
            case BothLose.name:
                return BothLose(reason=reason)
            case _name:
                return Annul(reason=reason)


class AnswerForm(forms.Form):
    """The answer to a question."""

    nonce = forms.CharField(max_length=NONCE, widget=forms.HiddenInput, initial=new_nonce)
    text = forms.CharField(
        label=_("Your answer"),
        help_text=_(
            "Both players read it, and everybody where the game may be watched. Say nothing that one of them "
            "may not know. The question is shown to its asker alone."
        ),
        max_length=LONGEST_RULING_REASON,
        widget=forms.Textarea({"rows": 6}),
    )


class QuestionForm(forms.Form):
    """The question of a player."""

    text = forms.CharField(
        label=_("What should be decided?"),
        help_text=_("Arbiters read it, your opponent does not. They read the answer, as you do."),
        max_length=LONGEST_QUESTION,
        widget=forms.Textarea({"rows": 6}),
    )
