"""List the times that did not count, add one, take one back, and let clocks run again that stand still."""

from argparse import ArgumentTypeError
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.models.outage import Outage
from games.services import outages
from sekigahara.db import service_time


class Command(BaseCommand):
    """The operator's side of `games.services.outages`."""

    help = (
        "List the outages by which deadlines were extended, and say if the clocks stand still. "
        "Times are written like 2026-11-22T18:30, in UTC unless they say otherwise."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        does = parser.add_mutually_exclusive_group()
        does.add_argument(
            "--add", nargs=2, type=_time, metavar=("FROM", "UNTIL"), help="extend deadlines by an outage"
        )
        does.add_argument("--undo", type=int, metavar="ID", help="move back what an outage has moved")
        does.add_argument(
            "--go-on", action="store_true", help="let clocks that stand still run, and extend nothing"
        )

    def handle(
        self,
        *_args: Any,
        add: list[datetime] | None,
        undo: int | None,
        go_on: bool,
        **_options: Any,
    ) -> None:
        now = service_time.now()
        try:
            if add is not None:
                since, until = add
                self.stdout.write(_line(outages.add(since, until, now)))
            elif undo is not None:
                self._undo(undo, now)
            elif go_on:
                outages.go_on(now)
                self.stdout.write(f"The clocks run from {now:%Y-%m-%d %H:%M} UTC.")
            else:
                self._list(now)
        except ValueError as error:
            raise CommandError(str(error)) from error

    def _undo(self, key: int, now: datetime) -> None:
        outage = Outage.objects.filter(pk=key).first()
        if outage is None:
            raise CommandError(f"there is no outage {key}")
        count = outages.undo(outage, now)
        self.stdout.write(f"{count} of {outage.count} times were moved back. The others have changed since.")

    def _list(self, now: datetime) -> None:
        for outage in Outage.objects.order_by("pk"):
            self.stdout.write(_line(outage))
        if (why := outages.doubt(now)) is None:
            return
        self.stdout.write(f"The clocks stand still: {why}.")
        self.stdout.write(
            "If the database's clock is wrong, set it first. Then use --add FROM UNTIL if the service was "
            "down, or --go-on if it was not."
        )


def _line(outage: Outage) -> str:
    how = "by hand" if outage.is_by_hand else "found"
    taken_back = "" if outage.undone_at is None else f", taken back {outage.undone_at:%Y-%m-%d %H:%M}"
    return (
        f"{outage.pk}: {outage.since:%Y-%m-%d %H:%M} to {outage.until:%Y-%m-%d %H:%M} UTC, {how}, "
        f"{outage.count} times moved{taken_back}"
    )


def _time(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"no time: {text}") from error
    return time if timezone.is_aware(time) else timezone.make_aware(time)
