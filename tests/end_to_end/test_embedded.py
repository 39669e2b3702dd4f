"""The service with nothing but Python: one process, SQLite, mail in a folder. In the end East resigns."""

import concurrent.futures
import email
import email.policy
import hashlib
import json
import threading
import time
from email.message import EmailMessage
from pathlib import Path

from games.engine.side import EAST, WEST
from games.rulebook.editions import ruleset
from tests.kit.correspondent import Correspondent
from tests.kit.installation import Guest
from tests.sekigahara.home import Home

ADDRESSES = {EAST: "east@example.org", WEST: "west@example.org"}
EDITION = "gmt-2016"
DECISIONS = 10
"""Of the side that has more of them: most of a week."""


class Folder:
    """The mail that a folder of the embedded size receives, each handed out once."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._taken: set[Path] = set()
        self._lock = threading.Lock()

    def next_for(self, address: str, seconds: float) -> EmailMessage | None:
        deadline = time.monotonic() + seconds
        while True:
            with self._lock:
                for file in reversed(self._home.mails()):
                    if file in self._taken:
                        continue
                    mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
                    if mail["To"] == address:
                        self._taken.add(file)
                        assert isinstance(mail, EmailMessage)
                        return mail
            if time.monotonic() > deadline:
                return None
            time.sleep(0.02)


def test_two_people_play_on_the_embedded_size(tmp_path: Path) -> None:
    """On another board than the game that is played by mail on the full size."""
    home = Home(tmp_path)
    boxes = Folder(home)
    with (
        home.served(),
        Guest(home.site, ADDRESSES[EAST], boxes) as east,
        Guest(home.site, ADDRESSES[WEST], boxes) as west,
    ):
        east.sign_in()
        game = east.invite(west.address, "east", EDITION)
        west.accept()
        seats = [
            Correspondent(
                address,
                home.run(
                    "manage.py", "token", address, "--name", "to think with", "--scope", "games:read"
                ).strip(),
                home.site,
                seed=side,
                edition=EDITION,
            )
            for side, address in ADDRESSES.items()
        ]
        play(seats, boxes)
        east.resign(game)
        record = east.record(game)
    assert max(len(seat.moves) for seat in seats) >= DECISIONS
    check_record(record)
    assert json.loads(record["entries"][-1]["body"]) == {"type": "resign"}
    assert (record["winner"], record["victory"]) == ("west", "resignation")
    assert record["edition"] == {"id": EDITION, "digest": ruleset(EDITION).digest}


def play(seats: list[Correspondent], boxes: Folder) -> None:
    """Until one side has decided often enough; the other then waits for a mail that does not come."""
    over = threading.Event()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        people = [pool.submit(seat.play, boxes, over, DECISIONS) for seat in seats]
        try:
            concurrent.futures.wait(people, timeout=120, return_when=concurrent.futures.FIRST_COMPLETED)
        finally:
            over.set()
    for person in people:
        person.result()


def check_record(record: dict[str, object]) -> None:
    """A stranger can check it: the chain holds, and the seed is the one that was promised."""
    assert record["complete"] is True
    seed = bytes.fromhex(str(record["seed"]))
    assert hashlib.sha256(seed).hexdigest() == record["commitment"]
    chain = bytes.fromhex(str(record["genesis"]))
    entries = record["entries"]
    assert isinstance(entries, list)
    for number, entry in enumerate(entries, start=1):
        assert entry["seq"] == number
        actor = (entry["side"] or "chance")[:1].encode()
        sealed = hashlib.sha256(bytes.fromhex(entry["salt"]) + entry["body"].encode()).digest()
        chain = hashlib.sha256(chain + actor + sealed).digest()
        assert chain.hex() == entry["chain"]
