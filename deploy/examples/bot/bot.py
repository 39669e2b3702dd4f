"""A program that plays: in every game that waits for it, it takes any of the answers it is offered.

    SEKIGAHARA_TOKEN=... python3 bot.py https://games.example.org [GAME]

It needs Python 3.11 and nothing else, and calls nothing but the API. With a game named it ends with that
game, else never; on standard error it says what keeps it from playing. `choose` is the place for wits.
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
    sys.exit("Begin with SEKIGAHARA_TOKEN=... python3 bot.py https://games.example.org [GAME]")
SITE, ONLY = sys.argv[1].rstrip("/"), quote(sys.argv[2], "") if len(sys.argv) > 2 else None
SILENT = 30  # seconds without a sign of life, after which a connection is lost
LOST = (OSError, http.client.HTTPException)
Json = dict[str, Any]


class Answer(NamedTuple):
    status: int
    tag: str
    told: Json


def request(method: str, path: str, body: Any = None, **headers: str) -> Request:
    """A request by the owner of the token. Underscores in the names of headers stand for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items() if value}
    named |= {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    return Request(f"{SITE}/api/v1/{path}", body and json.dumps(body).encode(), named, method=method)


def call(method: str, path: str, body: Any = None, **headers: str) -> Answer:
    """Ask until there is an answer. An action has a key, so that the very same may be sent again when nobody
    knows what came of it: it is carried out once."""
    wanted, said = request(method, path, body, **headers), ""
    while True:
        try:
            with urlopen(wanted, timeout=SILENT) as got:
                return Answer(got.status, got.headers.get("ETag", ""), parsed(got.read()))
        except HTTPError as refused:
            why, wait = str(refused), float(refused.headers.get("Retry-After", 5))
            if refused.code in (301, 302, 303, 307, 308):
                there = refused.headers.get("Location", "").partition("/api/v1/")[0]
                sys.exit(f"{SITE} sends elsewhere: begin with {there}")
            if refused.code < 500 and refused.code != 429:
                return Answer(refused.code, "", parsed(refused.read()))
        except LOST as lost:
            why, wait = str(lost), 2.0
        if why != said:
            print(f"{SITE}: {why}. Trying again; is the address right?", file=sys.stderr, flush=True)
        said = why
        time.sleep(wait)


def parsed(body: bytes) -> Json:
    """What was answered; by anything else than the API it is said and the end."""
    try:
        return dict(json.loads(body or "{}"))
    except (ValueError, TypeError):
        sys.exit(f"{SITE} answers otherwise than Sekigahara: begin with the address of its pages")


def choose(options: Json) -> Json:
    """Any answer. It is of one of three shapes: one of a list, some of many, or a march."""
    while True:
        shape = random.choice(options["answers"])
        if shape["shape"] == "choice":
            return dict(random.choice(shape["choices"])["action"])
        if shape["shape"] == "subset":
            count, chosen = random.randint(shape["least"], shape["most"]), list[str]()
            for tier in shape["of"]:  # all of one before any of the next
                names = [name for name, copies in tier.items() for _ in range(copies)]
                chosen += random.sample(names, min(len(names), count - len(chosen)))
            return {**shape["action"], shape["field"]: chosen}
        source = random.choice(shape["sources"])
        way = random.choice(source["reach"])
        if not way["force_march"]:  # that would cost a card
            least, most = way["size"]
            blocks = random.sample(source["blocks"], random.randint(least, min(most, len(source["blocks"]))))
            groups = [{"blocks": blocks, "path": way["path"]}]
            leader = {"leader": random.choice(source["leaders"])} if way["leader"] else {}
            return {"type": "move", "source": source["source"], "groups": groups, **leader}


def play(game: str, side: str) -> None:
    """Answer as long as something is asked."""
    while True:
        looked = call("GET", f"games/{game}/options/?as={side}")
        if looked.status != 200 or not looked.told["asked"]:
            return
        action, key = choose(looked.told["options"]), str(uuid.uuid4())
        at = f"games/{game}/actions/?as={side}"
        done = call("POST", at, action, If_Match=looked.tag, Idempotency_Key=key)
        if done.status not in (201, 409, 412):  # the latter two: something has changed, so look again
            sys.exit(f"{json.dumps(action)} was refused: {done.told}")
        print(game, side, looked.told["asked"], done.told.get("code") or json.dumps(action), flush=True)


def wakes() -> Iterator[None]:
    """Comes back whenever something may have changed: as the stream says; every ten seconds without one."""
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
    if (me := call("PATCH", "me/", {"bot": True})).status != 200:  # others see that a program plays
        sys.exit(f"{me.told.get('code')}: {me.told.get('detail')}")
    if ONLY and (game := call("GET", f"games/{ONLY}/")).status != 200:
        sys.exit(f"{ONLY}: {game.told.get('detail')} Name a game as the end of its address does.")
    known = Answer(0, "", {})
    for _ in wakes():
        now = call("GET", "games/?list=waiting&limit=100", If_None_Match=known.tag)
        if now.status not in (200, 304):
            sys.exit(f"{now.told.get('code')}: {now.told.get('detail')}")
        known = known if now.status == 304 else now
        for row in known.told["games"]:
            if ONLY in (None, row["id"]):
                play(row["id"], row["seat"]["side"])
        if ONLY and call("GET", f"games/{ONLY}/").told.get("status") not in ("waiting", "running"):
            return


if __name__ == "__main__":
    main()
