"""What the page of a game shows: to a side, or to whoever watches."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, QueryDict
from django.utils.text import capfirst

from games import story
from games.drawing.board import board_svg
from games.models.seat import Seat
from games.reads import queries
from games.reads.access import Viewer
from games.reads.briefing import Telling, tell
from games.reads.competition import competition
from games.reads.deadlines import Deadline, deadline, policy_now
from games.reads.terms import edition_of
from games.story import Chapter
from games.web import answers, clock, ratings, rules
from games.web.arbitration import record
from games.web.time_labels import how_long
from games.web.visitors import person_of

MOST_OPEN = 10
"""Sentences of news that are open to be read; with what is asked they fill a phone's first screens."""
AGAIN_OPEN = 6
"""Sentences that stay open when there is no news."""
MOST_FOLDED = 24
"""Sentences of before that can be unfolded; the whole story has a page of its own."""


class Latest(NamedTuple):
    """The end of the story.

    Attributes:
        is_news: whether what is open happened since the viewer last looked.
        folded: the chapters before.
        open: the last chapters.
    """

    is_news: bool
    folded: list[Chapter]
    open: list[Chapter]


class Waited(NamedTuple):
    """Somebody the game waits for.

    Attributes:
        sentence: that the game waits for them, and what for.
        duration: for how long, in words; empty where it has only begun.
        deadline: until when they should answer; None without a clock.
    """

    name: str
    sentence: str
    since: datetime
    duration: str
    deadline: Deadline | None


def page(request: HttpRequest, viewer: Viewer, *, data: QueryDict, errors: list[str]) -> dict[str, Any]:
    """Everything the template needs, for a game that has begun.

    Args:
        data: what was filled in, to be shown again; or the query of the page's address.
        errors: what is wrong with it, in sentences.
    """
    since = viewer.version if viewer.seat is None else viewer.seat.looked_at
    told = tell(viewer.game, viewer.side, since=since, most=MOST_FOLDED, again=MOST_FOLDED)
    seats = list(Seat.objects.select_related("game", "player").filter(game=viewer.game).order_by("side"))
    is_waited_for = viewer.seat is not None and bool(viewer.seat.asked)
    return {
        "game": viewer.game,
        "viewer": viewer,
        "players": [(seat, seat.played_by, _is_mine(viewer, seat)) for seat in seats],
        "told": told,
        "latest": _latest(told),
        "situation": story.situation(told.names, told.seen),
        "hand": _hand(told),
        "stacks": story.stacks(told.names, told.seen),
        "standing": list(story.standing(told.names, told.seen)) if viewer.game.is_over else [],
        "notes": competition().notes_on(viewer.game, told.seen),
        "rating": ratings.told_of(viewer.game),
        "board": board_svg(told.rules, told.seen, link=_links(viewer, told)),
        "form": _form(told, data),
        "edition": edition_of(viewer.game),
        "rules": [] if told.options is None else rules.behind(told.options.decision, told.rules.edition),
        "errors": errors,
        "is_waited_for": is_waited_for,
        "deadline": None if viewer.seat is None else deadline(viewer.seat),
        "follows": None if viewer.seat is None else policy_now(viewer.game),
        "rights": clock.rights(viewer, seats),
        "record": record.record_for(viewer),
        "waited": [] if is_waited_for else _waited(told, seats),
        "next": _next(request, viewer),
    }


def is_computer_at_work(viewer: Viewer) -> bool:
    """Whether the viewer waits for nobody but a computer player, which does not take long."""
    if viewer.seat is None or viewer.seat.asked:
        return False
    return Seat.objects.filter(game=viewer.game).exclude(computer="").exclude(asked="").exists()


def _form(told: Telling, data: QueryDict) -> str | None:
    if told.options is None:
        return None
    return answers.form(told.rules, told.seen, answers.described(told.options), data)


def _latest(told: Telling) -> Latest:
    news, before = told.recap.chapters, told.before.chapters
    if news:
        folded, unfolded = _cut(news, MOST_OPEN)
        return Latest(True, [*before, *folded], unfolded)
    return Latest(False, *_cut(before, AGAIN_OPEN))


def _cut(chapters: list[Chapter], count: int) -> tuple[list[Chapter], list[Chapter]]:
    """The last so many sentences apart from those before them; a chapter cut in two has its heading twice."""
    first: list[Chapter] = []
    last: list[Chapter] = []
    for heading, sentences in reversed(chapters):
        place = max(0, len(sentences) - count)
        if sentences[place:]:
            last.insert(0, Chapter(heading, sentences[place:]))
        if sentences[:place]:
            first.insert(0, Chapter(heading, sentences[:place]))
        count = max(0, count - len(sentences))
    return first, last


def _hand(told: Telling) -> list[tuple[str, int, str]]:
    """The cards of the hand with how often each, and in words."""
    held = Counter[str](told.seen["mine"]["hand"] if "mine" in told.seen else ())
    return [(card, count, capfirst(told.names.card(card, count))) for card, count in held.items()]


def _is_mine(viewer: Viewer, seat: Seat) -> bool:
    return viewer.seat is not None and seat.side == viewer.seat.side


def _links(viewer: Viewer, told: Telling) -> Callable[[str], str | None] | None:
    """In a movement phase a place on the board is where the next move begins."""
    if told.options is None or told.options.decision != "movement":
        return None
    described = answers.described(told.options)
    sources = {row["source"] for shape in described["answers"] for row in shape.get("sources", ())}

    def link(location: str) -> str | None:
        if location not in sources:
            return None
        return f"?as={viewer.label}&from={location}#answer"

    return link


def _waited(told: Telling, seats: list[Seat]) -> list[Waited]:
    """For whom the game waits, what for, and since when: all of it is public."""
    decisions = {row["side"]: row["decision"] for row in told.seen["pending"]}
    return [
        Waited(
            seat.played_by,
            story.awaited(
                decisions[seat.plays.label], name=seat.played_by, side=told.names.side(seat.plays.label)
            ),
            seat.waiting_since,
            how_long(seat.waiting_since),
            deadline(seat),
        )
        for seat in seats
        if seat.waiting_since is not None and seat.plays.label in decisions
    ]


def _next(request: HttpRequest, viewer: Viewer) -> Seat | None:
    """Another game that waits for the person who is signed in."""
    person = person_of(request)
    seat = None if person is None else queries.next_waiting(person, after=viewer.game.public_id)
    return None if seat is None or seat.game_id == viewer.game.pk else seat
