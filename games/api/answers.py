"""What the API answers with. The engine's own data in it is described in ``games.api.shapes``."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games.engine.edition_data import Edition

Side = Literal["east", "west"]
Number = Annotated[int, Meta(ge=0)]
Moment = Annotated[datetime, Meta(tz=True)]


def _shape(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


View = Annotated[dict[str, Any], _shape("View")]
Options = Annotated[dict[str, Any], _shape("Options")]
Event = Annotated[dict[str, Any], _shape("Event")]
HistoryAction = Annotated[Any, _shape("HistoryAction")]

Version = Annotated[
    Number,
    Meta(
        description="How many changes you could see so far. Two viewers of one game count differently.",
        examples=[12],
    ),
]
AskedNow = Annotated[
    str | None, Meta(description="What your side is asked now; null for nothing.", examples=["bid"])
]
CanUndo = Annotated[bool, Meta(description="Whether your latest action may be taken back.")]


# --- games ---


class Player(Struct, frozen=True):
    """Who plays a side."""

    kind: Annotated[Literal["person", "computer"], Meta(description="Whether they think.")]
    name: Annotated[
        str, Meta(description="Their name; empty for a person who has chosen none.", examples=["Chikuzen"])
    ]


class Players(Struct, frozen=True):
    """Who plays; null for a side that waits for somebody."""

    east: Player | None
    west: Player | None


class EditionName(Struct, frozen=True):
    """Which edition, to the letter."""

    id: Annotated[str, Meta(description="Its id.", examples=["kessen"])]
    digest: Annotated[
        str, Meta(description="SHA-256 of its text. A game keeps the text it was made with for ever.")
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
        datetime | None, Meta(description="When the game began to wait for you; null while it does not.")
    ]
    changed_at: Annotated[Moment | None, Meta(description="When the last change you could see happened.")]
    can_undo: CanUndo


class Game(Struct, frozen=True):
    """What is known of a game beside its position."""

    id: Annotated[str, Meta(description="Its name in addresses.", examples=["k7m2p9qrst"])]
    status: Annotated[
        Literal["waiting", "running", "over", "called-off"],
        Meta(description="`waiting`: for somebody to take the free seat."),
    ]
    edition: EditionName
    revision: Annotated[int, Meta(description="Of the rules as they are carried out; kept for ever too.")]
    public: Annotated[bool, Meta(description="Whether anybody may watch.")]
    commitment: Annotated[
        str, Meta(description="SHA-256 of the secret seed of all chance, which the finished record shows.")
    ]
    created_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
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
    """The game that has waited longest for you."""

    game: Annotated[Game | None, Meta(description="Null where none waits.")]


# --- one game ---


class GameView(Struct, frozen=True):
    """The position as you may know it."""

    version: Version
    asked: AskedNow
    can_undo: CanUndo
    view: View


class GameOptions(Struct, frozen=True):
    """What your side may answer."""

    version: Version
    asked: AskedNow
    options: Annotated[
        Options | None, Meta(description="Null while nothing is asked. A bid that is in may be replaced.")
    ]


class Done(Struct, frozen=True):
    """What came of a request."""

    version: Version
    asked: AskedNow
    events: Annotated[list[Event], Meta(description="What happened, as you may know it.")]
    can_undo: CanUndo


class Preview(Struct, frozen=True):
    """What would come of some actions, as far as that can be told without doing them."""

    legal: Annotated[Number, Meta(description="How many of them would be carried out: all.")]
    barrier: Annotated[
        Number | None,
        Meta(
            description="The place, from 0, of the action that would show or draw something, of which "
            "therefore nothing can be said; null without one."
        ),
    ]
    events: Annotated[list[Event], Meta(description="What would happen before that.")]
    view: View


class Change(Struct, frozen=True):
    """One change that you could see."""

    version: Version
    at: Annotated[Moment, Meta(description="When it happened.")]
    type: Annotated[
        Literal["set-up", "action", "undo", "resignation"], Meta(description="What kind of change.")
    ]
    side: Annotated[Side | None, Meta(description="Who acted; null for the set-up.")]
    action: Annotated[HistoryAction | None, Meta(description="What you did; null where you did nothing.")]
    events: Annotated[list[Event], Meta(description="What happened, as you may know it.")]
    undone: Annotated[bool, Meta(description="It was taken back later.")]
    takes_back: Annotated[Version | None, Meta(description="Of an undo: the version of what it took back.")]


class History(Struct, frozen=True):
    """Some changes that you could see, oldest first."""

    version: Version
    changes: list[Change]
    next: Annotated[str | None, Meta(description="The address of the changes after these; null for none.")]


class Nonces(Struct, frozen=True):
    """What either side added to the derivation of chance."""

    east: str
    west: str


class RecordSoFar(Struct, frozen=True):
    """A running game as one document, as far as you know it."""

    format: Annotated[Literal[1], Meta(description="Of this document.")]
    game: str
    edition: EditionName
    revision: int
    commitment: str
    nonces: Nonces
    started_at: Moment
    complete: Annotated[bool, Meta(extra_json_schema={"const": False})]
    viewer: Literal["east", "west", "public"]
    history: list[Change]
    view: View


class Entry(Struct, frozen=True):
    """An entry of the log, and its link of the chain of hashes."""

    seq: Annotated[int, Meta(ge=1, description="From 1, without a gap.")]
    side: Annotated[Side | None, Meta(description="Who acted; null for chance.")]
    body: Annotated[str, Meta(description="Exactly the text that was hashed.")]
    salt: Annotated[str, Meta(description="In hexadecimal.")]
    chain: Annotated[
        str, Meta(description="SHA-256(chain before | e, w or c | SHA-256(salt | body)), in hexadecimal.")
    ]
    at: Moment


class CompleteRecord(Struct, frozen=True):
    """A finished game as one document: enough to play it again and to check every draw."""

    format: Annotated[Literal[1], Meta(description="Of this document.")]
    game: str
    edition: EditionName
    revision: int
    commitment: str
    nonces: Nonces
    started_at: Moment
    complete: Annotated[bool, Meta(extra_json_schema={"const": True})]
    ended_at: Moment
    winner: Side
    victory: str
    seed: Annotated[str, Meta(description="The secret of all chance, in hexadecimal.")]
    genesis: Annotated[str, Meta(description="What the first entry is chained to, in hexadecimal.")]
    entries: list[Entry]
    edition_text: Annotated[str, Meta(description="The edition as TOML, whose SHA-256 is its digest.")]


# --- what is printed ---


class EditionSummary(Struct, frozen=True):
    """An edition that can be played."""

    id: str
    name: str
    digest: str


class Editions(Struct, frozen=True):
    """All editions."""

    editions: list[EditionSummary]


class PrintedEdition(Struct, frozen=True):
    """Everything that is printed in an edition: board, blocks, cards, and how sure each fact is."""

    id: str
    digest: str
    data: Edition


class Rule(Struct, frozen=True):
    """A rule, or a ruling on how rules are read."""

    number: Annotated[str, Meta(description="As problems name it.", examples=["8.6.1", "R-21"])]
    title: str
    text: Annotated[str, Meta(description="What it settles, in a sentence.")]


class Rules(Struct, frozen=True):
    """All rules and rulings."""

    rules: list[Rule]


# --- people ---


class Token(Struct, frozen=True):
    """The token of this request."""

    name: str
    may_play: Annotated[bool, Meta(description="Whether it may do more than read.")]


class Me(Struct, frozen=True):
    """Whoever the token belongs to."""

    email: str
    name: str
    zone: str
    language: str
    token: Token


# --- what is refused ---


class Problem(Struct, frozen=True):
    """Why a request was not carried out (RFC 9457). Nothing has changed then."""

    title: Annotated[str, Meta(description="What kind of problem, in words.")]
    status: Annotated[int, Meta(description="The status of the answer.", examples=[422])]
    code: Annotated[str, Meta(description="A stable word that programs can rely on.", examples=["road-used"])]
    detail: Annotated[
        str, Meta(description="What is wrong and what to do instead, in the language asked for.")
    ] = ""
    rule: Annotated[
        str, Meta(description="The rule or ruling it rests on; see `/rules/`.", examples=["7.3.1"])
    ] = ""
    parameters: Annotated[
        dict[str, Any],
        Meta(description="What the sentence is made of. Of several actions, `index` says which, from 0."),
    ] = {}
