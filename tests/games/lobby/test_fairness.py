"""The order of commitment, nonces and first draw, and the grade that follows from it."""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
import time_machine

from accounts.models.person import Person
from games.engine.chance import Grade, Seeded, graded
from games.engine.side import EAST, WEST
from games.log import portable, position, verification
from games.models.game import Game
from games.reads.fairness import fairness
from games.services import joining, lobby, offers, play
from games.services.lobby import Computer, Myself, Opponent
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.games import GameFactory
from tests.kit import records

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def begun(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def graded_record(game: Game) -> Grade:
    """The grade that follows from nothing but the record of the game, which East gives up."""
    return graded_document(document_of(game))


def document_of(game: Game) -> records.Document:
    """Its record, once East has given it up."""
    play.resign(seat=game.seats.select_related("game").get(side=EAST))
    return records.document_of(begun(game))


def graded_document(document: records.Document) -> Grade:
    read = portable.read(records.written(document))
    verification.verify(read)
    return read.grade


@pytest.mark.parametrize(
    ("nonces", "nonce_hash", "grade"),
    [
        (("", ""), "", "unproved"),
        (("a", ""), "", "unproved"),
        (("", "b"), "00" * 32, "unproved"),
        (("a", "b"), "", "server-with-last"),
        (("a", "b"), "00" * 32, "nobody"),
    ],
)
def test_the_grade_follows_from_the_nonces(nonces: tuple[str, str], nonce_hash: str, grade: str) -> None:
    assert graded(nonces, nonce_hash) == grade


@pytest.mark.parametrize(
    ("first", "second", "before", "after"),
    [
        ("a", "b", Grade.SERVER_WITH_LAST, Grade.SERVER_WITH_LAST),
        ("a", "", Grade.SERVER_WITH_LAST, Grade.UNPROVED),
        ("", "b", Grade.UNPROVED, Grade.UNPROVED),
    ],
)
def test_an_open_game_is_proved_by_both(
    ieyasu: Person, mitsunari: Person, first: str, second: str, before: Grade, after: Grade
) -> None:
    game = GameFactory.create(creator=ieyasu, nonce=first)
    assert game.grade == before
    joining.join(game=game, person=mitsunari, nonce=second)
    assert begun(game).grade == after == graded_record(game)


def test_the_sentence_names_who_came_last(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu, side="west", nonce="a")
    assert "adds it last" in fairness(game)
    joining.join(game=game, person=mitsunari, nonce="b")
    assert "with East, who added randomness last," in fairness(begun(game))


@pytest.mark.parametrize("opponent", [Computer("ashigaru"), Myself()])
def test_alone_a_nonce_proves_something_only_after_an_offer(ieyasu: Person, opponent: Opponent) -> None:
    offer = offers.make()
    game = GameFactory.create(creator=ieyasu, opponent=opponent, nonce="mine", offer=offer.text)
    assert (game.public_id, game.commitment) == (offer.origin.public_id, offer.origin.commitment)
    assert hashlib.sha256(offer.origin.seed).hexdigest() == game.commitment
    assert graded_record(game) == Grade.SERVER_WITH_LAST
    assert (
        graded_record(GameFactory.create(creator=ieyasu, opponent=opponent, nonce="mine")) == Grade.UNPROVED
    )
    silent = GameFactory.create(creator=ieyasu, opponent=opponent, offer=offers.make().text)
    assert graded_record(silent) == Grade.UNPROVED


def test_a_computer_comes_first_with_its_name(ieyasu: Person) -> None:
    for side in (EAST, WEST):
        game = GameFactory.create(
            creator=ieyasu,
            opponent=Computer("ashigaru"),
            side=cast("lobby.SideChoice", side.label),
            nonce="mine",
            offer=offers.make().text,
        )
        assert (game.first, game.nonces[side]) == (side.enemy, "mine")
        assert game.nonces[side.enemy] == "ashigaru"


def test_draws_follow_from_the_offer_and_the_nonce(ieyasu: Person) -> None:
    offer = offers.make()
    game = GameFactory.create(creator=ieyasu, opponent=Computer("ashigaru"), nonce="mine", offer=offer.text)
    expected = Seeded(offer.origin.seed, offer.origin.public_id, ("mine", "ashigaru"))
    assert vars(position.chance_of(begun(game))) == vars(expected)


def test_an_offer_is_used_once(ieyasu: Person, mitsunari: Person) -> None:
    offer = offers.make().text
    game = GameFactory.create(creator=ieyasu, opponent=Myself(), nonce="a", offer=offer)
    for person in (ieyasu, mitsunari):
        with pytest.raises(Conflict) as refused:
            GameFactory.create(creator=person, opponent=Myself(), nonce="b", offer=offer)
        assert refused.value.code == "offer-used"
    assert Game.objects.get() == game


@pytest.mark.parametrize("age", [timedelta(days=1, seconds=2), timedelta(days=400)])
def test_an_old_offer_is_refused(ieyasu: Person, age: timedelta) -> None:
    with time_machine.travel(datetime.now(UTC) - age):
        offer = offers.make()
    with pytest.raises(Unacceptable) as refused:
        GameFactory.create(creator=ieyasu, opponent=Myself(), offer=offer.text)
    assert refused.value.code == "offer-expired"
    assert not Game.objects.exists()


def test_an_offer_works_for_a_day_and_is_of_this_installation(ieyasu: Person, settings: Any) -> None:
    with time_machine.travel(datetime.now(UTC) - timedelta(hours=23)):
        offer = offers.make()
    assert offers.opened(offer.text) == offer
    assert offer.origin.seed.hex() not in offer.text
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    assert offers.opened(offer.text) == offer
    settings.SECRET_KEY_FALLBACKS = []
    for text in (offer.text, "", "nonsense", "ä"):
        with pytest.raises(Unacceptable):
            offers.opened(text)


def test_a_record_of_an_earlier_release_is_what_it_was(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu, nonce="a")
    Game.objects.filter(pk=game.pk).update(first=None)
    joining.join(game=begun(game), person=mitsunari, nonce="b")
    document = document_of(game)
    assert (document["format"], "chance" in document) == (1, False)
    parts = [game.public_id, game.edition_text_id, str(game.revision), game.commitment, "a", "b"]
    assert document["genesis"] == hashlib.sha256("|".join(parts).encode()).hexdigest()
    assert graded_document(document) == Grade.SERVER_WITH_LAST
