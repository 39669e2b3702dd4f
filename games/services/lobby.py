"""Making games: creating them, inviting to them, and the limits of both. See ``joining`` for what comes next.

Sides that are to be drawn are drawn when the game begins. Until then the creator has East's seat.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from django.db import transaction

from accounts import disposable
from accounts.models.person import Block, Person, normalized
from accounts.models.restriction import Restricted
from accounts.name_rules import is_plain
from accounts.rate_limits import Limit, refuse_often
from accounts.restrictions import refuse_restricted
from games.engine.chance import HASH, hash_of
from games.engine.side import EAST, SIDES, Side
from games.models.game import Game
from games.models.seat import LONGEST_NOTE, Invitation, Seat
from games.models.time_out_policy import POLICIES
from games.reads.acquaintance import may_challenge
from games.services import check_in, creation, idempotency, offers
from games.services.idempotency import Creation
from notifications.services import Announcement, announce
from sekigahara.db.writes import one_at_a_time
from sekigahara.errors.exceptions import Conflict, Unacceptable

INVITATION = "games.invitation"

GAMES = Limit.declare("games of a person", 100, 24 * 60 * 60)
"""More games than anybody plays, even with programs or against computer players."""
INVITATIONS = Limit.declare("invitations of a person", 20, 24 * 60 * 60)
INVITATIONS_FROM = Limit.declare("invitations from a sender", 60, 24 * 60 * 60)
INVITATIONS_TO = Limit.declare("invitations to an address", 10, 24 * 60 * 60)

Terms = creation.Terms
PRIVATE = creation.PRIVATE
SideChoice = Literal["east", "west", "random"]


class Invite(NamedTuple):
    """The person with this mail address is invited to the other seat, with a note to them or without."""

    email: str
    note: str = ""


class Known(NamedTuple):
    """This person is invited, whom the creator knows by name or key and whose address they are not told.

    Attributes:
        note: as of ``Invite``.
        is_rematch: whether the two have just played; then it does not matter who may challenge the person.
    """

    person: Person
    note: str = ""
    is_rematch: bool = False


class Computer(NamedTuple):
    """The computer player of this name has the other seat."""

    name: str


class Anybody(NamedTuple):
    """Anybody can take the other seat."""


class Myself(NamedTuple):
    """The creator has both seats."""


AnotherPerson = Invite | Known | Anybody
Opponent = AnotherPerson | Computer | Myself
Entering = Callable[[Game, Opponent], None]
"""Makes a new game part of something, e.g. a club, in the transaction that creates it; or refuses."""


def create(  # noqa: PLR0913 - all are named where it is called, and few are needed at once
    *,
    creator: Person,
    edition: str,
    side: SideChoice,
    opponent: Opponent,
    flags: Mapping[str, Any] = {},
    terms: Terms = PRIVATE,
    nonce: str = "",
    nonce_hash: str = "",
    offer: str = "",
    sender: str = "",
    enter: Entering | None = None,
    request: Creation | None = None,
) -> Game:
    """Create a game, and begin it at once if both seats are taken.

    Args:
        creator: who has the first seat.
        edition: its id.
        side: of the creator.
        opponent: for the other seat.
        flags: the chosen flags, of those in ``edition_layers.OPTIONAL``.
        terms: the other terms. Against a computer player and oneself there is no hold and no reaction clock.
        nonce: what the creator adds to the randomness of the game.
        nonce_hash: the hash of the creator's nonce in place of it. They reveal the nonce by checking in, once
            somebody has joined; then nobody can choose the draws.
        offer: a sealed offer, whose id and seed the game gets; new ones by default. Games against a computer
            player and oneself prove nothing without it, as nobody else gives a nonce after its commitment.
        sender: of the request, as ``accounts.rate_limits`` counts it; empty for commands.
        enter: makes the game part of a club, which has arbiters; None for a game outside clubs.
        request: with an idempotency key. If an earlier copy of it created a game, that game is returned
            without any checks.

    Raises:
        UnknownEditionError: there is no such edition.
        Unacceptable: the creator invites themselves; ``disposable-address``; ``may-not-be-challenged``: a
            known person does not allow it, or is not there any more; the note, the nonce, its hash, pace,
            hold, reaction clock or a flag is invalid; a rated game is not between two people; there is no
            arbiter for the time-out policy; the offer has expired; or the idempotency key was used for
            another request.
        Conflict: ``offer-used``: there is a game of this offer; ``set-aside``: the game is open, and its
            creator let games pass unseen.
        Forbidden: ``restricted``.
        Limited: too many games by the creator, or too many invitations by the creator, from the sender, or to
            the invited address.
    """
    if (known := idempotency.game_of(request)) is not None:
        return known
    text = creation.text_of(edition, flags, terms)
    mine = EAST if side == "random" else Side.named(side)
    _refuse_set_aside(creator, opponent)
    _refuse_randomness(opponent, nonce, nonce_hash)
    offered = offers.opened(offer) if offer else None
    if terms.is_rated and not isinstance(opponent, AnotherPerson):
        raise Unacceptable("not-to-be-rated")
    if POLICIES[terms.on_time_out].arbiter_decides and enter is None:
        raise Unacceptable("no-arbiter")
    agreed = terms if isinstance(opponent, AnotherPerson) else terms.for_one()
    invited, note = _invited(opponent)
    if invited == creator.email:
        raise Unacceptable("own-address")
    _refuse_challenge(creator, opponent)
    _count(creator, sender, opponent, invited)
    with transaction.atomic(durable=True):
        if (known := idempotency.locked_game_of(request)) is not None:
            return known
        game = creation.new_game(edition, text, agreed, creator, None if offered is None else offered.origin)
        game.sides_drawn = side == "random" and not isinstance(opponent, Myself)
        game.nonces[mine], game.first = None if nonce_hash else nonce, mine
        game.nonce_hash = nonce_hash
        if offered is not None:
            _refuse_used_offer(game)
            _add_known_nonce(game, mine, opponent)
        seats = Seat(game=game, side=SIDES[0]), Seat(game=game, side=SIDES[1])
        seats[mine].player = creator
        fill(seats[mine.enemy], creator, opponent)
        begins = _settled(game, seats)
        game.save()
        _refuse_known_promise(game, creator)
        if enter is not None:
            enter(game, opponent)
        Seat.objects.bulk_create(seats)
        if isinstance(opponent, Invite | Known):
            _invite(seats[mine.enemy], creator, opponent, note)
        if begins:
            creation.begin(game, seats)
        idempotency.keep_game(request, game)
    return game


def create_between(
    players: tuple[Person, Person],
    *,
    edition: str,
    terms: Terms,
    chance: creation.Chance | None = None,
) -> Game:
    """Create a game between two people, in the caller's transaction.

    It begins when both have checked in.

    Args:
        players: East's player and West's.
        edition: its id.
        terms: the other terms.
        chance: what its draws follow from; by default a new origin, and neither has checked in.

    Raises:
        UnknownEditionError, Unacceptable: as in ``creation.text_of``.
    """
    chance = chance or creation.Chance(creation.new_origin())
    game = creation.new_game(edition, creation.text_of(edition, {}, terms), terms, None, chance.origin)
    game.nonces, game.first = list(chance.nonces), chance.first
    game.save()
    east, west = (Seat(game=game, side=side, player=player) for side, player in enumerate(players))
    Seat.objects.bulk_create([east, west])
    check_in.begin_or_wait(game, (east, west))
    return game


def _invited(opponent: Opponent) -> tuple[str | None, str]:
    """The address that is invited, if there is one, and the note to it, both as they are kept."""
    if not isinstance(opponent, Invite | Known):
        return None, ""
    note = " ".join(opponent.note.split())
    if len(note) > LONGEST_NOTE or not is_plain(note):
        raise Unacceptable("bad-note", most=LONGEST_NOTE)
    if isinstance(opponent, Known):
        return normalized(opponent.person.email), note
    if disposable.is_refused(opponent.email):
        raise Unacceptable("disposable-address")
    return normalized(opponent.email), note


def _refuse_challenge(creator: Person, opponent: Opponent) -> None:
    if isinstance(opponent, AnotherPerson):
        refuse_restricted(creator, Restricted.CHALLENGES)
    if isinstance(opponent, Invite | Known) and opponent.note:
        refuse_restricted(creator, Restricted.MESSAGES)
    if not isinstance(opponent, Known) or opponent.is_rematch:
        return
    if not may_challenge(creator, opponent.person):
        raise Unacceptable("may-not-be-challenged")


def _refuse_set_aside(person: Person, opponent: Opponent) -> None:
    if isinstance(opponent, Anybody) and person.is_set_aside:
        raise Conflict("set-aside")


def _refuse_randomness(opponent: Opponent, nonce: str, nonce_hash: str) -> None:
    creation.refuse_nonce(nonce)
    is_for_two = isinstance(opponent, AnotherPerson)
    is_empty = nonce_hash == hash_of("")
    if nonce_hash and (nonce or is_empty or not is_for_two or not HASH.fullmatch(nonce_hash)):
        raise Unacceptable("bad-nonce-hash")


def _refuse_known_promise(game: Game, creator: Person) -> None:
    """Refuse a nonce that its creator promised before: it may be known since."""
    promised = Game.objects.filter(creator=creator, nonce_hash=game.nonce_hash)
    if game.nonce_hash and promised.exclude(pk=game.pk).exists():
        raise Unacceptable("bad-nonce-hash")


def _add_known_nonce(game: Game, mine: Side, opponent: Opponent) -> None:
    """Add the nonce of an opponent who chooses none, so that only the creator's is not known beforehand."""
    match opponent:
        case Computer(name):
            game.nonces[mine.enemy], game.first = name, mine.enemy
        case Myself():
            game.nonces[mine.enemy] = game.nonces[mine]


def _settled(game: Game, seats: tuple[Seat, Seat]) -> bool:
    """Whether a new game begins at once. Who has which seat is settled then, before anything is saved."""
    if not all(seat.is_taken for seat in seats):
        return False
    game.nonces = [nonce or "" for nonce in game.nonces]
    creation.draw_sides(game, seats)
    return True


def _refuse_used_offer(game: Game) -> None:
    one_at_a_time(f"game {game.public_id}")  # the same offer may be sent twice at once
    if Game.objects.filter(public_id=game.public_id).exists():
        raise Conflict("offer-used")


def fill(seat: Seat, creator: Person, opponent: Opponent) -> None:
    """Seat the opponent of a new game, unless somebody else takes the seat later."""
    match opponent:
        case Computer(name):
            seat.computer = name
        case Myself():
            seat.player = creator
        case Invite() | Known() | Anybody():
            pass


def _count(creator: Person, sender: str, opponent: Opponent, invited: str | None) -> None:
    """Count a new game, and its invitation if there is one, against the limits."""
    limits = [(GAMES, creator.email)]
    if invited is not None:
        # The creator's own limit comes first, so that a refused request does not use up those of others.
        limits += [(INVITATIONS, creator.email), (INVITATIONS_FROM, sender)]
        if not (isinstance(opponent, Known) and opponent.person.is_in_pool_of_bots):
            limits.append((INVITATIONS_TO, invited))
    for limit, key in limits:
        if key:
            refuse_often(limit, key)


def _invite(seat: Seat, creator: Person, opponent: Invite | Known, note: str) -> None:
    by_name = isinstance(opponent, Known)
    person = opponent.person if isinstance(opponent, Known) else Person.objects.at(opponent.email)
    Invitation.objects.create(seat=seat, person=person, note=note, by_name=by_name)
    # A blocked creator gets no error, so that the block stays secret; the mail is just not sent.
    if not Block.objects.filter(person=person, blocked=creator).exists():
        announce([Announcement(INVITATION, seat.reference, "1", person.pk)])
