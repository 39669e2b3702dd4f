"""Sessions in the database: by the hash of their key."""

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


def key_of(browser: Client) -> str:
    return str(browser.cookies[settings.SESSION_COOKIE_NAME].value)


def test_stored_session_does_not_contain_its_key(signed_in: Client) -> None:
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


@pytest.mark.django_db(transaction=True)
def test_asynchronous_code_stores_no_key_either() -> None:
    async def keep_and_read() -> tuple[str, object, bool]:
        session = SessionStore()
        await session.aset("kept", "something")
        await session.asave()
        key = str(session.session_key)
        return key, await SessionStore(key).aget("kept"), await session.aexists(key)

    key, kept, exists = async_to_sync(keep_and_read)()
    assert (kept, exists) == ("something", True)
    assert SessionStore(key)["kept"] == "something", "both ways find the same session"
    row = Session.objects.get()
    assert row.session_key != key
    assert "something" not in row.session_data
    async_to_sync(SessionStore(key).adelete)()
    assert not Session.objects.exists()
