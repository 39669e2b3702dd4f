"""``manage.py replay_games``: replay stored games by the rules of this release."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log.position import SHAPE, is_kept
from games.management.commands._progress import Progress
from games.models.game import Game
from games.services import suspension
from games.services.repair import LogDifference, first_difference


class Command(BaseCommand):
    """Reports the first difference in each game whose log, rules and stored data disagree."""

    help = _("Play stored games again by the rules, and name the first difference of each that differs.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="PUBLIC_ID", help=_("these games (all that run)"))
        parser.add_argument("--all", action="store_true", help=_("those that are over, too"))
        parser.add_argument(
            "--freeze", action="store_true", help=_("stop the games that differ, and tell their players")
        )
        parser.add_argument(
            "--thaw",
            action="store_true",
            help=_("let stopped games that differ no longer go on, and tell them"),
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        games = _requested(options)
        found: Counter[str] = Counter()
        other_shape = lost = 0
        total, began = games.count(), time.perf_counter()
        with Progress(total) as progress:
            for game in games.iterator(chunk_size=100):
                difference = first_difference(game.public_id)
                found.update([] if difference is None else [difference.code])
                if game.shape != SHAPE:
                    other_shape += 1
                    lost += not is_kept(game)
                for line in _settled(game, difference, options):
                    progress.wipe()
                    self.stdout.write(line)
                progress.step()
        summary = ngettext(
            "%(total)d game, %(rate).1f a second", "%(total)d games, %(rate).1f a second", total
        )
        self.stdout.write(summary % {"total": total, "rate": total / (time.perf_counter() - began)})
        if other_shape:
            message = ngettext(
                "%(count)d has a position of another release: what both know was compared",
                "%(count)d have positions of another release: what both know was compared",
                other_shape,
            )
            self.stdout.write(message % {"count": other_shape})
        if lost:
            message = ngettext(
                "%(count)d of these is lost, so that only its log was compared",
                "%(count)d of these are lost, so that only their logs were compared",
                lost,
            )
            self.stdout.write(message % {"count": lost})
        for code, count in sorted(found.items()):
            self.stdout.write(f"{code:20}{count:6}")
        if differ := found.total():
            raise CommandError(
                ngettext("%(count)d game differs.", "%(count)d games differ.", differ) % {"count": differ}
            )


def _requested(options: dict[str, Any]) -> QuerySet[Game]:
    """The requested games that have begun.

    Raises:
        CommandError: a game does not exist, or has not begun.
    """
    begun = Game.objects.filter(length__gt=0).order_by("pk")
    if options["games"]:
        chosen = begun.filter(public_id__in=options["games"])
        known = set(chosen.values_list("public_id", flat=True))
        if strangers := [name for name in options["games"] if name not in known]:
            raise CommandError(
                _("There is no such game, or it has not begun: %(names)s") % {"names": ", ".join(strangers)},
                returncode=2,
            )
        return chosen
    return begun if options["all"] else begun.filter(status=Game.Status.RUNNING)


def _settled(game: Game, difference: LogDifference | None, options: dict[str, Any]) -> Iterator[str]:
    """Suspend or resume a game if requested, and return lines about it."""
    if difference is not None:
        yield f"{game.public_id}: {_in_words(difference)}"
        if difference.stops:
            if options["freeze"] and suspension.freeze(game, difference.code):
                yield _("%(game)s: stopped") % {"game": game.public_id}
            return
    if game.frozen_at is None:
        return
    if options["thaw"] and suspension.thaw(game):
        yield _("%(game)s: goes on") % {"game": game.public_id}
    else:
        yield _("%(game)s: is stopped, and could go on; --thaw lets it") % {"game": game.public_id}


def _in_words(difference: LogDifference) -> str:
    values = difference._asdict()
    if difference.entry and difference.what:
        message = _("%(code)s at entry %(entry)d (%(what)s): expected %(expected)s, came %(came)s")
    elif difference.entry:
        message = _("%(code)s at entry %(entry)d: expected %(expected)s, came %(came)s")
    elif difference.what:
        message = _("%(code)s in %(what)s: expected %(expected)s, came %(came)s")
    else:
        message = _("%(code)s: expected %(expected)s, came %(came)s")
    return message % values
