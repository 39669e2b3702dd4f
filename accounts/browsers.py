"""Where somebody is signed in: noting the browsers that are used, and ending their sessions."""

from datetime import UTC, datetime

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest

from accounts.freshness import SIGNED_IN_AT
from accounts.models.person import Person
from accounts.models.signed_in_browser import SignedInBrowser
from accounts.security_log import SecurityEvent, note
from accounts.sessions import SessionStore, stored_key
from sekigahara.db import service_time
from sekigahara.db.statements import Select
from sekigahara.requests.browser_names import kind_of


def note_visit(request: HttpRequest, person: Person) -> None:
    """Note that a person uses a browser in which they are signed in, once a day."""
    session, today = request.session, service_time.now().date()
    if not isinstance(session, SessionStore) or session.used_on == today.isoformat():
        return
    at = session.get(SIGNED_IN_AT)
    begun_at = datetime.fromtimestamp(at, UTC) if isinstance(at, float) else service_time.now()
    used = SignedInBrowser(
        session_id=stored_key(request),
        person=person,
        begun_at=begun_at,
        used_on=today,
        kind=kind_of(request.headers.get("User-Agent", "")),
    )
    SignedInBrowser.objects.bulk_create(
        [used], update_conflicts=True, unique_fields=["session"], update_fields=["used_on", "kind"]
    )


_LISTED = Select[tuple[SignedInBrowser]](
    """
    SELECT {browser} FROM accounts_signedinbrowser browser
    JOIN django_session session ON session.session_key = browser.session_id
    WHERE browser.person_id = %s AND session.expire_date > %s
    ORDER BY browser.used_on DESC, browser.begun_at DESC
    """,
    browser=SignedInBrowser,
)


def browsers_of(person: Person) -> list[SignedInBrowser]:
    """The browsers in which a person is signed in, the one that was used last first."""
    return [browser for (browser,) in _LISTED.rows(person.pk, service_time.now())]


def end_session(*, person: Person, key: str) -> bool:
    """End the session of one of a person's browsers; False where they have none of that key any more."""
    with transaction.atomic(durable=True):
        ended = [browser.session_id for browser in browsers_of(person) if browser.key == key]
        Session.objects.filter(pk__in=ended).delete()
    if ended:
        note(SecurityEvent.SESSIONS_ENDED, person.pk, which="one")
    return bool(ended)


def end_other_sessions(*, person: Person, but: str) -> None:
    """End all sessions in which a person is signed in except one.

    Each session is opened to see whose it is: one that was not used since it was last noted counts too.

    Args:
        but: the key, as it is stored, of the session to keep.
    """
    with transaction.atomic(durable=True):
        others = Session.objects.filter(expire_date__gt=service_time.now()).exclude(pk=but)
        ended = [
            session.pk
            for session in others.iterator()
            if SessionStore().decode(session.session_data).get(SESSION_KEY) == str(person.pk)
        ]
        Session.objects.filter(pk__in=ended).delete()
    note(SecurityEvent.SESSIONS_ENDED, person.pk, which="others")
