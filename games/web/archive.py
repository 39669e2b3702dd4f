"""The archive of finished games, with filters for edition, player, club, ladder and kind of victory."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.models.person import LONGEST_PERSON_NAME
from games.ladders.clubs.queries import club_at
from games.ladders.models.club import LONGEST_SLUG
from games.ladders.ratings.queries import name_of
from games.ladders.statistics import archive
from games.ladders.statistics import figures as edition_statistics
from games.ladders.statistics.archive import Archived, Filters, NotFoundError
from games.ladders.tables.queries import ladder_at
from games.story.victories import victory_in_short
from sekigahara.db import replica

ARCHIVE_ROWS_A_PAGE = 25

WRONG_FILTERS: dict[str, tuple[str, Promise]] = {
    "no-edition": ("edition", gettext_lazy("There is no such edition.")),
    "no-club": ("club", gettext_lazy("There is no such club.")),
    "no-ladder": ("ladder", gettext_lazy("There is no such ladder.")),
    "no-season": ("season", gettext_lazy("The ladder has no such season.")),
    "too-many-people": ("player", gettext_lazy("Many players have this name. Enter more of it.")),
}
"""By error code, the field with the wrong value, and the sentence to show."""


def _editions() -> list[tuple[str, str]]:
    return [("", _("All editions")), *((each, name_of(each)) for each in edition_statistics.editions())]


def _victories() -> list[tuple[str, str]]:
    kinds = sorted((victory_in_short(each), each) for each in edition_statistics.victories())
    return [("", _("However they ended")), *((kind, words) for words, kind in kinds)]


class ArchiveForm(forms.Form):
    """The filters. Club, ladder and season come from links and are kept as hidden fields."""

    edition = forms.ChoiceField(label=gettext_lazy("Edition"), choices=_editions, required=False)
    player = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=LONGEST_PERSON_NAME,
        required=False,
        help_text=gettext_lazy("A part of the name."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    victory = forms.ChoiceField(label=gettext_lazy("Victory"), choices=_victories, required=False)
    rated = forms.ChoiceField(
        label=gettext_lazy("Rated"),
        choices=[
            ("", gettext_lazy("Rated or not")),
            ("yes", gettext_lazy("Rated games")),
            ("no", gettext_lazy("Games that are not rated")),
        ],
        required=False,
    )
    club = forms.CharField(max_length=LONGEST_SLUG, required=False, widget=forms.HiddenInput)
    ladder = forms.CharField(max_length=12, required=False, widget=forms.HiddenInput)
    season = forms.IntegerField(min_value=1, max_value=10**6, required=False, widget=forms.HiddenInput)

    def filters(self) -> Filters:
        """The filters as the archive takes them."""
        rated = {"yes": True, "no": False}.get(self.cleaned_data["rated"])
        return Filters(**self.cleaned_data | {"rated": rated})


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List finished public games, the latest first.

    With an invalid filter, no games are listed, and an error is shown at its field.
    """
    form = ArchiveForm(request.GET)
    found = None
    if form.is_valid():
        try:
            found = archive.find(form.filters())
        except NotFoundError as error:
            field, words = WRONG_FILTERS[error.code]
            form.add_error(field if field in form.fields else None, str(words))
    filters = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    begin = request.GET.get("after", "")
    rows = [] if found is None else replica.first(archive.after(found, begin), ARCHIVE_ROWS_A_PAGE + 1)
    context: dict[str, Any] = {
        "form": form,
        "rows": [_listed(row) for row in archive.with_players(rows[:ARCHIVE_ROWS_A_PAGE])],
        "filters": filters,
        "begin": begin,
        "first": urlencode(filters),
        "further": urlencode(filters | {"after": rows[ARCHIVE_ROWS_A_PAGE - 1].public_id})
        if len(rows) > ARCHIVE_ROWS_A_PAGE
        else "",
        **_places(filters, form.cleaned_data),
    }
    return render(request, "games/archive.html", context, status=400 if found is None else 200)


def _listed(row: Archived) -> dict[str, Any]:
    game = row.summary
    return {
        "summary": game,
        "seats": row.seats,
        "names": [seat.played_by for seat in row.seats],
        "won": victory_in_short(game.victory, game.edition),
        "edition": name_of(game.edition),
        "club": row.club,
        "season": row.season,
    }


def _places(filters: dict[str, str], valid: dict[str, Any]) -> dict[str, Any]:
    """The club and the ladder of the filters, and the query without them.

    Args:
        filters: as submitted.
        valid: the cleaned values.
    """
    rest = {name: value for name, value in filters.items() if name not in ("club", "ladder", "season")}
    return {
        "club": club_at(valid.get("club", ""), None),
        "ladder": ladder_at(valid.get("ladder", ""), None),
        "everywhere": urlencode(rest),
    }
