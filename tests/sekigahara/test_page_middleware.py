"""What surrounds pages does not surround the API, and guards every page."""

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_a_page_has_all_of_it_and_the_api_what_programs_need() -> None:
    page, program = Client().get("/"), Client().get("/api/v1/editions/")
    assert page.status_code == program.status_code == 200
    assert "X-Frame-Options" in page.headers
    assert "X-Frame-Options" not in program.headers
    assert "script-src" in page["Content-Security-Policy"]
    for answer in (page, program):
        assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["editions/", "me/", "no-such-thing/", "games/nosuchgame/view/", "openapi.json"]
)
def test_no_answer_of_the_api_is_a_document_that_loads_anything_or_stands_in_a_frame(path: str) -> None:
    answer = Client().get(f"/api/v1/{path}")
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    if not answer.get("Cache-Control", "").startswith("public"):
        assert "no-store" in answer["Cache-Control"], answer.status_code


@pytest.mark.parametrize(
    "path", ["/static/sekigahara.css", "/static/pages.css", "/static/emblem.svg", "/sign-in"]
)
def test_files_and_redirects_are_no_documents_either(path: str) -> None:
    answer = Client().get(path)
    answer.close()
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_request_for_another_host_has_the_policy_too() -> None:
    answer = Client(SERVER_NAME="elsewhere.example.org").get("/")
    assert answer.status_code == 400
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path", ["/.git/config", "/manage.py", "/static/", "/static/play/", "/static/../manage.py"]
)
def test_neither_the_checkout_nor_a_folder_is_served(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/", "/static/sekigahara.css", "/api/v1/editions/", "/readyz"])
def test_trace_is_not_answered(path: str) -> None:
    assert Client().trace(path).status_code == 405


def test_a_form_without_its_token_is_refused() -> None:
    browser = Client(enforce_csrf_checks=True)
    assert browser.post("/sign-in/", {"email": "someone@example.org"}).status_code == 403


def test_a_page_that_is_not_there_is_surrounded_too() -> None:
    missing = Client().get("/no-such-page/")
    assert missing.status_code == 404
    assert "Content-Security-Policy" in missing.headers


def test_an_address_that_only_begins_like_the_apis_is_a_page() -> None:
    assert "Content-Security-Policy" in Client().get("/api/v10/").headers
