"""What people fill in about themselves. Forms check; services write."""

from collections.abc import Iterable
from datetime import timedelta
from functools import cache, partial
from html import escape
from typing import Any

from django import forms
from django.conf import settings
from django.forms.utils import flatatt
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import format_lazy
from django.utils.translation import get_language, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import disposable, oauth, zones
from accounts.models import api_token, person
from accounts.name_rules import refuse_imitations, refuse_links, validate_name
from accounts.scopes import Scope
from sekigahara.errors.codes import CODES

FOR_EVER = "never"
"""Chosen for a token that does not expire."""


class SignInForm(forms.Form):
    """The address to mail a sign-in link to."""

    email = forms.EmailField(
        label=_("Your email address"),
        max_length=person.LONGEST_ADDRESS,
        validators=[person.validate_address],
        widget=forms.EmailInput({"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        """The address, unless it lives for minutes."""
        email: str = self.cleaned_data["email"]
        if disposable.is_refused(email):
            raise forms.ValidationError(CODES["disposable-address"].sentence({}), "disposable-address")
        return email


class NameForm(forms.Form):
    """The name that other players see."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("Shown to other players."),
        max_length=person.LONGEST_PERSON_NAME,
        required=False,
        validators=[validate_name, refuse_links],
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )

    def clean_name(self) -> str:
        """The name, which may stay as it is."""
        name: str = self.cleaned_data["name"]
        if name != self.initial.get("name"):
            refuse_imitations(name)
        return name


class ZoneSelect(forms.Select):
    """The select of time zones. Django renders a template for each, which takes 15 ms; this takes none.

    Args:
        own: the present zone of the person, which is offered too.
    """

    def __init__(self, own: str = "UTC") -> None:
        super().__init__()
        self._own = own

    def use_required_attribute(self, initial: Any) -> bool:  # noqa: ARG002 - Django's signature
        """Something is always chosen. Django would look through all choices to see that."""
        return False

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """The element, like Django's but for spaces."""
        del renderer
        options = _zone_options(get_language()) if self._own in zones.known() else zones.choices(self._own)
        written = options if isinstance(options, str) else _options(options)
        for chosen in self.format_value(value):
            option = f'<option value="{escape(chosen)}"'
            written = written.replace(f"{option}>", f"{option} selected>", 1)
        own = flatatt(self.build_attrs(self.attrs, {"name": name, **(attrs or {})}))
        return mark_safe(f"<select{own}>{written}</select>")  # noqa: S308 - all is escaped


@cache
def _zone_options(_language: str) -> str:
    return _options(zones.choices("UTC"))


def _options(choices: Iterable[zones.Zone | zones.ZoneGroup]) -> str:
    """The options of a select. Choices that have choices are groups."""
    parts = []
    for name, inside in choices:
        if isinstance(inside, list):
            parts.append(f'<optgroup label="{escape(str(name))}">{_options(inside)}</optgroup>')
        else:
            parts.append(f'<option value="{escape(str(name))}">{escape(inside)}</option>')
    return "".join(parts)


class SettingsForm(NameForm):
    """A person's settings. The language field is shown only where there are several."""

    def __init__(self, whose: person.Person, data: Any = None) -> None:
        kept = ("name", "zone", "is_bot", "run_by", "challenges_from", "page_shows")
        chosen = {field: getattr(whose, field) for field in kept} | {"language": whose.reads}
        chosen["takes_messages"] = "yes" if whose.takes_messages else "no"
        super().__init__(data, initial=chosen)
        there = date_format(timezone.localtime(timezone=whose.tzinfo), "l, H:i")
        self.fields["zone"] = forms.ChoiceField(
            label=_("Time zone"),
            help_text=_("In the saved time zone it is now %(time)s.") % {"time": there},
            choices=partial(zones.choices, whose.zone),
            widget=ZoneSelect(whose.zone),
        )
        is_only = len(settings.LANGUAGES) == 1
        self.fields["language"] = forms.ChoiceField(
            label=_("Language"),
            help_text=_("Of pages and mails."),
            choices=settings.LANGUAGES,
            disabled=is_only,
            widget=forms.HiddenInput if is_only else forms.Select,
        )
        self.fields["is_bot"] = forms.BooleanField(
            label=_("A program plays for me"),
            label_suffix="",
            help_text=_(
                "Please say so if it does. Others then see “(bot)” behind your name, in all your games."
            ),
            required=False,
        )
        self.fields["run_by"] = forms.CharField(
            label=_("Who runs that program"),
            help_text=_("If you want others to know. Programs read it over the API."),
            max_length=person.LONGEST_PERSON_NAME,
            required=False,
            validators=[validate_name, refuse_links, refuse_imitations],
        )
        self.fields["challenges_from"] = forms.TypedChoiceField(
            label=_("Who may challenge me to a game"),
            help_text=_(
                "By your name. Anyone who knows your address can invite you in any case, and anyone who "
                "finished a game with you can offer a rematch."
            ),
            choices=person.ChallengesFrom.choices,
            required=False,
            empty_value=None,
        )
        self.fields["takes_messages"] = forms.TypedChoiceField(
            label=_("Messages in my games"),
            choices=[("yes", _("my opponents may write to me")), ("no", _("nobody may write to me"))],
            required=False,
            coerce=lambda chosen: chosen == "yes",
            empty_value=None,
        )
        self.fields["page_shows"] = forms.TypedChoiceField(
            label=_("What my page shows to strangers"),
            help_text=_(
                "People who played a game with you or are in a club with you see everything. Lists of "
                "ratings, the archive, ladders and clubs name their players whatever you choose here."
            ),
            choices=person.PageShows.choices,
            required=False,
            empty_value=None,
        )


class AppForm(forms.Form):
    """A program that other people sign in to with their account here."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("That people are shown when they are asked."),
        max_length=api_token.LONGEST_TOKEN_NAME,
        validators=[validate_name, refuse_links, refuse_imitations],
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    redirects = forms.CharField(
        label=_("Where people are sent back to"),
        help_text=_("One address a line: of https, or of the person's own machine."),
        max_length=oauth.MOST_REDIRECTS * (oauth.LONGEST_REDIRECT + 2),
        widget=forms.Textarea({"rows": 2, "spellcheck": "false"}),
    )

    def clean_redirects(self) -> list[str]:
        """The addresses, each once."""
        addresses = list(dict.fromkeys(self.cleaned_data["redirects"].split()))
        if len(addresses) > oauth.MOST_REDIRECTS:
            raise forms.ValidationError(_("Give fewer addresses."))
        for address in addresses:
            oauth.check_redirect(address)
        return addresses


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("For you to recognise it by, such as “my bot” or “phone”."),
        max_length=api_token.LONGEST_TOKEN_NAME,
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What is it for?"),
        help_text=_("Choose only what the program needs: everything else is refused."),
        choices=Scope.choices,
        initial=[Scope.PLAY],
        widget=forms.CheckboxSelectMultiple,
    )
    lifetime = forms.TypedChoiceField(
        label=_("How long is it valid?"),
        help_text=format_lazy(
            ngettext_lazy(
                "You are mailed {count} day before it ends.",
                "You are mailed {count} days before it ends.",
                api_token.WARNED_BEFORE.days,
            ),
            count=api_token.WARNED_BEFORE.days,
        ),
        choices=[("30", _("30 days")), ("90", _("90 days")), ("365", _("A year")), (FOR_EVER, _("For ever"))],
        coerce=lambda days: None if days == FOR_EVER else timedelta(days=int(days)),
        initial="365",
    )
