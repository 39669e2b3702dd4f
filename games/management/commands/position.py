"""``manage.py position``: answer a question about the rules from a position file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.engine import NOBODY, SIDES, EngineError, Ruleset, Side, options, pending, view
from games.engine.editions import EditionError
from games.engine.position import Position, PositionError, Reached, read, run
from games.rulebook.editions import ruleset
from games.rulebook.rules import rule_text

NO_POSITION = 2
REFUSED = 3
REFEREE = "referee"


class Command(BaseCommand):
    """Prints what a viewer knows after the actions of a position file.

    The exit status is 3 for a refused action, and 2 for an invalid file.
    """

    help = _("Carry out the actions of a position (see fixtures/README.md); print view, options and events.")
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help=_("the position, - for the standard input"))
        viewers = ["east", "west", "public", REFEREE]
        parser.add_argument("--as", dest="viewer", choices=viewers, help=_("who looks: who is asked"))
        parser.add_argument("--seed", help=_("decides chance, instead of the seed in the file"))

    def handle(self, *_args: Any, **arguments: Any) -> None:
        try:
            position = read(_text(arguments["file"]), ruleset)
            reached = run(position, arguments["seed"])
        except EngineError as error:
            self._print(refusal(error))
            sys.exit(REFUSED)
        except (PositionError, EditionError, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error), returncode=NO_POSITION) from error
        self._print(answer(position, reached, arguments["viewer"]))

    def _print(self, document: Any) -> None:
        text = msgspec.json.format(msgspec.json.encode(document), indent=2)
        self.stdout.write(text.decode())


def answer(position: Position, reached: Reached, viewer: str | None) -> dict[str, Any]:
    """The view, options and events of a viewer; for the referee, those of both sides.

    Args:
        position: from the file.
        reached: the result of its actions.
        viewer: by default the side that decides; the referee if both decide, the public if none does.
    """
    rules, state = position.rules, reached.state
    if viewer is None:
        deciding = [decision.side.label for decision in pending(state)]
        viewer = "public" if not deciding else deciding[0] if len(deciding) == 1 else REFEREE
    if viewer == REFEREE:
        views: Any = {side.label: view(rules, state, side) for side in SIDES}
        choices: Any = {side.label: _options(rules, reached, side) for side in SIDES}
        return {"view": views, "options": choices, "events": [x.seen_by(x.side) for x in reached.events]}
    side = NOBODY if viewer == "public" else Side.named(viewer)
    return {
        "view": view(rules, state, side),
        "options": None if side == NOBODY else _options(rules, reached, SIDES[side]),
        "events": [event.seen_by(side) for event in reached.events],
    }


def _options(rules: Ruleset, reached: Reached, side: Side) -> dict[str, Any] | None:
    offered = options(rules, reached.state, side)
    return None if offered is None else offered.describe()


def refusal(error: EngineError) -> dict[str, Any]:
    """The code, rule and parameters of a refusal, and the text of the rule."""
    row: dict[str, Any] = {"code": error.code, "rule": error.rule, "parameters": dict(error.parameters)}
    words = rule_text(error.rule)
    return row if words is None else row | {"title": words.title, "text": words.text}


def _text(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    return Path(name).read_text(encoding="utf-8")
