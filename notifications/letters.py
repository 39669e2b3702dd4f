"""Mails made from templates: one text, one page, both of the same frame.

A letter has two templates, ``NAME.txt`` and ``NAME.html``, which extend ``notifications/mail.txt`` and
``notifications/mail.html`` and fill their blocks: ``body`` and ``more``, before and after the button, and
``foot``, a line at the end; in the page also ``first_words``, which a mail program shows in its list. The
heading of the page is the subject.

Mails that can be muted have a link that mutes their kind without signing in. It is signed over the person and
the kind, and never expires: it must work in the oldest mail.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import css_inline
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import signing
from django.db.models import Model
from django.template.loader import render_to_string
from django.urls import reverse

from notifications.registry import Kind, Message, kind_named

# Many mail programs ignore style sheets. Rules that cannot be inlined, such as dark colours, are kept.
_inliner = css_inline.CSSInliner(keep_at_rules=True, minify_css=True, load_remote_stylesheets=False)

# Templates leave more empty lines than anyone reads, and indents that take up a sixth of a page.
_GAP = re.compile(r"\n\s*\n")
_INDENT = re.compile(r"\n\s+")


_signer = signing.Signer(salt="notifications.stop")


class Stop(NamedTuple):
    """A valid link: its person and its subject."""

    person: Model
    kind: Kind


def letter(
    template: str,
    context: Mapping[str, Any],
    *,
    to: AbstractBaseUser,
    kind: str,
    subject: str,
    button: tuple[str, str] | None = None,
    images: Mapping[str, bytes] = MappingProxyType({}),
    thread: str = "",
) -> Message:
    """A mail in the active language.

    Args:
        template: the name of its templates without the extension.
        context: of the templates.
        to: the recipient.
        kind: the name of its kind, which decides whether it can be muted.
        button: the label and the address of the main action.
        images: see ``Message``.
        thread: see ``Message``.
    """
    known = kind_named(kind)
    unsubscribe = unsubscribe_url(to, kind) if known is not None and known.optional else ""
    label, link = button or ("", "")
    values = {
        **context,
        "subject": subject,
        "button": label,
        "link": link,
        "unsubscribe": unsubscribe,
        "mail_settings": settings_url(),
    }
    return Message(
        to=getattr(to, to.get_email_field_name()),
        subject=subject,
        text=_GAP.sub("\n\n", render_to_string(f"{template}.txt", values)).strip() + "\n",
        html=_INDENT.sub("\n", _inliner.inline(render_to_string(f"{template}.html", values))),
        images=images,
        thread=thread,
        unsubscribe=unsubscribe,
    )


def unsubscribe_url(person: Model, kind_name: str) -> str:
    """The full address at which the holder of the link can mute a kind for a person."""
    token = _signer.sign_object([person.pk, kind_name])
    return f"{settings.SITE_URL}{reverse('notifications:stop', args=[token])}"


def stop_link(token: str) -> Stop | None:
    """What a link is about; None where we never made it, the person is gone, or there is no choice."""
    try:
        signed: Any = _signer.unsign_object(token)
    except signing.BadSignature:
        return None
    person_id, kind_name = signed
    kind = kind_named(kind_name)
    person = get_user_model().objects.filter(pk=person_id).first()
    return Stop(person, kind) if person is not None and kind is not None and kind.optional else None


def settings_url() -> str:
    """The full address of the page with a person's mail and mail settings."""
    return f"{settings.SITE_URL}{reverse('notifications:mail')}"
