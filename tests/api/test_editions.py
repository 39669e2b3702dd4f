"""What is the same for everybody: editions, rules, and the documents that describe the API."""

import hashlib
import json

import msgspec
import pytest

from games.api.shapes.schemas import DOCUMENTS, schema
from games.engine.side import EAST
from games.models.game import EditionText
from games.rulebook.editions import EDITIONS, ruleset
from tests.kit.calling import Caller, Seated, problem_of

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

DOCUMENTED = [f"schemas/{name}.json" for name in DOCUMENTS]
EVERYTHING = ["editions/", "editions/kessen/", "rules/", "rules/8.6.1/", "openapi.json", *DOCUMENTED]


@pytest.mark.parametrize("path", EVERYTHING)
def test_editions_are_public_and_kept_by_caches(path: str) -> None:
    answer = Caller().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer["Cache-Control"] == "public, max-age=300"
    again = Caller().get(path, **{"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert Caller().get(path, **{"If-None-Match": '"other"'}).content == answer.content


def test_every_edition_is_listed() -> None:
    told = Caller().get("editions/").json()["editions"]
    assert [edition["id"] for edition in told] == sorted(file.stem for file in EDITIONS.glob("*.toml"))
    kessen = {"id": "kessen", "name": "Kessen", "digest": ruleset("kessen").digest, "variant_of": None}
    assert kessen in told
    assert {row["id"]: row["variant_of"] for row in told} == {
        "gmt-2011": "gmt-2016",
        "gmt-2016": None,
        "kessen": None,
        "manual": "kessen",
    }


def test_an_edition_is_told_as_it_is_printed() -> None:
    told = Caller().get("editions/kessen/").json()
    assert told["data"] == json.loads(msgspec.json.encode(ruleset("kessen").edition))
    assert told["digest"] == ruleset("kessen").digest
    assert (told["variant_of"], told["chosen"]) == (None, [])


def test_a_variant_is_told_whole_and_says_what_it_is_one_of() -> None:
    told = Caller().get("editions/manual/").json()
    assert told["data"] == json.loads(msgspec.json.encode(ruleset("manual").edition))
    assert told["variant_of"] == "kessen"


def test_the_edition_of_a_game_is_found_by_its_digest(east: Seated) -> None:
    """Also when the file has been corrected since."""
    text = EditionText.objects.get().text.replace('name   = "Kessen"', 'name   = "Kessen, uncorrected"')
    old = EditionText.objects.create(digest=hashlib.sha256(text.encode()).hexdigest(), text=text)
    digest = east.get(east.game).json()["edition"]["digest"]
    assert Caller().get(f"editions/{digest}/").json() == Caller().get("editions/kessen/").json()
    assert Caller().get(f"editions/{old.digest}/").json()["data"]["name"] == "Kessen, uncorrected"
    assert east.table.seat(EAST).game.edition_text_id == digest


@pytest.mark.parametrize("name", ["nosuch", "Kessen", "..", "0" * 64, "kessen.toml"])
def test_an_edition_there_is_not(name: str) -> None:
    problem_of(Caller().get(f"editions/{name}/"), 404)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_shape_of_the_engines_data_is_a_schema(name: str) -> None:
    assert Caller().get(f"schemas/{name}.json").json() == schema(name)


@pytest.mark.parametrize("path", ["schemas/game.json", "schemas/action/", "schemas/"])
def test_a_schema_there_is_not(path: str) -> None:
    problem_of(Caller().get(path), 404)
