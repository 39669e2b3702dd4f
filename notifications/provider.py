"""What a mail provider tells by its webhooks: django-anymail reads them, whichever it is.

It is loaded only where ``MAIL_PROVIDER`` names one.
"""

import logging
from typing import Any

from anymail.signals import EventType, inbound, tracking
from django.dispatch import receiver

from notifications import bounces
from notifications import inbound as door
from notifications.email import TOKEN_OF_MAIL

log = logging.getLogger(__name__)


@receiver(tracking)
def note_tracked(event: Any, **_about: object) -> None:
    """Take note of what happened to a mail. It names the mail by its token, which the provider kept for
    us."""
    message = bounces.message_of(str((event.metadata or {}).get(TOKEN_OF_MAIL, "")))
    if message is None:
        return
    said = str(event.mta_response or event.description or "")
    match event.event_type:
        case EventType.BOUNCED if not said.startswith("4"):
            bounces.came_back(message, [event.recipient or ""], said)
        case EventType.COMPLAINED:
            bounces.was_complained_of(message, [event.recipient or ""], said)
        case EventType.DELIVERED:
            bounces.arrived(message)


@receiver(inbound)
def take_in(event: Any, **_about: object) -> None:
    """Have a mail read that a provider received for us."""
    mail = event.message
    recipients = (
        [mail.envelope_recipient] if mail.envelope_recipient else [each.addr_spec for each in mail.to]
    )
    sender = mail.envelope_sender
    if sender is None:  # not every provider has it
        sender = getattr(mail.from_email, "addr_spec", "")
    if not door.take(mail, sender=sender, recipients=recipients):
        log.info("a mail that came in is for nobody")
