"""What a submitted action costs at the very least: a row locked, an entry added, the row changed, committed.

No framework, no rules, no access: whoever keeps a log in PostgreSQL with psycopg pays this.
`python -m tests.benchmarks.raw` serves that at PORT, as our service is served, from the DATABASE_URL.
"""

import os
from itertools import repeat
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

from sekigahara.server.web_server import serve
from tests.benchmarks import goals
from tests.benchmarks.measure import Subject

PROCESSES = 2
SOURCE = f"psycopg {psycopg.__version__}"
GAMES = 64
"""Rows there are, so that clients need not wait for each other."""
TIMES = 40
BODY = '{"type":"move","source":"osaka","groups":[{"blocks":["ukita-1","ukita-2"],"path":["kyoto"]}]}'
SALT, CHAIN = bytes(16), bytes(32)
POSITION = bytes(800)
"""As long as a position of ours."""

TABLES = """
    CREATE TABLE raw_game (
        id integer PRIMARY KEY, length integer NOT NULL, head bytea NOT NULL, position bytea NOT NULL
    );
    CREATE TABLE raw_entry (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game integer NOT NULL REFERENCES raw_game, seq integer NOT NULL, UNIQUE (game, seq),
        body text NOT NULL, salt bytea NOT NULL, chain bytea NOT NULL
    );
"""
LOCK = "SELECT length, head, position FROM raw_game WHERE id = %s FOR UPDATE"
ADD = "INSERT INTO raw_entry (game, seq, body, salt, chain) VALUES (%s, %s, %s, %s, %s)"
CHANGE = "UPDATE raw_game SET length = %s, head = %s, position = %s WHERE id = %s"


def make_tables(url: str) -> None:
    """Make the tables and the games."""
    with psycopg.connect(url) as connection:
        connection.execute(TABLES)
        with connection.cursor() as cursor:
            games = [(game, 0, CHAIN, POSITION) for game in range(GAMES)]
            cursor.executemany("INSERT INTO raw_game VALUES (%s, %s, %s, %s)", games)


def transactions(connection: psycopg.Connection[Any]) -> Subject:
    """The transactions one after the other, on one connection that prepares its statements."""

    def work() -> int:
        for _ in repeat(None, TIMES):
            with connection.cursor() as cursor:
                length, _head, _position = cursor.execute(LOCK, (0,)).fetchone() or (0, b"", b"")
                cursor.execute(ADD, (0, length + 1, BODY, SALT, CHAIN))
                cursor.execute(CHANGE, (length + 1, CHAIN, POSITION, 0))
            connection.commit()
        return TIMES

    return Subject(goals.RAW_TRANSACTION, work, SOURCE)


pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
    os.environ.get("DATABASE_URL", ""), open=False, max_size=8
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Take the body of a POST as the next entry of the game that the path names."""
    if scope["type"] == "lifespan":
        await receive()
        await pool.open()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await pool.close()
        await send({"type": "lifespan.shutdown.complete"})
        return
    body = (await receive())["body"].decode()
    game = int(scope["path"].strip("/"))
    async with pool.connection() as connection, connection.cursor() as cursor:
        await cursor.execute(LOCK, (game,))
        length, _head, _position = await cursor.fetchone() or (0, b"", b"")
        await cursor.execute(ADD, (game, length + 1, body, SALT, CHAIN))
        await cursor.execute(CHANGE, (length + 1, CHAIN, POSITION, game))
    answer = b'{"length":%d}' % (length + 1)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(answer))]
    await send({"type": "http.response.start", "status": 201, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


if __name__ == "__main__":
    serve("tests.benchmarks.raw:application", "127.0.0.1", int(os.environ["PORT"]), PROCESSES)
