"""Every error under /api/ is a problem document, also where no view of ours was reached."""

import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from rest_framework import exceptions
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.engine import Ruleset, errors
from games.engine.ruleset import REVISION
from games.models.game import EditionText, Game
from games.rulebook.editions import DEFAULT, edition_text
from sekigahara.urls import handler400, handler403, handler404, handler500  # noqa: F401 - Django reads them here

RAISED: dict[str, Exception] = {
    "malformed": errors.Malformed("unknown-location", "4.1", location="tokaido"),
    "illegal": errors.Illegal("road-used", "7.3.1", start="edo", end="oyama"),
    "not-asked": errors.NotYourDecision("not-your-decision", "8.5", waiting=["west"], decision="deploy"),
    "over": errors.GameIsOver("game-over"),
    "corrupt": errors.CorruptLog("does-not-replay", deck="what nobody may know"),
    "crash": ZeroDivisionError("what nobody may know"),
    "stranger": Http404("what nobody may know"),
    "denied": PermissionDenied("what nobody may know"),
    "fields": exceptions.ValidationError({"edition": ["There is no such edition."]}),
    "often": exceptions.Throttled(wait=7),
}


class Raising(APIView):
    permission_classes = (AllowAny,)

    def post(self, request: Request, name: str, public_id: str = "") -> Response:
        raise RAISED[name]

    def put(self, request: Request, name: str) -> Response:
        return Response(request.data)


class Forgotten(APIView):
    """A view whose author forgot to say who may use it."""

    def get(self, request: Request) -> Response:
        return Response({"hand": "what nobody may know"})


def plain(request: HttpRequest, name: str) -> HttpResponse:
    raise {"suspicious": SuspiciousOperation("no"), "denied": PermissionDenied("no"), "crash": OSError("no")}[
        name
    ]


urlpatterns = [
    path("api/raise/<name>", Raising.as_view()),
    path("api/games/<public_id>/raise/<name>", Raising.as_view()),
    path("api/forgotten", Forgotten.as_view()),
    path("api/plain/<name>", plain),
    path("page/<name>", plain),
    path("", include("games.web.urls")),
]
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False)


def body_of(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert b"nobody may know" not in response.content
    body: dict[str, Any] = json.loads(response.content)
    assert body["status"] == status
    assert body["title"]
    return body


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("malformed", 400, "unknown-location"),
        ("illegal", 422, "road-used"),
        ("not-asked", 409, "not-your-decision"),
        ("over", 409, "game-over"),
        ("corrupt", 500, "server-error"),
        ("crash", 500, "server-error"),
        ("stranger", 404, "not-found"),
        ("denied", 403, "permission-denied"),
        ("fields", 400, "invalid"),
        ("often", 429, "throttled"),
    ],
)
def test_an_exception_in_a_view_becomes(browser: Client, name: str, status: int, code: str) -> None:
    assert body_of(browser.post(f"/api/raise/{name}"), status)["code"] == code


def test_a_refusal_names_its_rule_and_what_its_sentence_is_made_of(browser: Client) -> None:
    body = body_of(browser.post("/api/raise/illegal"), 422)
    assert (body["rule"], body["parameters"]) == ("7.3.1", {"start": "edo", "end": "oyama"})
    assert body["rule_url"] == "http://testserver/rules/#rule-7-3-1"


def test_a_refusal_says_in_words_what_is_wrong_and_what_to_do(browser: Client) -> None:
    assert body_of(browser.post("/api/raise/illegal"), 422)["detail"] == (
        "The road from Edo to Oyama has already been used in this phase. Take another way."
    )
    unknown = body_of(browser.post("/api/raise/malformed"), 400)["detail"]
    assert unknown == "The board has no location “tokaido”. Name a location on the board."


@pytest.mark.django_db
def test_a_refusal_speaks_the_words_of_the_edition_that_is_played(browser: Client) -> None:
    text = edition_text(DEFAULT).replace('name = "Oyama"', 'name = "Koyama"')
    stored = EditionText.objects.create(digest=Ruleset.from_text(text).digest, text=text)
    game = Game.objects.create(edition=DEFAULT, edition_text=stored, revision=REVISION, seed=b"")
    body = body_of(browser.post(f"/api/games/{game.public_id}/raise/illegal"), 422)
    assert body["detail"].startswith("The road from Edo to Koyama ")
    elsewhere = body_of(browser.post("/api/games/nosuchgame/raise/illegal"), 422)
    assert elsewhere["detail"].startswith("The road from Edo to Oyama ")


def test_a_field_error_says_which_field(browser: Client) -> None:
    body = body_of(browser.post("/api/raise/fields"), 400)
    assert body["parameters"] == {"errors": {"edition": ["There is no such edition."]}}


def test_throttled_answer_says_how_long_to_wait(browser: Client) -> None:
    assert browser.post("/api/raise/often")["Retry-After"] == "7"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/nowhere", 404),
        ("/api/plain/suspicious", 400),
        ("/api/plain/denied", 403),
        ("/api/plain/crash", 500),
        ("/api/forgotten", 403),
        ("/api/raise/illegal", 405),
    ],
)
def test_errors_outside_views_are_problems_too(browser: Client, path: str, status: int) -> None:
    body_of(browser.get(path), status)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [("{", "application/json", 400), ("<move/>", "text/xml", 415)],
    ids=["broken", "not JSON"],
)
def test_a_body_that_cannot_be_read(browser: Client, body: str, kind: str, status: int) -> None:
    body_of(browser.put("/api/raise/anything", body, content_type=kind), status)


@pytest.mark.parametrize("name", ["suspicious", "denied", "crash", "one/too/many"])
def test_a_page_answers_in_html(browser: Client, name: str) -> None:
    assert browser.get(f"/page/{name}")["Content-Type"].startswith("text/html")


@pytest.mark.usefixtures("in_two_languages")
def test_a_sentence_is_in_the_language_the_reader_asked_for(browser: Client) -> None:
    english, german = (
        body_of(browser.get("/api/forgotten", headers={"Accept-Language": language}), 403)
        for language in ("en", "de")
    )
    assert english["code"] == german["code"]
    assert english["detail"] != german["detail"]


def test_the_title_is_that_of_the_code(browser: Client) -> None:
    assert body_of(browser.post("/api/raise/illegal"), 422)["title"] == "Road already used"
    assert body_of(browser.get("/api/nowhere"), 404)["title"] == "Not found"
