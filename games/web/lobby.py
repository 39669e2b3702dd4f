"""Pages before a game begins: creating it, answering an invitation, joining, calling it off."""

from contextlib import suppress
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import NameForm
from accounts.models.person import KEY_DIGITS, Person
from accounts.pages import for_person
from accounts.rate_limits import sender_of, waiting_time
from games.ladders.clubs.games import club_of, enter
from games.ladders.clubs.queries import clubs_of, standing_of
from games.ladders.models.club import Club
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.reads import queries
from games.reads.competition import may_join
from games.reads.rematches import in_one_line
from games.services import joining, lobby, offers, retention
from games.services.offers import GameOffer
from games.web.ask_name import introduced, name_form
from games.web.clubs.finding import found
from games.web.new_game import NewGame, OwnChance
from games.web.visitors import EXPIRED, holds_seat, invited_to, open_seat, person_of, speak_to_reader
from sekigahara.errors.codes import CODES
from sekigahara.errors.exceptions import Conflict, Limited, Unacceptable, or_404
from sekigahara.requests.never_refused import never_refused


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, person: Person) -> HttpResponse:
    """Create a game."""
    slug = request.GET.get("club", "")
    club = found(request, slug) if slug else None
    if club is not None and standing_of(club, person).membership is None:
        messages.error(request, _("Only members make games in this club."))
        return redirect("clubs:club", club.slug)
    data = request.POST if request.method == "POST" else None
    asked = request.GET.get("opponent", "")
    form = NewGame(person, data, club=club, opponent=asked)
    if len(asked) == KEY_DIGITS and form.known is None:
        messages.error(request, CODES["may-not-be-challenged"].sentence({}))
    naming = name_form(request, person)
    context: dict[str, Any] = {
        "form": form,
        "naming": naming,
        "club": club,
        "clubs": [one.club for one in clubs_of(person)],
    }
    status, wait = (400 if form.is_bound else 200), ""
    if form.is_valid() and introduced(person, naming, needed=_why_a_name(form)):
        try:
            return redirect("games:game", _create(person, sender_of(request), form, club).public_id)
        except Unacceptable as refused:
            form.add_error(*_what_is_wrong(form, refused))
        except Conflict as conflict:
            if conflict.code != "offer-used":  # they have just left the club, or were removed
                return redirect("clubs:club", club.slug if club is not None else "")
            messages.info(request, _("This game has started already."))
            return redirect("games:mine")
        except Limited as limited:
            # The page does not say which limit it was: it may be that of an address others write to.
            sentence = _(
                "Too many games and invitations for now: no game was created. Try again in %(time)s."
            )
            form.add_error(None, sentence % {"time": waiting_time(limited.seconds)})
            status, wait = 429, str(limited.seconds)
    response = render(request, "games/new.html", context | {"offer": _offer(form)}, status=status)
    if wait:
        response["Retry-After"] = wait
    return response


def _what_is_wrong(form: NewGame, refused: Unacceptable) -> tuple[str | None, str]:
    """The field of the form that was refused, if it is one, with a sentence about it."""
    match refused.code:
        case "offer-expired":
            return None, _("This page was open for too long. Nothing is lost: send it again.")
        case "bad-nonce-hash":
            return "nonce", _("This cannot be promised by its hash. Write something else.")
        case "bad-note":
            return "note", CODES[refused.code].sentence(refused.parameters)
        case "may-not-be-challenged":
            return None if form.known else "invited", CODES[refused.code].sentence(refused.parameters)
    return None if form.known else "invited", _("That is you. To play both sides, choose that above.")


def _why_a_name(form: NewGame) -> str:
    """Why a game needs the name of its creator, as a sentence; empty if it does not."""
    if not form.invites:
        return ""
    return _("The person you invite is told who you are: choose a name.")


def _offer(form: NewGame) -> GameOffer:
    """The offer for a form: the one that it came with, or a new one if there is none or it has expired.

    With a new one the form's nonce is emptied, because a nonce must come after the commitment.
    """
    try:
        return offers.opened(form.data.get("offer", ""))
    except Unacceptable:
        form.data = {name: value for name, value in form.data.items() if name not in ("nonce", "nonce_hash")}
        return offers.make()


def _create(person: Person, sender: str, form: NewGame, club: Club | None) -> Game:
    values = form.cleaned_data
    return lobby.create(
        creator=person,
        edition=values["edition"],
        side=values["side"],
        opponent=form.chosen_opponent(),
        flags=form.chosen_flags(),
        terms=lobby.Terms(
            pace=values["pace"],
            time_bank=values["time_bank"],
            on_time_out=values["on_time_out"],
            is_public=values["public"],
            is_rated=values["rated"],
            hold=values["hold"],
            reaction=values["reaction"],
        ),
        nonce=values["nonce"],
        nonce_hash=values["nonce_hash"],
        offer=values["offer"],
        sender=sender,
        enter=None if club is None else partial(enter, club=club, by=person),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show an invitation, or answer it."""
    person = invited_to(request, public_id)
    invitation = None if person is None else queries.invitation_of(public_id, person)
    if person is None or invitation is None:
        if person_of(request) is None:
            return redirect_to_login(request.get_full_path())
        raise Http404
    speak_to_reader(request, person)
    naming, chance = name_form(request, person), _chance(request)
    if request.method == "POST" and (
        request.POST.get("answer") != "accept" or _may_join(person, naming, chance)
    ):
        return _answer(request, invitation, chance)
    is_open = holds_seat(request, invitation.seat)
    if invitation.seat.player_id == person.pk and not is_open:
        request.session[EXPIRED] = invitation.seat.pk  # an invitation opens no seat twice, a fresh link does
    context = {
        "invitation": invitation,
        "game": invitation.seat.game,
        "until": retention.open_until(invitation.seat.game),
        "rematch": in_one_line(invitation.seat.game, invitation.seat.plays)
        if hasattr(invitation.seat.game, "rematch_offer")
        else "",
        "is_open": is_open,
        "kept_for": _members_only_club(invitation.seat.game, person),
        "naming": naming,
        "chance": chance,
    }
    return render(request, "games/invitation.html", context, status=400 if request.method == "POST" else 200)


def _chance(request: HttpRequest) -> OwnChance:
    return OwnChance(request.POST if request.method == "POST" else None)


def _may_join(person: Person, naming: NameForm | None, chance: OwnChance) -> bool:
    """Whether the other forms of the page are valid. If so, the person's name is stored."""
    return chance.is_valid() and introduced(person, naming)


def _answer(request: HttpRequest, invitation: Invitation, chance: OwnChance) -> HttpResponse:
    answer = request.POST.get("answer")
    try:
        if answer == "accept":
            return _accept(request, invitation, chance.cleaned_data["nonce"])
        if answer in ("decline", "block"):
            joining.decline(game=invitation.seat.game, person=invitation.person, block=answer == "block")
    except Conflict as conflict:
        if conflict.code != "members-only":  # the page says so, and how to become one
            messages.info(request, _("This invitation was answered already."))
    return redirect("games:invitation", invitation.seat.game.public_id)


def _accept(request: HttpRequest, invitation: Invitation, nonce: str) -> HttpResponse:
    """Take the seat and redirect to the game, also if the person already has it.

    Raises:
        Conflict: the seat is no longer free.
    """
    game, person = invitation.seat.game, invitation.person
    if not holds_seat(request, invitation.seat):
        seat = joining.join(game=game, person=person, nonce=nonce)
        if person_of(request) != person:
            open_seat(request, seat, person)
    return redirect("games:game", game.public_id)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def join(request: HttpRequest, person: Person, public_id: str) -> HttpResponse:
    """Take the seat of an open game; a GET request is redirected to the game."""
    if request.method != "POST" or Seat.objects.filter(game__public_id=public_id, player=person).exists():
        return redirect("games:game", public_id)
    game = queries.open_game(public_id, person)
    naming, chance = name_form(request, person), _chance(request)
    if game is not None:
        if not _may_join(person, naming, chance) or _members_only_club(game, person) is not None:
            return _join_page(request, game, naming, chance, 400)
        with suppress(Conflict):
            joining.join(game=game, person=person, nonce=chance.cleaned_data["nonce"])
            return redirect("games:game", public_id)
    messages.error(request, _("Someone else took the seat, or the game was called off."))
    return redirect("games:open")


def _join_page(
    request: HttpRequest, game: Game, naming: NameForm | None, chance: OwnChance, status: int
) -> HttpResponse:
    free = or_404(Seat.objects.filter(game=game, player__isnull=True).first())  # or it has just been taken
    context = {
        "game": game,
        "seat": free,
        "kept_for": _members_only_club(game, person_of(request)),
        "naming": naming,
        "chance": chance,
    }
    return render(request, "games/join.html", context, status=status)


def _members_only_club(game: Game, person: Person | None) -> Club | None:
    """The club that a person must join before they can join a game; None if they can join at once."""
    return None if may_join(person, game) else club_of(game)


def free_seat(request: HttpRequest, game: Game) -> HttpResponse:
    """Show an open game to somebody who may join it."""
    return _join_page(request, game, name_form(request, person_of(request)), OwnChance(), 200)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def call_off(request: HttpRequest, person: Person, public_id: str) -> HttpResponse:
    """Call off a game that nobody has joined; a GET request is redirected to the game."""
    game = or_404(Game.objects.filter(public_id=public_id, creator=person).first())
    if request.method != "POST":
        return redirect("games:game", public_id)
    try:
        joining.call_off(game=game, person=person)
    except Conflict:
        # A game that was called off may already be deleted.
        if Game.objects.filter(pk=game.pk).exclude(status=Game.Status.CALLED_OFF).exists():
            messages.error(request, _("The game has started; you can resign it."))
            return redirect("games:game", public_id)
    messages.success(request, _("The game was called off."))
    return redirect("games:mine")
