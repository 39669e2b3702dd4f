"""What is refused to whoever owns webhooks."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class WebhookError(Exception):
    """A refusal.

    Attributes:
        code: a stable word for programs.
        words: what is wrong and what to do, for the person.
    """

    code: str
    words: str | Promise

    def __str__(self) -> str:
        return str(self.words)


class TooManyWebhooksError(WebhookError):
    """The person, or the group, has as many as one may have."""

    code = "too-many-webhooks"
    words = _("There are as many webhooks as there may be. Delete one that is no longer used.")


class AddressTakenError(WebhookError):
    """There is one to the same address about the same."""

    code = "address-taken"
    words = _("There is a webhook to this address already. To change it delete it first.")


class UnknownTopicError(WebhookError):
    """The person plays no such game."""

    code = "unknown-game"
    words = _("You play no game of this name.")


class SwitchedOffError(WebhookError):
    """The webhook is switched off."""

    code = "webhook-off"
    words = _("The webhook is switched off. Switch it on first.")


class TooManyTrialsError(WebhookError):
    """Enough tests were sent within the hour."""

    code = "too-many-tests"
    words = _("That were enough tests for this hour.")


class TooManyWaitingError(WebhookError):
    """So many messages wait for the webhook that it is told no more."""

    code = "too-many-waiting"
    words = _(
        "So many messages wait for this webhook that no more are taken, not even a test. Below stands why "
        "they do not get through."
    )
