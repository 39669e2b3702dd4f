"""``manage.py game``: how a game stands, when somebody asks why it does not go on."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from games.management.commands._looking import LookingCommand, mail_line, moment, note_look
from games.models.game import Game
from games.models.seat import Seat
from notifications.models import Notification
from notifications.upkeep import MOST_SHOWN


class Command(LookingCommand):
    """Shows of a game what watchers may know, who is asked, and the mail about it; nothing of any hand.
    Every look is noted in the security log."""

    help = _("Show how a game stands: whose turn it is, since when, the deadline, and the mail about it.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", metavar="ID", help=_("as in the address of the game"))

    def handle(self, *_args: Any, **options: Any) -> None:
        game = Game.objects.filter(public_id=options["id"]).first()
        if game is None:
            raise CommandError(_("There is no game with this id."))
        note_look(f"game {game.public_id}")
        self.section(f"{game.public_id} {game.get_status_display()}", _state(game))
        seats = Seat.objects.filter(game=game).select_related("game", "player").order_by("side")
        self.section(_("Sides"), [_line(seat) for seat in seats])
        mails = Notification.objects.filter(about__in=[seat.reference for seat in seats])
        latest = mails.select_related("recipient").order_by("-pk")[:MOST_SHOWN]
        self.section(
            _("Mail about it, the latest first"),
            [f"{each.get_status_display()}: {mail_line(each)}" for each in latest],
        )


def _state(game: Game) -> list[str]:
    times = {
        _("created"): game.created_at,
        _("begun"): game.started_at,
        _("last change that everybody sees"): game.changed_at,
        _("clock stopped"): game.paused_at,
        _("over"): game.ended_at,
    }
    pace = _("no clock") if game.pace is None else _("%(days)d days to answer") % {"days": game.pace}
    lines = [f"{game.edition}, {pace}", *(f"{what}: {moment(at)}" for what, at in times.items() if at)]
    if game.frozen_at is not None:
        lines.append(
            _("stopped: %(time)s, %(code)s") % {"time": moment(game.frozen_at), "code": game.frozen_for}
        )
    return lines


def _line(seat: Seat) -> str:
    player = f"{seat.player.pk} {seat.player.name}" if seat.player else seat.computer or _("nobody")
    line = f"{seat.plays.label}: {player}"
    if seat.waiting_since is None:
        return line
    until = seat.due_at or seat.lapses_at
    told = {"since": moment(seat.waiting_since), "until": moment(until)}
    return f"{line}, " + _("asked since %(since)s, until %(until)s") % told
