"""Games, beside their positions."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.biddings import GivenPoints
from games.api.answers.clubs import ClubName, Slug
from games.api.answers.terms import AskedNow, CanUndo, Moment, Number, OnTimeOut, Version
from games.api.shapes.terms import Side
from games.engine.edition_data import Flags
from games.services.clock import MOST_EXTENSIONS


class Player(Struct, frozen=True):
    """Who plays a side."""

    kind: Annotated[Literal["person", "computer"], Meta(description="Whether they think.")]
    name: Annotated[
        str, Meta(description="Their name; empty for a person who has chosen none.", examples=["Chikuzen"])
    ]
    bot: Annotated[
        bool,
        Meta(
            description="Whether a program plays: always of a computer player, and of a person who says so."
        ),
    ]


class Players(Struct, frozen=True):
    """Who plays; null for a side that waits for somebody, or whose player is not known here."""

    east: Player | None
    west: Player | None


class EditionName(Struct, frozen=True):
    """Which edition, to the letter."""

    id: Annotated[str, Meta(description="Its id.", examples=["kessen"])]
    digest: Annotated[
        str, Meta(description="SHA-256 of its text. A game keeps the text it was made with for ever.")
    ]


class PlayedEdition(EditionName, frozen=True):
    """Which edition is played, and by which of the rules that differ between editions."""

    name: Annotated[str, Meta(description="As people call it.", examples=["Kessen"])]
    flags: Annotated[Flags, Meta(description="All of them, as this game is played.")]
    chosen: Annotated[
        list[str],
        Meta(
            description="Those that were chosen for this game, and are otherwise in the edition.",
            examples=[["disk_points"]],
        ),
    ]


class Outcome(Struct, frozen=True):
    """How the campaign ended."""

    winner: Side
    victory: Annotated[str, Meta(description="What kind of victory it was.", examples=["points"])]


class OwnSeat(Struct, frozen=True):
    """Your side of a game."""

    side: Side
    version: Version
    asked: AskedNow
    waiting_since: Annotated[
        Moment | None, Meta(description="When the game began to wait for you; null while it does not.")
    ]
    changed_at: Annotated[Moment | None, Meta(description="When the last change you could see happened.")]
    can_undo: CanUndo


class Deadline(Struct, frozen=True):
    """The clock of a side."""

    due_at: Annotated[
        Moment | None,
        Meta(
            description="When it should have answered; null while the game does not wait for it, or has no "
            "clock. While the clock stands still this does not move; it moves on when the clock goes on."
        ),
    ]
    overdue: Annotated[bool, Meta(description="Whether that has passed, and the clock runs.")]
    extensions: Annotated[
        Number,
        Meta(
            description="How often the other side has given it more time, "
            f"which can be done {MOST_EXTENSIONS} times in a game."
        ),
    ]


class Deadlines(Struct, frozen=True):
    """The clocks of both sides."""

    east: Deadline
    west: Deadline


class ClubOfGame(Struct, frozen=True):
    """The club a game is played in, whose arbiters decide where one is called for."""

    slug: Slug
    name: ClubName


class LadderOfGame(Struct, frozen=True):
    """The ladder that has paired a game."""

    id: Annotated[str, Meta(description="Its name in addresses.", examples=["c7w2m9pdzh"])]
    name: Annotated[str, Meta(description="As people call it.", examples=["Free pairing"])]
    season: Annotated[
        int, Meta(ge=1, description="The number of the season whose table it counts in.", examples=[3])
    ]


Given = Annotated[
    GivenPoints | None,
    Meta(
        description="Victory points given by bidding for sides, known from the beginning on; null where none "
        "were. Ladder and ratings add them when the game is decided by points; `outcome`, and the result in "
        "a view, are the game's without them."
    ),
]


class Game(Struct, frozen=True):
    """What is known of a game beside its position."""

    id: Annotated[str, Meta(description="Its name in addresses.", examples=["k7m2p9qrst"])]
    status: Annotated[
        Literal["waiting", "running", "over", "called-off"],
        Meta(description="`waiting`: for somebody to take the free seat."),
    ]
    edition: PlayedEdition
    club: Annotated[ClubOfGame | None, Meta(description="Null for a game of no club.")]
    ladder: Annotated[LadderOfGame | None, Meta(description="Null for a game that no ladder has paired.")]
    revision: Annotated[int, Meta(description="Of the rules as they are carried out; kept for ever too.")]
    public: Annotated[bool, Meta(description="Whether anybody may watch.")]
    rated: Annotated[
        bool, Meta(description="Whether its result moves the ratings of both players, and is public.")
    ]
    given: Given
    pace: Annotated[
        Number | None,
        Meta(
            description="How many days whoever the game waits for has to answer; null for no clock.",
            examples=[3],
        ),
    ]
    on_time_out: Annotated[
        OnTimeOut,
        Meta(description="What follows when somebody does not answer in time."),
    ]
    commitment: Annotated[
        str, Meta(description="SHA-256 of the secret seed of all chance, which the finished record shows.")
    ]
    created_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
    stopped_at: Annotated[
        Moment | None,
        Meta(
            description="When the game was stopped because its log and the rules no longer agreed; null "
            "while it goes on. Whatever needs its position is refused with `frozen` until then."
        ),
    ]
    paused_at: Annotated[
        Moment | None,
        Meta(
            description="Since when the clock stands still; null while it runs. One may answer all the same."
        ),
    ]
    deadlines: Deadlines
    week: Number
    phase: Annotated[str, Meta(description="Empty before the game begins.", examples=["movement"])]
    outcome: Outcome | None
    players: Players
    seat: Annotated[
        OwnSeat | None, Meta(description="Your side; of both the one asked for, or named by `as`.")
    ]
    may_join: Annotated[bool, Meta(description="Whether you may take the free seat now.")]
    invited: Annotated[
        str | None,
        Meta(description="The mail address you invited, while it has not answered. Nobody else is told."),
    ]


class GamePage(Struct, frozen=True):
    """Some games of a list."""

    games: list[Game]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]


class NextGame(Struct, frozen=True):
    """The game that waits for you first: by its deadline, then by how long it has waited."""

    game: Annotated[Game | None, Meta(description="Null where none waits.")]
