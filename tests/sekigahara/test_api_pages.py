"""What programs need is to be found from the pages, and from the description of the API itself."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from accounts.models.person import Person
from games.api import urls
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

GUIDE = Path(urls.__file__).parent / "README.md"
BOTS = Path(urls.__file__).resolve().parents[2] / "deploy" / "examples" / "bot"
MOST_LINES = 60
"""Of a short bot, so that it is read in a minute."""
SCHEMA = Path(urls.__file__).resolve().parents[2] / "fixtures" / "openapi.json"


def test_guide_is_served_without_what_only_the_sources_have() -> None:
    answer = Client().get("/api/guide.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    served, source = text(answer), GUIDE.read_text(encoding="utf-8")
    assert "## For maintainers" in source
    assert "maintainers" not in served
    for page in (served, text(Client().get("/api/bots.txt"))):
        goals = re.findall(r"\]\(([^)]+)\)", page)
        assert [each for each in goals if not each.startswith(("https://", "#"))] == []
    known = {*source.splitlines()}
    lines = served.splitlines()
    assert sum(line in known for line in lines) > 0.9 * len(lines)


@pytest.mark.parametrize("bot", ["short_bot.py", "short_bot.ts"])
def test_page_of_bots_shows_each_short_bot_as_it_stands_in_the_sources(bot: str) -> None:
    program = (BOTS / bot).read_text(encoding="utf-8")
    assert f"```{bot[-2:]}\n{program}```" in text(Client().get("/api/bots.txt"))
    assert len(program.splitlines()) <= MOST_LINES


def test_schema_links_the_guide_and_the_codes() -> None:
    described = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert "`/api/`" in described["info"]["description"]
    page = text(Client().get("/api/"))
    for address in ("/api/guide.txt", "/api/bots.txt", "/api/errors/", "/api/v1/openapi.json", "/me/tokens/"):
        assert f'href="{address}"' in page
    for address in ("/api/guide.txt", "/api/errors/"):
        assert address in described["info"]["description"]
        assert Client().get(address).status_code == 200
    assert "README" not in described["info"]["description"]


def test_every_page_leads_there() -> None:
    assert 'href="/api/"' in text(Client().get("/"))
    assert 'href="/api/"' in text(Client().get("/api/errors/"))


def test_tokens_page_links_the_guide_the_schema_and_the_codes() -> None:
    page = text(signed_in(Person.objects.at("ashigaru@example.org")).get("/me/tokens/"))
    for address in ("/api/guide.txt", "/api/v1/openapi.json", "/api/errors/"):
        assert f'href="{address}"' in page
