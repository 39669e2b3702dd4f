"""Files that pages fetch as one: everything is in them, and browsers may keep them for good."""

import gzip
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from sekigahara.server import joined_files
from sekigahara.server.joined_files import FIRST_MODULES, SHEETS, joined, joined_file, modules
from tests.kit.processes import PROJECT

SCRIPTS = [f"{name}_en.js" for name in FIRST_MODULES]
SCRIPT = SCRIPTS[0]
PLAY = PROJECT / "games" / "static" / "play"
TOP_LEVEL = re.compile(r"^(?:export )?(?:async )?(?:const|let|var|class|function)\*? +(\w+)", re.MULTILINE)


def content(name: str) -> str:
    return bytes(Client().get(joined(name)).getvalue()).decode()


@pytest.mark.parametrize("name", SHEETS)
def test_a_joined_sheet_has_all_of_its_parts_in_order(name: str) -> None:
    text, at = content(name), 0
    for _media, parts in SHEETS[name]:
        for part in parts:
            at = text.index(Path(str(finders.find(part))).read_text(encoding="utf-8"), at)


def test_every_part_is_at_the_address_its_own_links_are_relative_to() -> None:
    assert not [part for each in SHEETS.values() for _media, parts in each for part in parts if "/" in part]


def test_dark_colours_are_for_screens_that_want_them() -> None:
    dark = content("pages_light.css"), content("pages_dark.css"), content("pages.css")
    assert ["@media screen {" in text for text in dark] == [False, True, False]
    assert ["@media screen and (prefers-color-scheme: dark) {" in text for text in dark] == [
        False,
        False,
        True,
    ]


def test_every_module_is_in_a_joined_script() -> None:
    joined_texts = {text for name in FIRST_MODULES for text in modules(name)}
    assert joined_texts == {path.read_text(encoding="utf-8") for path in PLAY.glob("*.js")}


@pytest.mark.parametrize("name", FIRST_MODULES)
def test_a_joined_script_has_each_module_once_after_those_it_imports(name: str) -> None:
    texts = modules(name)
    assert set(Counter(texts).values()) == {1}
    assert texts[-1] == Path(str(finders.find(FIRST_MODULES[name]))).read_text(encoding="utf-8")
    assert not re.search(r"^(?:import|export)\b", content(f"{name}_en.js"), re.MULTILINE)


def test_the_joined_script_begins_with_the_sentences_of_its_language() -> None:
    assert content(SCRIPT).index("django.gettext = ") < content(SCRIPT).index("const catalogue = ")
    with pytest.raises(KeyError):
        joined_file("play_xx.js")


@pytest.mark.parametrize(("name", "known"), [("play", "Movement"), ("replay", "Replay")])
def test_no_two_modules_of_a_script_have_the_same_name_at_their_top(name: str, known: str) -> None:
    names = Counter(name for text in modules(name) for name in TOP_LEVEL.findall(text))
    assert names[known] == 1
    assert {name for name, count in names.items() if count > 1} == set()


@pytest.mark.services
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_joined_script_is_one_module(name: str, tmp_path: Path) -> None:
    script = tmp_path / "joined.mjs"
    script.write_text(content(name), encoding="utf-8")
    node = shutil.which("node")
    assert node
    subprocess.run([node, "--check", str(script)], check=True, capture_output=True)


@pytest.mark.parametrize("name", [*SHEETS, *SCRIPTS])
def test_a_browser_keeps_a_file_for_good_at_the_address_of_its_content_alone(name: str) -> None:
    browser = Client()
    for address in (joined(name), joined(name).partition("?")[0], f"{joined(name)}0"):
        response = browser.get(address)
        assert response.status_code == 200
        is_current = address == joined(name)
        assert response["Cache-Control"] == (joined_files.KEPT_FOR_GOOD if is_current else "no-cache")


def test_a_browser_that_reads_gzip_gets_the_same_in_fewer_bytes() -> None:
    response = Client().get(joined(SCRIPT), headers={"accept-encoding": "gzip, br"})
    packed = bytes(response.getvalue())
    assert (response["Content-Encoding"], response["Vary"]) == ("gzip", "Accept-Encoding")
    assert int(response["Content-Length"]) == len(packed) < len(content(SCRIPT)) / 2
    assert gzip.decompress(packed).decode() == content(SCRIPT)


def test_joined_file_can_only_be_read() -> None:
    assert Client().post(joined(SCRIPT)).status_code == 405
    head = Client().head(joined(SCRIPT))
    assert (head.status_code, bytes(head.getvalue())) == (200, b"")


def test_unknown_name_has_no_joined_file() -> None:
    with pytest.raises(KeyError):
        joined_file("other.css")


def test_fonts_are_kept_for_good() -> None:
    response = Client().get("/static/fonts/alegreya-latin-400-normal.woff2")
    assert bytes(response.getvalue()).startswith(b"wOF2")
    assert "immutable" in response["Cache-Control"]
