"""Portable records of games with chosen rules, imported where nobody has chosen them."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.engine.edition_layers import OPTIONAL
from games.engine.history import VIEWERS
from games.engine.referee import REFEREE
from games.engine.side import WEST
from games.log import portable, position
from games.log.portable import Unsound
from games.log.verification import verify
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.models.seat_change import SeatChange
from games.reads import queries
from games.reads.moments import Moments
from games.rulebook.editions import edition_ids, edition_text, ruleset
from games.services import importing
from tests.kit import records, replays
from tests.kit.commands import output_of
from tests.kit.editions import flipped
from tests.kit.log import unguarded
from tests.web.browsers import text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

EYES = (*VIEWERS, REFEREE)


def finished(edition: str, seed: int = 1, *, most: int = 100) -> Game:
    """A game with every rule chosen that may be, given up after so many requests."""
    return records.finished(seed, most=most, edition=edition, flags=flipped(edition), is_public=True)


def screens(game: Game) -> dict[int, list[dict[str, Any]]]:
    """What was shown at every moment, through all eyes there are."""
    actual = {eyes: Moments(game, eyes) for eyes in EYES}
    return {eyes: [each.view(number) for number in range(1, each.last + 1)] for eyes, each in actual.items()}


def forget_everything() -> None:
    """An empty database."""
    with unguarded():
        Entry.objects.all().delete()
        SeatChange.objects.all().delete()
        Game.objects.all().delete()
        EditionText.objects.all().delete()


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_with_rules_of_its_own_is_the_same_game_elsewhere(edition: str, tmp_path: Path) -> None:
    """Exported, verified and taken in where nobody knows its text; verified there, and stepped through."""
    game = finished(edition)
    file = tmp_path / "record.json"
    output_of("export_game", game.public_id, "-o", file)
    before, document = screens(game), json.loads(file.read_bytes())
    forget_everything()

    assert f"edition {edition}" in output_of("verify_game", file)
    output_of("import_game", file)
    taken = Game.objects.get(public_id=game.public_id)
    assert taken.pk != game.pk
    assert "all as the seed gives them" in output_of("verify_game", taken.public_id)
    assert json.loads(output_of("export_game", taken.public_id)) == records.of_nobody(document)
    replays.check(taken)

    chosen = flipped(edition)
    assert position.rules_of(taken).digest == ruleset(edition, chosen).digest
    assert queries.pinned(taken.edition_text_id).chosen == chosen
    assert screens(taken) == before
    assert len(before[REFEREE]) > len(before[WEST]) > 20


@pytest.mark.parametrize("edition", edition_ids())
def test_imported_pages_show_the_chosen_rules(edition: str) -> None:
    document = records.document_of(finished(edition, most=20))
    forget_everything()
    game = importing.take_in(portable.read(records.written(document)), is_public=True)
    browser = Client()
    last = Moments(game, REFEREE).last
    for path in (f"/games/{game.public_id}/moments/{number}/?as=referee" for number in (1, last // 2, last)):
        assert browser.get(path).status_code == 200
    page = text(browser.get(f"/editions/{game.edition_text_id}/"))
    assert page.count("Chosen for the game.") == len(OPTIONAL)


def test_without_what_was_chosen_what_was_done_in_it_is_illegal() -> None:
    """Its hashes are made to fit; but it was legal by the rules it was played by, and by no others."""
    found = set()
    for seed in (2, 4, 5):
        document = records.document_of(finished("kessen", seed))
        document["edition_text"] = edition_text("kessen")
        records.chain_again(document)
        with pytest.raises(Unsound) as refused:
            verify(portable.read(records.written(document)))
        found.add(refused.value.code)
    assert "illegal-action" in found


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ("weeks = 9", '"weeks" is not for players to choose'),
        ("disk_points = 1", '"disk_points" is 1; it can be 0 or 2'),
    ],
)
def test_record_with_an_impossible_choice_is_refused(chosen: str, sentence: str) -> None:
    document = records.from_elsewhere(most=20)
    document["edition_text"] += f"\n[chosen]\n{chosen}\n"
    records.chain_again(document)
    with pytest.raises(Unsound) as refused:
        importing.take_in(portable.read(records.written(document)))
    assert refused.value.code == "unplayable-edition"
    assert sentence in refused.value.parameters["reason"]
    assert not Game.objects.exists()
