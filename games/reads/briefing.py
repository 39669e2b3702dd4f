"""What pages and mails show of a game to one viewer."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from msgspec import UNSET

from games import engine, story
from games.engine.actions import Pass
from games.engine.options import Options
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, SIDES, Side
from games.log import position
from games.models.game import Game
from games.reads import chronicle, past
from games.reads.chronicle import SeenChange
from games.reads.results_told import counts, events_of, is_own, items_told, results_told
from games.story.sentences import EventView

NEARBY = 48
"""Changes before the viewer's last version that are looked at first."""
FURTHER = 24
"""How many more are looked at each time, until the week begins. It has 20 to 60."""


class Briefing(NamedTuple):
    """A game as a viewer may know it.

    Attributes:
        rules: of the game.
        names: of its edition.
        view: the viewer's view.
        options: the viewer's options; None for the public, and if there is nothing to decide. They also
            exist while a bid can be replaced and the game does not wait for the viewer.
        question: the decision in words; None without options.
        recap: what happened since the viewer's last version.
        before: the last events up to that version; it does not say how many were left out.
        taken_back: a sentence about earlier events that were undone since; empty for none.
        agreed: a sentence that the other side has agreed, and what the viewer took back; empty for none.
        own: a sentence about the viewer's latest action; empty if the opponent has acted since.
        results: how fights, challenges, bids and weeks ended with the viewer's latest action or after it;
            empty for the public. Players do not see that as news if they acted themselves, and a computer
            player acts before they have read it.
        attack: a sentence about the attack that is fought now, until the viewer fights; empty for none.
        fights: of the latest week. What happened with the viewer's latest action or after it is new in them;
            for the public, the latest change.
    """

    rules: Ruleset
    names: story.Names
    view: dict[str, Any]
    options: Options | None
    question: story.Question | None
    recap: story.Recap
    before: story.Recap
    taken_back: str
    agreed: str
    own: str
    results: list[story.Sentence]
    attack: str
    fights: list[story.Fight]


def briefing_for(
    game: Game,
    viewer: int,
    *,
    since: int,
    most: int = story.RECAP_SENTENCES,
    at_least: int = 0,
    from_own: bool = False,
) -> Briefing:
    """Describe a game that has begun to one viewer.

    Args:
        game: that has begun.
        viewer: a side, or NOBODY for the public.
        since: the version that the viewer saw last.
        most: the most sentences about later events.
        at_least: how many sentences there should be in all; where too few are about later events, earlier
            ones are repeated.
        from_own: whether all that happened since the viewer's latest action is news, also what they have
            seen. A computer player goes on before its opponent has read what it did.
    """
    rules, state = position.load(game)
    names = story.Names.of(rules)
    view = engine.view(rules, state, viewer)
    options = None if viewer == NOBODY else engine.options(rules, state, SIDES[viewer])
    since, items, earlier, before = _recent(game, viewer, names, since, at_least, from_own=from_own)
    new = [item for item in items if item.version > since]
    fresh = items_told(items, since) if viewer in SIDES else items[-1:]
    return Briefing(
        rules,
        names,
        view,
        options,
        None if options is None else story.question(names, view, options),
        story.latest(names, events_of(new), earlier=earlier, most=most),
        before,
        _taken_back(names, new, since),
        _agreed(names, items, since, viewer),
        _own(names, items),
        results_told(names, items, fresh) if viewer in SIDES else [],
        story.attack(names, view, events_of(items)),
        story.fights(events_of(items), len(events_of(fresh))),
    )


def _recent(
    game: Game, viewer: int, names: story.Names, since: int, at_least: int, *, from_own: bool
) -> tuple[int, list[SeenChange], list[EventView], story.Recap]:
    """What is needed of a history: enough of its end, so that a long game costs no more than a short one.

    Returns:
        The version after which all is news; the latest changes, with the viewer's own latest action if there
        is one; the events among them up to that version, from the beginning of a week on, which headings
        follow from; and as many of the last sentences about these as are missing to ``at_least``.
    """
    steps = past.steps_of(game)
    first, until = max(0, since - NEARBY), None
    items: list[SeenChange] = []
    while True:
        items = [*chronicle.items_of(steps, viewer, since=first, until=until), *items]
        if from_own:
            own = next(filter(is_own, reversed(items)), None)
            since = since if own is None else min(since, own.version)
        events = events_of([item for item in items if item.version <= since])
        again = max(0, at_least - len(events_of([item for item in items if item.version > since])))
        if first:
            weeks = [place for place, event in enumerate(events) if event["event"] == "week-began"]
            events = events[weeks[0] :] if weeks else []
        has_begun = bool(events) and any(counts(item) for item in items)
        if not first or (has_begun and (not again or story.sentences_worth(names, events) >= again)):
            return since, items, events, story.latest(names, events if again else (), most=again)
        first, until = max(0, first - FURTHER), first


def last_taken_back(game: Game, side: Side) -> str:
    """A sentence about the action that a side took back last; empty if it never did."""
    items = chronicle.changes_seen(game, side)
    undos = [item for item in items if item.takes_back is not None and item.side == side.label]
    undone = [item for item in items if undos and item.version == undos[-1].takes_back]
    names = story.Names(position.rules_of(game))
    return _deed(names, undone[0]) if undone else ""


def latest_deed(game: Game, viewer: int, side: Side, version: int) -> str:
    """A sentence about the latest action of a side, as a viewer may know it; empty if there is none.

    Args:
        game: that has begun.
        viewer: a side, or NOBODY for the public.
        side: that acted.
        version: the viewer's.
    """
    items = chronicle.changes_seen(game, viewer, since=max(0, version - NEARBY))
    done = [item for item in items if counts(item) and item.side == side.label]
    return sentences_on(story.Names(position.rules_of(game)), done[-1])[0] if done else ""


def sentences_on(names: story.Names, change: SeenChange) -> list[str]:
    """Everything that a viewer could see of a change, a sentence each."""
    return story.change(
        names,
        change.type,
        side=change.side,
        action=change.action,
        events=change.events,
        agreed=change.agreed is True,
    )


def _agreed(names: story.Names, items: list[SeenChange], since: int, viewer: int) -> str:
    """That the other side agreed to the viewer's request, if that is the latest news."""
    latest = items[-1] if items else None
    if latest is None or latest.agreed is UNSET or viewer not in SIDES or latest.version <= since:
        return ""
    undone = [item for item in items if item.version == latest.takes_back]
    if latest.side != SIDES[viewer].label or not undone:
        return ""
    words = {"side": names.side(SIDES[viewer].enemy.label), "deed": sentences_on(names, undone[0])[0]}
    return _("%(side)s agreed, and this is taken back: %(deed)s") % words


def _own(names: story.Names, items: list[SeenChange]) -> str:
    counting = [item for item in items if counts(item)]
    return _deed(names, counting[-1]) if counting and is_own(counting[-1]) else ""


def _deed(names: story.Names, item: SeenChange) -> str:
    """What somebody did. To pass has no event of its own, only what may follow from it."""
    return story.passed() if isinstance(item.action, Pass) else story.deed(names, item.events)


def _taken_back(names: story.Names, new: list[SeenChange], since: int) -> str:
    known = [
        item
        for item in new
        if item.takes_back is not None and item.takes_back <= since and not (item.agreed and item.action)
    ]
    if len(known) == 1 and known[0].agreed:
        return story.given_back(names, str(known[0].side))
    return story.undone(names, str(known[0].side), len(known)) if known else ""
