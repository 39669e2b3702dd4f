"""Whatever is wrong with a position file, it is refused in words, or its answer is that of what it says."""

from random import Random

import pytest

from games.engine.errors import EngineError
from games.engine.position import PositionError, read, run, write
from games.rulebook.editions import ruleset
from tests.kit.mutated_positions import Mutator, originals, wrong_in_one_word

ORIGINALS = originals()
SHORT, LONG = 200, 10_000
ANSWERED, NO_POSITION, REFUSED = 0, 2, 3


def judged(text: str) -> int:
    """The exit status that ``manage.py position`` gives to a text; any other exception fails the test."""
    try:
        run(read(text, ruleset))
    except PositionError:
        return NO_POSITION
    except EngineError:
        return REFUSED
    return ANSWERED


def says_the_same_again(text: str) -> bool:
    """Whether the position can be written down, and what is written read as the same position."""
    first = read(text, ruleset)
    return read(write(first.rules, first.state), lambda *_: first.rules).state == first.state


@pytest.mark.parametrize("number", range(len(ORIGINALS)))
def test_no_word_or_number_of_a_position_is_passed_over(number: int) -> None:
    """In the gate a tenth of them, another one of each file."""
    wrong = list(wrong_in_one_word(ORIGINALS[number]))
    for text in wrong[number % 10 :: 10]:
        assert judged(text) == NO_POSITION, text


@pytest.mark.overnight
@pytest.mark.parametrize("number", range(len(ORIGINALS)))
def test_not_one_word_of_a_position_is_passed_over(number: int) -> None:
    for text in wrong_in_one_word(ORIGINALS[number]):
        assert judged(text) == NO_POSITION, text


@pytest.mark.parametrize("count", [SHORT, pytest.param(LONG, marks=pytest.mark.overnight)])
def test_a_position_with_mistakes_is_answered_only_where_it_still_is_one(count: int) -> None:
    """What is answered can be written down and says the same again, and each word of it counts."""
    random = Random(f"mistakes {count}")
    mutator = Mutator(random)
    answered = 0
    for _ in range(count):
        mutated = mutator.mutated()
        status = judged(mutated.text)
        if mutated.is_wrong:
            assert status == NO_POSITION, f"{mutated.how}\n{mutated.text}"
        if status == ANSWERED:
            answered += 1
            assert says_the_same_again(mutated.text), f"{mutated.how}\n{mutated.text}"
            misspelt = random.choice(list(wrong_in_one_word(mutated.text)) or ["q"])
            assert judged(misspelt) == NO_POSITION, f"{mutated.how}\n{misspelt}"
    assert answered > count // 30, "the mistakes are so many that nothing is left to answer"
