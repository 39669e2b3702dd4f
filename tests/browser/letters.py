"""Run as a program in an installation: makes a mail for each decision and those that others are owed, and
prints what a mail program would show of them.

Names are as long as they can be.
"""

import base64
import json
from collections.abc import Iterator

import django

django.setup()

from django.db.models import F  # noqa: E402 - the settings are read by now

from accounts.models.person import LONGEST_PERSON_NAME, Person  # noqa: E402
from games import engine  # noqa: E402
from games.engine.core import word  # noqa: E402
from games.engine.state import State  # noqa: E402
from games.models.seat import Seat  # noqa: E402
from games.services.waiting import WINDOW, YOUR_PHASE  # noqa: E402
from notifications.registry import Message  # noqa: E402
from tests.browser.other_letters import others  # noqa: E402
from tests.kit.owed_mails import composed  # noqa: E402
from tests.kit.table import EMAILS, Table  # noqa: E402

LONG_NAME = "Konoe-no-Nobutada-also-called-Sanmyakuin"[:LONGEST_PERSON_NAME]
SEEDS = 1000
"""Of the first game. Those of `World` begin at 0."""
DECISIONS = {
    *("discard", "bid", "order", "level", "movement", "declare", "stance", "deploy", "window", "losses"),
    "retreat",
}


def decisions() -> Iterator[tuple[str, Message]]:
    """A mail for each decision, from the first games in which it must be made."""
    left = {*DECISIONS}
    for seed in range(SEEDS, SEEDS + 100):
        table = Table(seed)
        while left and not table.game.is_over:
            table.play_on(until=lambda state: bool(left & set(asked(state))))
            for asks in left & set(asked(table.state)):
                left.discard(asks)
                yield asks, decision(asks, table)
        if not left:
            return


def asked(state: State) -> list[str]:
    """The words of what is asked now."""
    return [word(each) for each in engine.pending(state)]


def decision(asks: str, table: Table) -> Message:
    """The mail that asks it, some changes after its reader has looked."""
    Person.objects.filter(email__in=EMAILS).update(name=LONG_NAME)
    seats = Seat.objects.filter(game=table.game, side=table.asked()[0])
    seats.update(told_at=F("version"), looked_at=F("version") - min(6, seats.get().version))
    seat = seats.get()
    mail = composed(WINDOW if asks == "window" else YOUR_PHASE, seat.reference, str(seat.version))
    assert mail is not None, asks
    return mail


def mails() -> dict[str, Message]:
    """By what they are about."""
    return {**dict(decisions()), **dict(others(LONG_NAME))}


def page_of(mail: Message) -> str:
    """The page of a mail with its pictures, as a mail program puts them in."""
    html = mail.html
    for name, png in mail.images.items():
        html = html.replace(f"cid:{name}", f"data:image/png;base64,{base64.b64encode(png).decode()}")
    return html


if __name__ == "__main__":
    shown = {
        about: {"subject": mail.subject, "html": page_of(mail), "text": mail.text}
        for about, mail in mails().items()
    }
    print(json.dumps(shown))  # noqa: T201 - its caller reads it
