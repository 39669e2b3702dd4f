"""The guided first week: explains each decision to newcomers when they face it.

It begins with a guest's game and with everybody's first one, ends after two weeks, and can be left at any
time. What a player has met before is folded.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games import story
from games.engine.options import Options
from games.models.seat import Seat
from games.reads.briefing import Briefing
from games.reads.queries import is_first_game
from games.reads.results_told import RESULTS_OF_FIGHT
from games.web.met_lessons import AFTER_A_FIGHT, NO_CHALLENGE, SIEGE, met_lessons
from games.web.visitors import player_in, to_seat

WEEKS = 2
"""The weeks in which there are lessons. Most first fights are in the first."""
LEFT = "left_first_week"
"""The key in the session of the ids of games whose lessons were left."""

PARTS_OF_A_WEEK: dict[Promise, tuple[str, ...]] = {
    gettext_lazy("Cards"): ("discard", "bid", "replace-bid", "order"),
    gettext_lazy("Moves"): ("level", "movement"),
    gettext_lazy("Fights"): ("declare", "stance", "deploy", "window", "losses", "retreat"),
}
"""What a week consists of, with the decisions of each part."""

LESSONS: dict[str, Promise] = {
    "discard": gettext_lazy(
        "Each week both sides give up half of their cards and draw new ones. A card brings blocks that show"
        " its crest, its mon: give up cards whose mon few of your blocks show."
    ),
    "bid": gettext_lazy(
        "The side that goes first strikes first; the other side sees that and can answer. Bid a card that you"
        " can do without: in battle a card brings a block that it fits, one with the same crest, its mon."
    ),
    "replace-bid": gettext_lazy("Until the other side has bid, you can change your mind."),
    "order": gettext_lazy(
        "The side that goes first strikes first. The other side sees that and can answer. If in doubt, go"
        " first."
    ),
    "level": gettext_lazy(
        "A stack is all of your blocks in one place. To move more stacks you pay cards, which you then lack"
        " in battle. For a first try, move one: it is free."
    ),
    "movement": gettext_lazy(
        "The number on a stack says how many blocks stand there. Tap one of yours, then the place where it"
        " goes. Where enemy blocks stand, you fight: so go where you are more, with blocks whose crests are"
        " on your cards. Two roofs on a wall of stone are a castle, which can hold out long."
    ),
    "declare": gettext_lazy(
        "You fight wherever both sides stand; here you only choose where first. Each fight spends cards."
    ),
    "stance": gettext_lazy(
        "Inside the castle your blocks only hold out against the attack. Outside they fight a battle."
    ),
    "deploy": gettext_lazy(
        "A card brings a block that shows its mon; the number below a block is what it adds now. The side"
        " that is behind deploys next. At the end the side with more impact wins; each full 7 costs the other"
        " a block, and the loser one more. Cards that a fight uses are replaced after it."
    ),
    "window": gettext_lazy(
        "You hold a loyalty challenge, the card with the round sign. It can challenge the block that they"
        " have just deployed: unless they show another card that could bring it, the block fights for you."
    ),
    NO_CHALLENGE: gettext_lazy(
        "A loyalty challenge, the card with the round sign, can turn a block that the other side has just"
        " brought against it. You hold none now, so let this one stand."
    ),
    "losses": gettext_lazy(
        "What you lose here is out of the game. Keep blocks of clans whose cards you hold."
    ),
    SIEGE: gettext_lazy(
        "Each full 7 of impact takes a block out of the castle; less does nothing, and you lose nothing. A"
        " card brings a block that shows its mon, or two if it shows it twice. Cards that a siege uses are"
        " replaced after it."
    ),
    "retreat": gettext_lazy(
        "The loser of a battle leaves the place, or holds out in a castle of theirs there. Go where you"
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
        " brings one of them into the game, a card with two crests up to two."
    ),
}
"""What can be brought from the boxes beside the board, shown where a newcomer opens one."""

AIM = gettext_lazy(
    "You play %(side)s. After week %(weeks)d castles and resource locations count. Before that East loses at"
    " once if Tokugawa Ieyasu falls, and West if Toyotomi Hideyori does, a child in Osaka."
)
"""What the game is about, shown before a player's first decision."""

FAREWELL = gettext_lazy(
    "Every week goes like this one: bid, move, fight, and then the other side does. What is new to you is"
    " explained until week 3."
)


Lesson = dict[str, Any]
"""The lesson for a newcomer, as ``games/_lesson.html`` shows it."""


def lesson(request: HttpRequest, seat: Seat | None, briefing: Briefing) -> Lesson | None:
    """What to tell a newcomer beside the present decision; None after that, and for everybody else.

    Before the first decision it has the ``aim`` of the game. While stacks move, it has the ``fatal`` blocks,
    with which a side loses the game, and the ``boxes`` from which blocks can come. It is known if the player
    has answered such a decision before. After the first fight it has no ``parts`` of the week.

    Args:
        request: for the page.
        seat: of the player who looks; None for spectators.
        briefing: of the game to this player.
    """
    if seat is None or briefing.options is None or not is_guided(request, seat, briefing):
        return None
    decision, met = briefing.options.decision, met_lessons(seat)
    if AFTER_A_FIGHT not in met and "level" in met and _is_after_a_fight(briefing):
        return {"text": str(FAREWELL), "parts": [], "boxes": _boxes(decision)}
    subject = _subject(briefing.view, briefing.options)
    edition, side = briefing.rules.edition, briefing.names.side(seat.plays.label)
    fatal = (block.id for block in edition.blocks if block.fatal)
    return {
        "text": str(LESSONS[subject]),
        "parts": [
            {"name": name, "is_now": decision in decisions} for name, decisions in PARTS_OF_A_WEEK.items()
        ],
        "aim": "" if met else str(AIM) % {"side": side, "weeks": edition.flags.weeks},
        "moving": str(LESSONS["movement"]) if decision == "level" else "",
        "fatal": " ".join(fatal) if decision in ("level", "movement") else "",
        "boxes": _boxes(decision),
        "is_known": subject in met,
    }


def is_guided(request: HttpRequest, seat: Seat | None, briefing: Briefing) -> bool:
    """Whether a game has lessons for the viewer: in its first weeks, until they are left, for guests, and for
    those whose first game it is.

    Args:
        request: for the page.
        seat: of the player who looks; None for spectators.
        briefing: of the game to this player.
    """
    if seat is None or seat.player is None or seat.game.begins_from_position:
        return False
    if briefing.view["week"] > WEEKS or briefing.view["result"] is not None:
        return False
    left = request.session.get(LEFT, ())
    if seat.player.is_guest:
        return seat.game.public_id not in left
    return not left and is_first_game(seat)


def _subject(view: Mapping[str, Any], options: Options) -> str:
    """Which lesson tells of a decision."""
    combat, decision = view["combat"], options.decision
    has_window = combat is not None and combat["window"] is not None
    may_challenge = has_window and story.may_challenge(options)
    if decision == "window" or may_challenge:
        return "window" if may_challenge else NO_CHALLENGE
    return SIEGE if decision == "deploy" and combat["siege"] else decision


def is_told_how_games_are_kept(seat: Seat | None, briefing: Briefing, lesson: Lesson | None) -> bool:
    """Whether the page says at once how guests keep a game: at its ends, and after the first fight.

    In between it is said where one looks for it, and on the page of all games.
    """
    if seat is None or seat.player is None or not seat.player.is_guest:
        return False
    view = briefing.view
    is_first = view["week"] == 1 and view["phase"] in ("reinforcement", "turn-order")
    is_after_first_fight = lesson is not None and not lesson["parts"] and bool(briefing.results)
    return seat.game.is_over or is_first or is_after_first_fight


def _boxes(decision: str) -> dict[str, str]:
    """The lessons about the boxes."""
    return {word: str(text) for word, text in BOXES.items()} if decision in ("level", "movement") else {}


def _is_after_a_fight(briefing: Briefing) -> bool:
    """Whether a fight is over, and none goes on."""
    return briefing.view["combat"] is None and any(
        each.event in RESULTS_OF_FIGHT for each in briefing.results
    )


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show no lessons in a game from now on.

    Who is no guest has none in other games either.

    Raises:
        Http404: the visitor does not play the game.
    """
    viewer, _seat = player_in(request, public_id)
    left = request.session.get(LEFT, [])
    request.session[LEFT] = sorted({*left, viewer.game.public_id})
    return to_seat(viewer)
