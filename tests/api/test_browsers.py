"""Programs in the pages of other sites may use the API, with a token."""

import pytest

from tests.kit.calling import Caller, Seated

pytestmark = pytest.mark.django_db

SITE = "https://board.example.org"
WANTED = "authorization,content-type,idempotency-key,if-match,if-none-match,last-event-id"


def test_a_browser_that_asks_beforehand_may_send_what_the_api_reads(east: Seated) -> None:
    answer = Caller().send(
        "OPTIONS",
        f"{east.game}actions/",
        Origin=SITE,
        **{"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": WANTED},
    )
    assert answer.status_code == 200
    allowed = {name.strip() for name in answer["Access-Control-Allow-Headers"].split(",")}
    assert set(WANTED.split(",")) <= allowed
    assert "POST" in answer["Access-Control-Allow-Methods"]


def test_a_page_of_another_site_may_read_answers_and_their_tags(east: Seated) -> None:
    answer = east.get(f"{east.game}view/", Origin=SITE)
    assert answer["Access-Control-Allow-Origin"] == "*"
    exposed = {name.strip() for name in answer["Access-Control-Expose-Headers"].split(",")}
    assert {"ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "Deprecation", "Sunset"} <= exposed
    assert "Access-Control-Allow-Credentials" not in answer


def test_a_refusal_may_be_read_too(east: Seated) -> None:
    assert Caller().get(f"{east.game}view/", Origin=SITE)["Access-Control-Allow-Origin"] == "*"
