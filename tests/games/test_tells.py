"""Opponents of a computer player cannot tell what it holds, until it shows it.

Each decision of whole games is put to the player again as it would be with other secrets: a twin of the
position, in which the player's own hand, or its own hidden blocks, are dealt again. What it then does must
look the same to its opponent, and come at the same time, unless one of the two shows a card or blocks that
the other could not have shown.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
import time_machine
from django.db import transaction

from games.bots import players
from games.bots.noticed import fingerprint, noticed
from games.engine import Ruleset, Side, options, view
from games.engine.components import Components
from games.engine.side import EAST, WEST
from games.engine.state import State
from games.log import position
from games.models.log import Entry
from games.models.seat import Seat
from games.rulebook.editions import edition_ids, ruleset
from games.services.computers import act
from games.simulation import arena
from tests.games.test_unseen import START, outside
from tests.kit import cached_positions
from tests.kit.masked_heads import chain_values_masked
from tests.kit.table import Table
from tests.kit.twins import Held, twin

DECISIONS = pytest.mark.parametrize("decisions", [50, pytest.param(400, marks=pytest.mark.overnight)])
"""Compared, of each player in each edition, with twins of each sort."""
EVERY = 3
"""One of so many is compared."""
ANSWERS = 12
"""Compared in a stored game."""
PLANS = 6
"""Battles that are compared."""
SHOWING = ("deploy", "challenge", "level", "mori", "muster", "losses")
SEALED = ("bid", "discard")
"""Answers that show cards or blocks, and those that do if the opponent's are sealed already."""
PLAYERS = pytest.mark.parametrize(
    "name", [name for name in sorted(players.PLAYERS) if not players.rehearses(name)]
)
"""Those that rehearse move as people do, by what they hold; in all else they are ashigaru."""
EDITIONS = pytest.mark.parametrize("edition", edition_ids())


class Question(NamedTuple):
    """What a computer player is asked, and with what."""

    state: State
    view: dict[str, Any]
    options: dict[str, Any]


def question(rules: Ruleset, state: State, side: Side) -> Question:
    """What a side is asked there."""
    offered = options(rules, state, side)
    assert offered is not None
    return Question(state, *arena.json_of([view(rules, state, side), offered.describe()]))


# ---- what could be noticed


def may_be_noticed(rules: Ruleset, asked: Question) -> set[tuple[Any, ...]]:
    """How every answer would look but a stack move, and a deployment of who must not fall."""
    fatal = {block.id for block in rules.edition.blocks if block.fatal}
    found: set[tuple[Any, ...]] = set()
    for shape in asked.options["answers"]:
        for row in shape.get("choices", ()):
            if fatal.isdisjoint(row["action"].get("blocks", ())):
                found.add(noticed(row["action"]))
        if shape["shape"] == "subset":
            for number in range(shape["least"], shape["most"] + 1):
                found.add(noticed({**shape["action"], shape["field"]: ["one"] * number}))
    return found


def tells(rules: Ruleset, asked: Question, other: Question, answer: Any, instead: Any) -> bool:
    """Whether the two answers look different though each could have been given in both positions."""
    looks, differs = noticed(answer), noticed(instead)
    if looks == differs:
        return False
    there, here = may_be_noticed(rules, other), may_be_noticed(rules, asked)
    # The way of a stack is open to whatever blocks are in it.
    return (looks[0] == "move" or looks in there) and (differs[0] == "move" or differs in here)


# ---- twins


def of_cards(rules: Ruleset, state: State, side: Side, random: Random) -> State:
    """A twin with another hand."""
    held = Held(blocks=rules.components.whole_army[side], window=True)
    return twin(rules, state, side, random, held)


def of_blocks(rules: Ruleset, state: State, side: Side, random: Random) -> State:
    """A twin with other hidden blocks; those that lead stay: that an army is led is a wish of its own."""
    kinds = {block.id for block in rules.edition.blocks if block.daimyo or block.fatal}
    army = rules.components.blocks[side]
    leading = sum(1 << number for number, block in enumerate(army) if block.kind in kinds)
    hand = tuple(kind for kind, held in enumerate(state.hand[side]) for _ in range(held))
    return twin(rules, state, side, random, Held(blocks=leading, hand=hand, window=True))


TWINS = {"cards": of_cards, "blocks": of_blocks}


def types_held(c: Components, state: State, side: Side) -> set[str]:
    return {card.type for card, held in zip(c.cards[side], state.hand[side], strict=True) if held}


def watch(edition: str, name: str, what: str, most: int) -> Counter[str]:
    """Ask a player in whole games, and some of it again in twins, so many times.

    Returns:
        How often it was asked, how often that was compared and in which decision, and how often one of two
        hands alone held each type of card.
    """
    rules, seen = ruleset(edition), Counter[str]()
    random = Random(f"{edition}|{name}|{what}")
    for number in count():
        seated = arena.seat(rules, (name, name), f"asked/{number}")
        for entry in arena.play(rules, seated, f"asked/{number}"):
            if entry.side is None:
                continue
            seen["asked"] += 1
            if seen["asked"] % EVERY:
                continue
            other = TWINS[what](rules, entry.before, entry.side, random)
            compare(rules, seated[entry.side], entry, other)
            seen.update(("compared", entry.decision))
            hands = (types_held(rules.components, each, entry.side) for each in (entry.before, other))
            seen.update(next(hands) ^ next(hands))
            if seen["compared"] == most:
                return seen
    raise AssertionError


def compare(rules: Ruleset, player: players.Player, entry: arena.Played, other: State) -> None:
    """Fail if the player, asked in the twin, does what shows which of the two it is in."""
    side = entry.side
    assert side is not None
    one, two = question(rules, entry.before, side), question(rules, other, side)
    assert fingerprint(one.view) == fingerprint(two.view)
    answer = arena.json_of(entry.outcome)
    instead = player.choose(two.view, two.options)
    told = f"{entry.decision}: {answer} with {one.view['mine']}\n{instead} with {two.view['mine']}"
    assert not tells(rules, one, two, answer, instead), told


@PLAYERS
@EDITIONS
@pytest.mark.parametrize("what", TWINS)
@DECISIONS
def test_actions_of_a_computer_show_nothing_of_its_hand(
    edition: str, name: str, what: str, decisions: int
) -> None:
    seen = watch(edition, name, what, decisions)
    assert seen["compared"] == decisions
    assert seen["deploy"] + seen["window"] > 0
    assert seen["movement"] > 0
    if what == "cards":
        missing = {"loyalty", "double", "special"} - set(seen)
        assert not missing, "no two hands differ in these"


# ---- loyalty windows


def with_challenges(rules: Ruleset, state: State, side: Side, *, held: bool) -> State | None:
    """The position with a loyalty challenge in that hand, or with none; None if the cards do not allow it."""
    other = state.copy()
    hand, deck, loyalty = other.hand[side], other.deck[side], rules.components.loyalty[side]
    unseen = [kind for kind, count in enumerate(hand) if count > other.shown[side][kind] and kind != loyalty]
    if held and not hand[loyalty]:
        if not (unseen and deck[loyalty]):
            return None
        _exchange(hand, deck, unseen[0], loyalty)
    while hand[loyalty] and not held:
        drawn = next((kind for kind, count in enumerate(deck) if count and kind != loyalty), None)
        if drawn is None:
            return None
        _exchange(hand, deck, loyalty, drawn)
    return other


def _exchange(hand: list[int], deck: list[int], out: int, into: int) -> None:
    hand[out] -= 1
    deck[out] += 1
    hand[into] += 1
    deck[into] -= 1


@EDITIONS
def test_whether_ashigaru_holds_a_challenge_shows_in_nothing_but_the_challenge(edition: str) -> None:
    """In every window, folded or not, it passes alike; it challenges or, wishing to, would have."""
    rules, seen = ruleset(edition), Counter[str]()
    for number in count():
        seated = arena.seat(rules, ("ashigaru", "ashigaru"), f"windows/{number}")
        for entry in arena.play(rules, seated, f"windows/{number}"):
            combat, side = entry.before.combat, entry.side
            if side is None or combat is None or combat.window is None:
                continue
            answers = [
                seated[side].choose(*question(rules, state, side)[1:])
                for held in (True, False)
                if (state := with_challenges(rules, entry.before, side, held=held)) is not None
            ]
            assert all("rest_of_battle" not in answer for answer in answers)
            if len(answers) < 2 or answers[0]["type"] == "challenge":
                seen[entry.decision + " challenged"] += len(answers) == 2
                continue
            same_cards = answers[0].get("card") == answers[1].get("card")
            assert noticed(answers[0]) == noticed(answers[1]) or not same_cards
            if entry.decision == "window":
                assert answers[0] == answers[1] == {"type": "pass"}
            seen[entry.decision] += 1
        if min(seen["window"], seen["deploy"]) > 5 and seen["window challenged"]:
            return


# ---- in stored games


@pytest.mark.django_db
@pytest.mark.embedded
@PLAYERS
def test_an_answer_comes_at_once_and_the_same_whatever_it_holds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Views, options, versions, times and mails of the opponent, with the computer's hand dealt again."""
    # The log leads to the hands that were dealt, and would stop the game.
    monkeypatch.setattr(position, "refuse_another", lambda *_: None)
    table, random, seen = Table(3), Random(3), Counter[str]()
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer=name)
    while seen.total() < ANSWERS and not table.game.is_over:
        with time_machine.travel(START + timedelta(hours=seen.total()), tick=False):
            if not table.seat(WEST).asked:
                table.submit(EAST)
                continue
            where = position.load(table.game)
            other = of_cards(where.rules, where.state, WEST, random)
            with chain_values_masked():
                mine, theirs = (answered(table, each) for each in (where.state, other))
            if noticed(mine.answer) == noticed(theirs.answer) and not mine.shows:
                assert mine.told == theirs.told, mine.answer
                seen[mine.answer["type"]] += 1
            assert act(table.seat(WEST), name)
    assert seen.total() == ANSWERS
    assert {"bid", "end-movement"} <= set(seen)


class Answered(NamedTuple):
    """What a computer player did, whether that showed cards or blocks, and what its opponent then knew."""

    answer: Any
    shows: bool
    told: bytes


def answered(table: Table, state: State) -> Answered:
    """Have West's computer player act in that position of the table's game, and take it back."""
    begun = transaction.savepoint()
    cached_positions.put(table.game, state)
    seat = table.seat(WEST)
    assert act(seat, seat.computer)
    entry = Entry.objects.filter(game=table.game, side=WEST).order_by("-seq")[0]
    answer = json.loads(entry.body)
    shows = answer["type"] in SHOWING or bool(answer.get("leader")) or "force_march" in entry.body
    told = msgspec.json.encode(outside(table, WEST))
    transaction.savepoint_rollback(begun)
    return Answered(answer, shows or (answer["type"] in SEALED and EAST not in table.asked()), told)


# ---- plans


@pytest.mark.django_db
@pytest.mark.embedded
def test_plans_of_a_computer_go_on_whatever_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it answers with the opponent's click, or is asked, in battles with its hand dealt again."""
    # The log leads to the hands that were dealt, and would stop the game.
    monkeypatch.setattr(position, "refuse_another", lambda *_: None)
    random, compared = Random(5), 0
    for number in count():
        table = Table(number)
        Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
        while not table.game.is_over and compared < PLANS:
            if not table.seat(WEST).asked:
                table.submit(EAST)
                continue
            where = position.load(table.game)
            if table.seat(WEST).asked == "deploy" and where.state.combat and not where.state.combat.siege:
                other = of_cards(where.rules, where.state, WEST, random)
                mine, theirs = (moments(table, each) for each in (where.state, other))
                if mine[0] == theirs[0]:
                    assert mine == theirs
                    compared += mine[0] == "deploy"
            assert act(table.seat(WEST), "ashigaru")
        if compared == PLANS:
            return


def moments(table: Table, state: State) -> list[str]:
    """What West does first from that position of the table's game, and whom the game asks from then on.

    The person deploys whatever they can, until they or West stop or the battle is over.
    """
    begun = transaction.savepoint()
    cached_positions.put(table.game, state)
    assert act(table.seat(WEST), "ashigaru")
    found = [json.loads(Entry.objects.filter(game=table.game, side=WEST).latest("seq").body)["type"]]
    if found[0] == "deploy":
        asked = table.seat(EAST).asked
        found.append(asked)
        if asked == "deploy":
            choices = table.options(EAST).describe()["answers"][0]["choices"]
            able = [row["action"] for row in choices if "card" in encoded(row["action"])]
            if able:
                table.submit(EAST, msgspec.json.encode(able[0]))
                found.append("asked" if table.seat(WEST).asked == "deploy" else "answered")
    transaction.savepoint_rollback(begun)
    return found


def encoded(action: Any) -> dict[str, Any]:
    return dict(msgspec.to_builtins(action))
