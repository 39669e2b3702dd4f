"""Whole games in the database of the service, and the requests that play them through its API.

What chance will answer is known from a game's seed, so that all requests are made up before any is timed.
"""

import random
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from accounts.models.person import Person
from accounts.scopes import Scope
from accounts.services import create_token
from games import engine
from games.engine import Ruleset, Side, actions, history
from games.log import position
from games.models.game import EditionText, Game
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT
from games.services import joining, lobby
from tests.kit.random_play import lively

_numbers = count()


class Move(NamedTuple):
    """One action, as a client posts it.

    Attributes:
        tag: of the view it was made from, for If-Match.
    """

    path: str
    token: str
    tag: str
    body: bytes


def new_game(edition: str = DEFAULT, rules_text: str = "") -> tuple[Game, list[str]]:
    """A game just begun between two new people, and their tokens.

    Args:
        rules_text: instead of the edition's own.
    """
    number = next(_numbers)
    people = [Person.objects.at(f"{side.label}-{number}@example.org") for side in engine.SIDES]
    tokens = [create_token(person=person, name="bench", scopes=[Scope.PLAY])[1] for person in people]
    game = lobby.create(creator=people[0], edition=edition, side="east", opponent=lobby.Anybody())
    if rules_text:
        digest = Ruleset.from_text(rules_text).digest
        text, _ = EditionText.objects.get_or_create(digest=digest, defaults={"text": rules_text})
        Game.objects.filter(pk=game.pk).update(edition_text=text)
    joining.join(game=game, person=people[1])
    return Game.objects.get(pk=game.pk), tokens


def moves(game: Game, tokens: list[str]) -> Iterator[Move]:
    """What plays a game that has just begun to its end, at random."""
    path = f"/api/v1/games/{game.public_id}/actions/"
    for side, version, body in played(game):
        yield Move(path, tokens[side], f'"{side.label}.{version}.en"', body)


def played(game: Game) -> Iterator[tuple[Side, int, bytes]]:
    """Of every action who takes it, which version they have seen by then, and the action."""
    chooser, chance = random.Random(game.pk), position.chance_of(game)
    rules, state = position.load(game)
    versions = list(Seat.objects.filter(game=game).order_by("side").values_list("version", flat=True))
    while state.result is None:
        side = chooser.choice(engine.pending(state)).side
        offered = engine.options(rules, state, side)
        assert offered is not None, "a side is asked and offered nothing"
        action = lively(offered, chooser)
        yield side, versions[side], actions.encode(action)
        turned = engine.apply(rules, state, side, action)
        after, drawn = engine.settle(rules, turned.state, chance)
        events = [*turned.events, *(event for _, caused in drawn for event in caused)]
        seen = history.who_sees(rules, state, after, events)
        versions = [version + seen[place] for place, version in enumerate(versions)]
        state = after


def enough_moves(wanted: int, edition: str = DEFAULT) -> Iterator[Move]:
    """So many moves, game after game."""
    while wanted > 0:
        for move in moves(*new_game(edition)):
            yield move
            wanted -= 1
            if not wanted:
                return
