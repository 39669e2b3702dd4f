"""Forms about clubs. They only validate; services write."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from accounts.name_rules import refuse_links, validate_name
from games.ladders.arbitration.verbs import VERBS
from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.base import Verb
from games.ladders.clubs.founding import ClubTerms
from games.ladders.clubs.name_rules import LONGEST_CLUB_NAME, LONGEST_FOLDED, folded, tidied
from games.ladders.models.club import LONGEST_ABOUT, LONGEST_REMOVAL_REASON, Club, Membership
from games.ladders.models.ruling import LONGEST_RULING_REASON
from games.models import time_out_policy
from games.models.clocks import PACES
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT
from games.web.arbitration.forms import NONCE, new_nonce
from games.web.clubs import sentences
from games.web.window_terms import WindowTerms, as_chosen
from sekigahara.errors.codes import CODES

JOINING = [
    (Club.Joining.OPEN, gettext_lazy("Anyone who is signed in")),
    (Club.Joining.LINK, gettext_lazy("Anyone with a link that you share")),
    (Club.Joining.APPROVAL, gettext_lazy("Anyone an organiser lets in")),
]
ROLES = [
    (Membership.Role.ORGANISER, gettext_lazy("Organiser: settings, roles, and who is in the club")),
    (Membership.Role.ARBITER, gettext_lazy("Arbiter: decides what players cannot settle")),
    (Membership.Role.MEMBER, gettext_lazy("Member")),
]


class Search(forms.Form):
    """Search for clubs by a part of the name."""

    name = forms.CharField(
        label=gettext_lazy("Find by name"),
        required=False,
        max_length=LONGEST_CLUB_NAME,
        widget=forms.TextInput({"type": "search"}),
    )


class ClubForm(WindowTerms):
    """The settings of a club."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy(
            "Everyone who can see the club sees it. No two clubs have names that read the same."
        ),
        max_length=LONGEST_CLUB_NAME,
        validators=[validate_name, refuse_links],
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    about = forms.CharField(
        label=gettext_lazy("About the club"),
        help_text=gettext_lazy(
            "Plain text, for everyone who can see the club. An empty line begins a paragraph, and addresses "
            "become links."
        ),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea({"rows": 6}),
    )
    joining = forms.TypedChoiceField(
        label=gettext_lazy("Who may join"),
        choices=JOINING,
        coerce=Club.Joining,
        initial=Club.Joining.LINK,
        widget=forms.RadioSelect,
    )
    is_private = forms.ChoiceField(
        label=gettext_lazy("Who sees the club"),
        help_text=gettext_lazy(
            "If you make a private club public, everybody sees its members, ladders and results, and can "
            "watch its games, also those already played."
        ),
        choices=[
            (False, gettext_lazy("Everybody")),
            (
                True,
                gettext_lazy(
                    "Its members alone: it is in no list, only members watch its games, and people join by "
                    "its link or by an invitation"
                ),
            ),
        ],
        initial=False,
        required=False,
        widget=forms.RadioSelect,
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"), choices=sentences.editions, initial=DEFAULT, widget=forms.RadioSelect
    )
    pace = forms.TypedChoiceField(
        label=gettext_lazy("Clock"),
        choices=lambda: [("", sentences.pace(None)), *((days, sentences.pace(days)) for days in PACES)],
        coerce=int,
        empty_value=None,
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    on_time_out = forms.TypedChoiceField(
        label=gettext_lazy("When time is over"),
        help_text=sentences.ARBITER_NEEDED,
        choices=time_out_policy.choices(),
        coerce=OnTimeOut,
        initial=OnTimeOut.NOTHING,
        widget=forms.RadioSelect,
    )

    def clean_name(self) -> str:
        name = tidied(self.cleaned_data["name"])
        if not 0 < len(folded(name)) <= LONGEST_FOLDED:
            raise ValidationError(CODES["name-invisible"].sentence({}), "name-invisible")
        return name

    def clean_is_private(self) -> bool:
        """Whether it is private; as before, if the form was sent without it."""
        sent = self.cleaned_data["is_private"] or self._at_first("is_private")
        return str(sent) == str(True)

    def clean_about(self) -> str:
        about: str = self.cleaned_data["about"]
        return about.replace("\r\n", "\n").replace("\r", "\n")

    def terms(self) -> ClubTerms:
        """The values of the form, for the service."""
        return ClubTerms(**{name: self.cleaned_data[name] for name in ClubTerms._fields})


def as_it_is(club: Club) -> dict[str, Any]:
    """The initial values of the form for a club."""
    kept = {field: getattr(club, field) for field in ClubTerms._fields}
    windows = as_chosen(club.hold, club.reaction)
    return kept | windows | {"pace": "" if club.pace is None else club.pace}


class RoleForm(forms.Form):
    """The role of a member."""

    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=ROLES, widget=forms.RadioSelect)


class RemovalForm(forms.Form):
    """Why a member is removed, and what happens to their running games on the club's ladders."""

    nonce = forms.CharField(max_length=NONCE - 2, widget=forms.HiddenInput, initial=new_nonce)
    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("They are mailed this, with your name. Other organisers see it too."),
        max_length=LONGEST_REMOVAL_REASON,
        widget=forms.Textarea({"rows": 3}),
    )
    games = forms.ChoiceField(
        label=gettext_lazy("What happens to their games?"),
        choices=[
            ("", gettext_lazy("They go on")),
            (Adjudicate.name, gettext_lazy("The opponents win")),
            (Annul.name, gettext_lazy("They are annulled")),
        ],
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    record = forms.CharField(
        label=gettext_lazy("Why, in the records of these games?"),
        help_text=gettext_lazy("If they do not go on: everybody who may see a game reads it."),
        initial=gettext_lazy("The player was removed from the club."),
        max_length=LONGEST_RULING_REASON,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )

    def clean(self) -> dict[str, Any]:
        """Ask for the reason that a ruling needs."""
        values = super().clean() or self.cleaned_data
        if values.get("games") and not values.get("record") and "record" not in self.errors:
            self.add_error("record", self.fields["reason"].error_messages["required"])
        return values

    @property
    def verb(self) -> type[Verb] | None:
        """What is decided of their games; None if they go on."""
        return VERBS.get(self.cleaned_data["games"])

    def decision_on(self, seat: Seat) -> Verb:
        """The ruling on one game of theirs."""
        reason = self.cleaned_data["record"]
        if self.cleaned_data["games"] == Annul.name:
            return Annul(reason=reason)
        return Adjudicate(loser=seat.plays, reason=reason)
