"""The page on which organisers invite people to a club: by a link, by a poster, and by mail."""

import re

import segno
from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models.person import LONGEST_ADDRESS, Person
from accounts.rate_limits import sender_of
from games.ladders.clubs import invitations
from games.ladders.clubs.invitations import MOST_ADDRESSES, InvitationOutcome
from games.ladders.models.club import Club
from games.web.clubs import sentences
from games.web.clubs.finding import for_organiser
from sekigahara.errors.exceptions import Refused

OUTCOMES = {
    InvitationOutcome.INVITED: gettext_lazy("A mail is on its way."),
    InvitationOutcome.ALREADY: gettext_lazy("Was invited within the last two weeks."),
    InvitationOutcome.INVALID: gettext_lazy("This is no mail address."),
    InvitationOutcome.DISPOSABLE: gettext_lazy("This address lasts for minutes only. Ask for another one."),
    InvitationOutcome.LIMITED: gettext_lazy("Too many invitations for today. Try again tomorrow."),
}
_ADDRESS = re.compile(r"[^\s,;<>]*@[^\s,;<>]*")
"""Something meant as an address: lists and mail programs have names, commas and angle brackets around it."""


class InviteForm(forms.Form):
    """Addresses to invite."""

    addresses = forms.CharField(
        label=gettext_lazy("Mail addresses"),
        help_text=gettext_lazy(
            "One a line, with commas, or as a mail program copies them. Nobody sees whom you invite."
        ),
        max_length=2 * MOST_ADDRESSES * LONGEST_ADDRESS,
        widget=forms.Textarea({"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_addresses(self) -> list[str]:
        """What is meant as an address."""
        found = _ADDRESS.findall(self.cleaned_data["addresses"])
        if not found:
            raise forms.ValidationError(gettext_lazy("There is no mail address in this."), "no-address")
        if len(found) > MOST_ADDRESSES:
            most = gettext_lazy("Invite at most %(most)s people at a time.")
            raise forms.ValidationError(most, "too-many-addresses", {"most": MOST_ADDRESSES})
        return found


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Show the link and the poster of a club, and mail invitations. A second click mails nothing again."""
    form = InviteForm(request.POST if request.method == "POST" else None)
    results: list[tuple[str, str]] = []
    if form.is_valid():
        try:
            done = invitations.invite(
                club=club,
                by=person,
                sender=sender_of(request),
                addresses=form.cleaned_data["addresses"],
            )
        except Refused as error:
            form.add_error("addresses", sentences.refused(error))
        else:
            results = [(each.address, str(OUTCOMES[each.outcome])) for each in done]
            form = InviteForm()
    name, parts = ("clubs:link", [club.slug, club.link]) if club.has_link else ("clubs:club", [club.slug])
    link = settings.SITE_URL + reverse(name, args=parts)
    context = {"club": club, "form": form, "results": results, "link": link, "code": _code(link)}
    return render(request, "games/clubs/invite.html", context, status=400 if form.is_bound else 200)


def _code(link: str) -> str:
    """The link as a picture that phones read, as SVG."""
    svg = segno.make(link, error="m").svg_inline(border=2, omitsize=True)
    return mark_safe(svg)  # noqa: S308 - made of squares alone
