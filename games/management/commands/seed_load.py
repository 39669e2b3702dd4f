"""``manage.py seed_load``: fill an empty database with people and games, to measure with."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.management.commands._progress import Progress
from games.simulation import population


class Command(BaseCommand):
    """Makes players who can sign in by mail, and games of every length, some of which can be verified."""

    help = _("Fill an empty database with people and games, to measure how fast a busy service is.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--people", type=int, default=2_000, help=_("how many (2000)"))
        parser.add_argument("--games", type=int, default=10_000, help=_("how many (10000)"))
        parser.add_argument(
            "--played",
            type=int,
            default=population.PLAYED,
            help=_("how many of them are played (100); the others are copies, with draws of the played ones"),
        )
        parser.add_argument("--seed", type=int, default=0, help=_("decides everything (0)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        people, games = options["people"], options["games"]
        if people < population.FEWEST_PEOPLE or games < 0:
            raise CommandError(_("It takes two people at least."), returncode=2)
        if options["played"] < 1:
            raise CommandError(_("One game at least has to be played."), returncode=2)
        if not population.is_empty():
            raise CommandError(
                _(
                    "This database already has people or games, so nothing was written. Choose an empty one "
                    "with DATABASE_URL or, in the embedded size, with SEKIGAHARA_HOME."
                )
            )
        with Progress(games) as progress:
            played, seed = options["played"], options["seed"]
            population.fill(people, games, seed=seed, played=played, step=progress.step)
        self.stdout.write(_("%(people)d people and %(games)d games") % {"people": people, "games": games})
