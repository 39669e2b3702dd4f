"""The ASGI application. Started with `uvicorn sekigahara.asgi:application --no-proxy-headers`.

Whether a proxy is believed about the client is for `accounts.rate_limits` to decide, and not for the server.
In the embedded size the server's process works too, from the server's start to its end.
"""

import asyncio
import contextlib
import gc
import os
import warnings
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402 - they are loaded by now

from sekigahara.jobs.worker import Worker  # noqa: E402 - likewise
from sekigahara.server import body_limit, lifespan, warm_up  # noqa: E402 - likewise
from sekigahara.server.body_limit import Receive, Send  # noqa: E402 - likewise
from sekigahara.server.handler import Handler  # noqa: E402 - likewise

# WhiteNoise hands a file out by a plain iterator, which Django reads in a thread: fine for files like ours.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators", Warning)

warm_up.prepare()

# What is there by now stays: it need not be looked through for what can be thrown away, again and again.
gc.collect()
gc.freeze()
# What a request leaves behind that only a search finds is a few kilobytes: that of hundreds is looked for at
# once. To look more often took a twentieth of the time of an action.
gc.set_threshold(100_000, 20, 20)
pages = Handler(settings.THREADS)


async def application(scope: Any, receive: Receive, send: Send) -> None:
    """Answer a request, or keep house while the server runs."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    else:
        await body_limit.answer(pages, scope, receive, send)


def _waking() -> contextlib.AbstractContextManager[None]:
    if settings.SIZE == "embedded":
        return contextlib.nullcontext()
    from sekigahara.jobs import wake_ups  # noqa: PLC0415 - the embedded size has no queue

    return wake_ups.serving()


async def _lifespan(receive: Receive, send: Send) -> None:
    worker = Worker() if settings.SIZE == "embedded" else None
    await receive()  # the server starts
    if worker is not None:
        worker.start()
    with _waking():
        async with lifespan.serving():
            await send({"type": "lifespan.startup.complete"})
            await receive()  # the server ends
    if worker is not None:
        await asyncio.to_thread(worker.stop)
    await send({"type": "lifespan.shutdown.complete"})
