"""What this app and the outbox below it, which knows no people, store about a person."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts import oauth
from accounts.browsers import browsers_of
from accounts.closing import Farewell, register_farewell
from accounts.export import register_export
from accounts.models.api_token import ApiToken
from accounts.models.person import Block, Person, SignInRequest
from accounts.models.restriction import Restriction
from notifications import personal_data as outbox

_SECRET = {"id", "password", "salt", "closed_at", "guest_seen_at", "guest_sender"}


def register_own() -> None:
    """Register this app's and the outbox's parts of an export, and what happens when an account is closed."""
    register_export("account", account_of)
    register_export("api_tokens", tokens_of, "accounts.ApiToken.user")
    register_export("browsers", signed_in_browsers_of, "accounts.SignedInBrowser.person")
    register_export("blocks", blocks_of, "accounts.Block.person")
    register_export("restrictions", restrictions_of, "accounts.Restriction.person", "accounts.Restriction.by")
    register_export("sign_in_requests", sign_in_requests_of, "accounts.SignInRequest.person")
    register_export("messages", outbox.messages_to, "notifications.Notification.recipient")
    register_export("muted", outbox.muted_by, "notifications.Muted.person")
    register_export("asked_for", outbox.wanted_by, "notifications.Wanted.person")
    register_export("mail_rhythm", outbox.mail_rhythm_of, "notifications.MailRhythm.person")
    register_export("devices", outbox.push_devices_of, "notifications.PushDevice.person")
    register_export("webhooks", outbox.webhooks_of, "notifications.Webhook.person")
    register_export("programs", programs_of, "oauth2_provider.Application.user")
    register_export(
        "accesses",
        accesses_of,
        "oauth2_provider.AccessToken.user",
        "oauth2_provider.RefreshToken.user",
        "oauth2_provider.Grant.user",
    )
    register_farewell(Farewell(erase=_forget_messages))
    register_farewell(Farewell(erase=oauth.erase))


def account_of(person: Person) -> Mapping[str, Any]:
    """The person's own row, without what only the service can use."""
    names = [field.attname for field in Person._meta.concrete_fields]  # noqa: SLF001 - Django's name for it
    return {name: getattr(person, name) for name in names if name not in _SECRET}


def tokens_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The person's API tokens: how each begins, and never its hash."""
    columns = [field.attname for field in ApiToken._meta.concrete_fields]  # noqa: SLF001 - likewise
    for token in ApiToken.made_by(person):
        yield {
            name: getattr(token, name) for name in columns if name not in ("digest", "user_id", "access_id")
        }


def programs_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The programs that the person has registered."""
    for app in oauth.registered_by(person):
        yield {
            "client_id": app.client_id,
            "name": app.name,
            "redirect_uris": app.redirect_uris.split(),
            "created_at": app.created,
        }


def accesses_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What programs may do for the person; never a token or its hash."""
    for access in oauth.accesses_of(person):
        yield {"client_id": access.app.client_id, "name": access.app.name, "since": access.since}


def signed_in_browsers_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """Where the person is signed in, without the keys of the sessions."""
    for each in browsers_of(person):
        yield {"kind": each.kind, "begun_at": each.begun_at, "used_on": each.used_on}


def blocks_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The people whom the person blocks, with their public names."""
    for block in Block.objects.filter(person=person).select_related("blocked").order_by("created_at", "pk"):
        yield {"blocked": str(block.blocked), "created_at": block.created_at}


def restrictions_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person was kept from, with reasons, appeals and answers; and what they decided of others."""
    fields = ("what", "reason", "begun_at", "ends_at", "lifted_at", "appeal", "appealed_at", "answer")
    for is_own, rows in ((True, {"person": person}), (False, {"by": person})):
        for row in Restriction.objects.filter(**rows).order_by("begun_at", "pk").values(*fields):
            yield {"is_yours": is_own, **row}


def sign_in_requests_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """When links to the person were recently asked for, and which page each was to open; never its key."""
    for each in SignInRequest.objects.filter(person=person).order_by("created_at", "pk"):
        yield {"goal": each.goal, "is_by_guest": each.is_by_guest, "created_at": each.created_at}


def _forget_messages(person: Person) -> None:
    outbox.forget(person, lambda: _("a former player"))
