"""The only code that writes the models of people. Each verb is one durable transaction."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TypedDict, Unpack

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Coalesce

from accounts import guests, oauth, restrictions
from accounts.closing import hold
from accounts.links import SignInLink, is_one_too_many
from accounts.models.api_token import MOST_TOKENS_OF_ONE, USE_NOTED_EVERY, WARNED_BEFORE, ApiToken
from accounts.models.person import Block, Person, SignInRequest
from accounts.scopes import Scope
from accounts.security_log import SecurityEvent, note
from notifications import rhythm
from notifications.push.services import end_all_devices
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.db.writes import ensured, executed, this_database
from sekigahara.errors.exceptions import RefusalError

SIGN_IN = "accounts.sign-in"
EXPIRING = "accounts.token-expiring"
TOKEN_SHOWN = 12
"""The digits of a token's hash by which the log names it."""


def mail_sign_in_link(*, email: str, goal: str = "", guest: Person | None = None, network: str = "") -> None:
    """Queue a sign-in link for an address, whether or not it belongs to anyone.

    Args:
        email: the address.
        goal: the page to open after signing in, as a path of this site; empty for the usual one.
        guest: who asks, to keep their games; None if nobody plays as a guest there.
        network: as ``links.count_request`` names it; empty if it does not count.

    A stranger who asks learns nothing about the address: the response and the work before it are the same
    whether or not it is known, was sent ``links.LINKS_TO_ADDRESS``, or is one too many of a network. The
    request runs the same statements and queues one message; whether that becomes a mail is decided when mails
    are composed. Only the microseconds in which a database inserts or finds a row may differ.
    """
    with transaction.atomic(durable=True):
        person, key = Person.objects.at(email), secrets.token_hex(8)
        is_mailed = True
        if goal or guest is not None or network:
            request = SignInRequest.objects.create(
                person=person, key=key, goal=goal, guest=guest, is_by_guest=guest is not None, network=network
            )
            is_mailed = not is_one_too_many(request)
        announce([Announcement(SIGN_IN, str(person.pk), key, person.pk, is_mailed=is_mailed)])
    note(SecurityEvent.SIGN_IN_ASKED, person.pk)


def request_behind(link: SignInLink) -> SignInRequest | None:
    """What was wanted with a link; None if only to sign in, or if it was too long ago."""
    if not link.key:
        return None
    requests = SignInRequest.objects.select_related("guest")
    return requests.filter(person=link.person, key=link.key).first()


def use(*, link: SignInLink, guest_pks: Collection[int] = ()) -> bool:
    """Use up a good link, which confirms its person's address.

    Args:
        link: to use up.
        guest_pks: the primary keys of guests whose games become the person's.

    Returns:
        Whether the link was still unused: of two concurrent uses only one gets True.
    """
    now = service_time.now()
    person = link.person
    with transaction.atomic(durable=True):
        unused = Person.objects.filter(pk=person.pk, last_login=person.last_login, closed_at=None)
        if not unused.update(last_login=now, confirmed_at=Coalesce("confirmed_at", Value(now))):
            return False
        for guest_pk in guest_pks:
            # Later links of theirs do not look for the guest any more, who is not lost but kept.
            SignInRequest.objects.filter(person=person, guest=guest_pk).update(is_by_guest=False)
            guests.keep(guest_pk, person)
        restrictions.give_back(person)
    note(SecurityEvent.SIGN_IN_USED, person.pk)
    return True


class ChosenSettings(TypedDict, total=False):
    """Validated settings of a person, by the names of their fields. None leaves a value unchanged."""

    name: str | None
    zone: str | None
    language: str | None
    is_bot: bool | None
    run_by: str | None
    bot_editions: str | None
    challenges_from: str | None
    page_shows: str | None
    takes_messages: bool | None


def change_settings(*, person: Person, **chosen: Unpack[ChosenSettings]) -> None:
    """Store a person's settings."""
    changed = {field: value for field, value in chosen.items() if value is not None}
    with transaction.atomic(durable=True):
        Person.objects.filter(pk=person.pk, closed_at=None).update(**changed)
        if "zone" in changed:
            rhythm.decide_again(person.pk)
    person.refresh_from_db(fields=list(chosen))


def introduce(*, person: Person, name: str) -> None:
    """Store the first name of a person."""
    with transaction.atomic(durable=True):
        Person.objects.filter(pk=person.pk, name="", closed_at=None).update(name=name)
    person.name = name


def renew_calendar(*, person: Person) -> None:
    """Give a person's calendar an address that nobody knows. An earlier one is void."""
    _date_calendar(person, service_time.now())


def end_calendar(*, person: Person) -> None:
    """Leave a person's calendar without an address."""
    _date_calendar(person, None)


def _date_calendar(person: Person, made_at: datetime | None) -> None:
    with transaction.atomic(durable=True):
        Person.objects.filter(pk=person.pk, closed_at=None).update(calendar_at=made_at)
    person.refresh_from_db(fields=["calendar_at"])


def end_everything(*, person: Person) -> None:
    """End every session of a person, every link mailed to them, the address of their calendar, the
    notifications of all their devices, and what programs of others may do for them.

    API tokens that they made themselves are revoked one by one.
    """
    person.set_unusable_password()
    with transaction.atomic(durable=True):
        hold(person.pk)
        Person.objects.filter(pk=person.pk).update(password=person.password, calendar_at=None)
        end_all_devices(person)
        oauth.erase(person)
        Session.objects.filter(browser__person=person).delete()  # they open nothing, and are no longer listed
    note(SecurityEvent.SESSIONS_ENDED, person.pk, which="all")


# --- API tokens ---


def create_token(
    *, person: Person, name: str, scopes: Collection[str], lifetime: timedelta | None = None
) -> tuple[ApiToken, str]:
    """Make an API token.

    Args:
        scopes: some of ``Scope``.
        lifetime: after which it is refused; None for never.

    Returns:
        The token's row and the token itself, which is shown only this once: only its hash is stored.

    Raises:
        RefusalError: ``name-taken``: the person has one of that name.
        RefusalError: ``too-many-tokens``: the person has ``MOST_TOKENS_OF_ONE``.
    """
    with transaction.atomic(durable=True):
        hold(person.pk)  # so that requests at the same moment count one after another
        if ApiToken.made_by(person).count() >= MOST_TOKENS_OF_ONE:
            raise RefusalError("too-many-tokens")
        if ApiToken.made_by(person).filter(name=name).exists():
            raise RefusalError("name-taken")
        tokens = ApiToken.objects
        named = " ".join(scope for scope in Scope.values if scope in scopes)
        row, token = tokens.create(person, None, name=name, scopes=named)  # type: ignore[no-untyped-call] # Knox's
        row.created = service_time.now()  # Knox asks the clock of this host
        row.expiry = None if lifetime is None else row.created + lifetime
        row.save(update_fields=["created", "expiry"])
    note(SecurityEvent.TOKEN_MADE, person.pk, token=row.digest[:TOKEN_SHOWN], scopes=row.scopes)
    return row, token


def revoke_token(*, person: Person, token_key: str) -> ApiToken | None:
    """Revoke a person's API token; None if no token begins with this key, as after a second click."""
    with transaction.atomic(durable=True):
        token: ApiToken | None = ApiToken.made_by(person).filter(token_key=token_key).first()
        if token is not None:
            ApiToken.objects.filter(pk=token.pk).delete()
    if token is not None:
        note(SecurityEvent.TOKEN_REVOKED, person.pk, token=token.digest[:TOKEN_SHOWN])
    return token


def note_use(*, token: ApiToken) -> None:
    """Note that a token was used, unless it was noted within the hour."""
    now = service_time.now()
    if token.used_at is not None and token.used_at > now - USE_NOTED_EVERY:
        return
    # Of several requests at once one writes.
    long_ago = Q(used_at=None) | Q(used_at__lte=now - USE_NOTED_EVERY)
    ApiToken.objects.filter(long_ago, pk=token.pk).update(used_at=now)
    token.used_at = now


def warn_of_expiry() -> int:
    """Queue a mail for each token that expires within ``WARNED_BEFORE``, once for each.

    Tokens that have expired meanwhile are left out: their users get an error that says so.

    Returns:
        The number of tokens.
    """
    now = service_time.now()
    with transaction.atomic(durable=True):
        soon = ApiToken.objects.filter(
            access=None, warned_at=None, expiry__gt=now, expiry__lte=now + WARNED_BEFORE
        )
        tokens = list(soon.select_for_update())
        ApiToken.objects.filter(pk__in=[token.pk for token in tokens]).update(warned_at=now)
        announce(
            Announcement(EXPIRING, f"{token.user_id} {token.token_key}", secrets.token_hex(8), token.user_id)
            for token in tokens
        )
    return len(tokens)


# --- blocks ---


def block(*, person: Person, other: Person) -> None:
    """Block another person, who is not told. A second time changes nothing."""
    with transaction.atomic(durable=True):
        ensured(Block.objects.all(), person=person, blocked_id=other.pk)


def unblock(*, person: Person, other: Person) -> None:
    """Block another person no longer, if the person did."""
    with transaction.atomic(durable=True):
        Block.objects.filter(person=person, blocked=other).delete()


def take_back_block(*, person: Person, key: str) -> Person | None:
    """Remove a person's block.

    Returns:
        Who was blocked; None if the person has no block with this key, as after a second click.
    """
    with transaction.atomic(durable=True):
        for block in Block.objects.filter(person=person).select_related("blocked"):
            if block.key == key:
                block.delete()
                return block.blocked
    return None


def say_here(*, person: Person) -> None:
    """The person says that they are here, so that open games are open to them again."""
    with transaction.atomic(durable=True):
        Person.objects.filter(pk=person.pk).update(unseen_games=0)
    person.unseen_games = 0


_AT_HAND = """
    SELECT (SELECT count(*) FROM accounts_apitoken WHERE user_id = %s AND access_id IS NULL),
    EXISTS (SELECT 1 FROM accounts_restriction WHERE person_id = %s),
    EXISTS (SELECT 1 FROM accounts_block WHERE person_id = %s)
"""


def at_hand(person: Person) -> tuple[int, bool, bool]:
    """What a person has beside their settings, by one statement, so that their page asks only for that.

    Returns:
        How many tokens of the API they have made; whether a moderator has ever restricted them; whether they
        block anybody.
    """
    with executed(_AT_HAND, [person.pk] * 3, this_database()) as cursor:
        tokens, restrictions, blocks = cursor.fetchone()
    return tokens, bool(restrictions), bool(blocks)
