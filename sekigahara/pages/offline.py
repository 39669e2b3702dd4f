"""The page for a browser without a connection, and the service worker that shows it, and notifications.

The worker does nothing else: it keeps this page with the files it names, and answers with it when the load of
a page fails; and it shows what is pushed to the browser. It never keeps anything of a game.
"""

from hashlib import sha256
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe

WORKER = b"\n".join(
    (Path(__file__).parent / name).read_bytes() for name in ("offline_worker.js", "push_worker.js")
)
"""A browser has one worker for all of a site."""
WORKER_ETAG = f'"{sha256(WORKER).hexdigest()[:32]}"'
"""Browsers ask for the worker at each visit; few of them need its text again."""


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What is shown without a connection: the same for everybody with this language and these colours."""
    return render(request, "offline.html")


# A worker is responsible for what is below its address: it has to be here, not among the static files.
@cache_control(no_cache=True)
@require_safe
@etag(lambda _request: WORKER_ETAG)
def worker(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view has a request
    """The service worker. Pages name their language and colours after a question mark, so that a browser gets
    another one, with another page, when they change."""
    return HttpResponse(WORKER, "text/javascript; charset=utf-8")
