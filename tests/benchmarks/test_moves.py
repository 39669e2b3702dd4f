"""What the service is timed with is what it accepts."""

from itertools import islice

import pytest

from games.models.game import Game
from tests.benchmarks.load import Heard, post_of
from tests.benchmarks.moves import enough_moves, moves, new_game
from tests.benchmarks.outcome import UnexpectedAnswerError
from tests.benchmarks.service import submit
from tests.kit import replays

pytestmark = pytest.mark.django_db(transaction=True)  # a request gives its connection back


def test_a_game_goes_as_foreseen() -> None:
    game, tokens = new_game()
    for move in islice(moves(game, tokens), 60):
        submit(move)
    replays.check(Game.objects.get(pk=game.pk))


def test_a_move_that_was_made_is_refused() -> None:
    move = next(moves(*new_game()))
    submit(move)
    with pytest.raises(UnexpectedAnswerError, match=r"^412"):
        submit(move)


def test_enough_moves_gives_the_wanted_number() -> None:
    assert len(list(enough_moves(450))) == 450
    assert Game.objects.count() > 1


def test_a_move_is_a_request_with_all_its_headers() -> None:
    move = next(moves(*new_game()))
    head, _, body = post_of(move).partition(b"\r\n\r\n")
    assert head.startswith(f"POST {move.path} HTTP/1.1\r\n".encode())
    assert f"If-Match: {move.tag}".encode() in head
    assert f"Content-Length: {len(move.body)}".encode() in head
    assert body == move.body


def test_percentiles_of_what_was_heard() -> None:
    heard = Heard()
    heard.seconds = [number / 100 for number in range(200, 0, -1)]
    assert (heard.percentile(50), heard.percentile(99)) == (1.01, 1.99)
