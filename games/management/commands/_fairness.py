"""An operator who also plays, comes last, and tries to choose the opening hand: what each grade allows.

The games are made by the real services. Beyond what players can do, the operator reads the seeds of games,
and chooses that of a new one.
"""

import secrets
from collections.abc import Callable
from math import comb
from typing import NamedTuple

from accounts.models.person import Person
from games import engine
from games.engine.chance import Grade, Seeded, hash_of
from games.engine.side import WEST
from games.log import portable, position, verification
from games.models.game import Game, Origin
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT, ruleset
from games.services import check_in, creation, joining, lobby, offers, play

WANTED = 2
"""The operator, who plays West, wants so many loyalty cards in the opening hand, or more."""
UNLIKELY = 1e-6
"""What chance alone brings about less often than this was chosen."""
NONCE_BYTES = 16


class Attempt(NamedTuple):
    """How often the operator got what they wanted in games of one grade.

    Attributes:
        grade: of the games, as their records give it. Every record verifies.
        games: how many were played.
        reached: how many began with the wanted hand.
        tries: how many values the operator tried for all of them.
    """

    grade: Grade
    games: int
    reached: int
    tries: int


class FairnessReport(NamedTuple):
    """The outcome of the demonstration.

    Attributes:
        by_chance: how many opening hands are as wanted if nobody chooses.
        draws: of how many.
        attempts: one for each grade.
    """

    by_chance: int
    draws: int
    attempts: list[Attempt]

    def is_chosen(self, attempt: Attempt) -> bool:
        """Whether an attempt succeeded so often that it cannot have been chance."""
        likely = (self.by_chance + 1) / (self.draws + 1)
        more = range(attempt.reached, attempt.games + 1)
        chances = (comb(attempt.games, n) * likely**n * (1 - likely) ** (attempt.games - n) for n in more)
        return sum(chances) < UNLIKELY


class _Operator:
    """The operator, who plays each game against somebody new, who is honest.

    Attributes:
        tried: how many values have been tried.
    """

    def __init__(self, tries: int) -> None:
        self.person = Person.objects.at("operator@example.org")
        self.tried = 0
        self._tries = tries

    def choose_seed(self) -> Game:
        """Nobody gives a nonce, so the operator chooses the seed before publishing its commitment."""
        origin = creation.new_origin()
        for _try in range(self._tries):
            self.tried += 1
            if is_wanted(origin, ("", "")):
                break
            origin = origin._replace(seed=creation.new_seed())
        game = self._created(offer=offers.seal(origin).text)
        return joining.join(game=game, person=self.person).game

    def choose_nonce(self) -> Game:
        """The opponent has given a nonce, and the operator knows the seed."""
        game = self._created(nonce=_word())
        return joining.join(game=game, person=self.person, nonce=self._best(game, game.nonces[0])).game

    def choose_against_a_hash(self) -> Game:
        """The opponent has given only the hash of a nonce, so the operator can but guess what it is."""
        nonce = _word()
        game = self._created(nonce_hash=hash_of(nonce))
        joining.join(game=game, person=self.person, nonce=self._best(game, _word()))
        seat = Seat.objects.select_related("game").get(game=game, player=game.creator)
        return check_in.check_in(seat=seat, nonce=nonce).game

    def _created(self, *, nonce: str = "", nonce_hash: str = "", offer: str = "") -> Game:
        return lobby.create(
            creator=Person.objects.at(f"{_word()}@example.org"),
            edition=DEFAULT,
            side="east",
            opponent=lobby.Anybody(),
            nonce=nonce,
            nonce_hash=nonce_hash,
            offer=offer,
        )

    def _best(self, game: Game, first: str) -> str:
        """A nonce that gives the wanted hand with this first nonce, or the last that was tried."""
        origin = Origin(game.public_id, bytes(game.seed))
        nonce = ""
        for _try in range(self._tries):
            self.tried += 1
            nonce = _word()
            if is_wanted(origin, (first, nonce)):
                break
        return nonce


def demonstrate(*, tries: int, games: int) -> FairnessReport:
    """Let the operator cheat in games of each grade.

    Args:
        tries: how many values the operator tries for one game, at most.
        games: of each grade.

    Raises:
        Unsound: the record of a game does not verify.
    """
    made: list[Callable[[_Operator], Game]] = [
        _Operator.choose_seed,
        _Operator.choose_nonce,
        _Operator.choose_against_a_hash,
    ]
    attempts = [_attempt(begun, _Operator(tries), games) for begun in made]
    by_chance = sum(is_wanted(creation.new_origin(), ("", "")) for _draw in range(tries))
    return FairnessReport(by_chance, tries, attempts)


def is_wanted(origin: Origin, nonces: tuple[str, str]) -> bool:
    """Whether West opens with the wanted cards, if these are the nonces of East and West."""
    rules = ruleset(DEFAULT)
    source = Seeded(origin.seed, origin.public_id, nonces)
    state, _drawn = engine.settle(rules, engine.new_game(rules).state, source)
    return _has_wanted(engine.view(rules, state, WEST)["mine"]["hand"])


def _attempt(begun: Callable[[_Operator], Game], operator: _Operator, games: int) -> Attempt:
    reached, grades = 0, set[Grade]()
    for _number in range(games):
        game = begun(operator)
        reached += _has_wanted(engine.view(*position.load(game), WEST)["mine"]["hand"])
        seat = Seat.objects.select_related("game").get(game=game, player=operator.person)
        play.resign(seat=seat)
        record = portable.complete(Game.objects.get(pk=game.pk))
        verification.verify(record)
        grades.add(record.grade)
    (grade,) = grades
    return Attempt(grade, games, reached, operator.tried)


def _has_wanted(hand: list[str]) -> bool:
    loyalty = ruleset(DEFAULT).edition.challenge_cards()
    return sum(card in loyalty for card in hand) >= WANTED


def _word() -> str:
    return secrets.token_hex(NONCE_BYTES)
