"""Stepping through a game: one page for what stood on somebody's screen after each change they could see."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import story
from games.drawing.board import board_svg
from games.engine.side import LABELS
from games.models.seat import Seat
from games.reads.access import EYES, LookingBack, looking_back
from games.reads.chronicle import Item
from games.reads.moments import Moments
from games.web.visitors import speak_to_reader, visitor_of

MOST_OPEN = 6
"""Sentences that are read at once. Only the set-up has many more, and would push the board off the screen."""


class Eyes(NamedTuple):
    """Through whose eyes the same can be seen.

    Attributes:
        name: in the address.
        whose: in words.
        number: that viewer's, of the same moment.
    """

    name: str
    whose: str
    number: int


class Hand(NamedTuple):
    """A hand of cards, and what of it is sealed.

    Attributes:
        label: whose, ``east`` or ``west``.
        side: in words.
        cards: each card with its name.
        sealed: what is bid or discarded face down, in words; empty for nothing.
    """

    label: str
    side: str
    cards: list[tuple[str, str]]
    sealed: list[str]


@never_cache
@require_safe
def moment(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The board at a moment, what led to it, and the way on and back."""
    back = _looking_back(request, public_id)
    if not back.viewer.game.length:
        return _no_moment(request, back, 0)
    moments = Moments(back.viewer.game, back.eyes)
    if not 1 <= number <= moments.last:
        return _no_moment(request, back, moments.last if number else 1)
    return render(request, "games/moment.html", _page(back, moments, number))


def _looking_back(request: HttpRequest, public_id: str) -> LookingBack:
    back = looking_back(visitor_of(request), public_id, request.GET.get("as"))
    if back.viewer.seat is not None and back.viewer.seat.player is not None:
        speak_to_reader(request, back.viewer.seat.player)
    return back


def _no_moment(request: HttpRequest, back: LookingBack, nearest: int) -> HttpResponse:
    """There is none of that number.

    Args:
        nearest: the number of the nearest one; 0 where nothing has happened yet.
    """
    context = {"game": back.viewer.game, "viewer": back.viewer, "wanted": back.wanted, "nearest": nearest}
    return render(request, "games/no_moment.html", context, status=404)


def _page(back: LookingBack, moments: Moments, number: int) -> dict[str, Any]:
    change, seen = moments.changes[number - 1], moments.view(number)
    names = story.Names(moments.rules)
    sentences = _sentences(names, change)
    folded = sentences[1:] if len(sentences) > MOST_OPEN else []
    address = reverse("games:moment", args=[back.viewer.game.public_id, number])
    return {
        "game": back.viewer.game,
        "seats": Seat.objects.select_related("player").filter(game=back.viewer.game).order_by("side"),
        "viewer": back.viewer,
        "wanted": back.wanted,
        "rules": moments.rules,
        "number": number,
        "previous": number - 1 or None,
        "next": number + 1 if number < moments.last else None,
        "last": moments.last,
        "change": change,
        "sentences": sentences[: len(sentences) - len(folded)],
        "folded": folded,
        "taken_back": _sentences(names, moments.changes[change.takes_back - 1]) if change.takes_back else [],
        "taken_back_at": next((each.version for each in moments.changes if each.takes_back == number), None),
        "situation": story.situation(names, seen),
        "board": board_svg(moments.rules, seen, marked=_words(change.events), in_part=True),
        "hands": list(hands_of(names, seen)),
        "forces": story.forces(names, seen),
        "week": seen["week"],
        "weeks": moments.weeks(),
        "eyes": [Eyes(name, _whose(names, name), moments.same(number, EYES[name])) for name in back.allowed],
        "address": f"{settings.SITE_URL}{address}?as={back.wanted}",
    }


def _sentences(names: story.Names, change: Item) -> list[str]:
    return story.change(names, change.type, side=change.side, action=change.action, events=change.events)


def _words(told: Any) -> set[str]:
    """Every word in what was told. Some of them are places; the board knows which."""
    if isinstance(told, str):
        return {told}
    parts = told.values() if isinstance(told, dict) else told if isinstance(told, list | tuple) else ()
    return {word for part in parts for word in _words(part)}


def _whose(names: story.Names, name: str) -> str:
    match name:
        case "public":
            return _("Everybody")
        case "referee":
            return _("All revealed")
        case _:
            return names.side(name)


def hands_of(names: story.Names, seen: dict[str, Any]) -> Iterator[Hand]:
    """The hands that are known in a view."""
    for label in LABELS:
        own = story.secrets(seen, label)
        if own is not None:
            held = Counter[str](own["hand"])
            cards = [(card, capfirst(names.card(card, count))) for card, count in held.items()]
            yield Hand(label, names.side(label), cards, list(_sealed(names, own)))


def _sealed(names: story.Names, own: dict[str, Any]) -> Iterator[str]:
    if own["bid"] is not None:
        yield _("Sealed bid: %(card)s.") % {"card": names.card(own["bid"])}
    if own["sealed_discards"]:
        yield _("Sealed discards: %(cards)s.") % {"cards": names.cards(own["sealed_discards"])}
