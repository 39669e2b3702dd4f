"""A kind of message of which devices are told, and a browser that is notified."""

import pytest

from accounts.models.person import Person
from tests.kit.push_browser import PushBrowser
from tests.kit.receiver import Receiver
from tests.notifications.asked import asked, clock

__all__ = ["asked", "clock"]


@pytest.fixture
def browser(server: Receiver, person: Person) -> PushBrowser:
    """Of the person, and added."""
    server.status = 201
    browser = PushBrowser(server)
    browser.added(person)
    return browser


def titles(browser: PushBrowser) -> list[str]:
    return [shown.message["notification"]["title"] for shown in browser.shown()]
