"""The sentences for decisions use everything that the side may know."""

from typing import get_args

import pytest
from django.utils.functional import Promise

from games import engine
from games.engine import SIDES
from games.engine.decisions import PlayerDecision
from games.rulebook.editions import ruleset
from games.story import TASKS, Names, Question, question, sentence
from games.story.decisions import AWAITED, IN_BRIEF
from tests.kit import random_play
from tests.kit.positions import Table, position, under

KESSEN = ruleset("kessen")
NAMES = Names(KESSEN)

SHORT = 75  # characters that are still read in a list of mails

BATTLE = """
    east.at.suwa = "ii-naomasa, tokugawa-two-mon x3"
    east.hand = "tokugawa-special, tokugawa-plain x3"
    west.at.suwa = "{west}"
    west.hand = "{held}"

    [combat]
    location = "suwa"
    {rest}
"""


def asked_of(table: Table, side: str) -> Question:
    offered = table.offered(side)
    assert offered is not None, f"{side} is asked nothing"
    return question(Names(table.rules), table.view(side), offered)


def battle(west: str = "mori-two-mon x2", rest: str = "", held: str = "mori-plain x2") -> Table:
    return position(BATTLE.format(west=west, rest=rest, held=held))


def test_every_decision_has_a_question() -> None:
    words = {decision.__struct_config__.tag for decision in get_args(PlayerDecision)}
    assert set(TASKS) == set(AWAITED) | {"replace-bid"} == words | {"replace-bid"}
    assert set(IN_BRIEF) == set(TASKS) | {"window-or-deploy", "let-stand", "stop"}
    assert all(isinstance(text, Promise) for text in (*TASKS.values(), *AWAITED.values()))


@pytest.mark.parametrize(
    ("text", "side", "task"),
    [
        pytest.param(
            'week = 2\npending = "discard"\neast.hand = "date-plain x6"\nwest.hand = "mori-plain x2"',
            "east",
            "Choose 3 cards to discard.",
            id="discards",
        ),
        pytest.param(
            'week = 2\npending = "discard"\neast.hand = "date-plain x6"\nwest.hand = "mori-plain x2"',
            "west",
            "Choose 1 card to discard.",
            id="one discard",
        ),
        pytest.param(
            'pending = "bid"\neast.hand = "date-plain"\nwest.hand = "mori-plain"',
            "west",
            "Bid a card for turn order.",
            id="bid",
        ),
        pytest.param(
            'pending = { west = "bid" }\neast.bid = "date-plain"\nwest.hand = "mori-plain"',
            "east",
            "Bid another card for turn order, if you like.",
            id="a bid laid down",
        ),
        pytest.param('pending = "order west"', "west", "Go first or second this week.", id="order"),
        pytest.param('pending = "level"', "east", "Choose the movement level.", id="level"),
        pytest.param(
            'east.at.edo = "ieyasu"\neast.recruitment = "date-two-mon"',
            "east",
            "Move, muster or end the movement phase.",
            id="movement",
        ),
        pytest.param(
            'east.at.edo = "ieyasu"', "east", "Move a stack or end the movement phase.", id="nobody to muster"
        ),
        pytest.param(
            'active = "west"\nlevel = "none"\nwest.hand = "mori-plain"\nwest.mori_box = "mori-two-mon"',
            "west",
            "Bring the Mori or end the movement phase.",
            id="the Mori alone",
        ),
        pytest.param(
            'pending = "declare"\n'
            'east.at = { suwa = "ieyasu", kiso = "date-two-mon" }\n'
            'west.at = { suwa = "mori-two-mon", kiso = "mori-three-mon" }',
            "east",
            "Choose where to fight next, at Kiso or Suwa.",
            id="declare",
        ),
        pytest.param(
            'pending = "fight-combats"\neast.at.gifu = "ieyasu"\nwest.at.gifu = "ukita-two-mon"',
            "west",
            "Let your blocks at Gifu stay inside the walls, or come out to fight.",
            id="stance",
        ),
    ],
)
def test_questions_before_a_fight(text: str, side: str, task: str) -> None:
    asked = asked_of(position(text), side)
    assert asked.task == task
    assert asked.heading == task.removesuffix(".")


def test_a_deployment_is_asked_by_the_name_of_the_battle() -> None:
    asked = asked_of(battle(), "east")
    assert asked.brief == "your deployment at Suwa"
    assert asked.task == "Deploy a block in the battle of Suwa, or stop."


def test_a_siege_is_no_battle() -> None:
    p = position(
        """
        east.at.gifu = "ieyasu"
        east.hand = "tokugawa-plain"
        west.at.gifu = "ukita-two-mon"

        [combat]
        location = "gifu"
        siege = true
        """
    )
    assert asked_of(p, "east").task == "Deploy a block in the siege of Gifu, or stop."


def test_a_window_says_which_block_was_deployed_with_what_where() -> None:
    """West has nobody left to deploy, so that the window is all it is asked."""
    deployed = 'west.deployed = "mori-two-mon with mori-plain"'
    p = battle(west="mori-two-mon", rest=deployed, held="west-loyalty")
    p.play("east", "deploy", blocks="ii-naomasa", card="tokugawa-special")
    assert p.pending == [("west", "window")]
    assert asked_of(p, "west") == Question(
        heading="Challenge Ii Naomasa at Suwa?",
        task=(
            "Decide whether to challenge the loyalty of Ii Naomasa, deployed with a special attack of the "
            "Tokugawa at Suwa."
        ),
        brief="challenge Ii Naomasa at Suwa?",
    )


def test_side_without_a_challenge_is_asked_to_accept_the_deployment() -> None:
    p = battle(west="mori-two-mon", rest='west.deployed = "mori-two-mon with mori-plain"')
    p.play("east", "deploy", blocks="ii-naomasa", card="tokugawa-special")
    assert asked_of(p, "west") == Question(
        heading="Let Ii Naomasa stand",
        task=(
            "You have no loyalty challenge card: let Ii Naomasa, deployed with a special attack of the "
            "Tokugawa at Suwa, stand."
        ),
        brief="let Ii Naomasa stand at Suwa",
    )


def test_side_that_cannot_challenge_is_asked_to_deploy() -> None:
    p = battle()
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "deploy")]
    asked = asked_of(p, "west")
    assert asked.task == "Deploy a block in the battle of Suwa, or stop."
    assert asked.brief == "your deployment at Suwa"


def test_a_window_in_a_turn_to_deploy_asks_for_both() -> None:
    p = battle(held="mori-plain x2, west-loyalty")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "deploy")]
    assert asked_of(p, "west") == Question(
        heading="Challenge Tokugawa two-mon, deploy, or stop",
        task=(
            "Challenge the loyalty of Tokugawa two-mon, deployed with a plain card of the Tokugawa at Suwa, "
            "deploy a block yourself, or stop."
        ),
        brief="challenge Tokugawa two-mon at Suwa, or deploy?",
    )


def test_a_window_does_not_ask_to_deploy_what_no_card_brings() -> None:
    p = battle(held="west-loyalty")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "deploy")]
    asked = asked_of(p, "west")
    assert asked.heading == "Challenge Tokugawa two-mon, or stop"
    assert asked.task.endswith(", or stop: you cannot deploy another block.")
    assert asked.brief == "challenge Tokugawa two-mon at Suwa?"


@pytest.mark.parametrize(
    ("impact", "task"),
    [
        (7, "Choose 1 block to lose at Ueda, or the disk of Sanada Masayuki instead."),
        (14, "Choose 2 blocks to lose at Ueda, or the disk of Sanada Masayuki in place of one."),
    ],
)
def test_losses_speak_of_a_disk_that_may_go_in_place_of_a_block(impact: int, task: str) -> None:
    p = under(
        "gmt-2016",
        f"""
        pending = "take-losses"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "mori-two-mon x3"
        [combat]
        location = "ueda"
        siege = true
        east.impact = {impact}
        """,
    )
    assert asked_of(p, "west").task == task


def test_a_disk_lost_while_blocks_remain_is_told_and_no_castle_fell() -> None:
    p = under(
        "gmt-2016",
        """
        pending = "take-losses"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "mori-two-mon x2"
        [combat]
        location = "ueda"
        siege = true
        east.impact = 14
        """,
    )
    p.play("west", "losses", blocks=["sanada", "mori-two-mon-1"])
    names = Names(p.rules)
    actual = [sentence(names, event) for event in p.told("public")]
    assert actual[:2] == ["West lost Mori two-mon.", "Sanada Masayuki fell at Ueda."]
    assert not any("castle" in each for each in actual)


@pytest.mark.parametrize(
    ("edition", "count", "task"),
    [
        ("kessen", 5, "Choose 2 cards to discard."),
        ("gmt-2011", 5, "Choose 2 or 3 cards to discard."),
        ("gmt-2011", 4, "Choose 2 cards to discard."),
        ("gmt-2011", 1, "Choose up to 1 card to discard."),
    ],
)
def test_discards_say_how_many_may_go(edition: str, count: int, task: str) -> None:
    text = f'week = 3\npending.east = "discard"\npending.west = "bid"\neast.hand = "tokugawa-plain x{count}"'
    assert asked_of(under(edition, text + '\nwest.hand = "mori-plain"'), "east").task == task


@pytest.mark.parametrize(("count", "task"), [(1, "Choose 1 block"), (3, "Choose 3 blocks")])
def test_losses_say_how_many_and_where(count: int, task: str) -> None:
    p = position(
        f"""
        pending = "losses west {count}"
        east.at.suwa = "ieyasu"
        west.at.suwa = "mori-two-mon x4"

        [combat]
        location = "suwa"
        east.impact = {7 * (count - 1) + 1}
        """
    )
    assert asked_of(p, "west").task == f"{task} to lose at Suwa."


@pytest.mark.parametrize(
    ("place", "task"),
    [
        ("suwa", "Choose where to retreat from Suwa."),
        ("gifu", "Choose where to retreat from Gifu, and who stays in the castle."),
    ],
)
def test_a_retreat_speaks_of_the_castle_where_there_is_one(place: str, task: str) -> None:
    p = position(
        f"""
        pending = "beat-retreat"
        east.at.{place} = "tokugawa-two-mon x2"
        west.at.{place} = "mori-two-mon x2"

        [combat]
        location = "{place}"
        east.impact = 5
        """
    )
    assert asked_of(p, "west").task == task


def test_all_that_is_asked_in_a_game_can_be_said() -> None:
    """In a list, in a heading, and of a bid that is laid down."""
    said: set[str] = set()
    for number in range(15):
        for step in random_play.game(KESSEN, f"asked/{number}"):
            for side in SIDES:
                offered = engine.options(KESSEN, step.after, side)
                if offered is not None:
                    asked = question(NAMES, engine.view(KESSEN, step.after, side), offered)
                    assert not asked.heading.endswith(".")
                    assert asked.heading[0].isupper()
                    assert asked.task[0].isupper()
                    assert asked.task.endswith(".")
                    assert len(asked.brief) <= SHORT
                    said.add(offered.decision)
    assert said == set(TASKS)
