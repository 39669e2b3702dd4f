"""A person with a browser, at a service in another process."""

import contextlib
import re
from collections.abc import Iterator

import httpx2
from django.conf import settings
from django.test import Client

from accounts.models.person import Person


class Visitor:
    """Opens pages and sends their forms, over HTTP.

    Args:
        client: knows the address and keeps the cookies.
    """

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client

    def open(self, path: str) -> str:
        """The text of a page."""
        response = self._client.get(path, follow_redirects=True)
        assert response.status_code == httpx2.codes.OK, f"{path}: {response.text}"
        return response.text

    def submit(self, page: str, form: str, **fields: str) -> str:
        """Send a form that stands on a page, as its action; the page one comes to after."""
        token = re.search(
            rf'action="{re.escape(form)}".*?name="csrfmiddlewaretoken" value="(\w+)"',
            self.open(page),
            re.DOTALL,
        )
        assert token, f"{page} has no form for {form}"
        response = self._client.post(
            form, data={"csrfmiddlewaretoken": token[1], **fields}, follow_redirects=True
        )
        assert response.status_code == httpx2.codes.OK, f"{form}: {response.text}"
        return response.text


@contextlib.contextmanager
def with_session(site: str, key: str) -> Iterator[Visitor]:
    """A visitor whose browser holds a session."""
    cookies = {settings.SESSION_COOKIE_NAME: key}
    # nothing a request does may take longer, whatever is away
    with httpx2.Client(base_url=site, cookies=cookies, timeout=5) as client:
        yield Visitor(client)


@contextlib.contextmanager
def signed_in(site: str, person: Person) -> Iterator[Visitor]:
    """A person who has signed in, where the service works on the test's own database."""
    browser = Client()
    browser.force_login(person)
    with with_session(site, browser.cookies[settings.SESSION_COOKIE_NAME].value) as visitor:
        yield visitor
