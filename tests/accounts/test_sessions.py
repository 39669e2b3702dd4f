"""Sessions in the database: by the hash of their key."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

pytestmark = pytest.mark.django_db


def key_of(browser: Client) -> str:
    return str(browser.cookies[settings.SESSION_COOKIE_NAME].value)


def test_what_is_stored_is_no_key(signed_in: Client) -> None:
    row = Session.objects.get()
    assert row.session_key != key_of(signed_in)
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = row.session_key
    assert thief.get("/me/")["Location"].startswith("/sign-in/")
    assert signed_in.get("/me/").status_code == 200


def test_a_session_goes_on_and_ends_as_before(signed_in: Client) -> None:
    first = key_of(signed_in)
    session = signed_in.session
    session["kept"] = "something"
    session.save()
    assert signed_in.session["kept"] == "something"
    assert session.exists(first)
    session.cycle_key()
    assert not session.exists(first)
    assert session.session_key is not None
    signed_in.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    assert Session.objects.count() == 1
    assert signed_in.session["kept"] == "something"
    signed_in.post("/sign-out/")
    assert not Session.objects.exists()
    signed_in.session.delete()  # once more is no error
