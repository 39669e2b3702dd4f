"""Mail."""

from django.core.mail import EmailMessage

from notifications.kinds import Message


def send(message: Message, message_id: str) -> None:
    """Hand a message to the mail server.

    Raises:
        SMTPException, OSError: the server refused it, or cannot be reached.
    """
    # Auto-Submitted keeps a recipient's "I am on holiday" from coming back to us (RFC 3834).
    headers = {"Message-ID": message_id, "Auto-Submitted": "auto-generated"}
    EmailMessage(message.subject, message.text, to=[message.to], headers=headers).send()
