"""What is filled in about ladders. Forms check; services write."""

from django import forms
from django.utils.translation import gettext_lazy

from accounts.names import refuse_links, validate_name
from games.ladders.ladders import MOST_GAMES, ROUNDS, SEASONS, Rules
from games.ladders.models.ladder import LONGEST_NAME
from games.models.game import PACES, Game
from games.web.clubs import words

ON_TIME_OUT = [
    (Game.OnTimeOut.CLAIM, gettext_lazy("The opponent may claim the win")),
    (Game.OnTimeOut.ARBITER, gettext_lazy("An arbiter decides")),
]


class LadderForm(forms.Form):
    """What a ladder is begun with."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        validators=[validate_name, refuse_links],
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"), choices=words.editions, widget=forms.RadioSelect
    )
    pace = forms.TypedChoiceField(
        label=gettext_lazy("Clock"),
        choices=lambda: [(days, words.pace(days)) for days in PACES],
        coerce=int,
        initial=3,
        widget=forms.RadioSelect,
    )
    on_time_out = forms.ChoiceField(
        label=gettext_lazy("When time is over"),
        choices=ON_TIME_OUT,
        initial=Game.OnTimeOut.CLAIM,
        widget=forms.RadioSelect,
    )
    season_days = forms.IntegerField(
        label=gettext_lazy("Days of a season"), min_value=SEASONS[0], max_value=SEASONS[1], initial=91
    )
    hours_between = forms.IntegerField(
        label=gettext_lazy("Hours from one round of pairing to the next"),
        min_value=ROUNDS[0],
        max_value=ROUNDS[1],
        initial=24,
    )

    def rules(self) -> Rules:
        """The same, as the service takes it."""
        given = dict(self.cleaned_data)
        return Rules(**given | {"on_time_out": Game.OnTimeOut(given["on_time_out"])})


class TakePartForm(forms.Form):
    """How many games somebody wants at a time."""

    most = forms.IntegerField(
        label=gettext_lazy("Games at a time"),
        help_text=gettext_lazy("With 0 you pause: games that have begun go on, and no new one begins."),
        min_value=0,
        max_value=MOST_GAMES,
        initial=1,
    )
