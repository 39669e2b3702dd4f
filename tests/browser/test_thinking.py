"""Who has the page open while a computer player tries its turn out learns at once that it pauses."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import PHONE
from tests.sekigahara.home import Home

pytestmark = [pytest.mark.services, pytest.mark.overnight, pytest.mark.xdist_group("browser")]

MAKE = """
import django
django.setup()
from datetime import timedelta
from games.engine.side import EAST, WEST
from games.models.seat import Seat
from games.reads.turn_links import turn_link
from sekigahara.db import service_time
from tests.kit.thoughtful import thoughtful
table = thoughtful()
until = service_time.now() + timedelta(minutes=10)
Seat.objects.filter(game=table.game, side=WEST).update(thinks_after=until)
print(turn_link(table.seat(EAST)))
"""
LONGER = "UPDATE games_seat SET thinks_after = datetime('now', '+40 minutes') WHERE computer <> ''"


def test_open_page_shows_another_pause_of_the_computer(browser: Browser, tmp_path: Path) -> None:
    home = Home(tmp_path, STREAM_BEAT="1")
    link = home.run("-c", MAKE).strip()
    with home.served(), window(browser, Place(home, {}, ""), PHONE, scripts=True) as east:
        east.open(link)
        expect(east.page.locator("h1")).to_contain_text("pauses")
        expect(east.page.locator("main")).to_contain_text("It goes on in 10 minutes.")
        east.page.evaluate("window.isFirst = true")
        home.change(LONGER)
        expect(east.page.locator("main")).to_contain_text("It goes on in 40 minutes.")
        assert east.page.evaluate("window.isFirst"), "the page was loaded again"
        east.look_over()
