"""The record as a document of the API: what is given fits the schema that is published for it."""

import json
from typing import Any

import jsonschema_rs
import pytest

from games.engine.side import EAST
from games.log import portable
from games.log.portable import Unsound
from games.services import play
from tests.kit import records
from tests.kit.calling import Caller, Seated
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def schema() -> Any:
    """As whoever reads records elsewhere would have it."""
    document = Caller().get("schemas/record.json").json()
    assert document["title"] == "CompleteRecord"
    return jsonschema_rs.validator_for(document, validate_formats=True)


@pytest.mark.parametrize(("seed", "most"), [(3, 150), (4, 10_000)])
def test_a_record_fits_its_schema(schema: Any, seed: int, most: int) -> None:
    game = records.finished(seed, most=most)
    schema.validate(records.document_of(game))


def test_records_of_the_api_fit_the_schema_too(schema: Any) -> None:
    table = Table()
    caller = Seated(table, EAST)
    running = caller.get(f"{caller.game}record/").json()
    assert not schema.is_valid(running)
    table.submit(EAST)
    play.resign(seat=table.seat(EAST))
    over = caller.get(f"{caller.game}record/")
    schema.validate(over.json())
    assert portable.read(over.content) == portable.complete(table.game)


@pytest.mark.parametrize(
    "changed",
    [
        {"format": 4},
        {"complete": False},
        {"winner": "north"},
        {"seed": "00"},
        {"seed": "AB" * 32},
        {"game": "a/b"},
        {"revision": 0},
        {"started_at": "yesterday"},
        {"entries": [{}]},
        {"nonces": {"east": ""}},
        {"note": "hello"},
    ],
    ids=str,
)
def test_the_schema_and_the_reader_refuse_the_same(schema: Any, changed: dict[str, Any]) -> None:
    document = records.from_elsewhere() | changed
    assert not schema.is_valid(document)
    with pytest.raises(Unsound):
        portable.read(json.dumps(document).encode())
