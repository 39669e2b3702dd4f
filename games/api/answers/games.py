"""Games without their positions."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from accounts import public_keys
from games.api.answers.biddings import GivenPoints
from games.api.answers.clubs import ClubName, Slug
from games.api.answers.ratings import Answers, FinishedCount, Points
from games.api.answers.terms import (
    AskedNow,
    CanUndo,
    Hold,
    Moment,
    Number,
    Reaction,
    TimeBank,
    TimeOutRule,
    Version,
    WaitingSince,
)
from games.api.shapes.terms import Side
from games.engine.chance import Grade
from games.engine.edition_data import Flags
from games.log.seat_register import RegisterHead
from games.services.clock import MOST_EXTENSIONS


class Player(public_keys.Identified, frozen=True):
    """The player of a side."""

    kind: Literal["person", "computer"]
    """Whether this is a person or a computer player."""
    name: Annotated[str, Meta(examples=["Chikuzen"])]
    """Their name; empty if they have not set one."""
    bot: bool
    """Whether a program plays: always true for a computer player, and true for a person who declares it."""
    character: Annotated[str | None, Meta(examples=["loyal-date"])]
    """How a computer player plays in this game, from its start to its end: `cautious`, `bold`, or `loyal-`
    and the id of a clan. Null for people, and for players without one."""


class Players(Struct, frozen=True):
    """The players; null for a free seat, or if the player is unknown."""

    east: Player | None
    west: Player | None


class EditionName(Struct, frozen=True):
    """The exact text of an edition."""

    id: Annotated[str, Meta(examples=["kessen"])]
    """The edition's id."""
    digest: str
    """The SHA-256 of the edition's text. A game always keeps the text it was created with."""


class PlayedEdition(EditionName, frozen=True):
    """The edition of a game and the optional rules in force."""

    name: Annotated[str, Meta(examples=["Kessen"])]
    """Its display name."""
    flags: Flags
    """All flags in force in this game."""
    chosen: Annotated[list[str], Meta(examples=[["disk_points"]])]
    """The flags chosen for this game that differ from the edition."""


class Chance(Struct, frozen=True):
    """Who can choose the draws of a game."""

    grade: Grade
    """`nobody`; `server-with-last`: only the service together with the player who came last; `unproved`: a
    player gave no nonce. While the game waits, the grade it will have if everyone still to come gives a
    nonce."""
    first: Side | None
    """The side that came first; null if nobody has come, or if it was not written down."""
    sides: Literal["chosen", "drawn", "to-be-drawn"]
    """Whether the sides were drawn. While they are `to-be-drawn`, all sides in this object are provisional;
    they are drawn when the game starts."""
    nonce_hash: str | None
    """The SHA-256 of the first nonce if it was published first; null otherwise."""


class Outcome(Struct, frozen=True):
    """How the game ended."""

    winner: Side
    victory: Annotated[str, Meta(examples=["points"])]
    """The kind of victory."""


class OwnSeat(Struct, frozen=True):
    """Your seat in a game."""

    side: Side
    version: Version
    asked: AskedNow
    waiting_since: WaitingSince
    changed_at: Moment | None
    """When the last change visible to you happened."""
    can_undo: CanUndo


class Deadline(Struct, frozen=True):
    """The clock of a side."""

    due_at: Moment | None
    """The deadline of this side; null if the game is not waiting for it or has no clock. While the clock is
    paused the deadline stays as it is; when the clock resumes, the deadline is postponed by the length of the
    pause."""
    overdue: bool
    """Whether the deadline has passed while the clock is running."""
    extensions: Annotated[
        Number,
        Meta(
            description="How often the opponent has extended the deadline; at most "
            f"{MOST_EXTENSIONS} times in a game."
        ),
    ]
    lapses_at: Moment | None
    """When silence of this side becomes a pass, by the reaction clock; null unless it is asked about a
    separate loyalty window. Nobody loses by that. It is postponed like `due_at`."""
    away_until: date | None
    """The last day of the holiday that the player has now; null if there is none, or if holidays do not count
    in this game."""
    bank: Number | None
    """What the time bank of this side held, in seconds, when its present or last decision was asked or
    answered; `due_at` includes it. Null without one, and before the first decision."""


class Deadlines(Struct, frozen=True):
    """The clocks of both sides."""

    east: Deadline
    west: Deadline


class Pause(Struct, frozen=True):
    """A pause by consent. It is agreed on if `paused_at` is set too."""

    asked_by: Side
    """The side that asked for it."""
    days: Number | None
    """For how many days; null for until either side ends it."""
    until: Moment | None
    """When it ends by itself, once it is agreed on."""


class TakeBack(Struct, frozen=True):
    """A request to take an action back. It stands until anything else happens."""

    asked_by: Side
    """The side that asks to take its latest action back."""


class ClubOfGame(Struct, frozen=True):
    """The club of a game. Its arbiters make the rulings."""

    slug: Slug
    name: ClubName


class LadderOfGame(Struct, frozen=True):
    """The ladder that paired a game."""

    id: Annotated[str, Meta(examples=["c7w2m9pdzh"])]
    """Its id in URLs."""
    name: Annotated[str, Meta(examples=["Free pairing"])]
    """Its display name."""
    season: Annotated[int, Meta(ge=1, examples=[3])]
    """The number of the season in which the game counts."""


Given = Annotated[
    GivenPoints | None,
    Meta(
        description="The handicap from bidding for sides, known from the start; null if there is none. "
        "Ladders and ratings add it when the game is decided on points. `outcome`, and the "
        "result in a view, do not include it."
    ),
]


class Thinking(Struct, frozen=True):
    """A computer player that tries its turn out, and has not acted yet."""

    side: Side
    goes_on_at: Moment | None
    """When it goes on, because what computer players may think in an hour is used up; null while it
    thinks."""


class OfferedBy(Struct, frozen=True):
    """Who offers an open game, as far as strangers may see it."""

    rating: Points | None
    """For all editions combined; null without one."""
    provisional: bool
    """Whether the rating is too uncertain to rank them."""
    answers: Answers | None
    """How they play in time; null while it is not known."""
    finished: FinishedCount


class Game(Struct, frozen=True):
    """A game without its position."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """Its id in URLs."""
    status: Literal["waiting", "running", "over", "called-off"]
    """`waiting` means that a seat is free, or that players have to check in."""
    edition: PlayedEdition
    club: ClubOfGame | None
    """Null if the game is not played in a club."""
    ladder: LadderOfGame | None
    """Null if no ladder paired the game."""
    revision: int
    """The revision of the rules engine, which the game always keeps."""
    public: bool
    """Whether anyone may watch."""
    rated: bool
    """Whether the result counts for the ratings of both players. Rated results are public."""
    given: Given
    pace: Annotated[Number | None, Meta(examples=[3])]
    """Days per decision; null for no clock."""
    time_bank: TimeBank
    on_time_out: TimeOutRule
    hold: Hold
    reaction: Reaction
    commitment: str
    """The SHA-256 of the secret random seed. The record of the finished game reveals the seed."""
    chance: Chance
    to_check_in: list[Side]
    """The sides whose players have to check in before the game starts, until `due_at`."""
    created_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
    stopped_at: Moment | None
    """When the game was suspended because its log no longer matches the rules; null otherwise. While it is
    suspended, requests that need the position are refused with `frozen`."""
    pause: Pause | None
    """A pause by consent, asked for or agreed on; null for none."""
    take_back: TakeBack | None
    """That you or your opponent asks to take an action back; null for no request, and for everybody but the
    two of you."""
    paused_at: Moment | None
    """When the clock was paused; null while it is running. Players can still act."""
    deadlines: Deadlines
    week: Number
    phase: Annotated[str, Meta(examples=["movement"])]
    """The phase; empty before the game starts."""
    outcome: Outcome | None
    players: Players
    register: RegisterHead | None
    """The head of the register, which binds who plays; null before the game begins, and if it was begun
    without one. The record of the finished game has the rows."""
    thinking: Thinking | None
    """Null unless the game waits for a computer player that thinks."""
    seat: OwnSeat | None
    """Your seat. If you play both sides, `as` selects one."""
    may_join: bool
    """Whether you may take the free seat now."""
    offered_by: OfferedBy | None
    """What is known of who offers a game that you may join, or that anyone may; null otherwise, and if they
    show nothing to strangers."""
    invited: str | None
    """The email address that you invited, until the invitation is answered. Only you see it. Null if you
    invited somebody by key, or for a rematch."""
    challenged: Annotated[str | None, Meta(examples=["4f1c9a20be77"])]
    """The key of the person that you invited by key, or for a rematch, until the invitation is answered. Only
    you see it."""
    note: str
    """The note to the person who is invited, until the invitation is answered; empty afterwards, without a
    note, and for everybody but the two of you."""
    rematch: Annotated[str | None, Meta(examples=["r5n8x3kqtw"])]
    """Of a finished game, the id of its rematch: the one that is played, or else one that you or your
    opponent offers. Null for none, and for everybody but the two of you."""


class GameOffer(Struct, frozen=True):
    """The id and the commitment of a game that you may create."""

    offer: str
    """The offer, to send when you create the game."""
    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The id that the game will have."""
    commitment: str
    """The SHA-256 of the secret random seed it will have."""
    expires_at: Moment
    """Until when the offer can be used."""


class GamePage(Struct, frozen=True):
    """A page of games."""

    games: list[Game]
    next: str | None
    """The URL of the next page; null on the last page."""


class NextGame(Struct, frozen=True):
    """The most urgent game that is waiting for you: earliest deadline first, then longest waiting."""

    game: Game | None
    """Null if no game is waiting for you."""
