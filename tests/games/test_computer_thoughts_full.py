"""Computer players that rehearse act when their moment comes, without a minute's sweep, in the full size."""

import pytest

from games.engine.side import WEST
from games.models.log import Entry
from games.services.computer_thoughts import ACTS_EVERY
from tests.kit.processes import running, wait_until
from tests.kit.thoughtful import thoughtful

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_workers_act_at_the_moments_of_a_turn() -> None:
    table = thoughtful()
    length = table.game.length
    acted = Entry.objects.filter(game=table.game, side=WEST, seq__gt=length).order_by("seq")
    with running("sekigahara.jobs.workers", "computers", "thoughts", "clocks"):
        wait_until(lambda: acted.count() > 2, what="the level and two moves")
    level, move, *_others = acted
    assert move.created_at - level.created_at >= ACTS_EVERY["movement"]
