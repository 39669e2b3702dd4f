"""Forms about clubs. They only validate; services write."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from accounts.name_rules import refuse_links, validate_name
from games.ladders.clubs.founding import ClubTerms
from games.ladders.clubs.name_rules import LONGEST_CLUB_NAME, LONGEST_FOLDED, folded, tidied
from games.ladders.models.club import LONGEST_ABOUT, LONGEST_REMOVAL_REASON, Club, Membership
from games.models import time_out_policy
from games.models.clocks import PACES
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT
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
        help_text=gettext_lazy("Everybody sees it. No two clubs have names that read the same."),
        max_length=LONGEST_CLUB_NAME,
        validators=[validate_name, refuse_links],
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    about = forms.CharField(
        label=gettext_lazy("About the club"),
        help_text=gettext_lazy(
            "Plain text for everybody. An empty line begins a paragraph, and addresses become links."
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
    """The reason for removing a member."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("They are mailed this, with your name. Other organisers see it too."),
        max_length=LONGEST_REMOVAL_REASON,
        widget=forms.Textarea({"rows": 3}),
    )
