"""Stepping through a game: a page for the position after each change that a viewer could see."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import story
from games.drawing.board import board_svg
from games.engine.side import LABELS
from games.log import position
from games.models.note import Note
from games.reads.access import VIEWPOINTS, ReplayAccess, replay_access
from games.reads.briefing import sentences_on
from games.reads.moments import Moments
from games.web import diary, forks
from games.web.battle_scene import scene, still
from games.web.kept_moments import MomentParts, kept_moment
from games.web.kept_pages import kept_page
from games.web.messages import said_at
from games.web.visitors import show_game, speak_to_reader, visitor_of

SENTENCES_UNFOLDED = 6
"""The most sentences that are shown unfolded. The set-up has many more, which would push the board off the
screen."""


class Hand(NamedTuple):
    """A hand of cards, and the cards laid face down.

    Attributes:
        label: ``east`` or ``west``.
        side: the same in words.
        cards: each card with its name.
        sealed: sentences about the cards bid or discarded face down.
    """

    label: str
    side: str
    cards: list[tuple[str, str]]
    sealed: list[str]


@require_safe
def moment(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show the board at a moment, the change before it, and links to the other moments."""
    access = _replay_access(request, public_id)
    get_token(request)  # the secret behind that of the form for playing on
    said = said_at(access.viewer, number) if access.viewpoint == access.viewer.label else []
    noted = diary.noted_at(access.viewer, number) if access.viewpoint == access.viewer.label else []

    def make() -> HttpResponse:
        return _shown(request, access, number, said, noted)

    shows = [access.viewpoint, request.META["CSRF_COOKIE"]]
    return kept_page(request, access.viewer, shows, make, is_own=bool(said or noted))


def _shown(
    request: HttpRequest, access: ReplayAccess, number: int, said: list[dict[str, Any]], noted: list[Note]
) -> HttpResponse:
    game = access.viewer.game
    position.refuse_stopped(game)
    if not game.length:
        return _no_moment(request, access, 0)
    parts = kept_moment(access, number, lambda moments: _parts(access, moments, number))
    if isinstance(parts, int):
        return _no_moment(request, access, parts if number else 1)
    address = reverse("games:moment", args=[game.public_id, number])
    context = {
        "parts": parts,
        "seats": access.viewer.both,
        "viewpoint": access.viewpoint,
        "number": number,
        "previous": number - 1 or None,
        "next": number + 1 if number < parts.last else None,
        "fork": forks.form(game, number, access.viewpoint, access.viewer) if parts.has_fork else None,
        "game": game,
        "viewer": access.viewer,
        "said": said,
        "noted": noted,
        "moments": address.removesuffix(f"{number}/"),
        "address": f"{settings.SITE_URL}{address}?as={access.viewpoint}",
    }
    return show_game(request, access.viewer, "games/moment.html", context)


def _replay_access(request: HttpRequest, public_id: str) -> ReplayAccess:
    access = replay_access(visitor_of(request), public_id, request.GET.get("as"))
    if access.viewer.seat is not None and access.viewer.seat.player is not None:
        speak_to_reader(request, access.viewer.seat.player)
    return access


def _no_moment(request: HttpRequest, access: ReplayAccess, nearest: int) -> HttpResponse:
    """Respond that there is no moment of this number.

    Args:
        request: for the page.
        access: to the game.
        nearest: the number of the nearest moment; 0 if the game has not begun.
    """
    context = {"viewpoint": access.viewpoint, "nearest": nearest}
    return show_game(request, access.viewer, "games/no_moment.html", context, status=404)


def _parts(access: ReplayAccess, moments: Moments, number: int) -> MomentParts:
    game = access.viewer.game
    address = reverse("games:moment", args=[game.public_id, number])
    change, seen = moments.change(number), moments.view(number)
    names = story.Names(moments.rules)
    shown = moment_scene(moments, names, number)
    fought = shown["fought"]
    told_there = () if fought is None else fought["told"]
    sentences = [each for each in sentences_on(names, change) if each not in told_there]
    folded = sentences[1:] if len(sentences) > SENTENCES_UNFOLDED else []
    context = {
        "game": game,
        "viewpoint": access.viewpoint,
        "rules": moments.rules,
        "number": number,
        "previous": number - 1 or None,
        "next": number + 1 if number < moments.last else None,
        "last": moments.last,
        "change": change,
        "sentences": sentences[: len(sentences) - len(folded)],
        "folded": folded,
        "taken_back": sentences_on(names, moments.change(change.takes_back)) if change.takes_back else [],
        "taken_back_at": moments.taken_back_at(number),
        "situation": story.situation(names, seen),
        "board": board_svg(moments.rules, seen, marked=words_in(change.events), in_part=True),
        **shown,
        "hands": list(hands_of(names, seen)),
        "forces": story.forces(names, seen),
        "week": seen["week"],
        "weeks": moments.weeks(),
        "viewpoints": [
            {
                "name": name,
                "whose": _whose(names, name),
                "number": moments.same(number, VIEWPOINTS[name]),
            }
            for name in access.allowed
        ],
        "moments": address.removesuffix(f"{number}/"),
    }
    return MomentParts(
        last=moments.last,
        has_fork=game.is_over and moments.state(number).result is None,
        board=render_to_string("games/_moment_board.html", context),
        position=render_to_string("games/_moment_position.html", context),
    )


def moment_scene(moments: Moments, names: story.Names, number: int) -> dict[str, Any]:
    """The fight at a moment, as ``battle`` and ``fought`` of the templates; None where nobody fights."""
    seen = moments.view(number)
    fight = _fight(moments, number, seen)
    return {
        "battle": scene(moments.rules, names, seen, fight, is_past=True),
        "fought": still(moments.rules, names, fight),
    }


def _fight(moments: Moments, number: int, seen: dict[str, Any]) -> story.Fight | None:
    """The fight at a moment, or that was there before it; what the moment shows is new in it."""
    latest = moments.change(number).events
    if seen["combat"] is None and not any(event["event"] == "combat-ended" for event in latest):
        return None
    weeks = [begins for begins in moments.weeks().values() if begins < number]
    fights = story.fights(moments.events(max(weeks, default=1), number), len(latest))
    return fights[-1] if fights else None


def words_in(data: Any) -> set[str]:
    """All strings in event data, at any depth. The board marks those that are ids of locations."""
    if isinstance(data, str):
        return {data}
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ()
    return {word for part in parts for word in words_in(part)}


def _whose(names: story.Names, name: str) -> str:
    match name:
        case "public":
            return _("Everybody")
        case "referee":
            return _("All revealed")
        case _:
            return names.side(name)


def hands_of(names: story.Names, seen: dict[str, Any]) -> Iterator[Hand]:
    """The hands that a view contains."""
    for label in LABELS:
        own = story.secrets(seen, label)
        if own is not None:
            held = Counter[str](own["hand"])
            cards = [(card, capfirst(names.card(card, count))) for card, count in held.items()]
            yield Hand(label, names.side(label), cards, story.sealed(names, own))
