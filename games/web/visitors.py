"""Who requests a page: a person who is signed in, a browser that followed links in mails, or the public.

Also what all pages of a game share: their context, and what their forms say of themselves.
"""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts import guests
from accounts.models.person import Person, normalized
from accounts.pages import speak_to
from accounts.processor_time import note_followed, note_reader
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.reads.access import Viewer, Visitor, viewer_among, viewer_of
from games.reads.link_lifetime import OpenedLink
from games.web.link_sessions import begin_session, keep_session
from sekigahara.db import service_time

SEATS = "seats"
"""Session key: by seat reference, a stored ``OpenedLink``."""
INVITATIONS = "invitations"
"""Session key: by game id, a stored ``OpenedByLink`` for the invited person."""
BIDDINGS = "biddings"
"""Session key: by bidding id, a stored ``OpenedByLink`` for one of its players."""
EXPIRED = "expired seat"
"""Session key: the id of a seat whose link had expired, or could not open it."""

Kept = TypeVar("Kept")


class OpenedByLink(NamedTuple):
    """An invitation or bidding whose link this browser followed.

    Attributes:
        person_id: whom the link was mailed to.
        proof: the person's session hash at that time.
    """

    person_id: int
    proof: str


def _as(shape: type[Kept], kept: Any) -> Kept | None:
    """Convert a stored value; None if there is none, or another release stored it in another form."""
    try:
        return msgspec.convert(kept, shape)
    except msgspec.ValidationError:
        return None


def _opened(request: HttpRequest, key: str, shape: type[Kept]) -> Iterator[tuple[str, Kept]]:
    """What links have opened in this browser, by name, without values that cannot be read."""
    kept = request.session.get(key)
    for name, value in kept.items() if isinstance(kept, dict) else ():
        if (opened := _as(shape, value)) is not None:
            yield name, opened


def person_of(request: HttpRequest) -> Person | None:
    """The signed-in person; None if nobody is signed in."""
    return request.user if isinstance(request.user, Person) else None


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor behind a request."""
    links = {seat: link for seat, link in _opened(request, SEATS, OpenedLink) if timezone.is_aware(link.at)}
    return Visitor(person_of(request), links)


def opened_games(request: HttpRequest) -> set[str]:
    """The ids of the games that links of mails have opened in this browser, or invitations to them."""
    seats = {seat.partition(".")[0] for seat, _link in _opened(request, SEATS, OpenedLink)}
    return seats | {game for game, _link in _opened(request, INVITATIONS, OpenedByLink)}


def holds_seat(request: HttpRequest, seat: Seat) -> bool:
    """Whether this browser may act for a seat."""
    try:
        return viewer_of(visitor_of(request), seat.game.public_id, seat.plays.label).seat == seat
    except Http404:
        return False


def viewer_in(request: HttpRequest, public_id: str) -> Viewer:
    """The visitor as a viewer of a game. The query parameter ``as`` selects a side or the public.

    The page uses the language and time zone of the seat's player.

    Raises:
        Http404: there is no such game, or the visitor may not see it.
    """
    both = both_seats.found_with_players(public_id)
    viewer = viewer_among(both, visitor_of(request), request.GET.get("as"))
    if viewer.seat is not None and viewer.seat.player is not None:
        speak_to_reader(request, viewer.seat.player)
        keep_session(request)
        guests.note_visit(request, viewer.seat.player)
    return viewer


def player_in(request: HttpRequest, public_id: str) -> tuple[Viewer, Seat]:
    """The viewer and the seat of a player in a game that has begun.

    Raises:
        Http404: the visitor does not play in it, or there is no such game.
    """
    viewer = viewer_in(request, public_id)
    if viewer.seat is None or not viewer.game.length:
        raise Http404
    return viewer, viewer.seat


def to_seat(viewer: Viewer, part: str = "") -> HttpResponse:
    """Redirect to the page of a game, or to a part of it, from the same viewpoint."""
    query = {"as": viewer.label} if viewer.others else None
    page = reverse("games:game", args=[viewer.game.public_id], query=query, fragment=part or None)
    return HttpResponseRedirect(page)


def without_token(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect from a link with a token to an address without it, and keep the token from the next page."""
    if not request.session.is_empty():  # a link that opens nothing begins none
        note_followed(request, address.partition("?")[0])
    response = HttpResponseRedirect(address)
    response["Referrer-Policy"] = "no-referrer"
    return response


def show_game(
    request: HttpRequest,
    viewer: Viewer,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Render a page of a game, whose template also knows the game and the viewer."""
    known = {"game": viewer.game, "viewer": viewer, **(context or {})}
    return render(request, template, known, status=status)


def named_version(request: HttpRequest) -> int:
    """The version from which a form was made; -1 if it names none."""
    version = request.POST.get("version", "")
    return int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1


def form_key(request: HttpRequest, about: str) -> str:
    """The idempotency key of a form. It is equal for a form that is sent twice, e.g. by a double click."""
    sent = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return f"page {hashlib.sha256(f'{about} {sent}'.encode()).hexdigest()}"


def speak_to_reader(request: HttpRequest, owner: Person) -> None:
    """Use the language and time zone of a link's recipient, unless somebody is signed in."""
    if person_of(request) is None:
        speak_to(request, owner)


def open_seat(request: HttpRequest, seat: Seat, player: Person, *, at: datetime | None = None) -> None:
    """Let this browser act for a seat, but not for its player otherwise.

    Args:
        request: from the browser.
        seat: to open.
        player: of the seat.
        at: when the seat was opened, by default now. Revoking links after this time revokes this one too.
    """
    begin_session(request)
    opened = visitor_of(request).links
    link = OpenedLink(player.pk, at or service_time.now(), player.get_session_auth_hash())
    note_reader(request, player)
    request.session[SEATS] = msgspec.to_builtins({**opened, seat.reference: link})


def open_invitation(request: HttpRequest, invitation: Invitation) -> None:
    """Let this browser answer an invitation."""
    _open_by_link(request, INVITATIONS, invitation.seat.game.public_id, invitation.person)


def open_bidding(request: HttpRequest, public_id: str, person: Person) -> None:
    """Let this browser bid for one of the two players."""
    _open_by_link(request, BIDDINGS, public_id, person)


def _open_by_link(request: HttpRequest, key: str, public_id: str, person: Person) -> None:
    begin_session(request)
    note_reader(request, person)
    request.session[key] = {
        **dict(_opened(request, key, OpenedByLink)),
        public_id: OpenedByLink(person.pk, person.get_session_auth_hash()),
    }


def was_kept_elsewhere(request: HttpRequest, public_id: str) -> bool:
    """Whether this browser's guest played a game that is a person's by now, who gave an address elsewhere."""
    if guests.GUEST not in request.session or guests.guest_in(request) is not None:
        return False
    played = any(reference.startswith(f"{public_id}.") for reference in visitor_of(request).links)
    return played and Game.objects.filter(public_id=public_id).exists()


def expired_in(request: HttpRequest) -> Seat | None:
    """The seat for which this browser can request a fresh link; None for none."""
    expired = _as(int, request.session.get(EXPIRED)) or 0
    return Seat.objects.select_related("game", "player").filter(pk=expired).first()


def invited_to(request: HttpRequest, public_id: str) -> Person | None:
    """The person as whom this browser can answer an invitation, by a link or signed in; None for nobody."""
    return _person_for(request, INVITATIONS, public_id)


def invitation_of(request: HttpRequest, email: str) -> str:
    """An open invitation to a game whose link this browser followed, and that was mailed to this address, by
    a name for ``accounts.links``; empty for none."""
    opened = dict(_opened(request, INVITATIONS, OpenedByLink))
    people = [link.person_id for link in opened.values()]
    found = Invitation.objects.filter(
        seat__game__public_id__in=opened,
        seat__game__status=Game.Status.WAITING,
        person__in=people,
        person__email=normalized(email),
        declined_at=None,
    )
    return next((f"invitation {invitation.pk}" for invitation in found), "") if opened else ""


def bidder_in(request: HttpRequest, public_id: str) -> Person | None:
    """The person as whom this browser can open a bidding, by a link or signed in; None for nobody."""
    return _person_for(request, BIDDINGS, public_id)


def _person_for(request: HttpRequest, key: str, public_id: str) -> Person | None:
    opened = dict(_opened(request, key, OpenedByLink)).get(public_id)
    person = None if opened is None else Person.objects.filter(pk=opened.person_id).first()
    if opened and person and constant_time_compare(opened.proof, person.get_session_auth_hash()):
        keep_session(request)
        return person
    return person_of(request)
