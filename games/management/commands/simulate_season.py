"""``manage.py simulate_season``: simulate months of a ladder."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.ladders.challenges.eligibility import State
from games.management.commands._scratch import scratch_database
from games.simulation import challenges, season
from games.simulation.league import ENOUGH_GAMES, Finding, Judged


class Command(BaseCommand):
    """Simulates a ladder: results are drawn from known strengths, everything else is the real service."""

    help = _(
        "Let a ladder run with planted strengths in a database of its own; exit 1 if anything was wrong."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--format",
            choices=["free", "ladder"],
            default="free",
            help=_("how games come about: by free pairing, or by challenges (free)"),
        )
        parser.add_argument("--players", type=int, default=64, help=_("how many (64)"))
        parser.add_argument("--weeks", type=int, default=30, help=_("how long games are paired (30)"))
        parser.add_argument("--seed", type=int, default=0, help=_("decides everything (0)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["players"] < 2 or options["weeks"] < 1:
            raise CommandError(_("A season has two players at least, and lasts a week at least."))
        settings = {name: options[name] for name in ("players", "weeks", "seed")}
        with scratch_database("season"):
            if options["format"] == "ladder":
                lines, findings = report_of_challenges(challenges.simulate(**settings))
            else:
                lines, findings = report_of_season(season.simulate(**settings))
        if options["format"] == "ladder":
            with scratch_database("season"):
                unseeded = challenges.ranked_unseeded(**settings)
            values = {"games": challenges.EARLY, "ranked": _rounded(unseeded)}
            lines.append(
                _("the same after %(games)d games each, had all begun at the bottom: %(ranked)s") % values
            )
        self.stdout.write("\n".join(lines))
        for finding in findings:
            self.stdout.write(f"{finding.when:%Y-%m-%d}: {finding.text}")
        if findings:
            raise CommandError(_("%(count)d things were wrong.") % {"count": len(findings)})


def report_of_season(report: season.SeasonReport) -> tuple[list[str], list[Finding]]:
    """The results of free pairing as lines, and the findings."""
    lines = [
        _("%(players)d players, %(rounds)d rounds in %(seasons)d seasons, %(games)d games"),
        _("fewest games of a player: %(fewest)d"),
        _judged(report.judged),
        _("rematches that could not be avoided: %(rematches)d"),
        _("furthest that anybody's sides were apart: %(furthest)d"),
    ]
    return [line % report._asdict() for line in lines], report.findings


def report_of_challenges(report: challenges.ChallengesReport) -> tuple[list[str], list[Finding]]:
    """The results of a challenge ladder as lines, and the findings."""
    lines = [
        _("%(players)d players, %(made)d challenges in %(seasons)d seasons, %(games)d games"),
        _("declined: %(declined)d, lost without a game: %(forfeited)d, called off: %(off)d"),
        _("refused attempts: %(refused)d, taken off for not playing: %(taken_off)d"),
        _("fewest games of a player: %(fewest)d"),
        _judged(report.judged),
        _("rank correlation of the ranking with strengths: %(ranked)s"),
        _("the same after %(early)d games each: %(ranked_early)s"),
    ]
    values = report._asdict() | {
        "made": report.states.total(),
        "declined": report.states[State.DECLINED],
        "forfeited": report.states[State.FORFEITED],
        "off": report.states[State.CALLED_OFF],
        "ranked": _rounded(report.ranked),
        "early": challenges.EARLY,
        "ranked_early": _rounded(report.ranked_early),
    }
    return [line % values for line in lines], report.findings


def _judged(found: Judged) -> str:
    """A line about the correlation of ratings with strengths, or that there are too few games."""
    values = {"players": found.players, "enough": ENOUGH_GAMES, "likeness": _rounded(found.likeness)}
    if found.likeness is None:
        return (
            _("ratings are not judged: %(players)d players have finished %(enough)d games; try more weeks")
            % values
        )
    return (
        _("rank correlation of ratings with strengths, of %(players)d with %(enough)d games: %(likeness)s")
        % values
    )


def _rounded(likeness: float | None) -> str:
    return "-" if likeness is None else f"{likeness:.3f}"
