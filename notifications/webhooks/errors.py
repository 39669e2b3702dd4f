"""What the owner of webhooks is refused. The sentences are in `sekigahara.errors.codes.webhooks`."""

from sekigahara.errors.codes import CODES


class WebhookError(Exception):
    """A refusal. As a string it is the sentence for the person.

    Attributes:
        code: a stable word for programs.
    """

    code: str

    def __str__(self) -> str:
        return CODES[self.code].sentence({})


class TooManyWebhooksError(WebhookError):
    """The person, or the group, has as many webhooks as one may have."""

    code = "too-many-webhooks"


class AddressTakenError(WebhookError):
    """There already is a webhook to this address for the same games."""

    code = "address-taken"


class UnknownTopicError(WebhookError):
    """The person plays no such game."""

    code = "unknown-game"


class SwitchedOffError(WebhookError):
    """The webhook is switched off."""

    code = "webhook-off"


class TooManyTrialsError(WebhookError):
    """Enough tests were sent within the hour."""

    code = "too-many-tests"


class TooManyWaitingError(WebhookError):
    """So many messages are waiting for the webhook that none are added."""

    code = "too-many-waiting"
