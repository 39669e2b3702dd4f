"""Pages on which a game comes about: creating one, answering an invitation, taking an open seat."""

import secrets
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import Limit, hit, sender_of, waiting_time
from accounts.models.person import Person
from accounts.pages import for_person
from games import queries
from games.bots.players import PLAYERS
from games.editions import edition_ids, ruleset
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.seat import Seat
from games.services import forgetting, lobby
from games.services.errors import Conflict, Limited, Unacceptable
from games.web.naming import introduced, name_form
from games.web.visitors import EXPIRED, holds_seat, invited_to, open_seat, person_of, speak_to_reader

SIDES = [
    ("random", gettext_lazy("Whichever chance gives me")),
    ("east", gettext_lazy("East: Tokugawa Ieyasu and his allies")),
    ("west", gettext_lazy("West: Ishida Mitsunari and the loyalists of the Toyotomi")),
]
OPPONENTS = [
    ("invite", gettext_lazy("Somebody I know, by mail address")),
    ("open", gettext_lazy("Whoever takes the seat first")),
    ("computer", gettext_lazy("A computer player")),
    ("myself", gettext_lazy("Nobody: I play both sides")),
]


def _editions() -> list[tuple[str, str]]:
    return [(edition, ruleset(edition).edition.name) for edition in edition_ids()]


class NewGame(forms.Form):
    """What a game is made of."""

    edition = forms.ChoiceField(label=gettext_lazy("Edition"), choices=_editions)
    opponent = forms.ChoiceField(
        label=gettext_lazy("Against"), choices=OPPONENTS, widget=forms.RadioSelect, initial="invite"
    )
    email = forms.EmailField(
        label=gettext_lazy("Their mail address"),
        required=False,
        max_length=254,
        help_text=gettext_lazy("They get an invitation, and need no account to accept it."),
    )
    computer = forms.ChoiceField(
        label=gettext_lazy("Computer player"),
        choices=[(name, name) for name in PLAYERS],
        required=False,
        help_text=gettext_lazy("ashigaru plans a turn ahead; random does anything that is legal."),
    )
    side = forms.ChoiceField(
        label=gettext_lazy("I play"), choices=SIDES, widget=forms.RadioSelect, initial="random"
    )
    public = forms.BooleanField(
        label=gettext_lazy("Anybody may watch, with what everybody at the table would see"), required=False
    )
    nonce = forms.RegexField(
        label=gettext_lazy("Something of mine for the shuffles"),
        regex=rf"^(?:{lobby.NONCE.pattern})\Z",
        error_messages={"invalid": gettext_lazy("Use letters, digits and + / = _ . - only.")},
        required=False,
        max_length=64,
        help_text=gettext_lazy(
            "Up to 64 letters and digits that go into every shuffle and draw. After the game everybody can "
            "check the draws against it. You may leave it empty."
        ),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if given.get("opponent") == "invite" and not given.get("email") and "email" not in self.errors:
            self.add_error("email", _("Write the address of whom you want to play against."))
        return given

    def chosen_opponent(self) -> lobby.Opponent:
        """The opponent, as the service takes it."""
        given = self.cleaned_data
        match given["opponent"]:
            case "invite":
                return lobby.Invite(given["email"])
            case "computer":
                return lobby.Computer(given["computer"] or next(iter(PLAYERS)))
            case "myself":
                return lobby.Myself()
        return lobby.Anybody()


ONE_GAME_A_FORM = Limit("games made of one form", 1, 60 * 60)
"""A form that was sent twice makes one game."""


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, person: Person) -> HttpResponse:
    """Create a game."""
    form = NewGame(request.POST if request.method == "POST" else None, initial={"edition": "kessen"})
    naming = name_form(request, person)
    context = {"form": form, "naming": naming, "once": secrets.token_urlsafe(12)}
    if form.is_valid() and introduced(person, naming):
        if (once := request.POST.get("once")) and hit(ONE_GAME_A_FORM, f"{person.pk} {once}"):
            messages.info(request, _("This game was begun already."))
            return redirect("games:mine")
        try:
            return redirect("games:game", _created(person, sender_of(request), form).public_id)
        except Unacceptable:
            form.add_error("email", _("That is your own address. To play both sides, choose that above."))
        except Limited as limited:
            # Which limit it was is not told: it may be that of an address others write to.
            told = _("Enough games and invitations for now: no game was made. Try again in %(time)s.")
            form.add_error(None, told % {"time": waiting_time(limited.seconds)})
            response = render(request, "games/new.html", context, status=429)
            response["Retry-After"] = str(limited.seconds)
            return response
    return render(request, "games/new.html", context, status=400 if form.is_bound else 200)


def _created(person: Person, sender: str, form: NewGame) -> Game:
    given = form.cleaned_data
    return lobby.create(
        creator=person,
        edition=given["edition"],
        side=given["side"],
        opponent=form.chosen_opponent(),
        is_public=given["public"],
        nonce=given["nonce"],
        sender=sender,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Look at an invitation and answer it."""
    person = invited_to(request, public_id)
    asked = None if person is None else queries.invitation_of(public_id, person)
    if person is None or asked is None:
        if person_of(request) is None:
            return redirect_to_login(request.get_full_path())
        raise Http404
    speak_to_reader(request, person)
    naming = name_form(request, person)
    if request.method == "POST" and (request.POST.get("answer") != "accept" or introduced(person, naming)):
        return _answer(request, asked)
    is_open = holds_seat(request, asked.seat)
    if asked.seat.player_id == person.pk and not is_open:
        request.session[EXPIRED] = asked.seat.pk  # an invitation opens no seat twice, a fresh link does
    context = {
        "invitation": asked,
        "game": asked.seat.game,
        "until": forgetting.open_until(asked.seat.game),
        "is_open": is_open,
        "naming": naming,
    }
    return render(request, "games/invitation.html", context, status=400 if request.method == "POST" else 200)


def _answer(request: HttpRequest, asked: Invitation) -> HttpResponse:
    answer = request.POST.get("answer")
    try:
        if answer == "accept":
            return _accepted(request, asked)
        if answer in ("decline", "block"):
            lobby.decline(game=asked.seat.game, person=asked.person, block=answer == "block")
    except Conflict:
        messages.info(request, _("This invitation was answered already."))
    return redirect("games:invitation", asked.seat.game.public_id)


def _accepted(request: HttpRequest, asked: Invitation) -> HttpResponse:
    """Take the seat; who has it already, as after a second click, goes there too.

    Raises:
        Conflict: the seat is not to be had any more.
    """
    game, person = asked.seat.game, asked.person
    if not holds_seat(request, asked.seat):
        seat = lobby.join(game=game, person=person)
        if person_of(request) != person:
            open_seat(request, seat, person)
    return redirect("games:game", game.public_id)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, person: Person, public_id: str) -> HttpResponse:
    """Take the seat of an open game; who comes to look goes to its page."""
    if request.method != "POST" or Seat.objects.filter(game__public_id=public_id, player=person).exists():
        return redirect("games:game", public_id)
    naming = name_form(request, person)
    if naming is not None and not introduced(person, naming):
        for sentence in naming.errors["name"]:
            messages.error(request, str(sentence))
        return redirect("games:game", public_id)
    if not _joined(public_id, person):
        messages.error(request, _("Somebody else was faster, or the game was called off."))
        return redirect("games:open")
    return redirect("games:game", public_id)


def _joined(public_id: str, person: Person) -> bool:
    """Take the seat if it is still free."""
    game = queries.open_game(public_id, person)
    try:
        return game is not None and bool(lobby.join(game=game, person=person))
    except Conflict:
        return False


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def call_off(request: HttpRequest, person: Person, public_id: str) -> HttpResponse:
    """Take back a game that nobody has joined; who comes to look goes to its page."""
    game = Game.objects.filter(public_id=public_id, creator=person).first()
    if game is None:
        raise Http404
    if request.method != "POST":
        return redirect("games:game", public_id)
    try:
        lobby.call_off(game=game, person=person)
    except Conflict:
        # What was called off may be forgotten by now.
        if Game.objects.filter(pk=game.pk).exclude(status=Game.Status.CALLED_OFF).exists():
            messages.error(request, _("The game has begun; you may resign it."))
            return redirect("games:game", public_id)
    messages.success(request, _("The game was called off."))
    return redirect("games:mine")
