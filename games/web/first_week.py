"""The guided first week: what a decision is about, told to guests where they are asked it.

It begins with a guest's game, ends with the first fight, and can be left at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.models.seat import Seat
from games.reads.briefing import RESULTS_OF_FIGHT, Briefing
from games.story import Sentence
from games.web.visitors import player_in, to_seat

WEEKS = 2
"""The weeks in which there are lessons. Most first fights are in the first."""
LEFT = "left_first_week"
"""The key in the session of the ids of games whose lessons were left."""

STEPS: dict[Promise, tuple[str, ...]] = {
    gettext_lazy("Cards"): ("discard", "bid", "replace-bid", "order"),
    gettext_lazy("Moves"): ("level", "movement"),
    gettext_lazy("Fights"): ("declare", "stance", "deploy", "window", "losses", "retreat"),
}
"""What a week consists of, with the decisions of each part."""

SIEGE = "siege"
"""Deploying against a castle, where the lesson is another than in a battle."""

LESSONS: dict[str, Promise] = {
    "discard": gettext_lazy(
        "The crest on a card, its mon, is that of a clan, a family of lords such as the Date or the Mori: in"
        " battle the card brings blocks with that mon. Give up cards of clans of which you have few blocks;"
        " you draw new ones."
    ),
    "bid": gettext_lazy(
        "The crest on a card, its mon, is that of a clan, a family of lords such as the Date or the Mori: in"
        " battle the card brings blocks with that mon. Now both sides bid one card by its number, face down."
        " Whoever goes first strikes first; whoever goes second sees that and can answer. Choose a card that"
        " you can do without."
    ),
    "replace-bid": gettext_lazy("Until the other side has bid, you can change your mind."),
    "order": gettext_lazy(
        "Whoever goes first strikes first. Whoever goes second sees that, and can answer. If in doubt, go"
        " first."
    ),
    "level": gettext_lazy(
        "A stack is all of your blocks in one place. To move more stacks you pay cards, which you then lack"
        " in battle. For a first try, move one: it is free."
    ),
    "movement": gettext_lazy(
        "The number on a stack says how many blocks stand there. Tap one of yours, then the place where it"
        " goes. Where enemy blocks stand, you fight: first try it where they are no more than you. Two roofs"
        " on a wall of stone are a castle, which is hard to take."
    ),
    "declare": gettext_lazy(
        "You fight wherever both sides stand; here you only choose where first. Each fight spends cards."
    ),
    "stance": gettext_lazy(
        "Inside the castle your blocks only hold out against the attack. Outside they fight a battle."
    ),
    "deploy": gettext_lazy(
        "A card brings a block with its mon into the fight; grey blocks have no card. The number below a"
        " block is what it adds: more if it shows more mon (“two-mon”) or stands beside others of its clan."
        " Each full 7 costs the other side a block, and whoever has more wins. Stop when more is not worth a"
        " card."
    ),
    "window": gettext_lazy(
        "The other side has just brought a block. With a loyalty challenge card you could test it: unless"
        " they show a card of its clan, it fights for you. Without one, let it pass."
    ),
    "losses": gettext_lazy(
        "What you lose here is out of the game. Keep blocks of clans whose cards you hold."
    ),
    SIEGE: gettext_lazy(
        "Each full 7 of impact takes a block out of the castle; less does nothing. Tap your blocks one after"
        " another and read “then impact”: if it stays below 7, stop and keep your cards."
    ),
    "retreat": gettext_lazy(
        "Whoever loses a battle leaves the place, or holds out in a castle of their own there. Go where you"
        " are of use in your next turn."
    ),
}
"""What each decision is about, in a sentence or two."""
BOXES: dict[str, Promise] = {
    "muster": gettext_lazy(
        "To muster is to call up new blocks: those in the box Recruitment below the board come onto it, where"
        " a red mon marks the home of a clan, and move from the next turn on."
    ),
    "mori": gettext_lazy(
        "The Mori, a clan of West, hesitate: their blocks wait in a box below the board. A card of your hand"
        " brings some of them into the game."
    ),
}
"""What can be brought from the boxes beside the board, told where a newcomer opens one."""

RESULTS: dict[str, tuple[str, ...]] = {
    "order": ("bids-revealed",),
    "level": ("bids-revealed", "order-chosen"),
    "declare": RESULTS_OF_FIGHT,
    "stance": RESULTS_OF_FIGHT,
}
"""Decisions with the events that led to them, where a newcomer would look for how something ended."""

FAREWELL = gettext_lazy(
    "That is how a fight ends. Every week goes like this one: bid, move, fight. After the last week castles"
    " and resource locations count, unless a leader falls before."
)


class Part(NamedTuple):
    """A part of the week.

    Attributes:
        name: in a word.
        is_now: whether it is being played.
    """

    name: str
    is_now: bool


class Lesson(NamedTuple):
    """What a newcomer is told.

    Attributes:
        text: about the present decision, or that the lessons are over.
        parts: of the week; empty when the lessons are over.
        results: sentences of how the fight before ended, or else the bids; empty where nothing did.
        moving: about moving, which is decided together with its level; otherwise empty.
        boxes: about the boxes from which blocks can come while stacks move; otherwise empty.
    """

    text: str
    parts: list[Part]
    results: list[Sentence]
    moving: str = ""
    boxes: Mapping[str, str] = {}


def lesson(request: HttpRequest, seat: Seat | None, briefing: Briefing) -> Lesson | None:
    """What to tell a newcomer beside the present decision; None after that, and for everybody else.

    Args:
        request: for the page.
        seat: of the player who looks; None for spectators.
        briefing: of the game to this player.
    """
    if seat is None or seat.player is None or not seat.player.is_guest or briefing.options is None:
        return None
    if seat.game.begins_from_position:
        return None
    if briefing.view["week"] > WEEKS or seat.game.public_id in request.session.get(LEFT, ()):
        return None
    decision = briefing.options.decision
    if _is_over(briefing):
        return Lesson(str(FAREWELL), [], _latest(briefing, RESULTS_OF_FIGHT), boxes=_boxes(decision))
    parts = [Part(str(name), decision in decisions) for name, decisions in STEPS.items()]
    combat = briefing.view["combat"]
    subject = SIEGE if decision == "deploy" and combat["siege"] else decision
    results = briefing.fought or _latest(briefing, RESULTS.get(decision, ()))
    if any(each.event == "order-chosen" and each.side == seat.plays.label for each in results):
        results = []  # was told when the player was asked for the order
    moving = str(LESSONS["movement"]) if decision == "level" else ""
    return Lesson(str(LESSONS[subject]), parts, results, moving, _boxes(decision))


def is_told_how_games_are_kept(seat: Seat | None, briefing: Briefing, lesson: Lesson | None) -> bool:
    """Whether the page says at once how guests keep a game: at its ends, and after the first fight.

    In between it is said where one looks for it, and on the page of all games.
    """
    if seat is None or seat.player is None or not seat.player.is_guest:
        return False
    view = briefing.view
    is_first = view["week"] == 1 and view["phase"] in ("reinforcement", "turn-order")
    is_after_first_fight = lesson is not None and not lesson.parts and bool(briefing.fought)
    return seat.game.is_over or is_first or is_after_first_fight


def _boxes(decision: str) -> dict[str, str]:
    """What is told of the boxes."""
    return {word: str(text) for word, text in BOXES.items()} if decision in ("level", "movement") else {}


def _latest(briefing: Briefing, events: tuple[str, ...]) -> list[Sentence]:
    """The sentences of the latest chapter that tells of such events."""
    for chapter in reversed([*briefing.before.chapters, *briefing.recap.chapters]):
        if found := [each for each in chapter.sentences if each.event in events]:
            return found
    return []


def _is_over(briefing: Briefing) -> bool:
    """Whether there was a fight, and none goes on: somebody has lost a block."""
    return briefing.view["combat"] is None and any(side["lost"] for side in briefing.view["sides"].values())


@never_cache
@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show no lessons in a game from now on.

    Raises:
        Http404: whoever asks is no guest who plays the game.
    """
    viewer, seat = player_in(request, public_id)
    if seat.player is None or not seat.player.is_guest:
        raise Http404
    left = request.session.get(LEFT, [])
    request.session[LEFT] = sorted({*left, viewer.game.public_id})
    return to_seat(viewer)
