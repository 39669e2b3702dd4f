"""Rows of games for responses, without positions."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple, cast

from django.db.models import Q

from accounts.models.person import Person
from accounts.public_keys import identity
from games.api.answers import games as answers
from games.api.answers.biddings import GivenPoints
from games.api.answers.ratings import Answers, FinishedCount
from games.api.shapes.terms import Side
from games.engine.side import EAST, LABELS, WEST
from games.ladders.clubs.games import clubs_by_game
from games.ladders.competition import matches_by_game
from games.ladders.models.club import Club
from games.ladders.models.season import Match
from games.ladders.person_pages import Offerer, offerers
from games.log import seat_register
from games.models.game import Game
from games.models.seat import Invitation, Seat, Tempo
from games.models.time_out_policy import OnTimeOut
from games.reads import deadlines, queries
from games.reads.competition import competition
from games.reads.rematches import rematches_by_game
from games.services import computers
from games.services.characters import character_of
from games.services.check_in import missing
from games.services.take_back import is_asked_by
from sekigahara.db import service_time

TEMPO_WORDS: Final[dict[Tempo, Answers]] = {
    Tempo.SAME_DAY: "same-day",
    Tempo.TWO_DAYS: "two-days",
    Tempo.SLOWER: "slower",
}


class Row(NamedTuple):
    """A game and the reader's relation to it.

    Attributes:
        seat: the seat of the reader that the row is about.
        may_join: whether the reader may take the free seat, provided they are in the game's club.
        is_offer: whether it is an open game that a stranger looks at.
    """

    game: Game
    seat: Seat | None = None
    may_join: bool = False
    is_offer: bool = False


def shown(rows: Sequence[Row], reader: Person | None) -> list[answers.Game]:
    """Convert rows to responses for a reader. The number of queries does not depend on the number of rows."""
    games = {row.game.pk for row in rows}
    seats: dict[int, dict[int, Seat]] = {game: {} for game in games}
    found = {row.game.pk: row.game for row in rows}
    for seat in Seat.objects.select_related("player").filter(game__in=games):
        seat.game = found[seat.game_id]
        seats[seat.game_id][seat.side] = seat
    invitations = _invitations([row.game for row in rows], reader)
    clubs = clubs_by_game(games)
    matches = matches_by_game([row.game for row in rows])
    rematches = rematches_by_game([row.game for row in rows], reader)
    joinable = _joinable(rows, reader)
    creators = {row.game.creator for row in rows if row.is_offer}
    told = offerers([person for person in creators if person is not None and person.has_page])
    return [
        _game(
            row._replace(may_join=row.game.pk in joinable),
            seats[row.game.pk],
            clubs.get(row.game.pk),
            matches.get(row.game.pk),
            invitations.get(row.game.pk),
            rematches.get(row.game.pk),
            _offered_by(told.get(row.game.creator_id or 0)) if row.is_offer else None,
            reader,
        )
        for row in rows
    ]


def _joinable(rows: Sequence[Row], reader: Person | None) -> set[int]:
    """The games whose free seat the reader may take."""
    free = [row.game.pk for row in rows if row.may_join]
    if not free:
        return set()
    return set(competition().open_to(Game.objects.filter(pk__in=free), reader).values_list("pk", flat=True))


def _offered_by(offerer: Offerer | None) -> answers.OfferedBy | None:
    if offerer is None:
        return None
    row, counted = offerer.rating, offerer.finished
    rating = None if row is None else row.standing.rating_at(max(service_time.now(), row.at))
    return answers.OfferedBy(
        rating=None if rating is None else rating.points,
        provisional=rating is None or rating.is_provisional,
        answers=TEMPO_WORDS.get(counted.tempo),
        finished=FinishedCount(counted.games, counted.kept_up),
    )


def player(seat: Seat) -> answers.Player | None:
    """The player of a side; None if there is none or they are unknown."""
    if seat.computer:
        return answers.Player(
            "computer",
            seat.computer,
            bot=True,
            character=character_of(seat) or None,
            key=seat.player_key,
            run_by="",
        )
    person = seat.player
    if person is None:
        return None
    # A closed account must not look like a person without a name.
    name = person.name if person.closed_at is None else str(person)
    return answers.Player("person", name, bot=person.is_bot, character=None, **identity(person))


def thinking_in(seats: Iterable[Seat]) -> answers.Thinking | None:
    """The computer player that a game waits for while it thinks; None for none."""
    found = computers.thinking(seats)
    return None if found is None else answers.Thinking(cast("Side", found.side.label), found.goes_on_at)


def handicap(points: tuple[int, int] | None) -> GivenPoints | None:
    """The handicap of East and West from bidding; None if there is none."""
    return None if points is None else GivenPoints(*points)


def _invitations(games: Sequence[Game], reader: Person | None) -> dict[int, Invitation]:
    """The open invitations by the reader, and to the reader, by game."""
    waiting = [game.pk for game in games if game.status == Game.Status.WAITING]
    if reader is None or not waiting:
        return {}
    open_ones = Invitation.objects.filter(seat__game__in=waiting, seat__player=None)
    theirs = open_ones.filter(Q(seat__game__creator=reader) | Q(person=reader))
    return {each.seat.game_id: each for each in theirs.select_related("person", "seat")}


def _game(
    row: Row,
    seats: dict[int, Seat],
    club: Club | None,
    match: Match | None,
    invitation: Invitation | None,
    rematch: str | None,
    offered_by: answers.OfferedBy | None,
    reader: Person | None,
) -> answers.Game:
    game = row.game
    mine = None if invitation is None or invitation.person == reader else invitation
    return answers.Game(
        id=game.public_id,
        status=cast("Any", str(game.status)),
        edition=_edition(game),
        club=None if club is None else answers.ClubOfGame(club.slug, club.name),
        ladder=None if match is None else _ladder(match),
        revision=game.revision,
        public=game.is_public,
        rated=game.is_rated,
        given=None if match is None or not any(match.handicap) else handicap(match.handicap),
        pace=game.pace,
        time_bank=game.time_bank,
        on_time_out=OnTimeOut(game.on_time_out),
        hold=game.hold,
        reaction=game.reaction,
        commitment=game.commitment,
        chance=chance_of(game),
        to_check_in=_to_check_in(game, seats),
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
        stopped_at=game.frozen_at,
        pause=_pause(game),
        take_back=None if row.seat is None else take_back(seats.values()),
        paused_at=game.paused_at,
        deadlines=answers.Deadlines(_deadline(game, seats[EAST]), _deadline(game, seats[WEST])),
        week=game.week,
        phase=game.phase,
        outcome=_outcome(game),
        players=answers.Players(player(seats[EAST]), player(seats[WEST])),
        register=seat_register.head_of(game),
        thinking=thinking_in(seats.values()),
        seat=None if row.seat is None else _seat(row.seat),
        may_join=row.may_join,
        offered_by=offered_by,
        invited=None if mine is None or mine.by_name else mine.person.email,
        challenged=mine.person.public_key if mine is not None and mine.by_name else None,
        note="" if invitation is None else invitation.note,
        rematch=rematch,
    )


def chance_of(game: Game) -> answers.Chance:
    """Who can choose the draws of a game."""
    drawn: Literal["drawn", "to-be-drawn"] = "to-be-drawn" if game.is_to_be_drawn else "drawn"
    return answers.Chance(
        grade=game.grade,
        first=None if game.first is None else LABELS[game.first],
        sides=drawn if game.sides_drawn else "chosen",
        nonce_hash=game.nonce_hash or None,
    )


def _to_check_in(game: Game, seats: dict[int, Seat]) -> list[Side]:
    """The sides whose players have to check in."""
    if game.status != Game.Status.WAITING or not all(seat.is_taken for seat in seats.values()):
        return []
    return [LABELS[side] for side in missing(game)]


def _ladder(match: Match) -> answers.LadderOfGame:
    ladder = match.season.ladder
    return answers.LadderOfGame(ladder.public_id, ladder.name, match.season.number)


def _edition(game: Game) -> answers.PlayedEdition:
    printed = queries.pinned(game.edition_text_id)
    return answers.PlayedEdition(
        id=game.edition,
        digest=printed.digest,
        name=printed.whole.name,
        flags=printed.whole.flags,
        chosen=list(printed.chosen),
    )


def _outcome(game: Game) -> answers.Outcome | None:
    if game.winner is None:
        return None
    return answers.Outcome(LABELS[game.winner], game.victory)


def _deadline(game: Game, seat: Seat) -> answers.Deadline:
    is_overdue = not deadlines.is_stopped(game) and deadlines.is_overdue(seat, service_time.now())
    return answers.Deadline(
        due_at=seat.due_at,
        overdue=is_overdue,
        extensions=seat.extensions,
        lapses_at=seat.lapses_at,
        away_until=deadlines.away_until(seat),
        bank=seat.bank_left,
    )


def _pause(game: Game) -> answers.Pause | None:
    if game.pause_asked_by is None or game.status != Game.Status.RUNNING:
        return None
    return answers.Pause(LABELS[game.pause_asked_by], game.pause_days, game.paused_until)


def take_back(seats: Iterable[Seat]) -> answers.TakeBack | None:
    """The request of a player to take an action back, for the players; None for none."""
    asking = [seat for seat in seats if is_asked_by(seat)]
    return answers.TakeBack(LABELS[asking[0].side]) if asking else None


def _seat(seat: Seat) -> answers.OwnSeat:
    return answers.OwnSeat(
        side=cast("Side", seat.plays.label),
        version=seat.version,
        asked=seat.asked or None,
        waiting_since=seat.waiting_since,
        changed_at=seat.changed_at,
        can_undo=seat.can_undo,
    )
