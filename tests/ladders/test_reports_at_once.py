"""Reports that are sent twice at the same moment."""

from functools import partial

import pytest

from games.engine.side import EAST, WEST
from games.ladders.models.report import Report, ReportedFor
from games.ladders.moderation import reports
from tests.kit.concurrency import at_once
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


def test_same_report_sent_several_times_at_once_is_made_once() -> None:
    table = Table()
    east, west = table.people[EAST], table.people[WEST]
    same = partial(
        reports.report, by=east, about=west, why=ReportedFor.BEHAVIOUR, words="He stalls.", game=table.game
    )
    first, *others = at_once(*[same] * 4)
    assert others == [first] * 3
    assert Report.objects.count() == 1
