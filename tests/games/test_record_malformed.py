"""What is no record of a finished game is refused before anything in it is checked."""

import inspect
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.log import portable, verification
from games.log.portable import RECORD_BYTES_AT_MOST
from games.management.commands import _records
from games.services import importing
from tests.games.test_record_tampered import CHAINED_AGAIN, CHANGED, document, found
from tests.kit.records import Document

__all__ = ["document"]

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def text_of(document: Document, **changed: Any) -> bytes:
    return json.dumps({**document, **changed}).encode()


NO_RECORD: Mapping[str, tuple[Callable[[Document], bytes], str]] = {
    "nothing": (lambda record: b"", "not-json"),
    "half of it": (lambda record: text_of(record)[:5000], "not-json"),
    "all but the last byte": (lambda record: text_of(record)[:-1], "not-json"),
    "no text": (lambda record: b"\xff\xfe\x00", "not-json"),
    "something after it": (lambda record: text_of(record) + b"{}", "not-json"),
    "bytes that are no UTF-8": (lambda record: text_of(record).replace(b"kessen", b"\xc3("), "not-json"),
    "half a surrogate": (lambda record: text_of(record, game="\ud800"), "not-json"),
    "a list": (lambda record: b"[1]", "not-a-record"),
    "a number": (lambda record: b"17", "not-a-record"),
    "nothing in it": (lambda record: b"{}", "not-a-record"),
    "nested beyond reason": (lambda record: b"[" * 100_000, "not-a-record"),
    "nested in a key that nobody knows": (lambda record: b'{"x":' + b"[" * 100_000, "not-json"),
    "nested entries": (lambda record: text_of(record, entries=[[[[[]]]]]), "not-a-record"),
    "a key too many": (lambda record: text_of(record, note="hello"), "not-a-record"),
    "an id with a slash": (lambda record: text_of(record, game="a/b"), "not-a-record"),
    "an id with a line's end": (lambda record: text_of(record, game="abc\n"), "not-a-record"),
    "a seed that is too short": (lambda record: text_of(record, seed="00"), "not-a-record"),
    "a seed in capitals": (lambda record: text_of(record, seed="AB" * 32), "not-a-record"),
    "a time without a zone": (
        lambda record: text_of(record, started_at="2026-01-01T00:00:00"),
        "not-a-record",
    ),
    "a huge number": (lambda record: text_of(record, revision=10**400), "not-a-record"),
    "revision 0": (lambda record: text_of(record, revision=0), "not-a-record"),
    "a nonce with a bar": (
        lambda record: text_of(record, nonces={"east": "a|b", "west": ""}),
        "not-a-record",
    ),
    "a victory beyond any name": (lambda record: text_of(record, victory="x" * 41), "not-a-record"),
    "a winner that there is not": (lambda record: text_of(record, winner="north"), "not-a-record"),
    "another format": (lambda record: text_of(record, format=4), "other-format"),
    "the first format with facts of the second": (lambda record: text_of(record, format=1), "other-facts"),
    "the second format with facts of the third": (lambda record: text_of(record, format=2), "other-facts"),
    "the record of a running game": (lambda record: text_of(record, complete=False), "not-complete"),
    "larger than any": (lambda record: text_of(record) + b" " * RECORD_BYTES_AT_MOST, "too-large"),
}


@pytest.mark.parametrize(("made", "code"), NO_RECORD.values(), ids=NO_RECORD)
def test_malformed_record_is_refused(
    document: Document, tmp_path: Path, made: Callable[[Document], bytes], code: str
) -> None:
    data = made(document)
    assert found(data).code == code
    path = tmp_path / "record.json"
    path.write_bytes(data)
    for command in ("import_game", "verify_game"):
        with pytest.raises(CommandError, match=f"^{code}: ") as refused:
            call_command(command, str(path))
        assert refused.value.returncode == 1


def test_every_key_is_needed(document: Document) -> None:
    for key in document:
        kept = {other: document[other] for other in document if other != key}
        code = "other-facts" if key in ("chance", "players", "register") else "not-a-record"
        assert found(json.dumps(kept).encode()).code == code, key
    for key in document["entries"][3]:
        entries = [dict(entry) for entry in document["entries"]]
        del entries[3][key]
        error = found(text_of(document, entries=entries))
        assert error.code == "not-a-record"
        assert "$.entries[3]" in error.parameters["reason"]


def test_every_code_has_its_words_and_is_tried() -> None:
    sources = "".join(inspect.getsource(module) for module in (portable, verification, importing))
    codes = set(re.findall(r'(?:Unsound|NotCarried)\(\s*"([a-z-]+)"', sources))
    codes |= {"action-without-side", "draw-missing", "id-taken", "here-already"}
    codes |= {"register-broken", "register-unopened", "other-player", "diary-broken"}
    assert codes == set(_records.SENTENCES_OF_REFUSALS)
    tried = {row[1] for table in (CHANGED, CHAINED_AGAIN, NO_RECORD) for row in table.values()}
    assert codes - tried == {
        *("not-over", "no-record", "id-taken", "here-already", "diary-broken"),
    }, "tested where commands are"
