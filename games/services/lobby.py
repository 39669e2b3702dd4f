"""Bringing games about."""

import hashlib
import secrets
from typing import NamedTuple

from django.db import transaction

from games import engine
from games.editions import edition_text, ruleset
from games.engine import changes
from games.engine.ruleset import REVISION
from games.engine.side import Side
from games.models.edition import EditionText
from games.models.game import Game
from games.models.seat import Seat, new_token, token_hash
from games.services import position, record, waiting
from games.services.position import Position

SEED_BYTES = 32


class Created(NamedTuple):
    """A new game and the seats' tokens, East's and West's, which are told this once."""

    game: Game
    tokens: tuple[str, str]


def create(*, edition: str, east_email: str, west_email: str) -> Created:
    """Begin a game of an edition, set up and waiting for both sides.

    Raises:
        UnknownEditionError: when there is no such edition.
        EditionError: when its text cannot be played.
    """
    rules = ruleset(edition)
    seed = secrets.token_bytes(SEED_BYTES)
    tokens = (new_token(), new_token())
    with transaction.atomic(durable=True):
        text, _ = EditionText.objects.get_or_create(
            digest=rules.digest, defaults={"text": edition_text(edition)}
        )
        game = Game(
            edition=edition,
            edition_text=text,
            revision=REVISION,
            seed=seed,
            commitment=hashlib.sha256(seed).hexdigest(),
        )
        game.head = record.genesis(game)
        game.save()
        seats = [
            Seat(game=game, side=side, token_hash=token_hash(token), email=email)
            for side, token, email in zip(Side, tokens, (east_email, west_email), strict=True)
        ]
        Seat.objects.bulk_create(seats)
        empty = engine.new_game(rules).state
        state, drawn = engine.settle(rules, empty, position.chance_of(game))
        record.append(game, [(None, outcome) for outcome, _ in drawn], changes.between(empty, state))
        waiting.project(game, seats, Position(rules, state), None, None)
    position.remember(game, state)
    return Created(game, tokens)
