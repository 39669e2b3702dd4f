"""It accepts every challenge and plays at random: SEKIGAHARA_TOKEN=... python3 short_bot.py https://SITE"""

import json
import os
import random
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

HEADERS = {"Authorization": f"Bearer {os.environ['SEKIGAHARA_TOKEN']}", "Content-Type": "application/json"}


def send(method: str, path: str, body: Any = None, **headers: str) -> Any:
    content = json.dumps(body).encode() if body else None
    request = Request(f"{sys.argv[1]}/api/v1/{path}", content, HEADERS | headers, method=method)
    return urlopen(request, timeout=30)


def choose(answers: Any) -> Any:
    shape = random.choice(answers)
    if shape["shape"] == "choice":  # one action from a list
        return random.choice(shape["choices"])["action"]
    if shape["shape"] == "subset":  # some items, in the order of their groups
        items = [name for group in shape["of"] for name, copies in group.items() for _ in range(copies)]
        return {**shape["action"], shape["field"]: items[: random.randint(shape["least"], shape["most"])]}
    source = random.choice(shape["sources"])  # a stack that moves
    way = random.choice(source["reach"])
    if way["force_march"] or way["leader"]:  # that would take a card or a daimyo
        return choose(answers)
    group = {"blocks": source["blocks"][: way["size"][0]], "path": way["path"]}
    return {"type": "move", "source": source["source"], "groups": [group]}


def look() -> None:
    for game in json.load(send("GET", "games/?list=invitations"))["games"]:
        if game["may_join"]:
            send("POST", f"games/{game['id']}/join/", {"nonce": os.urandom(8).hex()})
    while game := json.load(send("GET", "games/next/"))["game"]:
        if game["status"] == "waiting":  # a ladder has paired us
            send("POST", f"games/{game['id']}/check-in/", {"nonce": os.urandom(8).hex()})
        elif options := json.load(asked := send("GET", f"games/{game['id']}/options/"))["options"]:
            tag = {"If-Match": asked.headers["ETag"]}
            send("POST", f"games/{game['id']}/actions/", choose(options["answers"]), **tag)


send("PATCH", "me/", {"bot": True, "challenges_from": "anyone"})
while True:
    try:
        for line in send("GET", "me/stream/?turns=true"):
            if line.startswith(b"data:"):  # the stream begins, somebody challenges us, or it is our turn
                look()
        time.sleep(5)
    except (OSError, HTTPException) as problem:  # lost, refused, or the game has gone on: look again
        print(problem, file=sys.stderr)
        if getattr(problem, "code", None) == 401:
            raise
        time.sleep(float(getattr(problem, "headers", {}).get("Retry-After", 5)))
