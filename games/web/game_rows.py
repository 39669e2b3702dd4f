"""Rows of lists of games, in words. Lists show 25 and more, and templates take longer to find words."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.ladders.person_pages import Offerer
from games.ladders.ratings.glicko import POINT
from games.log import position
from games.models.game import Game
from games.models.seat import Seat, Tempo
from games.reads import pauses
from games.reads.deadlines import Deadline, absence, deadline
from games.story import TASKS
from sekigahara.db import service_time

_ANSWERS = {
    Tempo.SAME_DAY: gettext_lazy("answers the same day"),
    Tempo.TWO_DAYS: gettext_lazy("answers within two days"),
    Tempo.SLOWER: gettext_lazy("takes longer than two days to answer"),
}

GameRow = dict[str, Any]
"""A row of a list, as templates read it."""


def watched_game(east: Seat, west: Seat) -> GameRow:
    """A row of a list of games to watch: the game, who plays (East first), and how far it is."""
    game, players = east.game, (east.played_by, west.played_by)
    if game.is_over:
        state = _("East won.") if game.winner == 0 else _("West won.")
    else:
        state = _("Week %(week)s.") % {"week": game.week}
    if score := _score(east):
        state = f"{state} {score}"
    return {
        "game": game,
        "players": players,
        "seats": (east, west),
        "title": _("%(east)s against %(west)s") % {"east": players[0], "west": players[1]},
        "state": f"{state} {_('Stopped.')}" if game.frozen_at else state,
    }


def open_game(seat: Seat, offerer: Offerer | None) -> GameRow:
    """A row of a list of open games: who is looking for an opponent for which side, and how long ago.

    Args:
        seat: the free one.
        offerer: what is told of who is looking; None for nothing.
    """
    game = seat.game
    if game.is_to_be_drawn:
        wanted = _("%(name)s is looking for an opponent; sides are drawn.")
    elif seat.plays.label == "east":
        wanted = _("%(name)s is looking for someone to play East.")
    else:
        wanted = _("%(name)s is looking for someone to play West.")
    since = how_long(game.created_at)
    asked = _("Asked %(since)s ago.") % {"since": since} if since else _("Asked just now.")
    return {
        "game": game,
        "wanted": wanted % {"name": game.creator or _("Someone")},
        "asked": asked,
        "about": [] if offerer is None else _about(offerer),
    }


def _about(offerer: Offerer) -> list[str]:
    """What is told of who offers a game, in short: rating, answers, games finished."""
    told, finished = [], offerer.finished
    if offerer.rating is not None:
        rating = offerer.rating.standing.rating_at(max(service_time.now(), offerer.rating.at))
        sentence = _("rating about %(points)d") if rating.is_provisional else _("rating %(points)d")
        told.append(sentence % {"points": round(rating.points / POINT)})
    if finished.tempo:
        told.append(str(_ANSWERS[finished.tempo]))
    if not finished.games:
        return [*told, _("no finished game yet")]
    counts = {"kept": finished.kept_up, "games": finished.games}
    sentence = ngettext(
        "finished %(kept)d of %(games)d game", "finished %(kept)d of %(games)d games", finished.games
    )
    return [*told, sentence % counts]


def my_game(seat: Seat, other: Seat) -> GameRow:
    """A row of the list "My games", in words.

    Its ``part`` of the list is 1 for games that wait for the person, 2 for others, 3 for those over. The
    ``news`` say what to do, or how it ended; they are urgent if the person can do something, or must know.

    Args:
        seat: the person's. A person who plays both sides is their own opponent.
        other: the opposite seat.
    """
    game = other.game = seat.game
    part = 3 if game.is_over else 1 if seat.waiting_since and not game.frozen_at else 2
    is_going_on = not game.is_over and not game.frozen_at
    news, is_urgent = _news(seat, other)
    return {
        "seat": seat,
        "part": part,
        "side": _side(seat),
        "against": _against(seat, other),
        "news": news,
        "is_urgent": is_urgent,
        "score": _score(seat),
        "deadline": _deadline(seat, other) if is_going_on else None,
        "pause": _pause(seat, other) if is_going_on else "",
        "waited": _waited(seat, other) if is_going_on and game.status != Game.Status.WAITING else "",
        "ended": _ended(seat) if game.is_over else "",
        "origin": _origin(game),
        "has_won": game.is_over and game.winner == seat.side,
    }


def _score(seat: Seat) -> str:
    """The points now, those of a seat first; empty where nothing is known of them at hand."""
    points = position.points_at_hand(seat.game) if seat.game.length else None
    if points is None:
        return ""
    own, theirs = points[seat.side], points[seat.plays.enemy]
    # Translators: victory points, such as "16 to 10 points": one's own first, or East's.
    return _("%(own)d to %(theirs)d points.") % {"own": own, "theirs": theirs}


def _deadline(seat: Seat, other: Seat) -> Deadline | None:
    return deadline(seat, is_own=True) if seat.waiting_since else deadline(other)


def _pause(seat: Seat, other: Seat) -> str:
    """What is said of a pause, and of an opponent who is away while the game waits for the person."""
    seat.sit_beside(other)
    absent = absence(other) if seat.waiting_since and not other.waiting_since else ""
    return " ".join(filter(None, (pauses.in_words(seat), absent)))


def how_long(since: datetime) -> str:
    """How long ago a moment was, as "3 days"; empty if less than a minute."""
    if service_time.now() - since < timedelta(minutes=1):
        return ""
    return timesince(since, depth=1)


def _side(seat: Seat) -> str:
    if seat.game.is_to_be_drawn:
        return _("East or West")
    return _("East") if seat.plays.label == "east" else _("West")


def _against(seat: Seat, other: Seat) -> str:
    if other.player_id == seat.player_id:
        return _("against yourself")
    if seat.game.status != Game.Status.WAITING or other.is_taken:
        return _("against %(name)s") % {"name": other.played_by}
    invited = getattr(other, "invitation", None)
    if invited is None:
        return _("in a game anybody may join")
    if invited.by_name:
        return _("against %(name)s") % {"name": invited.called}
    return _("in a game that someone is invited to")


def _news(seat: Seat, other: Seat) -> tuple[str, bool]:
    game = seat.game
    if game.status == Game.Status.WAITING:
        return _news_before_the_game(seat, other)
    if game.is_over:
        return (_("You won.") if game.winner == seat.side else _("You lost.")), True
    if game.frozen_at:
        return _("Stopped."), True
    if seat.waiting_since:
        return (str(TASKS[seat.asked]) if seat.asked else ""), True
    return "", False


def _news_before_the_game(seat: Seat, other: Seat) -> tuple[str, bool]:
    if seat.waiting_since:
        return _("Check in to begin the game."), True
    if other.is_taken:
        return _("Waiting for %(name)s to check in.") % {"name": other.played_by}, False
    invited = getattr(other, "invitation", None)
    if invited is not None and invited.by_name:
        return _("%(name)s has not answered yet.") % {"name": invited.called}, False
    return _("Waiting for an opponent."), False


def _waited(seat: Seat, other: Seat) -> str:
    since = seat.waiting_since or other.waiting_since
    if since is None:
        return ""
    ago = how_long(since)
    waited = _("For %(since)s.") % {"since": ago} if ago else _("Since just now.")
    return f"{waited} {_('Week %(week)s.') % {'week': seat.game.week}}"


def _ended(seat: Seat) -> str:
    return date_format(timezone.localtime(seat.changed_at), "DATE_FORMAT") if seat.changed_at else ""


def _origin(game: Game) -> str:
    if game.source_week is None:
        return ""
    return _("Played on from week %(week)s of a finished game.") % {"week": game.source_week}
