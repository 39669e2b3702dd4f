"""The list of clubs, what an organiser has to look after in theirs, and founding one."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.clubs import founding as services
from games.ladders.clubs import queries as club_queries
from games.web.ask_name import introduced, name_form
from games.web.clubs import sentences
from games.web.clubs.forms import ClubForm, Search
from games.web.clubs.late import late_in
from games.web.visitors import person_of
from sekigahara.errors.exceptions import Limited, Refused

CLUBS_A_PAGE = 25


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """List clubs by name, with the signed-in person's own clubs first."""
    search = Search(request.GET)
    name = search.cleaned_data["name"] if search.is_valid() else ""
    person = person_of(request)
    context = {
        "search": search,
        "name": name,
        "mine": club_queries.clubs_of(person) if person is not None and not name else (),
        "page": Paginator(club_queries.clubs(name), CLUBS_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "games/clubs/clubs.html", context)


@for_person
@require_safe
def my_clubs(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what is late in all clubs that the person leads. Who leads none gets a 404."""
    led = list(club_queries.led_by(person))
    if not led:
        raise Http404
    late = late_in(led, leads=True)
    context = {
        "waiting": [(club, late[club.pk]) for club in led if club.pk in late],
        "quiet": [club for club in led if club.pk not in late],
    }
    return render(request, "games/clubs/my_clubs.html", context)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest, person: Person) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    naming = name_form(request, person, prefix="own")
    if naming is not None:
        naming.fields["name"].required = True
    status = 400 if form.is_bound else 200
    if form.is_valid() and introduced(person, naming):
        try:
            club = services.found(founder=person, terms=form.terms())
        except Limited as limited:
            form.add_error(None, sentences.refused(limited))
            status = 429
        except Refused as error:
            form.add_error("name", sentences.refused(error))
        else:
            messages.success(request, _("The club is founded, and you are its organiser."))
            return redirect("clubs:invite", club.slug)
    return render(request, "games/clubs/new.html", {"form": form, "naming": naming}, status=status)
