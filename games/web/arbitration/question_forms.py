"""Forms to ask for a ruling, and to answer."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.ladders.models.ruling import LONGEST_QUESTION, LONGEST_REASON
from games.web.arbitration.forms import NONCE, new_nonce


class AnswerForm(forms.Form):
    """The answer to a question."""

    nonce = forms.CharField(max_length=NONCE, widget=forms.HiddenInput, initial=new_nonce)
    text = forms.CharField(
        label=_("Your answer"),
        help_text=_(
            "Both players read it, and everybody where the game may be watched. Say nothing that one of them "
            "may not know. The question is shown to its asker alone."
        ),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 6}),
    )


class Question(forms.Form):
    """The question of a player."""

    text = forms.CharField(
        label=_("What shall be decided?"),
        help_text=_("Arbiters read it, your opponent does not. They read the answer, as you do."),
        max_length=LONGEST_QUESTION,
        widget=forms.Textarea({"rows": 6}),
    )
