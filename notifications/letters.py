"""Mails made from templates: one text, one page, both of the same frame.

A letter has two templates, ``NAME.txt`` and ``NAME.html``, which extend ``notifications/mail.txt`` and
``notifications/mail.html`` and fill their blocks: ``body`` and ``more``, before and after the button, and
``foot``, a line at the end; in the page also ``heading``, and ``first_words``, which a mail program shows in
its list.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import css_inline
from django.contrib.auth.base_user import AbstractBaseUser
from django.template.loader import render_to_string

from notifications import links
from notifications.registry import Message, kind_named

# Many mail programs ignore style sheets. Rules that cannot be inlined, such as dark colours, are kept.
_inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)

# Templates leave more empty lines than anyone reads.
_GAP = re.compile(r"\n\s*\n")


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
    unsubscribe = links.unsubscribe_url(to, kind) if known is not None and known.optional else ""
    label, link = button or ("", "")
    values = {
        **context,
        "subject": subject,
        "button": label,
        "link": link,
        "unsubscribe": unsubscribe,
        "mail_settings": links.settings_url(),
    }
    return Message(
        to=getattr(to, to.get_email_field_name()),
        subject=subject,
        text=_GAP.sub("\n\n", render_to_string(f"{template}.txt", values)).strip() + "\n",
        html=_inliner.inline(render_to_string(f"{template}.html", values)),
        images=images,
        thread=thread,
        unsubscribe=unsubscribe,
    )
