"""Forms about ladders. They only validate; services write."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from accounts.name_rules import refuse_links, validate_name
from games.engine.side import Side
from games.ladders.bidding.auction import MOST_POINTS
from games.ladders.challenges.terms import BOUNDS, USUAL, ChallengeTerms
from games.ladders.changing import LaterRules
from games.ladders.models.ladder import LONGEST_LADDER_NAME, Ladder
from games.ladders.participation import MOST_GAMES, Rules
from games.ladders.seasons import ROUND_HOURS, SEASON_DAYS
from games.models import time_out_policy
from games.models.clocks import PACES, TIMES_OF_SILENCE
from games.models.time_out_policy import OnTimeOut
from games.web.clubs import sentences
from games.web.new_game import OwnChance
from games.web.window_terms import TimeBankTerms, WindowTerms

FORMATS = [
    (Ladder.Format.FREE, gettext_lazy("Free pairing: members say how many games they want, and are paired")),
    (Ladder.Format.CHALLENGE, gettext_lazy("Challenges: members challenge those above them")),
]
DEALING = [
    ("", gettext_lazy("The service deals them out, evenly over a season")),
    ("bid", gettext_lazy("The two players bid for them before each game, in victory points")),
]
TERMS = {
    "reach": gettext_lazy("Places above that may be challenged"),
    "answer_within": gettext_lazy("Days to accept or decline"),
    "free_declines": gettext_lazy("Challenges that can be declined for free in a season"),
    "protection": gettext_lazy("Days in which a player is not challenged again"),
    "cooldown": gettext_lazy("Days from one challenge of a member to the next"),
    "same_opponent": gettext_lazy("Days until the same two challenge each other again"),
    "time_out_drop": gettext_lazy("Places that losing on time costs beyond the loss"),
    "inactive_after": gettext_lazy("Days without playing until a place is lost"),
    "inactive_step": gettext_lazy("Days until each further place is lost"),
    "off_after": gettext_lazy("Days without playing until a player is taken off"),
}
"""The labels of the settings for challenges, in the order of the form."""


def _term(name: str) -> forms.IntegerField:
    least, most = BOUNDS[name]
    usual = USUAL._asdict()[name]
    # A form for free pairing leaves it out; then the default is used.
    return forms.IntegerField(
        label=TERMS[name], min_value=least, max_value=most, initial=usual, required=False
    )


class LaterTerms(forms.Form):
    """The settings of a ladder that may change while it runs."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_LADDER_NAME,
        validators=[validate_name, refuse_links],
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    pace = forms.TypedChoiceField(
        label=gettext_lazy("Clock"),
        choices=lambda: [(days, sentences.pace(days)) for days in PACES],
        coerce=int,
        initial=3,
        widget=forms.RadioSelect,
    )
    season_days = forms.IntegerField(
        label=gettext_lazy("Days of a season"), min_value=SEASON_DAYS[0], max_value=SEASON_DAYS[1], initial=91
    )
    hours_between = forms.IntegerField(
        label=gettext_lazy("Hours from one round of pairing to the next"),
        min_value=ROUND_HOURS[0],
        max_value=ROUND_HOURS[1],
        initial=24,
    )
    silence_loses = forms.ChoiceField(
        label=gettext_lazy("Games in which both players are silent"),
        choices=[
            (False, gettext_lazy("An arbiter decides what happens to them")),
            (
                True,
                format_lazy(
                    gettext_lazy(
                        "Both players lose once the time has been over for {count} times the clock, if "
                        "neither answers, or if one does not answer and the other may claim the win and "
                        "does not"
                    ),
                    count=TIMES_OF_SILENCE,
                ),
            ),
        ],
        initial=False,
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_silence_loses(self) -> bool:
        """Whether silence loses; not in a form without this field."""
        return bool(self.cleaned_data["silence_loses"] == str(True))


class LadderSettingsForm(LaterTerms):
    """The settings of a ladder that runs."""

    def rules(self) -> LaterRules:
        """The values of the form but the name, for the service."""
        return LaterRules(**{name: self.cleaned_data[name] for name in LaterRules._fields})


class LadderForm(LaterTerms, TimeBankTerms, WindowTerms):
    """The settings of a new ladder."""

    format = forms.TypedChoiceField(
        label=gettext_lazy("How games come about"),
        choices=FORMATS,
        coerce=Ladder.Format,
        initial=Ladder.Format.FREE,
        widget=forms.RadioSelect,
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"), choices=sentences.editions, widget=forms.RadioSelect
    )
    on_time_out = forms.TypedChoiceField(
        label=gettext_lazy("When time is over"),
        help_text=sentences.ARBITER_NEEDED,
        choices=time_out_policy.choices(can_lose=True),
        coerce=OnTimeOut,
        initial=OnTimeOut.CLAIM,
        widget=forms.RadioSelect,
    )
    has_bidding = forms.ChoiceField(
        label=gettext_lazy("Sides"), choices=DEALING, required=False, initial="", widget=forms.RadioSelect
    )
    rates_bots = forms.ChoiceField(
        label=gettext_lazy("Games between a person and a bot"),
        choices=[
            ("yes", gettext_lazy("They are rated like all others")),
            ("no", gettext_lazy("They count in the table, but no rating changes")),
        ],
        required=False,
        initial="yes",
        widget=forms.RadioSelect,
    )
    holidays_count = forms.ChoiceField(
        label=gettext_lazy("Holidays and weekends off"),
        choices=[
            (
                "yes",
                gettext_lazy("They stop the clock of players who are away, whom nobody pairs or challenges"),
            ),
            ("no", gettext_lazy("They do not count")),
        ],
        required=False,
        initial="yes",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update({name: _term(name) for name in TERMS})

    def rules(self) -> Rules:
        """The values of the form, for the service."""
        values = {name: self.cleaned_data[name] for name in Rules._fields if name in self.cleaned_data}
        chosen = {name: values[name] != "no" for name in ("holidays_count", "rates_bots")}
        return Rules(**values | {"has_bidding": bool(values["has_bidding"])} | chosen)

    def terms(self) -> ChallengeTerms:
        """The settings for challenges; the defaults for empty fields."""
        values = {name: self.cleaned_data[name] for name in TERMS}
        return USUAL._replace(**{name: number for name, number in values.items() if number is not None})

    def term_fields(self) -> list[forms.BoundField]:
        """The fields for challenges."""
        return [self[name] for name in TERMS]


class BidForm(OwnChance):
    """A bid for a side."""

    side = forms.TypedChoiceField(
        label=gettext_lazy("The side I want"),
        choices=[("east", gettext_lazy("East")), ("west", gettext_lazy("West"))],
        coerce=Side.named,
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=gettext_lazy("Victory points I would give for it"),
        help_text=format_lazy(gettext_lazy("From 0 to {most}."), most=MOST_POINTS),
        min_value=0,
        max_value=MOST_POINTS,
    )


class TakePartForm(forms.Form):
    """How many games a member wants to play at a time."""

    most = forms.IntegerField(
        label=gettext_lazy("Games at a time"),
        help_text=gettext_lazy("With 0 you pause: games in progress go on, and no new one starts."),
        min_value=0,
        max_value=MOST_GAMES,
        initial=1,
    )
