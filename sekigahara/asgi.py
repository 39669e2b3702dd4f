"""The ASGI application: `uvicorn sekigahara.asgi:application --no-proxy-headers --no-access-log`.

An access log would hold the secret links of mails.
The setting TRUST_FORWARDED_FOR decides whether a proxy is believed about the client, not the server. In the
embedded size a thread of this process does the work of Celery, while the server runs.
"""

import asyncio
import contextlib
import gc
import os
import warnings
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")

gc.disable()  # to look for garbage while everything is loaded takes a quarter of the time of a start
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402 - they are loaded by now
from django.utils.module_loading import import_string  # noqa: E402 - likewise

from sekigahara.db.outages import limit_statements  # noqa: E402 - likewise
from sekigahara.jobs.worker import Worker  # noqa: E402 - likewise
from sekigahara.requests.figures import time_statements  # noqa: E402 - likewise
from sekigahara.server import body_limit, warm_up  # noqa: E402 - likewise
from sekigahara.server.body_limit import Receive, Send  # noqa: E402 - likewise
from sekigahara.server.handler import Handler  # noqa: E402 - likewise

# WhiteNoise sends files with a plain iterator, which Django reads in a thread: fine for small files.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators", Warning)

if settings.SIZE == "full":
    limit_statements()
if settings.METRICS_TOKEN:
    time_statements()

warm_up.prepare()

# Everything loaded so far stays in memory, so the garbage collector need not scan it again.
gc.collect()
gc.freeze()
gc.enable()
# A request leaves a few kilobytes of cyclic garbage: that of many requests is collected at once. To collect
# much more often took a twentieth of the time of an action, and less often takes megabytes
# (`sekigahara/adr/0018-a-queue-for-each-kind-of-work.md`).
gc.set_threshold(20_000, 20, 20)
pages = Handler(settings.THREADS)


async def application(scope: Any, receive: Receive, send: Send) -> None:
    """Handle a request, or the lifespan of the process."""
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
        async with import_string(settings.SERVE_STREAMS)():
            await send({"type": "lifespan.startup.complete"})
            await receive()  # the server ends
    if worker is not None:
        await asyncio.to_thread(worker.stop)
    await send({"type": "lifespan.shutdown.complete"})
