"""This app's kinds of messages: what people are told of their games.

Everything in a mail comes from the recipient's own view. A mail is composed in the language and the time zone
of its recipient.
"""

import functools
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import story
from games.drawing.layout import TALL
from games.drawing.picture import board_png
from games.engine.side import EAST, Side
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.seat import Seat
from games.played import played
from games.rule_links import edition_of, rule_url
from games.rulebook import rule_text
from games.services.freezing import FROZEN, STOPPED
from games.services.links import FRESH_LINK
from games.services.lobby import DECLINED, INVITATION
from games.services.waiting import OVER, STARTED, WINDOW, YOUR_PHASE
from games.telling import Telling, tell
from games.turn_links import invitation_link, turn_link
from notifications.kinds import Kind, Message, register
from notifications.letters import letter

PICTURE = "board"
PICTURE_WIDTH = 640  # pixels: finer than the 400 that a mail shows, and still no heavy mail

TITLES: dict[str, Promise] = {
    YOUR_PHASE: gettext_lazy("It is your turn"),
    WINDOW: gettext_lazy("A loyalty-challenge window is open"),
    STARTED: gettext_lazy("A game has begun"),
    OVER: gettext_lazy("A game is over"),
    INVITATION: gettext_lazy("Invitation to a game"),
    DECLINED: gettext_lazy("An invitation was declined"),
    FRESH_LINK: gettext_lazy("Fresh link to a seat"),
    FROZEN: gettext_lazy("A game is stopped, or goes on"),
}


def register_kinds() -> None:
    """Tell the outbox which messages of ours there are."""
    for kind in (YOUR_PHASE, WINDOW):
        register(Kind(kind, functools.partial(waiting, kind), TITLES[kind], optional=True))
    register(Kind(STARTED, functools.partial(waiting, STARTED), TITLES[STARTED]))
    register(Kind(OVER, over, TITLES[OVER], optional=True))
    register(Kind(INVITATION, invitation, TITLES[INVITATION], optional=True))
    register(Kind(DECLINED, declined, TITLES[DECLINED], optional=True))
    register(Kind(FRESH_LINK, fresh_link, TITLES[FRESH_LINK]))
    register(Kind(FROZEN, frozen, TITLES[FROZEN]))


def waiting(kind: str, reference: str, occasion: str) -> Message | None:
    """That the game waits for a seat.

    None when it no longer does, or has said so once more since; of a game against a computer player also when
    they have looked since, but that it has begun is told in any case. None too while the game is stopped:
    they are mailed when it goes on.

    Args:
        reference: the seat's.
        occasion: the seat's version when it was told.
    """
    seat = _seat(reference)
    if seat is None or seat.game.frozen_at or not seat.asked or seat.told_at != int(occasion):
        return None
    if kind != STARTED and seat.looked_at >= seat.told_at and _is_against_computer(seat):
        return None
    told = tell(seat.game, seat.plays, since=seat.looked_at)
    return _of_game(kind, "games/mail/waiting", seat, told, _waiting_subject(kind, seat, told))


def over(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - a game ends once
    """That the game is over, and how."""
    seat = _seat(reference)
    if seat is None or seat.game.frozen_at or not seat.game.is_over:
        return None
    told = tell(seat.game, seat.plays, since=seat.looked_at)
    won = seat.game.winner == seat.side
    subject = _("%(title)s: you won") if won else _("%(title)s: you lost")
    return _of_game(OVER, "games/mail/over", seat, told, subject % {"title": _title(seat)})


def invitation(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - one a seat
    """That somebody wants to play; None when it was answered or taken back."""
    seat = _seat(reference)
    asked = None if seat is None else _invitation(seat)
    if seat is None or asked is None or asked.declined_at or seat.game.status != Game.Status.WAITING:
        return None
    creator = seat.game.creator
    name = _("Somebody") if creator is None or not creator.name else creator.name
    return letter(
        "games/mail/invitation",
        {"name": name, "game": seat.game, "side": seat.plays.label, "played": played(seat.game)},
        to=asked.person,
        kind=INVITATION,
        subject=_("%(name)s invites you to a game of Sekigahara") % {"name": name},
        button=(_("Look at the invitation"), invitation_link(asked)),
        thread=_thread(seat),
    )


def declined(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - one a game
    """That the invited does not want to play, to the seat of who invited."""
    seat = _seat(reference)
    if seat is None or seat.player is None:
        return None
    asked = Invitation.objects.select_related("person").filter(seat__game=seat.game).first()
    email = "" if asked is None else asked.person.email
    if email:
        subject = _("Your invitation to %(email)s was declined") % {"email": email}
    else:
        subject = _("Your invitation was declined")
    return letter(
        "games/mail/declined",
        {"email": email},
        to=seat.player,
        kind=DECLINED,
        subject=subject,
        button=(_("Begin another game"), f"{settings.SITE_URL}{reverse('games:new')}"),
        thread=_thread(seat),
    )


def fresh_link(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - each is like the other
    """A link to the seat, because its player asked for one."""
    seat = _seat(reference)
    if seat is None or seat.player is None:
        return None
    title = _title(seat)
    return letter(
        "games/mail/fresh_link",
        {"title": title},
        to=seat.player,
        kind=FRESH_LINK,
        subject=_("%(title)s: a fresh link to your seat") % {"title": title},
        button=(_("To my seat"), turn_link(seat)),
        thread=_thread(seat),
    )


def frozen(reference: str, occasion: str) -> Message | None:
    """That the game is stopped, or that it goes on; None where that is no longer so."""
    seat = _seat(reference)
    goes_on = not occasion.startswith(STOPPED)
    if seat is None or seat.player is None or goes_on != (seat.game.frozen_at is None):
        return None
    title = _title(seat)
    subject = _("%(title)s: the game goes on") if goes_on else _("%(title)s: the game is stopped")
    return letter(
        "games/mail/frozen",
        {"title": title, "goes_on": goes_on},
        to=seat.player,
        kind=FROZEN,
        subject=subject % {"title": title},
        button=(_("To the game"), turn_link(seat)),
        thread=_thread(seat),
    )


def _is_against_computer(seat: Seat) -> bool:
    return Seat.objects.filter(game=seat.game, side=seat.plays.enemy).exclude(computer="").exists()


def _seat(reference: str) -> Seat | None:
    public_id, _dot, side = reference.rpartition(".")
    # The game comes with the seat in one query, so that both are of the same version.
    seats = Seat.objects.select_related("game", "game__creator", "player")
    return seats.filter(game__public_id=public_id, side=Side.named(side)).first()


def _invitation(seat: Seat) -> Invitation | None:
    return Invitation.objects.select_related("person", "seat__game").filter(seat=seat).first()


def _thread(seat: Seat) -> str:
    return f"games.{seat.game.public_id}"


def _title(seat: Seat) -> str:
    """What tells a game from the others in a mailbox: the side, and whom it is played against."""
    other = Seat.objects.select_related("player").get(game=seat.game, side=seat.plays.enemy)
    is_self = other.player_id is not None and other.player_id == seat.player_id
    opponent = _("yourself") if is_self else other.played_by
    text = _("East against %(opponent)s") if seat.plays == EAST else _("West against %(opponent)s")
    return text % {"opponent": opponent}


def _waiting_subject(kind: str, seat: Seat, told: Telling) -> str:
    title = _title(seat)
    if kind == STARTED or told.asked is None:
        return _("%(title)s: the game has begun") % {"title": title}
    values = {"title": title, "week": told.seen["week"], "task": told.asked.brief}
    return _("%(title)s, week %(week)d: %(task)s") % values


def _of_game(kind: str, template: str, seat: Seat, told: Telling, subject: str) -> Message | None:
    if seat.player is None:
        return None
    context: dict[str, Any] = {
        "game": seat.game,
        "title": _title(seat),
        "is_first": not seat.looked_at,
        "told": told,
        "latest": _latest_sentence(told),
        "situation": story.situation(told.names, told.seen),
        "hand": told.names.cards(told.seen["mine"]["hand"]),
        "stacks": story.stacks(told.names, told.seen),
        "is_won": seat.game.winner == seat.side,
        "standing": list(story.standing(told.names, told.seen)) if seat.game.is_over else [],
        "picture": PICTURE,
        **_rule(seat.game, told),
    }
    return letter(
        template,
        context,
        to=seat.player,
        kind=kind,
        subject=subject,
        button=(_("To the game"), turn_link(seat)),
        images={PICTURE: board_png(told.rules, told.seen, width=PICTURE_WIDTH, sheet=TALL)},
        thread=_thread(seat),
    )


def _rule(game: Game, told: Telling) -> dict[str, Any]:
    """The rule that asks, and where it stands."""
    if told.options is None:
        return {}
    number = told.options.rule
    return {"number": number, "rule": rule_text(number), "rule_url": rule_url(number, edition_of(game))}


def _latest_sentence(told: Telling) -> str:
    return next((chapter.sentences[-1] for chapter in reversed(told.recap.chapters)), "")
