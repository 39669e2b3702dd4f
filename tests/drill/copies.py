"""A backup that is made while bots play, and restored beside the service."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg

from tests.drill.faults import Fault
from tests.drill.servers import Installation

RESTORED = "restored"
"""The name of the database, and of Django's connection to it."""
SECRETS = 5
"""Games with secrets of each kind that are there before the backup, and as many that come after it."""


class Kept(NamedTuple):
    """What a database keeps.

    Attributes:
        games: the log of each game.
        mails: what each announced, to whom.
        secrets: what is sealed, opened.
    """

    games: dict[str, list[tuple[Any, ...]]]
    mails: dict[str, tuple[Any, ...]]
    secrets: dict[tuple[str, int], str]


def kept(using: str) -> Kept:
    """What a database keeps now."""
    from games.models.log import Entry  # settings are known only now
    from games.models.note import Note
    from games.models.orders import UsualOrders
    from notifications.models import Notification
    from notifications.webhooks import sealing
    from notifications.webhooks.models import Webhook

    # What is later is read first, as each reading sees more than the one before.
    secrets = {("webhook", key): secret for key, secret in _rows(Webhook, using, "pk", "secret")}
    for name, model in (("note", Note), ("usual orders", UsualOrders)):
        secrets |= {(name, key): sealing.unseal(text) for key, text in _rows(model, using, "pk", "text")}
    mails = {
        row[0]: row[1:] for row in _rows(Notification, using, "message_id", "kind", "about", "recipient")
    }
    games: dict[str, list[tuple[Any, ...]]] = {}
    for game, *entry in _rows(Entry, using, "game__public_id", "seq", "side", "body"):
        games.setdefault(game, []).append(tuple(entry))
    return Kept(games, mails, secrets)


def _rows(model: Any, using: str, *columns: str) -> Any:
    return model.objects.using(using).order_by("pk").values_list(*columns)


def lacks(whole: Kept, part: Kept) -> list[str]:
    """What of one reading is not in another, or differs: games may have gone on."""
    missing = [
        f"game {each}" for each, log in part.games.items() if whole.games.get(each, [])[: len(log)] != log
    ]
    for whole_rows, part_rows in ((whole.mails, part.mails), (whole.secrets, part.secrets)):
        missing += _differing(whole_rows, part_rows)
    return missing


def _differing(whole: Mapping[Any, Any], part: Mapping[Any, Any]) -> list[str]:
    return [str(key) for key, value in part.items() if not value or whole.get(key) != value]


def _restored(service: Installation) -> str:
    """Everything that was there before the backup is in it, and nothing that came after it."""
    from django.db import connections  # settings are known only now

    file = service.folder / "of-the-service.backup"
    url = urlsplit(service.database_url)._replace(path=f"/{RESTORED}").geturl()
    _seal_some()
    before = kept("default")
    service.run("python3", "manage.py", "backup", str(file))
    after = kept("default")
    _seal_some()
    with psycopg.connect(service.database_url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {RESTORED}")
    service.run("python3", "manage.py", "restore", str(file), DATABASE_URL=url)
    service.run("deploy/migrate", DATABASE_URL=url)
    service.run("python3", "manage.py", "replay_games", "--all", DATABASE_URL=url)
    connections.databases[RESTORED] = connections.databases["default"] | {"NAME": RESTORED}
    found = kept(RESTORED)
    connections[RESTORED].close()
    with psycopg.connect(service.database_url, autocommit=True) as server:
        server.execute(f"DROP DATABASE {RESTORED} WITH (FORCE)")
    assert not (missing := lacks(found, before)), missing
    assert not (invented := lacks(after, found)), invented
    entries = sum(map(len, found.games.values()))
    return (
        f"restored {len(found.games)} games with {entries} entries, {len(found.mails)} mails, "
        f"{len(found.secrets)} secrets: each as it was"
    )


def _seal_some() -> None:
    """Have more secrets in the database: of webhooks, in diaries, and orders for new games."""
    from games.engine.orders.shapes import GameOrders  # settings are known only now
    from games.models.seat import Seat
    from games.services import diary, orders
    from notifications.webhooks.models import Webhook
    from tests.factories.games import GameFactory

    for game in GameFactory.create_batch(SECRETS, running=True):
        for seat in Seat.objects.filter(game=game, player__isnull=False).select_related("game", "player"):
            person = seat.player
            assert person is not None
            diary.write(seat=seat, text=f"a note of {uuid.uuid4()}")
            orders.set_usual(person, GameOrders())
            # Of no type of event, so that nothing is posted.
            url = "https://hooks.example.org/"
            Webhook.objects.create(
                person=person, url=url, shape=Webhook.Shape.STANDARD, secret=uuid.uuid4().hex
            )


FAULTS = {"dumped-and-restored": Fault(_restored)}
