"""Pages can be installed like an app: the manifest, its icons, and the worker that shows notifications."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from sekigahara.server.joined_files import joined_file
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.icons import ICONS, STATIC, drawn
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

MANIFEST = "/manifest.webmanifest"


def manifest(query: str = "") -> dict[str, Any]:
    response = Client().get(MANIFEST + query)
    assert response["Content-Type"] == "application/manifest+json"
    told: dict[str, Any] = json.loads(response.content)
    return told


def test_the_manifest_says_what_a_browser_needs_to_install_the_pages() -> None:
    told = manifest()
    assert (told["id"], told["start_url"], told["scope"], told["display"]) == ("/", "/", "/", "standalone")
    assert told["name"] == told["short_name"] == "Sekigahara"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in told["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        with Image.open(path) as picture:
            assert picture.format == "PNG"
            assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_the_manifest_has_the_colours_of_the_pages() -> None:
    assert manifest()["theme_color"] == "#f3ead7"
    assert manifest("?dark")["background_color"] == "#17130f"
    browser = Client()
    assert f'<link rel="manifest" href="{MANIFEST}">' in browser.get("/rules/").content.decode()
    browser.post("/theme/", {"theme": "dark"})
    page = browser.get("/rules/")
    assert f'<link rel="manifest" href="{MANIFEST}?dark">' in page.content.decode()
    assert "manifest-src 'self'" in page["Content-Security-Policy"]


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_drawn_from_the_emblem_and_light(name: str) -> None:
    kept = (STATIC / "icons" / f"{name}.png").read_bytes()
    assert len(kept) < 10_000
    with Image.open(BytesIO(kept)) as one, Image.open(BytesIO(drawn(name))) as other:
        assert one.convert("RGBA").tobytes() == other.convert("RGBA").tobytes(), "python -m tests.kit.icons"


def test_the_worker_shows_pushes_beside_the_page_without_a_connection() -> None:
    response = Client().get("/worker.js")
    assert response["Cache-Control"] == "no-cache"
    worker = response.content.decode()
    assert '"push"' in worker
    assert '"fetch"' in worker


def test_pages_tell_the_icon_how_many_games_wait_for_whoever_is_signed_in() -> None:
    page = signed_in(PersonFactory.create()).get("/rules/").content.decode()
    assert 'data-waiting="0"' in page
    assert "data-waiting" not in Client().get("/rules/").content.decode()


def test_page_of_a_game_has_that_among_its_own_scripts() -> None:
    person = PersonFactory.create()
    game = GameFactory.create(creator=person, running=True)
    page = signed_in(person).get(f"/games/{game.public_id}/").content.decode()
    assert "signed_in.js" not in page
    assert page.count("data-waiting=") == 1
    assert "clearAppBadge" in joined_file("play_en.js").content.decode()
