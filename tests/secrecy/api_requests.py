"""The requests of a program to the API."""

from __future__ import annotations

from collections.abc import Iterator

from tests.secrecy.service_requests import Ask, Case, get, looked_at

Asks = Iterator[Ask]
LONG_AGO = "2001-02-03T04:05:06Z"
PLAN = '{"steps": [{"blocks": ["ukita-two-mon-1"], "card": "ukita-plain"}]}'
PLACES = ("gifu", "kiyosu", "suwa", "kyoto", "nowhere")
REPRESENTED = {"Prefer": "return=representation"}
LISTS = ("mine", "waiting", "invitations", "open", "watch")


def games(case: Case, address: str) -> Asks:
    """Every list, and each by single rows, whose cursors hold what the list is sorted by."""
    return get(address, *(f"?list={name}{limit}" for name in LISTS for limit in ("", "&limit=1")))


def next_game(case: Case, address: str) -> Asks:
    """The game to go on with."""
    return get(address, f"?after={case.game}")


def board(case: Case, address: str) -> Asks:
    """Both sheets, through all eyes there are, and one that there is not."""
    yield from looked_at(case, address)
    yield from get(address, f"?sheet=tall&as={case.label}", "?sheet=square")


def history(case: Case, address: str) -> Asks:
    """All of it, and the latest of it."""
    yield from looked_at(case, address)
    late = max(0, case.version - 2)
    yield from get(
        address, f"?since={late}", f"?since={late}&limit=1", f"?since={case.version + 5}", "?since=-1"
    )


def stream(case: Case, address: str) -> Asks:
    """What a stream begins with: what comes later is made in the same way."""
    late = max(0, case.version - 2)
    begin = f"{address}?once=1&as={case.label}"
    yield from get(begin, "&since=0", f"&since={late}", f"&since={case.version + 5}", "&since=-1")
    yield from get(f"{address}?once=1&as=public", "&since=0")
    yield Ask("go on", "GET", begin, headers={"Last-Event-ID": str(late)})
    yield Ask("go on from nowhere", "GET", begin, headers={"Last-Event-ID": "x"})


def my_stream(case: Case, address: str) -> Asks:
    """All that ever changed, and what has changed just now."""
    yield from get(f"{address}?once=1", "&since=0", "&since=-1", "&turns=true&since=0")
    yield from get(f"{address}?once=1&changes=true&since=0", "", "&turns=true")


def public_stream(case: Case, address: str) -> Asks:
    """The game among others, from its beginning and from now on."""
    yield from get(f"{address}?once=1&games={case.game},nowhere", "", "&since=0")


def actions(case: Case, address: str) -> Asks:
    """What is about to be done, and whatever is refused: stale, illegal, malformed, too much at once."""
    now = {"If-Match": case.etag}
    if case.own:
        own = case.own[0] if len(case.own) == 1 else f"[{','.join(case.own)}]"
        yield Ask("act", "POST", address, own, headers=now, is_own=True, goes_on=True)
        keyed = {**now, "Idempotency-Key": "k"}
        yield Ask("act, with a key", "POST", address, own, headers=keyed, is_own=True)
        yield Ask("act, and look", "POST", address, own, headers=now | REPRESENTED, is_own=True)
        yield Ask(
            "act on an old view, and look", "POST", address, own, headers={"If-Match": case.old} | REPRESENTED
        )
        yield Ask("act on an old view", "POST", address, own, headers={"If-Match": case.old})
        yield Ask("act on no view", "POST", address, own)
        yield Ask("act twice", "POST", address, f"[{case.own[0]},{case.own[0]}]", headers=now)
        if case.refused:
            yield Ask("act, then wrongly", "POST", address, f"[{case.own[0]},{case.refused[0]}]", headers=now)
    for number, body in enumerate(case.refused):
        yield Ask(f"wrong {number}", "POST", address, body, headers=now)
    yield Ask("no list", "POST", address, "[]", headers=now)
    if case.everything:
        yield Ask("no JSON", "POST", address, "{", headers=now)
        yield Ask("no type", "POST", address, '{"type": {}}', headers=now)
        yield Ask("too long", "POST", address, f"[{','.join(case.refused[:1] * 60)}]", headers=now)
        yield Ask("too large", "POST", address, "[" * 20_000, headers=now)


def preview(case: Case, address: str) -> Asks:
    """Trying out says nothing that is not known."""
    for number, body in enumerate([*case.tried, *case.own[:1], *case.refused]):
        yield Ask(f"try {number}", "POST", address, body)
    if case.own and case.tried:
        yield Ask("try two", "POST", address, f"[{case.own[0]},{case.tried[0]}]")


def orders(case: Case, address: str) -> Asks:
    """One's own orders, and others that do not act yet; on no version, and none at all."""
    yield from looked_at(case, address)
    now = {"If-Match": f'"{case.label}.orders.0.x"'}
    stay = '{"castles": {"suwa": "inside"}, "loyalty": {"answer": "ask-from", "impact": 1}}'
    yield Ask("order", "PUT", address, stay, headers=now, goes_on=True)
    yield Ask("order on an old version", "PUT", address, stay, headers={"If-Match": case.etag})
    yield Ask("order on no version", "PUT", address, stay)
    yield Ask("order nowhere", "PUT", address, '{"castles": {"nowhere": "inside"}}', headers=now)
    for place in PLACES:
        plan = f'{{"battles": {{"{place}": {{"plan": {PLAN}}}}}}}'
        yield Ask(f"plan at {place}", "PUT", address, plan, headers=now)
    yield Ask("cancel", "DELETE", address, headers=now, goes_on=True)


def outlook(case: Case, address: str) -> Asks:
    """What a plan would come to: one that is foreign to either side, at places of all kinds."""
    for place in PLACES:
        yield Ask(f"foresee at {place}", "POST", address, f'{{"location": "{place}", "plan": {PLAN}}}')


def undo(case: Case, address: str) -> Asks:
    """Take back, now and as of long ago."""
    yield Ask("undo", "POST", address, headers={"If-Match": case.etag}, goes_on=True)
    yield Ask("undo, and look", "POST", address, headers={"If-Match": case.etag} | REPRESENTED)
    yield Ask("undo what was before", "POST", address, headers={"If-Match": case.old})
    yield Ask("undo without a view", "POST", address)


def more_time(case: Case, address: str) -> Asks:
    """Give the enemy more time, and for a deadline of long ago, and for none."""
    yield Ask("give time", "POST", address, f'{{"due_at":"{case.due_at or LONG_AGO}"}}', goes_on=True)
    yield Ask("give time of long ago", "POST", address, f'{{"due_at":"{LONG_AGO}"}}')
    yield Ask("give no time", "POST", address)


def pause(case: Case, address: str) -> Asks:
    """Ask for a pause, agree to the enemy's, end it, drop it, and what is no answer."""
    for do in ("ask", "agree", "end", "drop", "sleep"):
        yield Ask(f"pause: {do}", "POST", address, f'{{"do":"{do}"}}', goes_on=do != "sleep")


def ask_again(case: Case, address: str) -> Asks:
    """Ask the enemy again."""
    yield Ask("ask again", "POST", address, "{}", goes_on=True)


def messages(case: Case, address: str) -> Asks:
    """Write to the enemy, and read all that was written."""
    yield Ask("write", "POST", address, '{"text":"Good luck!"}')
    yield Ask("messages", "GET", address)


def diary(case: Case, address: str) -> Asks:
    """Write in one's own diary, and read it."""
    yield Ask("note", "POST", address, '{"text":"I hope for rain."}')
    yield Ask("diary", "GET", address)
    yield Ask("share", "PUT", address, '{"mine":true}')


def edited(case: Case, address: str) -> Asks:
    """Change a message."""
    yield Ask("edit a message", "PUT", address, '{"text":"Good game!"}')


def presence(case: Case, address: str) -> Asks:
    """See it, and let the enemy see that one looks on, and no longer."""
    yield from looked_at(case, address)
    for on in ("true", "false"):
        yield Ask(f"presence {on}", "PUT", address, f'{{"mine":{on}}}')


def ask(case: Case, address: str) -> Asks:
    """Ask for a ruling, and ask nothing."""
    yield Ask("ask", "POST", address, '{"text":"May I?"}', goes_on=True)
    yield Ask("ask nothing", "POST", address, '{"text":" "}')


def post(case: Case, address: str) -> Asks:
    """An address that is only posted to."""
    yield Ask("post", "POST", address, goes_on=True)
