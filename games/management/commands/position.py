"""``manage.py position``: answer a question about the rules from a position file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games import story
from games.engine import NOBODY, SIDES, EngineError, Ruleset, Side, options, pending, view
from games.engine.core import word
from games.engine.editions import EditionError
from games.engine.events import Event
from games.engine.position import PlayedStep, Position, PositionError, given, read, steps
from games.engine.side import LABELS
from games.engine.state import State
from games.management.commands._report import folded, lines
from games.rulebook.editions import ruleset
from games.rulebook.rules import rule_text

NO_POSITION = 2
POSITION_REFUSED = 3
REFEREE = "referee"


class Command(BaseCommand):
    """Prints what a viewer knows after the actions of a position file, or what happened, in sentences.

    The exit status is 3 for a refused action, and 2 for an invalid file.
    """

    help = _("Carry out the actions of a position (see fixtures/README.md); print view, options and events.")
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help=_("the position, - for the standard input"))
        viewers = ["east", "west", "public", REFEREE]
        parser.add_argument("--as", dest="viewer", choices=viewers, help=_("who looks: who is asked"))
        parser.add_argument("--seed", help=_("decides chance, instead of the seed in the file"))
        parser.add_argument("--story", action="store_true", help=_("print what happened, in sentences"))
        parser.add_argument(
            "--until", type=int, metavar="N", help=_("stop after action N; 0: before the first")
        )

    def handle(self, *_args: Any, **arguments: Any) -> None:
        taken: list[PlayedStep] = []
        try:
            position = read(_text(arguments["file"]), ruleset)
            refused = _carry_out(position, arguments["seed"], arguments["until"], taken)
        except (PositionError, EditionError, OSError, UnicodeError) as error:
            raise CommandError(str(error), returncode=NO_POSITION) from error
        if arguments["story"]:
            self.stdout.write("\n".join(_story(position, taken, refused, arguments["viewer"] or REFEREE)))
        elif refused is None:
            self._print(answer(position, taken, arguments["viewer"]))
        else:
            self._print(refusal(position, taken, refused))
        if refused is not None:
            sys.exit(POSITION_REFUSED)

    def _print(self, document: Any) -> None:
        text = msgspec.json.format(msgspec.json.encode(document), indent=2)
        self.stdout.write(text.decode())


def answer(position: Position, taken: Sequence[PlayedStep], viewer: str | None) -> dict[str, Any]:
    """The view, options and events of a viewer; for the referee, those of both sides.

    Args:
        position: from the file.
        taken: its actions, carried out.
        viewer: by default the side that decides; the referee if both decide, the public if none does.
    """
    rules, state = position.rules, taken[-1].reached.state
    events = [event for step in taken for event in step.reached.events]
    if viewer is None:
        deciding = [decision.side.label for decision in pending(state)]
        viewer = "public" if not deciding else deciding[0] if len(deciding) == 1 else REFEREE
    told: dict[str, Any] = {"given": _given(position, taken)}
    if viewer == REFEREE:
        views: Any = {side.label: view(rules, state, side) for side in SIDES}
        choices: Any = {side.label: _options(rules, state, side) for side in SIDES}
        return {"view": views, "options": choices, "events": [x.seen_by(x.side) for x in events], **told}
    side = NOBODY if viewer == "public" else Side.named(viewer)
    return {
        "view": view(rules, state, side),
        "options": None if side == NOBODY else _options(rules, state, SIDES[side]),
        "events": [event.seen_by(side) for event in events],
        **told,
    }


def refusal(position: Position, taken: Sequence[PlayedStep], error: EngineError) -> dict[str, Any]:
    """What was refused: which action of the list, why and by which rule, and who is asked what instead."""
    number = len(taken)
    side, action = position.actions[number - 1]
    words = rule_text(error.rule)
    rule = {} if words is None else {"title": words.title, "text": words.text}
    asked = pending(taken[-1].reached.state)
    return {
        "number": number,
        "side": side.label,
        "action": action,
        "code": error.code,
        "rule": error.rule,
        "parameters": dict(error.parameters),
        "sentence": story.refusal(story.Names(position.rules), error),
        **rule,
        "asked": [{"side": each.side.label, "decision": word(each)} for each in asked],
        "given": _given(position, taken),
    }


def _given(position: Position, taken: Sequence[PlayedStep]) -> list[dict[str, Any]]:
    """The answers that the rules gave by themselves: after which action, and in a sentence."""
    names = story.Names(position.rules)
    return [
        {"after": step.number, "side": LABELS[event.side], "sentence": _given_in_words(names, event)}
        for step in taken
        for event in given(step)
    ]


def _given_in_words(names: story.Names, event: Event) -> str:
    sentence = story.sentence(names, event.seen_by(NOBODY))
    return _("There is only one answer, it was given: %(sentence)s") % {"sentence": sentence}


def _story(
    position: Position, taken: Sequence[PlayedStep], refused: EngineError | None, viewer: str
) -> Iterator[str]:
    """What happened, action by action, in sentences; then who is asked what, or what was refused and why."""
    names = story.Names(position.rules)
    teller = story.Storyteller(names, position.state.week)
    heading = ""
    if position.title:
        yield from (position.title, "")
    for step in taken:
        if step.done is not None:
            yield _numbered(names, step.number, step.done[0])
        alone = given(step)
        for event in step.reached.events:
            for chapter in teller.tell([_seen(event, viewer)]):
                yield from lines(chapter, heading)
                heading = chapter.heading
            if event in alone:
                yield folded(_given_in_words(names, event))
    if refused is not None:
        yield _numbered(names, len(taken), position.actions[len(taken) - 1][0])
        yield folded(_("Refused: %(refusal)s") % {"refusal": story.refusal(names, refused)})
        words = rule_text(refused.rule)
        if words is not None:
            values = {"rule": refused.rule, "title": words.title, "text": words.text}
            yield folded(_("Rule %(rule)s, %(title)s: %(text)s") % values)
    for asked in pending(taken[-1].reached.state):
        task = str(story.TASKS[word(asked)])
        yield _("%(side)s is asked: %(task)s") % {"side": names.side(asked.side.label), "task": task}


def _numbered(names: story.Names, number: int, side: Side) -> str:
    return _("Action %(number)d, %(side)s:") % {"number": number, "side": names.side(side.label)}


def _seen(event: Event, viewer: str) -> dict[str, Any]:
    """An event as the viewer may know it; the referee knows all of it."""
    if viewer == REFEREE:
        return event.seen_by(event.side)
    return event.seen_by(NOBODY if viewer == "public" else Side.named(viewer))


def _options(rules: Ruleset, state: State, side: Side) -> dict[str, Any] | None:
    offered = options(rules, state, side)
    return None if offered is None else offered.describe()


def _carry_out(
    position: Position, seed: str | None, until: int | None, taken: list[PlayedStep]
) -> EngineError | None:
    """Carry out the actions up to one of them, and return the refusal of the first that is refused.

    Args:
        taken: gets a step for the beginning and for each action that was carried out.

    Raises:
        PositionError: the file does not have so many actions, or as for ``steps``.
    """
    if until is not None and not 0 <= until <= len(position.actions):
        raise PositionError([f"--until {until}: the number of actions is {len(position.actions)}"])
    try:
        for step in steps(position, seed, until):
            taken.append(step)  # noqa: PERF402 - what came before a refusal is kept
    except EngineError as error:
        return error
    return None


def _text(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    return Path(name).read_text(encoding="utf-8")
