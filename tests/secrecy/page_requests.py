"""The requests of a browser to pages."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from games.story.answers import TAPS
from tests.secrecy.service_requests import FORM, Ask, Case, get, looked_at

Asks = Iterator[Ask]


def look(case: Case, address: str) -> Asks:
    """A page without choices."""
    return get(address)


def next_game(case: Case, address: str) -> Asks:
    """The game to go on with."""
    return get(address, f"?after={case.game}")


def game(case: Case, address: str) -> Asks:
    """The game's page, its forms half filled in, and answers good and bad."""
    yield from looked_at(case, address)
    yield from get(address, "?from=kyoto", "?from=osaka&group=2")
    if case.form:
        yield _post("answer", address, f"{case.form}&version={case.version}", is_own=True, goes_on=True)
        yield _post("answer what was before", address, f"{case.form}&version=0", goes_on=True)
        yield _post("answer without a version", address, case.form)
        half = case.form[: len(case.form) // 2]
        yield _post("answer, cut off", address, f"{half}&version={case.version}", is_own=True)
        for number, name in enumerate(_strange(case)):
            form = "&".join(f"{part.partition('=')[0]}={quote(name)}" for part in case.form.split("&"))
            yield _post(f"nonsense {number}", address, f"{form}&version={case.version}")
    yield _post("nothing", address, "")


def _strange(case: Case) -> list[str]:
    """Names from refused actions, most of them of somebody else's blocks and cards."""
    return ["", *(body.split('"')[-2] for body in case.refused[:2] if body.count('"') > 1)]


def one_answer(case: Case, address: str) -> Asks:
    """The page of each answer that one tap gives, as of now and of long ago."""
    yield from looked_at(case, address)
    folder = address.removesuffix("/").rpartition("/")[0].rpartition("/")[0]
    for tap in TAPS:
        yield from get(f"{folder}/{tap}/{case.version}/", f"?as={case.label}")


def undo(case: Case, address: str) -> Asks:
    """Take back, now and as of long ago."""
    yield _post("undo", address, f"version={case.version}", goes_on=True)
    yield _post("undo what was before", address, "version=0")


def resign(case: Case, address: str) -> Asks:
    """Nearly give up, and give up."""
    yield from looked_at(case, address)
    yield _post("resign", address, "", goes_on=True)


def cancel_orders(case: Case, address: str) -> Asks:
    """Nearly cancel orders, and cancel them, as of now and of long ago."""
    yield from looked_at(case, address)
    yield from get(address, "?place=kyoto", "?place=nowhere")
    yield _post("cancel", address, "version=0", goes_on=True)
    yield _post("cancel one", address, "version=1&place=kyoto", goes_on=True)


def game_orders(case: Case, address: str) -> Asks:
    """Orders for the whole game, given and refused."""
    yield from looked_at(case, address)
    yield _post("give", address, "version=0&loyalty=never&losses=order&disks=last", goes_on=True)
    yield _post("give nothing", address, "version=0")
    yield from get(address, "?only=loyalty")
    yield _post("from now on", address, "version=1&only=loyalty&loyalty=ask", goes_on=True)


RULES = "go_on=while-behind&stop_if_challenged=on&then_stop=on&loyalty=never"


def battle_orders(case: Case, address: str) -> Asks:
    """A plan that is being made, orders that are given, and nonsense."""
    yield from looked_at(case, address)
    yield _post("add nothing", address, f"do=add&{RULES}")
    for number, name in enumerate(_strange(case)):
        strange = f"step=:{quote(name)}:&step={quote(name)}:{quote(name)}:&{RULES}"
        yield _post(f"nonsense {number}", address, f"do=add&{strange}")
        yield _post(f"give nonsense {number}", address, f"do=give&version=0&{strange}")
    yield _post("give", address, f"do=give&version=0&{RULES}", goes_on=True)


def claim(case: Case, address: str) -> Asks:
    """Nearly claim the win, and claim it."""
    yield from looked_at(case, address)
    yield _post("claim", address, "", goes_on=True)


def ask(case: Case, address: str) -> Asks:
    """Nearly ask for a ruling, and ask."""
    yield from looked_at(case, address)
    yield _post("ask", address, "text=May+I%3F", goes_on=True)


def more_time(case: Case, address: str) -> Asks:
    """Give the enemy more time, and for no deadline there is."""
    yield _post("give time", address, f"due_at={quote(case.due_at)}", goes_on=True)
    yield _post("give no time", address, "due_at=soon")


def pause(case: Case, address: str) -> Asks:
    """See the page of a pause, ask for one, agree to the enemy's, end it, and drop it."""
    yield from looked_at(case, address)
    for do in ("ask&days=3", "agree", "end", "drop"):
        yield _post(f"pause: {do}", address, f"do={do}", goes_on=True)


def ask_again(case: Case, address: str) -> Asks:
    """Ask the enemy again."""
    yield _post("ask again", address, "", goes_on=True)


def presence(case: Case, address: str) -> Asks:
    """Let the enemy see that one looks on, and no longer."""
    yield _post("presence on", address, "on=yes")
    yield _post("presence off", address, "on=no")


def write(case: Case, address: str) -> Asks:
    """Write to the enemy, and read what they wrote."""
    yield _post("message", address, "text=Good+luck", goes_on=True)


def noted(case: Case, address: str) -> Asks:
    """Write in the diary."""
    yield _post("note", address, "text=I+hope+for+rain")


def post(case: Case, address: str) -> Asks:
    """A page that is only posted to."""
    yield _post("post", address, "", goes_on=True)


def invitation(case: Case, address: str) -> Asks:
    """An invitation that nobody has."""
    yield from look(case, address)
    yield _post("accept", address, "answer=accept")


def _post(what: str, path: str, form: str, *, is_own: bool = False, goes_on: bool = False) -> Ask:
    return Ask(what, "POST", path, form, FORM, is_own=is_own, goes_on=goes_on)
