"""The JSON Schemas of the shapes: valid, complete, and of one mind with the shapes themselves."""

import copy
import re
from datetime import UTC, datetime
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from games.api.shapes import schemas
from games.api.shapes.schemas import DIALECT, references
from games.engine import NOBODY, SIDES, options, view
from games.engine.actions import encode
from games.log.portable import CompleteRecord, RecordedEdition, RecordedEntry, RecordedNonces
from tests.engine.golden import recording
from tests.engine.golden.recording import Recording

Told = list[tuple[str, Any]]


@pytest.fixture(scope="module")
def told() -> Told:
    """What is told in a whole game, as a client gets it, and the document that describes it."""
    game = recording.read("ieyasu-slain-in-siege")
    told: Told = [("action", encode(outcome)) for side, outcome in game.log if side is not None]
    for state, events in recording.positions(game):
        told += [("view", view(game.rules, state, viewer)) for viewer in (*SIDES, NOBODY)]
        told += [("event", event.seen_by(viewer)) for event in events for viewer in (*SIDES, NOBODY)]
        offered = [options(game.rules, state, side) for side in SIDES]
        told += [("options", each.describe()) for each in offered if each is not None]
    told.append(("record", finished(game)))
    return [
        (name, msgspec.json.decode(data if isinstance(data, bytes) else msgspec.json.encode(data)))
        for name, data in told
    ]


def finished(game: Recording) -> CompleteRecord:
    """The record of a recorded game; of its hashes nothing but the shape is right."""
    some, moment = "0f" * 32, datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    sides = [None if side is None else side.label for side, _body in game.log]
    return CompleteRecord(
        format=1,
        game="k7m2p9qrst",
        edition=RecordedEdition(game.edition, some),
        revision=1,
        commitment=some,
        nonces=RecordedNonces("", ""),
        started_at=moment,
        complete=True,
        ended_at=moment,
        winner=game.end["winner"],
        victory=game.end["victory"],
        seed=some,
        genesis=some,
        entries=[
            RecordedEntry(number, side, encode(body).decode(), some[:32], some, moment)  # type: ignore[arg-type]
            for number, (side, (_side, body)) in enumerate(zip(sides, game.log, strict=True), start=1)
        ],
        edition_text="",
    )


@pytest.mark.parametrize("name", schemas.DOCUMENTS)
def test_a_document_is_a_schema_that_needs_no_other(name: str) -> None:
    document = schemas.schema(name)
    assert document["$schema"] == DIALECT == "https://json-schema.org/draft/2020-12/schema"
    assert jsonschema_rs.meta.is_valid(document)
    named = {reference.removeprefix("#/$defs/") for reference in references(document)}
    assert named == set(document["$defs"])


def test_the_documents_accept_all_of_a_game(told: Told) -> None:
    assert {name for name, _ in told} == set(schemas.DOCUMENTS)
    validators = {name: jsonschema_rs.validator_for(schemas.schema(name)) for name in schemas.DOCUMENTS}
    for name, data in told:
        validators[name].validate(data)


@pytest.mark.parametrize("name", schemas.DOCUMENTS)
def test_a_document_accepts_no_unknown_field_and_misses_each_that_must_be_there(
    name: str, told: Told
) -> None:
    validator = jsonschema_rs.validator_for(schemas.schema(name))
    data = min((data for told_name, data in told if told_name == name), key=len)  # with nothing optional
    assert validator.is_valid(data)
    assert not validator.is_valid(data | {"unheard-of": 1})
    for key in data:
        assert not validator.is_valid({other: data[other] for other in data if other != key}), key


def test_secrets_do_not_fit_into_the_view_of_the_public(told: Told) -> None:
    """What a client may rely on: the public's view has no place for them."""
    validator = jsonschema_rs.validator_for(schemas.schema("view"))
    seen = [data for name, data in told if name == "view" and data["combat"]]
    side, public = (next(data for data in seen if data["viewer"] == viewer) for viewer in ("east", "public"))
    assert not validator.is_valid(public | {"mine": side["mine"]})
    assert not validator.is_valid(public | {"combat": side["combat"]})
    assert not validator.is_valid(public | {"locations": side["locations"]})


def test_components_stand_where_they_are_put() -> None:
    """Wherever that is: the same schemas, with references to one another that all lead somewhere."""
    openapi, elsewhere = schemas.components(), schemas.components("elsewhere/")
    for prefix, found in (("#/components/schemas/", openapi), ("elsewhere/", elsewhere)):
        assert {reference.removeprefix(prefix) for reference in references(found)} <= set(found)
        mapped = [each["discriminator"]["mapping"] for each in found.values() if "discriminator" in each]
        assert {name for mapping in mapped for name in mapping.values()} <= {prefix + name for name in found}
    text = msgspec.json.encode(openapi).replace(b"#/components/schemas/", b"elsewhere/")
    assert msgspec.json.decode(text) == elsewhere


def test_components_have_plain_names_that_say_what_they_are() -> None:
    found = schemas.components()
    assert all(re.fullmatch("[A-Z][A-Za-z]+", name) for name in found)
    assert all(found[name]["title"] == name for name in found)
    for union in ("Action", "Event"):
        members = [each["$ref"].rpartition("/")[2] for each in found[union]["anyOf"]]
        assert all(name.endswith(union) for name in members)


def test_everything_is_described() -> None:
    """Each component, and each field but those that tell classes apart and those of the engine's actions."""
    found = schemas.components()
    assert [name for name, schema in found.items() if not schema.get("description")] == []
    fields = {
        f"{name}.{field}": told
        for name, schema in found.items()
        if not (name.endswith("Action") or name == "Group")
        for field, told in schema.get("properties", {}).items()
        if field not in ("answer", "event", "rule", "shape") or "const" not in told
    }
    assert [field for field, told in fields.items() if not told.get("description")] == []


def test_changing_returned_components_changes_no_others() -> None:
    """By whoever puts it into a document of theirs."""
    first = schemas.components()
    before = copy.deepcopy(first)
    first["View"].clear()
    assert schemas.components() == before
