"""The first bot of ``deploy/examples``, as a client of the API of then: it goes on playing every new game.

    SEKIGAHARA_TOKEN=... python3 bot.py https://games.example.org [GAME]

It needs only Python 3.11 and uses only the API. If you name a game, it exits when that game is over;
otherwise it runs for ever. It reports problems on standard error. To make it play well, replace `choose`.
"""

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
    prepared, reported = request(method, path, body, **headers), ""
    while True:
        try:
            with urlopen(prepared, timeout=SILENT) as received:
                return Response(received.status, received.headers.get("ETag", ""), parsed(received.read()))
        except HTTPError as error:
            problem, wait = str(error), float(error.headers.get("Retry-After", 5))
            if error.code in (301, 302, 303, 307, 308):
                target = error.headers.get("Location", "").partition("/api/v1/")[0]
                sys.exit(f"{SITE} redirects to another address. Use {target} instead.")
            if error.code < 500 and error.code != 429:
                return Response(error.code, "", parsed(error.read()))
        except LOST as lost:
            problem, wait = str(lost), 2.0
        if problem != reported:
            print(f"{SITE}: {problem}. Retrying; is the address right?", file=sys.stderr, flush=True)
        reported = problem
        time.sleep(wait)


def parsed(body: bytes) -> Json:
    """The JSON object of a response. Exit if the response is not from the API."""
    try:
        return dict(json.loads(body or "{}"))
    except (ValueError, TypeError):
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


def play(game: str, side: str) -> None:
    """Act until this side has nothing to decide."""
    while True:
        options = call("GET", f"games/{game}/options/?as={side}")
        decision = options.body.get("asked")
        if options.status != 200 or not decision:
            return
        action, key = choose(options.body["options"]), str(uuid.uuid4())
        path = f"games/{game}/actions/?as={side}"
        done = call("POST", path, action, If_Match=options.tag, Idempotency_Key=key)
        if done.status not in (
            201,
            409,
            412,
        ):  # after 409 and 412 the game has changed: get the options again
            sys.exit(f"{json.dumps(action)} was refused: {done.body}")
        print(game, side, decision, done.body.get("code") or json.dumps(action), flush=True)


def changes() -> Iterator[None]:
    """Yield when something may have changed: for each event of the stream, or every ten seconds."""
    last, pause = "", 10.0
    while True:
        try:
            with urlopen(request("GET", "me/stream/", Last_Event_ID=last), timeout=SILENT) as stream:
                for line in stream:
                    field, _, value = line.decode().strip().partition(": ")
                    last = value if field == "id" else last
                    pause = int(value) / 1000 if field == "retry" else pause
                    if field == "data":
                        yield
        except LOST as lost:
            print("no stream:", lost, file=sys.stderr)
        time.sleep(pause)
        yield


def main() -> None:
    if (me := call("PATCH", "me/", {"bot": True})).status != 200:  # shows other players that a bot plays
        sys.exit(f"{me.body.get('code')}: {me.body.get('detail')}")
    if ONLY and (game := call("GET", f"games/{ONLY}/")).status != 200:
        sys.exit(f"{ONLY}: {game.body.get('detail')} Use the id at the end of the game's address.")
    known = Response(0, "", {})
    for _ in changes():
        now = call("GET", "games/?list=waiting&limit=100", If_None_Match=known.tag)
        if now.status not in (200, 304):
            sys.exit(f"{now.body.get('code')}: {now.body.get('detail')}")
        known = known if now.status == 304 else now
        for row in known.body["games"]:
            if ONLY not in (None, row["id"]):
                continue
            if row["status"] == "waiting":  # paired by a ladder: it starts when both have checked in
                call("POST", f"games/{row['id']}/check-in/", {"nonce": uuid.uuid4().hex})
            else:
                play(row["id"], row["seat"]["side"])
        if ONLY and call("GET", f"games/{ONLY}/").body.get("status") not in ("waiting", "running"):
            return


if __name__ == "__main__":
    main()
