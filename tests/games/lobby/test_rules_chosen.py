"""A game uses the rules of its edition, with those chosen for it."""

from typing import Any

import msgspec
import pytest

from accounts.models.person import Person
from games.log import position
from games.models.game import EditionText, Game
from games.reads import queries
from games.rulebook import editions
from games.rulebook.editions import edition_ids, ruleset
from games.services.lobby import Myself
from games.story import Names, refusal
from sekigahara.errors.exceptions import Unacceptable
from tests.factories.games import GameFactory
from tests.kit.editions import flipped

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_is_played_by_its_edition(ieyasu: Person, edition: str) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Myself(), edition=edition)
    assert game.edition == edition
    assert position.rules_of(game).edition == ruleset(edition).edition
    assert queries.pinned(game.edition_text_id).chosen == {}


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_is_played_by_the_rules_chosen_for_it(ieyasu: Person, edition: str) -> None:
    own = msgspec.structs.asdict(ruleset(edition).edition.flags)
    flags = flipped(edition)
    game = GameFactory.create(creator=ieyasu, opponent=Myself(), edition=edition, flags=flags)
    played = position.rules_of(game)
    assert msgspec.structs.asdict(played.edition.flags) == own | flags
    assert game.edition_text_id != ruleset(edition).digest
    pinned = queries.pinned(game.edition_text_id)
    assert (pinned.chosen, pinned.whole, pinned.own) == (flags, played.edition, ruleset(edition).edition)


def test_value_of_the_edition_is_not_stored_as_a_choice(ieyasu: Person) -> None:
    """So the same rules have the same text, whoever filled in what."""
    for flags in ({}, {"disk_points": 2}, {"disk_points": 2, "disk_leadership": True}):
        game = GameFactory.create(creator=ieyasu, flags=flags)
        assert game.edition_text_id == ruleset("kessen").digest
    assert EditionText.objects.count() == 1


def test_the_same_choices_are_the_same_text_in_whatever_order(ieyasu: Person) -> None:
    orders: list[dict[str, Any]] = [
        {"disk_points": 0, "disk_leadership": False},
        {"disk_leadership": False, "special_bonus_per_earlier": 1, "disk_points": 0},
    ]
    games = [GameFactory.create(creator=ieyasu, flags=flags) for flags in orders]
    assert games[0].edition_text_id == games[1].edition_text_id


@pytest.mark.parametrize(
    ("flags", "code", "sentence"),
    [
        ({"weeks": 8}, "no-such-flag", "“weeks” is not an optional rule."),
        ({"disk_model": "in-castle"}, "no-such-flag", "Choose from: discard_rounding, "),
        ({"disk_points": 1}, "bad-flag", "The rule “disk_points” cannot have this value."),
        ({"disk_points": False}, "bad-flag", "Choose from: 0, 2."),
        ({"disk_leadership": 1}, "bad-flag", "Choose from: false, true."),
        ({"discard_rounding": "up"}, "bad-flag", "Choose from: down, choice."),
    ],
)
def test_invalid_choice_is_refused_in_words_and_makes_no_game(
    ieyasu: Person, flags: dict[str, Any], code: str, sentence: str
) -> None:
    with pytest.raises(Unacceptable) as refused:
        GameFactory.create(creator=ieyasu, flags=flags)
    assert refused.value.code == code
    assert sentence in refusal(Names(ruleset("kessen")), refused.value)
    assert not Game.objects.exists()


def test_a_game_keeps_its_rules_when_the_file_is_corrected(
    ieyasu: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = {"disk_points": 0}
    game = GameFactory.create(creator=ieyasu, opponent=Myself(), flags=flags)
    corrected = editions.edition_text("kessen").replace('name   = "Kessen"', 'name   = "Kessen, corrected"')
    monkeypatch.setattr(editions, "edition_text", lambda _edition: corrected)
    later = GameFactory.create(creator=ieyasu, opponent=Myself(), flags=flags)
    names = [queries.pinned(each.edition_text_id).whole.name for each in (game, later)]
    assert names == ["Kessen", "Kessen, corrected"]
