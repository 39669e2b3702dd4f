"""What the page of a game shows to a player or to a spectator."""

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from accounts.rate_limits import waiting_time
from accounts.sessions import stored_key
from games import story
from games.drawing.board import board_svg
from games.engine.orders.shapes import MOST_IMPACT
from games.engine.rules.victory import POINTS
from games.engine.side import EAST
from games.log import heads, seat_register
from games.models.seat import Seat
from games.reads import queries, seat_pass
from games.reads.access import Viewer
from games.reads.briefing import Briefing, briefing_for
from games.reads.competition import competition
from games.reads.deadlines import absence, deadline, policy_now
from games.reads.terms import edition_of
from games.services import computers
from games.services.characters import character_of
from games.services.diary import is_report_shown
from games.story import Chapter
from games.story.computers import character, in_full, with_character
from games.story.victories import VICTORIES
from games.web import (
    answers,
    clock,
    decision_rules,
    diary,
    forks,
    hot_seat,
    lessons,
    messages,
    pausing,
    presence,
    ratings,
    rematch,
    sharing,
    take_back,
)
from games.web.arbitration import record
from games.web.battle_scene import scene, still
from games.web.first_week import is_guided, is_told_how_games_are_kept, lesson
from games.web.game_rows import how_long
from games.web.orders.mine import summary
from games.web.visitors import person_of
from sekigahara.db import service_time

DECISIONS_WITH_HAND = frozenset({"bid", "replace-bid", "discard"})
"""The decisions whose form shows the hand itself."""
DRAWN = frozenset({"cards-drawn", "blocks-drawn", "pile-reshuffled"})
"""The events that are news to nobody who looks at the first screen."""
IN_FIGHTS = frozenset({"stance-taken", "deployed", "finished", "mori-joined"})
"""The events of a fight in which the viewer has not fought yet."""
NEWS_UNFOLDED = 8
"""The most sentences of news that are shown unfolded, so that the decision is near on a phone."""
STORY_UNFOLDED = 6
"""The number of sentences that are shown unfolded without news, or if the game is new to the viewer."""
MOST_STORY = 24
"""The most sentences of the story, folded ones included. The whole story has its own page."""


def page(
    request: HttpRequest,
    viewer: Viewer,
    *,
    data: QueryDict,
    errors: list[str],
    grave: answers.GraveAnswer | None = None,
) -> dict[str, Any]:
    """The template context for a game that has begun.

    Args:
        request: for the page.
        viewer: of the game.
        data: the submitted form, to show it again; or the query of the page's address.
        errors: sentences about what is wrong with the form.
        grave: an answer to ask about, in place of the form.
    """
    since = viewer.version if viewer.seat is None else viewer.seat.looked_at
    seats = list(viewer.both)
    briefing = briefing_for(
        viewer.game,
        viewer.side,
        since=since,
        most=MOST_STORY,
        at_least=MOST_STORY,
        from_own=viewer.seat is not None and any(seat.computer for seat in seats),
    )
    is_waited_for = viewer.seat is not None and bool(viewer.seat.asked)
    awaited = [] if is_waited_for else _awaited(briefing, seats)
    taught = lessons.taught(viewer.game, viewer.seat)
    options = None if briefing.options is None else answers.described(briefing.options)
    told = lesson(request, viewer.seat, briefing)
    decision = "" if briefing.options is None else briefing.options.decision
    is_decided_elsewhere = viewer.game.victory in VICTORIES  # so it is not the fight that came last
    fight = briefing.fights[-1] if briefing.fights and not is_decided_elsewhere else None
    fought = still(briefing.rules, briefing.names, fight)
    told_there = () if fought is None else fought["told"]
    is_decided_by_points = viewer.game.victory == POINTS
    has_points = is_decided_by_points or not viewer.game.is_over
    earlier, results = ([], []) if viewer.game.is_over else _around(briefing.results, told_there)
    latest = _latest(briefing, has_looked=bool(since))
    edition = edition_of(viewer.game)
    return {
        "game": viewer.game,
        "viewer": viewer,
        "head": heads.shown(viewer.game),
        "register": seat_register.head_of(viewer.game),
        "players": [
            (seat, _called(seat, briefing), _is_mine(viewer, seat), held["points"] if has_points else None)
            for seat, held in zip(seats, briefing.view["sides"].values(), strict=True)
        ],
        "computers": [
            (seat.computer, in_full(seat.computer), character(briefing.names, character_of(seat)))
            for seat in seats
            if seat.computer
        ],
        "computer": next((seat.computer for seat in seats if seat.computer), ""),
        "briefing": briefing,
        "latest": latest,
        "lately": ""
        if earlier or results or fought or viewer.game.is_over
        else _lately(latest, briefing, viewer.label if is_waited_for else ""),
        "is_decided_by_points": is_decided_by_points,
        "situation": story.situation(briefing.names, briefing.view),
        "hand": _hand(briefing),
        "is_hand_shown": "mine" in briefing.view and decision not in DECISIONS_WITH_HAND,
        "stacks": story.stacks(briefing.names, briefing.view),
        "standing": _standing(viewer, briefing),
        "taught": taught,
        "heading": _heading(viewer, briefing, taught, awaited),
        "whence": forks.whence(request, viewer.game),
        "continuations": forks.continuations(request, viewer.game),
        "notes": competition().notes_on(viewer.game, briefing.view),
        "rating": ratings.game_ratings(viewer.game),
        "board": board_svg(briefing.rules, briefing.view, link=_links(viewer, options), in_part=True),
        "battle": scene(briefing.rules, briefing.names, briefing.view, fight),
        "fought": fought,
        "earlier_results": earlier,
        "results": results,
        "form": _form(briefing, options, data, grave),
        "edition": edition,
        "rules": decision_rules.behind(decision, briefing.rules, edition) if decision else "",
        "errors": errors,
        "is_waited_for": is_waited_for,
        "decides": _decides(viewer, briefing, is_waited_for=is_waited_for),
        "decision": decision,
        "pass": _pass(request, viewer),
        "lesson": told,
        "hides_orders": told is not None and _is_guest(viewer),
        "is_guided": is_guided(request, viewer.seat, briefing),
        "is_told_of_keeping": is_told_how_games_are_kept(viewer.seat, briefing, told),
        "sealed": story.sealed(briefing.names, briefing.view.get("mine")),
        "deadline": None if viewer.seat is None else deadline(viewer.seat, is_own=True),
        "absent": _absent(viewer),
        "pause": pausing.shown(viewer),
        "again": None if is_waited_for else pausing.again(viewer),
        "follows": None if viewer.seat is None else policy_now(viewer.game),
        "rematch": rematch.shown(viewer),
        "take_back": take_back.shown(viewer),
        "share": sharing.shared(request, viewer, briefing.view),
        "rights": clock.rights(viewer, seats),
        "presence": presence.shown(viewer),
        "talk": messages.shown(viewer, request),
        "diary": diary.shown(viewer, request),
        "has_report": is_report_shown(viewer.both),
        "is_shared": hot_seat.is_shared(request, viewer),
        "record": record.record_for(viewer),
        "awaited": awaited,
        "next": None if is_waited_for else _next(request, viewer),
        "most_impact": MOST_IMPACT,
        "is_leader_hidden": not briefing.rules.edition.flags.leader_shown,
        "orders": summary(viewer.seat, briefing.names, briefing.view),
    }


def _is_guest(viewer: Viewer) -> bool:
    """Whether the viewer plays as a guest, who is told of orders after the first weeks."""
    return viewer.seat is not None and viewer.seat.player is not None and viewer.seat.player.is_guest


def _absent(viewer: Viewer) -> str:
    """Until when the opponent is away, for a player whom the game waits for; empty otherwise."""
    if viewer.seat is None or viewer.others or not viewer.seat.asked:
        return ""
    other = viewer.both[viewer.seat.plays.enemy]
    return "" if other.waiting_since is not None else absence(other)


def _pass(request: HttpRequest, viewer: Viewer) -> str:
    """What lets the scripts of the page act for the viewer's seat; empty where there is nothing to do."""
    if viewer.seat is None or viewer.game.is_over:
        return ""
    return seat_pass.issue(viewer.seat, stored_key(request))


def _heading(
    viewer: Viewer, briefing: Briefing, taught: dict[str, Any] | None, awaited: list[dict[str, Any]]
) -> str:
    """What the viewer is asked, how the game or the lesson ended, or whom the game waits for."""
    if briefing.question is not None and viewer.seat is not None and viewer.seat.asked:
        return briefing.question.heading
    if taught is not None and taught["outcome"] == "reached":
        return _("Done")
    if viewer.game.is_over:
        return _ending(viewer, briefing.view["result"]) if taught is None else _("Not this time")
    if viewer.seat is None and len(awaited) != 1:
        return _("A game to watch")
    return _waiting(awaited)


def _decides(viewer: Viewer, briefing: Briefing, *, is_waited_for: bool) -> str:
    """Who decides now, for the head of the page: also in a phase of the other side. Empty once it is over."""
    if is_waited_for:
        is_own_phase = briefing.view["active"] in (None, viewer.label)
        return _("Your turn.") if is_own_phase else _("You decide.")
    sides = [row["side"] for row in briefing.view["pending"]]
    if len(sides) > 1:
        return _("Both sides decide.")
    return _("%(side)s decides.") % {"side": briefing.names.side(sides[0])} if sides else ""


def _waiting(awaited: list[dict[str, Any]]) -> str:
    """Whom the game waits for; of both players none is named."""
    if len(awaited) != 1:
        return _("Waiting")
    [one] = awaited
    if one["thought"] is None:
        return _("Waiting for %(name)s") % {"name": one["name"]}
    if one["thought"]["pause"]:
        return _("%(name)s pauses") % {"name": one["thought"]["name"]}
    return _("%(name)s is thinking") % {"name": one["thought"]["name"]}


def _ending(viewer: Viewer, result: dict[str, Any]) -> str:
    """Who won, for a player of one side in their words, and by how much if the points decided it."""
    side = result["winner"]
    if viewer.seat is not None and not viewer.others:
        side = viewer.seat.plays.label
        ending = _("You won") if result["winner"] == side else _("You lost")
    else:
        ending = _("East won") if side == EAST.label else _("West won")
    if result["victory"] != POINTS:
        return ending
    own, other = result["points"][side], result["points"]["west" if side == "east" else "east"]
    return _("%(ending)s %(own)d to %(other)d") % {"ending": ending, "own": own, "other": other}


def _called(seat: Seat, briefing: Briefing) -> str:
    """The name of a player; of a computer player with its character, which says that it is one."""
    code = character_of(seat)
    return with_character(briefing.names, seat.computer, code) if code else seat.played_by


def _standing(viewer: Viewer, briefing: Briefing) -> list[str]:
    """The score of a game that is over. That of a lesson means nothing."""
    if not viewer.game.is_over or viewer.game.lesson:
        return []
    return list(story.standing(briefing.names, briefing.view))


def is_computer_at_work(viewer: Viewer) -> bool:
    """Whether the viewer waits for a computer player that answers within seconds or a minute."""
    if viewer.seat is None or viewer.seat.asked:
        return False
    thoughts = [thought_of(seat) for seat in viewer.both if seat.computer and seat.asked]
    return any(thought is None or not thought["pause"] for thought in thoughts)


def thought_of(seat: Seat) -> dict[str, Any] | None:
    """The thought that a game waits for; None if its player answers at once, or is a person.

    A player who has used up its budget pauses: then a sentence says why and how long, and ``goes_on`` when it
    ends, in seconds since 1970.
    """
    thinking = computers.thinking([seat])
    if thinking is None:
        return None
    if thinking.goes_on_at is None:
        return {"name": seat.computer, "pause": ""}
    left = (thinking.goes_on_at - service_time.now()).total_seconds()
    sentence = _("Computer players have thought as much as they may within an hour. It goes on in %(time)s.")
    pause = sentence % {"time": waiting_time(int(left))}
    return {"name": seat.computer, "pause": pause, "goes_on": int(thinking.goes_on_at.timestamp())}


def _form(
    briefing: Briefing, options: dict[str, Any] | None, data: QueryDict, grave: answers.GraveAnswer | None
) -> str | None:
    return None if options is None else answers.form(briefing.rules, briefing.view, options, data, grave)


def _latest(briefing: Briefing, *, has_looked: bool) -> dict[str, Any]:
    """The end of the story. Its open chapters are news if they happened since the viewer last looked."""
    news, before = briefing.recap.chapters, briefing.before.chapters
    if news:
        folded, unfolded = _cut(news, NEWS_UNFOLDED if has_looked else STORY_UNFOLDED)
        return {"is_news": True, "folded": [*before, *folded], "open": unfolded}
    folded, unfolded = _cut(before, STORY_UNFOLDED)
    return {"is_news": False, "folded": folded, "open": unfolded}


def _around(
    results: list[story.Sentence], of_a_fight: Collection[str]
) -> tuple[list[story.Sentence], list[story.Sentence]]:
    """The results before those of a fight that are told in a picture, and those after them, in order."""
    ends = max((at for at, each in enumerate(results) if each in of_a_fight), default=-1)
    return [each for each in results[: max(0, ends)] if each not in of_a_fight], results[ends + 1 :]


def _lately(latest: dict[str, Any], briefing: Briefing, side: str) -> str:
    """The last thing that happened, for the first screen; what a side did itself if there is nothing else.

    Where an attack is told, what came before it is not.
    """
    chapters: list[Chapter] = latest["open"]
    told = [each for chapter in chapters for each in chapter.sentences if each.event not in DRAWN]
    if briefing.attack:
        told = [each for each in told if each.event in IN_FIGHTS]
    of_others = [each for each in told if each.side != side]
    return of_others[-1] if of_others else briefing.own or (told[-1] if told else "")


def _cut(chapters: list[Chapter], count: int) -> tuple[list[Chapter], list[Chapter]]:
    """Split chapters so that the second part has the last ``count`` sentences.

    A chapter that is split keeps its heading in both parts.
    """
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


def _hand(briefing: Briefing) -> list[tuple[str, int, str, str, bool]]:
    """The hand: each card, its count, its name for that count and for one, and whether it is a challenge."""
    held = Counter[str](briefing.view["mine"]["hand"] if "mine" in briefing.view else ())
    name = briefing.names.card
    challenges = briefing.rules.edition.challenge_cards()
    return [(card, count, name(card, count), name(card), card in challenges) for card, count in held.items()]


def _is_mine(viewer: Viewer, seat: Seat) -> bool:
    return viewer.seat is not None and seat.side == viewer.seat.side


def _links(viewer: Viewer, options: dict[str, Any] | None) -> Callable[[str], str | None] | None:
    """For the movement phase, a function that links places on the board to moves from there."""
    if options is None or options["decision"] != "movement":
        return None
    sources = {row["source"] for shape in options["answers"] for row in shape.get("sources", ())}

    def link(location: str) -> str | None:
        if location not in sources:
            return None
        return f"?as={viewer.label}&from={location}#answer"

    return link


def _awaited(briefing: Briefing, seats: list[Seat]) -> list[dict[str, Any]]:
    """The players the game waits for. All of it is public."""
    decisions = {row["side"]: row["decision"] for row in briefing.view["pending"]}
    return [
        {
            "name": seat.played_by,
            "sentence": story.awaited(
                decisions[seat.plays.label], name=seat.played_by, side=briefing.names.side(seat.plays.label)
            ),
            "since": seat.waiting_since,
            "duration": how_long(seat.waiting_since),
            "deadline": deadline(seat),
            "thought": thought_of(seat),
        }
        for seat in seats
        if seat.waiting_since is not None and seat.plays.label in decisions
    ]


def _next(request: HttpRequest, viewer: Viewer) -> Seat | None:
    """Another game that waits for the signed-in person; None if there is none."""
    person = person_of(request)
    seat = None if person is None else queries.next_waiting(person, after=viewer.game.public_id)
    return None if seat is None or seat.game_id == viewer.game.pk else seat
