"""What this process writes into its log."""

import contextlib
import io
import logging
from collections.abc import Iterator

from sekigahara.server import json_lines
from sekigahara.server.log_filters import Repeats


@contextlib.contextmanager
def process_log(*, is_json: bool = False) -> Iterator[io.StringIO]:
    """All that the handler of the process log writes within the block, as if nothing came before."""
    (handler,) = (each for each in logging.root.handlers if each.name == "stderr")
    assert isinstance(handler, logging.StreamHandler)
    for each in handler.filters:
        if isinstance(each, Repeats):
            each.forget()
    text = io.StringIO()
    stream, formatter = handler.setStream(text), handler.formatter
    if is_json:
        handler.setFormatter(json_lines.formatter())
    try:
        yield text
    finally:
        handler.setStream(stream)
        handler.setFormatter(formatter)
