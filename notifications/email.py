"""Mail."""

import smtplib
from email.mime.image import MIMEImage
from typing import Self
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from notifications.addresses import inbound_address
from notifications.models import MailOutcome
from notifications.registry import Message

BOUNCE_PREFIX = "bounce"
"""Of the addresses to which servers report about our mail."""
TOKEN_OF_MAIL = "sekigahara"  # noqa: S105 - a name
"""The name of a mail's token in what a provider keeps of it."""


class NotSentError(Exception):
    """A mail was not taken.

    Attributes:
        outcome: why, for the recipient.
        for_good: whether it is of no use to try again.
    """

    def __init__(self, outcome: MailOutcome, error: Exception, *, for_good: bool) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.outcome = outcome
        self.for_good = for_good


class Connection:
    """A way to the mail server, for many mails one after the other.

    With SMTP they go through one connection. It is made with the first mail, and again where it was lost;
    what goes wrong with one mail is of no consequence for the next.
    """

    def __init__(self) -> None:
        self._backend = get_connection()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._backend.close()

    def send(self, message: Message, message_id: str, token: str = "") -> None:
        """Hand a message to the mail server.

        Args:
            message: what to send.
            message_id: its Message-ID.
            token: by which reports about it name it (``notifications.bounces``), if any.

        A server may take a mail and be cut off before it says so. Then the mail is sent again, and arrives
        twice with the same Message-ID, by which mail programs know the two for one.

        Raises:
            NotSentError: the server refused it, or cannot be reached.
        """
        mail = _mail(message, message_id)
        if token:
            _ask_for_reports(mail, token)
        try:
            self._backend.open()
            self._backend.send_messages([mail])
        except smtplib.SMTPRecipientsRefused as error:
            for_good = all(_is_permanent(code) for code, _answer in error.recipients.values())
            outcome = MailOutcome.REFUSED if for_good else MailOutcome.DEFERRED
            raise NotSentError(outcome, error, for_good=for_good) from error
        except smtplib.SMTPDataError as error:
            for_good = _is_permanent(error.smtp_code)
            outcome = MailOutcome.REJECTED if for_good else MailOutcome.DEFERRED
            raise NotSentError(outcome, error, for_good=for_good) from error
        except (smtplib.SMTPServerDisconnected, smtplib.SMTPConnectError) as error:
            raise NotSentError(MailOutcome.UNREACHABLE, error, for_good=False) from error
        except smtplib.SMTPException as error:
            # It does not know us, or not our sender: that is for the person who runs the service to put
            # right, and until then the message can wait.
            raise NotSentError(MailOutcome.DEFERRED, error, for_good=False) from error
        except _provider_errors() as error:
            raise _not_sent_by_provider(error) from error
        except OSError as error:
            raise NotSentError(MailOutcome.UNREACHABLE, error, for_good=False) from error


def _provider_errors() -> tuple[type[Exception], ...]:
    if not settings.MAIL_PROVIDER:
        return ()
    from anymail.exceptions import AnymailError  # noqa: PLC0415 - half a second for those who need it

    return (AnymailError,)


def _not_sent_by_provider(error: Exception) -> NotSentError:
    from anymail.exceptions import AnymailRecipientsRefused  # noqa: PLC0415 - likewise

    if isinstance(error, AnymailRecipientsRefused):
        return NotSentError(MailOutcome.REFUSED, error, for_good=True)
    was_answered = getattr(error, "status_code", None) is not None
    outcome = MailOutcome.DEFERRED if was_answered else MailOutcome.UNREACHABLE
    return NotSentError(outcome, error, for_good=False)


def _is_permanent(code: int) -> bool:
    return 500 <= code < 600


def _ask_for_reports(mail: EmailMultiAlternatives, token: str) -> None:
    """Have servers report to an address of this mail's own, and providers report the token."""
    if settings.MAIL_PROVIDER:
        mail.metadata = {TOKEN_OF_MAIL: token}  # type: ignore[attr-defined]  # Anymail's
    elif envelope := inbound_address(BOUNCE_PREFIX, token):
        mail.extra_headers["From"] = mail.from_email
        mail.from_email = envelope


class _Mail(EmailMultiAlternatives):
    mixed_subtype = "related"  # attachments belong to the HTML part


def _mail(message: Message, message_id: str) -> _Mail:
    reply_to = [message.reply_to] if message.reply_to else []
    headers = _headers(message, message_id)
    mail = _Mail(message.subject, message.text, to=[message.to], reply_to=reply_to, headers=headers)
    html = message.html
    for name, png in message.images.items():
        # Some programs look an image up by its id among all their mails, so the id must be unique to this
        # mail.
        content_id = f"{name}.{message_id[1:-1]}"
        html = html.replace(f'"cid:{name}"', f'"cid:{content_id}"')
        mail.attach(_image(name, content_id, png))
    if html:
        mail.attach_alternative(html, "text/html")
    return mail


def _headers(message: Message, message_id: str) -> dict[str, str]:
    # Auto-Submitted keeps a recipient's "I am on holiday" from coming back to us (RFC 3834).
    headers = {
        "Message-ID": message_id,
        "Auto-Submitted": "auto-generated",
        "List-Id": list_id(),
    }
    if message.thread:
        thread = thread_id(message.thread)
        headers |= {"In-Reply-To": thread, "References": thread}
    if message.unsubscribe:
        # The second one lets a mail program do it itself, with one tap (RFC 8058).
        headers |= {
            "List-Unsubscribe": f"<{message.unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return headers


def _image(name: str, content_id: str, png: bytes) -> MIMEImage:
    image = MIMEImage(png, "png")
    image["Content-ID"] = f"<{content_id}>"
    image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return image


def message_id(kind: str, about: str, occasion: str) -> str:
    """The Message-ID of the one message of that kind about that on that occasion."""
    return f"<{kind}.{about}.{occasion}@{_host()}>"


def thread_id(thread: str) -> str:
    """The id of the mail that all mails of a thread answer. It is never sent; programs do not mind."""
    return f"<{thread}@{_host()}>"


def is_own_id(message_id: str) -> bool:
    """Whether a Message-ID is of our making."""
    return message_id.strip().endswith(f"@{_host()}>")


def list_id() -> str:
    """What filters know all our mail by (RFC 2919)."""
    return f"Sekigahara <sekigahara.{_host()}>"


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"
