"""What the services refuse, beyond what the engine does. Each class is one kind of answer a caller gives."""

from typing import Any, TypeVar

from django.http import Http404

from sekigahara.errors.codes import CODES

Sought = TypeVar("Sought")


class Refused(Exception):
    """Base of all of them.

    Attributes:
        code: stable word for programs.
        parameters: what the sentence about it needs; nothing the person may not know.
    """

    def __init__(self, code: str, **parameters: Any) -> None:
        super().__init__(code, parameters)
        self.code = code
        self.parameters = parameters


class Stale(Refused):
    """What the seat is asked has changed since the version its answer was made from.

    Attributes:
        version: the seat's version now.
    """

    def __init__(self, version: int) -> None:
        super().__init__("stale", version=version)
        self.version = version


class Conflict(Refused):
    """It cannot be done as things stand now."""


class Frozen(Refused):
    """The game is stopped: its log and the rules no longer agree. Nothing of it can be shown or done."""

    def __init__(self) -> None:
        super().__init__("frozen")


class BrokenLog(Frozen):
    """The game has to be stopped: its log was just found not to replay. Those who ask are told that it is.

    What exactly was found is left out, since it may name what is hidden.

    Attributes:
        game_id: its primary key.
        found: the word for what is wrong with its log.
    """

    def __init__(self, game_id: int, found: str) -> None:
        super().__init__()
        self.game_id = game_id
        self.found = found


class Forbidden(Refused):
    """It is for others to do."""


class Unacceptable(Refused):
    """What was asked for is not to be had."""


class Limited(Refused):
    """Too many of these in too short a time.

    Attributes:
        seconds: until it may be tried again.
    """

    def __init__(self, seconds: int) -> None:
        super().__init__("too-many", seconds=seconds)
        self.seconds = seconds


class RefusalError(Exception):
    """A refusal that is told where it was asked for. As a string it is the sentence for the person.

    Attributes:
        code: a stable word for programs.
        variant: the cause, where the code has several texts.
    """

    def __init__(self, code: str, variant: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.variant = variant

    def __str__(self) -> str:
        return CODES[self.code].sentence({}, self.variant)


def or_404(found: Sought | None) -> Sought:
    """What a view has found.

    Raises:
        Http404: it has found nothing.
    """
    if found is None:
        raise Http404
    return found
