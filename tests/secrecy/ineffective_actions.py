"""Actions of a side that do not affect the game, and so must not affect what others see."""

from __future__ import annotations

from random import Random

from django.test import Client
from django.urls import reverse

from games.engine.errors import EngineError
from games.models.seat import Seat
from games.services import diary, link_renewal, play
from notifications.services import mute, unmute
from sekigahara.errors.exceptions import Refused

NONSENSE = ['{"type":"mori","card":"x","blocks":[]}', '{"type":"finish"}{', '{"type":"bid","card":"x"}']
ADDRESS = "203.0.113.9"


def act_ineffectively(seat: Seat, random: Random) -> None:
    """The player of a seat looks, tries something in vain, sees to their mail, or writes in
    their diary."""
    deeds = [_look, _look, _act_in_vain, _try_out, _want_a_link, _see_to_mail, _write_a_note]
    random.choice(deeds)(seat, random)


def _look(seat: Seat, random: Random) -> None:
    browser = Client(REMOTE_ADDR=ADDRESS)
    assert seat.player is not None
    browser.force_login(seat.player)
    page = random.choice(["games:game", "games:history", "games:record"])
    browser.get(reverse(page, args=[seat.game.public_id]))


def _act_in_vain(seat: Seat, random: Random) -> None:
    try:
        play.submit(seat=seat, bodies=[random.choice(NONSENSE)], expected_version=seat.version, key="once")
    except (EngineError, Refused):
        return
    raise AssertionError("nonsense was done")


def _try_out(seat: Seat, random: Random) -> None:
    try:
        play.preview(seat=seat, bodies=[random.choice(['{"type":"pass"}', '{"type":"end-movement"}'])])
    except (EngineError, Refused):
        return


def _want_a_link(seat: Seat, random: Random) -> None:
    if random.random() < 0.5:
        link_renewal.revoke(seat=seat)
    else:
        link_renewal.send_fresh(seat=seat)


def _see_to_mail(seat: Seat, random: Random) -> None:
    assert seat.player is not None
    change = random.choice([mute, unmute])
    change(person=seat.player, kind="games.your-phase")


def _write_a_note(seat: Seat, random: Random) -> None:
    diary.write(seat=seat, text=random.choice(["Rain.", "I hope they take the bait at Gifu.\nWe shall see."]))
