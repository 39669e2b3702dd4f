"""The possible answers in words, as mails number them (games/story/answers.py)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from games.engine import options, view
from games.engine.actions import Action, Challenge, Deploy, Move
from games.engine.side import OTHER, SIDES
from games.story import Names, question
from games.story.answers import Answer, possible
from games.story.fight import fight
from games.story.marching import marching
from games.story.numbered import numbered
from tests.engine.golden.recording import names
from tests.kit.twins import twin
from tests.web.answers.positions import Asked, asked, one_of_each


def answers_of(each: Asked) -> list[Answer]:
    return possible(Names(each.rules), view(each.rules, each.state, each.side), each.options)


def completed(answer: Answer) -> Iterator[Action]:
    """The action of an answer: with the fewest items where it has some, and with the most."""
    if answer.items is None:
        yield answer.action
        return
    everything = [row.name for row in answer.items.rows for _copy in range(row.copies)]
    for count in {answer.items.least, answer.items.most}:
        yield answer.items.build(tuple(everything[:count]))


@pytest.mark.parametrize("key", one_of_each(), ids=" ".join)
def test_every_answer_is_legal_in_words_and_the_grave_ones_are_last(key: tuple[str, str]) -> None:
    each = one_of_each()[key]
    answers = answers_of(each)
    assert all(
        action in each.options for answer in answers for action in completed(answer) if not answer.warns
    )
    assert len({answer.line for answer in answers}) == len(answers)
    graves = [bool(answer.warns) for answer in answers]
    assert graves == sorted(graves)


@pytest.mark.parametrize("name", names()[::3])
def test_what_was_answered_is_among_the_answers(name: str) -> None:
    for each in asked(name):
        if isinstance(each.action, Deploy | Move):
            continue
        types = {type(answer.action) for answer in answers_of(each)}
        assert type(each.action) in types, each.options.decision


def test_movement_lists_the_enemies_within_reach_with_the_way_there() -> None:
    each = one_of_each()["movement", "Move"]
    seen = view(each.rules, each.state, each.side)
    found = marching(Names(each.rules), seen, each.options)
    assert found.has_targets
    targets = [
        line for row in found.rows for line in row.more if line.startswith(row.title.partition(" (")[0])
    ]
    assert any("enem" in target or "block" in target for target in targets)
    assert all("–" in target.partition(":")[0] for target in targets)  # noqa: RUF001 - as people write ways


@pytest.mark.parametrize("name", names()[::4])
def test_twins_that_differ_in_what_the_enemy_hides_have_the_same_answers(name: str) -> None:
    random = Random(name)
    for each in list(asked(name))[::5]:
        other = twin(each.rules, each.state, SIDES[OTHER[each.side]], random)
        said = []
        for state in (each.state, other):
            offered = options(each.rules, state, each.side)
            assert offered is not None
            spoken = (Names(each.rules), view(each.rules, state, each.side), offered)
            said.append(([answer.line for answer in possible(*spoken)], marching(*spoken)))
        assert said[0] == said[1]


@pytest.mark.parametrize("name", names()[::3])
def test_subjects_ask_for_a_challenge_only_where_one_can_be_made(name: str) -> None:
    for each in asked(name):
        if each.options.decision not in ("deploy", "window"):
            continue
        seen = view(each.rules, each.state, each.side)
        asks = question(Names(each.rules), seen, each.options)
        kinds = {type(answer.action) for answer in answers_of(each)}
        can = Challenge in kinds
        assert asks.brief.startswith("challenge ") == can
        assert asks.heading.startswith("Challenge ") == can
        assert can or asks.heading.startswith("Let ") == (each.options.decision == "window")
        asks_to_deploy = any(word in asks.heading for word in ("Deploy a block", "deploy, or stop"))
        assert asks_to_deploy == (Deploy in kinds)
        assert len(asks.brief.split()) <= 12


def test_things_that_are_alike_stand_in_one_line_with_their_letters() -> None:
    lines = [
        numbered(answers_of(each)).item_lines
        for name in names()[:3]
        for each in asked(name)
        if each.options.decision in ("losses", "retreat")
    ]
    assert any(re.match(r"\w+ and \w+\. each ", line) for some in lines for line in some)
    for some in lines:
        said = [line.partition(". ")[2] for line in some]
        assert len({*said}) == len(said)


def test_two_cards_that_are_alike_have_a_letter_each() -> None:
    names_of_discards = [
        [item.name for item in numbered(answers_of(each)).items.values()]
        for name in names()[:3]
        for each in asked(name)
        if each.options.decision == "discard"
    ]
    assert any(len({*found}) < len(found) for found in names_of_discards)


@pytest.mark.parametrize("name", names()[:3])
def test_a_fight_names_no_blocks_that_are_not_there(name: str) -> None:
    for each in asked(name):
        lines = fight(Names(each.rules), view(each.rules, each.state, each.side))
        assert not [line for line in lines if re.search(r"\b0 blocks|: \.", line)]
