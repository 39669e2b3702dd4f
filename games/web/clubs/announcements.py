"""Pages of a club's announcements: reading and writing them, and stopping the club's news by mail."""

import secrets
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt  # noqa: TID251 - the token is proof enough, as in notifications
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.clubs import announcements
from games.ladders.clubs.markdown import html_of
from games.ladders.clubs.queries import announcements_of, standing_of
from games.ladders.models.announcement import LONGEST_ANNOUNCEMENT, LONGEST_REQUEST_KEY, LONGEST_TITLE
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.tables.queries import ladders_of
from games.web.clubs import sentences
from games.web.clubs.finding import for_organiser, found
from games.web.visitors import speak_to_reader
from sekigahara.errors.exceptions import Refused, or_404
from sekigahara.requests.never_refused import never_refused

ANNOUNCEMENTS_A_PAGE = 20


class AnnouncementForm(forms.Form):
    """An announcement, and to whom."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=LONGEST_TITLE)
    text = forms.CharField(
        label=gettext_lazy("Text"),
        help_text=gettext_lazy(
            "An empty line begins a paragraph. You can use Markdown: **bold**, *italic*, lists and links. "
            "Pictures are left out."
        ),
        max_length=LONGEST_ANNOUNCEMENT,
        widget=forms.Textarea({"rows": 12}),
    )
    key = forms.CharField(max_length=LONGEST_REQUEST_KEY, required=False, widget=forms.HiddenInput)

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data)
        self.ladders = {row.public_id: row for row in ladders_of(club)}
        choices = [(public_id, row.name) for public_id, row in self.ladders.items()]
        self.fields["ladder"] = forms.ChoiceField(
            label=gettext_lazy("To whom?"),
            choices=[("", gettext_lazy("All members of the club")), *choices],
            required=False,
        )

    def clean_ladder(self) -> Ladder | None:
        return self.ladders.get(self.cleaned_data["ladder"])


@for_person
@require_safe
def listed(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """List the announcements of a club to a member."""
    club = found(request, slug)
    standing = standing_of(club, person)
    or_404(standing.membership)
    page = Paginator(announcements_of(club), ANNOUNCEMENTS_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "games/clubs/announcements.html", {"club": club, "standing": standing, "page": page}
    )


@for_person
@require_safe
def announcement(request: HttpRequest, person: Person, slug: str, announcement: str) -> HttpResponse:
    """Show an announcement to a member."""
    club = found(request, slug)
    member = or_404(standing_of(club, person).membership)
    made = or_404(announcements_of(club).filter(public_id=announcement).first())
    context = {
        "club": club,
        "announcement": made,
        "said": announcements.said(made),
        "html": html_of(made.text),
        "stop": announcements.stop_url(member),
    }
    return render(request, "games/clubs/announcement.html", context)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Write an announcement, see how it looks and how many get it, and send it.

    Each preview has a key of its own, by which its button, pressed twice, sends once.
    """
    form = AnnouncementForm(club, request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"club": club, "form": form}
    if form.is_valid():
        written = form.cleaned_data
        if "send" in request.POST:
            try:
                made = announcements.publish(club=club, by=person, **written)
            except Refused as error:
                form.add_error(None, sentences.refused(error))
            else:
                return redirect("clubs:announcement", club.slug, made.public_id)
        context |= {
            "html": html_of(written["text"]),
            "written": written | {"key": secrets.token_urlsafe(12)},
            "count": announcements.recipients(club, person, written["ladder"]).count(),
        }
    return render(request, "games/clubs/announce.html", context, status=400 if form.errors else 200)


# Mail programs post here without ever having asked for the page (RFC 8058): the token is proof enough.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def news(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Stop or resume the news of a club by mail, without signing in.

    Mail scanners follow its links too, so only a button has an effect.
    """
    member = or_404(announcements.member_by_link(slug, token))
    if request.method == "POST":
        announcements.choose_news(member, wanted="undo" in request.POST)
        member.refresh_from_db()
    speak_to_reader(request, member.person)
    context = {"club": member.club, "wants_news": member.wants_news}
    response = render(request, "games/clubs/news.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response
