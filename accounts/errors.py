"""What the services of this app refuse. The sentences are in `sekigahara.errors.codes.accounts`."""

from sekigahara.errors.codes import CODES


class AccountError(Exception):
    """A refusal. As a string it is the sentence for the person.

    Attributes:
        code: a stable word for programs.
    """

    code: str

    def __str__(self) -> str:
        return CODES[self.code].sentence({})


class NameTakenError(AccountError):
    """The person already has an API token of that name."""

    code = "name-taken"


class TooManyTokensError(AccountError):
    """The person has as many API tokens as one may have."""

    code = "too-many-tokens"
