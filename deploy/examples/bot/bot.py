"""A bot: in every game that is waiting for it, it takes any legal action.

    SEKIGAHARA_TOKEN=... python3 bot.py https://games.example.org [GAME]

It needs only Python 3.11 and uses only the API. If you name a game, it exits when that game is over;
otherwise it runs for ever. It reports problems on standard error. To make it play well, replace `choose`.
"""

import gzip
import http.client
import json
import os
import random
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

TOKEN = os.environ.get("SEKIGAHARA_TOKEN", "").strip()
if not TOKEN or len(sys.argv) not in (2, 3) or not sys.argv[1].startswith(("http://", "https://")):
    sys.exit("Usage: SEKIGAHARA_TOKEN=... python3 bot.py https://games.example.org [GAME]")
SITE, ONLY = sys.argv[1].rstrip("/"), quote(sys.argv[2], "") if len(sys.argv) > 2 else None
SILENT = 30  # seconds without data after which a connection counts as lost
LOST = (OSError, http.client.HTTPException)
Json = dict[str, Any]


class Response(NamedTuple):
    status: int
    tag: str
    body: Json


def request(method: str, path: str, body: Any = None, **headers: str) -> Request:
    """A request with the token. Underscores in the names of headers stand for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items() if value}
    named |= {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    return Request(f"{SITE}/api/v1/{path}", body and json.dumps(body).encode(), named, method=method)


def call(method: str, path: str, body: Any = None, **headers: str) -> Response:
    """Send a request until there is a response. Repeating an action is safe, because its
    idempotency key ensures that it is carried out once."""
    prepared, reported = request(method, path, body, Accept_Encoding="gzip", **headers), ""
    while True:
        try:
            with urlopen(prepared, timeout=SILENT) as received:
                return Response(received.status, received.headers.get("ETag", ""), parsed(received))
        except HTTPError as error:
            problem, wait = str(error), float(error.headers.get("Retry-After", 5))
            if error.code in (301, 302, 303, 307, 308):
                target = error.headers.get("Location", "").partition("/api/v1/")[0]
                sys.exit(f"{SITE} redirects to another address. Use {target} instead.")
            if error.code < 500 and error.code != 429:
                return Response(error.code, "", parsed(error))
        except LOST as lost:
            problem, wait = str(lost), 2.0
        if problem != reported:
            print(f"{SITE}: {problem}. Retrying; is the address right?", file=sys.stderr, flush=True)
        reported = problem
        time.sleep(wait)


def parsed(received: Any) -> Json:
    """The JSON object of a response. Exit if the response is not from the API."""
    body: bytes = received.read()
    try:
        if received.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        return dict(json.loads(body or "{}"))
    except (OSError, EOFError, ValueError, TypeError):
        sys.exit(f"{SITE} does not respond like Sekigahara. Use the address of its pages.")


def choose(options: Json) -> Json:
    """Any legal action. Options have three shapes: one from a list, a selection of items, or a stack move."""
    while True:
        shape = random.choice(options["answers"])
        if shape["shape"] == "choice":
            return dict(random.choice(shape["choices"])["action"])
        if shape["shape"] == "subset":
            count, chosen = random.randint(shape["least"], shape["most"]), list[str]()
            for group in shape["of"]:  # all items of one group before any of the next
                names = [name for name, copies in group.items() for _ in range(copies)]
                chosen += random.sample(names, min(len(names), count - len(chosen)))
            return {**shape["action"], shape["field"]: chosen}
        source = random.choice(shape["sources"])
        reach = random.choice(source["reach"])
        if not reach["force_march"]:  # a force march would cost a card
            least, most = reach["size"]
            blocks = random.sample(source["blocks"], random.randint(least, min(most, len(source["blocks"]))))
            groups = [{"blocks": blocks, "path": reach["path"]}]
            leader = {"leader": random.choice(source["leaders"])} if reach["leader"] else {}
            return {"type": "move", "source": source["source"], "groups": groups, **leader}


def play(game: str, side: str, options: Json, tag: str) -> int:
    """Act until this side has nothing to decide. Each response has the options for the next action.

    `options` are the legal actions at the version that `tag` names; empty if they are not known. Returns the
    last version that this side knows of.
    """
    while True:
        if not options:
            got = call("GET", f"games/{game}/options/?as={side}")
            options, tag = got.body if got.status == 200 else {}, got.tag
        if not (decision := options.get("asked")):
            return int(options.get("version", 0))
        action, key = choose(options["options"]), str(uuid.uuid4())
        path, prefer = f"games/{game}/actions/?as={side}", "return=representation"
        done = call("POST", path, action, If_Match=tag, Idempotency_Key=key, Prefer=prefer)
        if done.status not in (201, 409, 412):
            sys.exit(f"{json.dumps(action)} was refused: {done.body}")
        print(game, side, decision, done.body.get("code") or json.dumps(action), flush=True)
        if done.status == 201 and not done.body["asked"]:
            return int(done.body["version"])  # the stream tells when it is this side's turn again
        # After 409 and 412 the game has changed: get the options again.
        options, tag = done.body.get("options", {}), done.tag


def turns() -> Iterator[Json]:
    """Yield the state of each game that begins to wait, or is over, as the stream sends it.

    Yield an empty object when anything may have changed: when a stream begins, and every ten seconds if there
    is none.
    """
    last, pause = "", 10.0
    while True:
        try:
            with urlopen(
                request("GET", "me/stream/?turns=true", Last_Event_ID=last), timeout=SILENT
            ) as stream:
                event = ""
                for line in stream:
                    field, _, value = line.decode().strip().partition(": ")
                    event = value if field == "event" else event
                    last = value if field == "id" else last
                    pause = int(value) / 1000 if field == "retry" else pause
                    if field == "data" and event in ("hello", "change"):
                        yield json.loads(value) if event == "change" else {}
        except LOST as lost:
            print("no stream:", lost, file=sys.stderr)
        time.sleep(pause)
        yield {}


def look(waiting: Response, known: dict[str, int]) -> Response:
    """Go on with all games that wait, if they are not those that waited before. Returns them."""
    now = call("GET", "games/?list=waiting&limit=100", If_None_Match=waiting.tag)
    if now.status not in (200, 304):
        sys.exit(f"{now.body.get('code')}: {now.body.get('detail')}")
    waiting = waiting if now.status == 304 else now
    for row in waiting.body["games"]:
        if ONLY not in (None, row["id"]):
            continue
        if row["status"] == "waiting":  # paired by a ladder: it starts when both have checked in
            call("POST", f"games/{row['id']}/check-in/", {"nonce": uuid.uuid4().hex})
        else:
            side = row["seat"]["side"]
            known[f"{row['id']} {side}"] = play(row["id"], side, {}, "")
    return waiting


def main() -> None:
    if (me := call("PATCH", "me/", {"bot": True})).status != 200:  # shows other players that a bot plays
        sys.exit(f"{me.body.get('code')}: {me.body.get('detail')}")
    waiting, known = Response(0, "", {}), dict[str, int]()  # versions by game and side
    for turn in turns() if is_going_on() else ():
        if not turn:
            waiting = look(waiting, known)
        elif ONLY not in (None, turn["game"]):
            continue
        elif turn["version"] == 0:  # to check in
            waiting = look(waiting, known)
        elif turn["asked"] and turn["version"] > known.get(seat := f"{turn['game']} {turn['side']}", 0):
            known[seat] = play(turn["game"], turn["side"], turn.get("options", {}), turn.get("etag", ""))
        if ONLY and (turn.get("over") or not (turn or is_going_on())):
            return


def is_going_on() -> bool:
    """Whether there is anything to play: the named game if one is, otherwise always."""
    if not ONLY:
        return True
    if (game := call("GET", f"games/{ONLY}/")).status != 200:
        sys.exit(f"{ONLY}: {game.body.get('detail')} Use the id at the end of the game's address.")
    return game.body["status"] in ("waiting", "running")


if __name__ == "__main__":
    main()
