"""An example of every response, by component; its schema has it.

The engine generates its own data, from the start of a game; only printed material is shortened. This module
is used only to generate the OpenAPI document, never to serve requests.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec

from games import engine
from games.api import answers
from games.api.openapi.examples.archive import of_archive
from games.api.openapi.examples.ladders import of_ladders
from games.api.openapi.examples.orders import of_orders
from games.api.shapes import schema
from games.engine import edition_data
from games.engine.chance import Grade, Seeded
from games.engine.ruleset import REVISION
from games.engine.side import EAST, NOBODY
from games.log.heads import Head
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT, layered, ruleset

SITE = "https://games.example.org"
MADE = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
BEGUN = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)
DIGEST = "9f2c4d81" * 8
SEALED = {"event": "bid-sealed", "side": "east", "card": "date-plain", "wish": None}
COMMITMENT = "51be07a6" * 8
ID = "k7m2p9qrst"


def of_answers() -> dict[str, Any]:
    """An example for each component, as JSON, by its name."""
    rules = ruleset(DEFAULT)
    begun = engine.new_game(rules)
    state, draws = engine.settle(rules, begun.state, Seeded(b"example"))
    happened = [*begun.events, *(event for _draw, events in draws for event in events)]
    view = engine.view(rules, state, EAST)
    public = engine.view(rules, state, NOBODY)
    for each in (view, public):
        each["locations"] = dict(list(each["locations"].items())[:1])  # the others look alike
    shorter = {**public, "locations": {}, "mori_box": []}  # of which there are several
    head = Head(1, "3b9f04ce" * 8, "d27a61f8" * 8)
    set_up: dict[str, Any] = {
        "version": 1,
        "at": BEGUN,
        "type": "set-up",
        "side": None,
        "action": None,
        "events": [event.seen_by(NOBODY) for event in happened[-1:]],
        "undone": False,
        "takes_back": None,
        "head": head,
    }
    change = answers.Change(**set_up)
    game = _game()
    rule = answers.Rule(
        "7.3.1", "Roads", "A road serves one move in a phase.", f"{SITE}/rules/#rule-7-3-1", differences=[]
    )
    found: list[Any] = [
        answers.Me("chikuzen@example.org", "Chikuzen", False, "Asia/Tokyo", "en", _token()),
        game,
        answers.PresenceNow(mine=True, theirs=True, looking=False),
        answers.GamePage([], None),
        answers.NextGame(None),
        answers.GameOffer("gAAAAABovY5x", ID, COMMITMENT, BEGUN),
        answers.GameView(1, "bid", False, answers.GivenPoints(0, 3), view, head),
        answers.History(1, [change], None),
        answers.GameMoment(**set_up, view=shorter),
        answers.Done(2, None, [SEALED], False),
        answers.Preview(legal=1, barrier=0, events=[], view=shorter, options=None),
        answers.ComputerPlayers(
            [answers.ComputerPlayer("komono", "A friendly opponent for first games.", -250, 0.01, False)]
        ),
        answers.Editions([answers.EditionSummary("kessen", "Kessen", DIGEST, None)]),
        answers.Rules([rule]),
        rule,
        _drawings(),
        *of_orders(),
        *_of_rulings(),
        *_of_clubs(),
        *_of_biddings(),
        *_of_webhooks(),
        *_of_ratings(),
        *of_archive(),
        *of_ladders(),
    ]
    examples = {type(each).__name__: msgspec.to_builtins(each) for each in found}
    examples["Nothing"] = {}
    examples["PersonalData"] = {"format": 1, "account": {"email": "chikuzen@example.org"}, "blocks": []}
    examples["StreamEvent"] = {"event": "hello", "data": '{"version":4,"asked":"order"}'}
    examples["PrintedEdition"] = _printed()
    examples["Record"] = msgspec.to_builtins(_record(shorter))
    examples["Drawing"] = '<svg xmlns="http://www.w3.org/2000/svg" class="drawing wide">…</svg>'
    examples["SchemaDocument"] = {key: schema("action")[key] for key in ("$schema", "title")}
    return examples


def _token() -> answers.Token:
    return answers.Token(
        "my bot", ["games:read", "games:play"], datetime(2027, 3, 14, tzinfo=UTC), may_play=True
    )


def _game() -> answers.Game:
    """A game that has just started, as East's player sees it."""
    clock = answers.Deadline(
        datetime(2026, 3, 17, 18, 30, tzinfo=UTC), overdue=False, extensions=0, lapses_at=None
    )
    flags = layered(DEFAULT).whole.flags
    return answers.Game(
        id=ID,
        status="running",
        edition=answers.PlayedEdition(id=DEFAULT, digest=DIGEST, name="Kessen", flags=flags, chosen=[]),
        club=None,
        ladder=None,
        revision=REVISION,
        public=False,
        rated=False,
        given=None,
        pace=3,
        on_time_out=OnTimeOut.CLAIM,
        hold=15,
        reaction=24,
        commitment=COMMITMENT,
        chance=answers.Chance(Grade.SERVER_WITH_LAST, "east", "chosen", None),
        to_check_in=[],
        created_at=MADE,
        started_at=BEGUN,
        ended_at=None,
        stopped_at=None,
        paused_at=None,
        deadlines=answers.Deadlines(clock, clock),
        week=1,
        phase="turn-order",
        outcome=None,
        players=answers.Players(
            answers.Player("person", "Chikuzen", bot=False, character=None),
            answers.Player("person", "Ashigaru One", bot=False, character=None),
        ),
        thinking=None,
        seat=answers.OwnSeat("east", 1, "bid", BEGUN, BEGUN, can_undo=False),
        may_join=False,
        invited=None,
    )


def _drawings() -> answers.EditionDrawings:
    return answers.EditionDrawings(
        digest=DIGEST,
        wide=answers.BoardSheet(1298, 1042, {"edo": answers.BoardPoint(412, 295)}),
        tall=answers.BoardSheet(900, 1400, {}),
        roads=(),
        inks=".sea { fill: #cfd8d3; }",
        emblems={"date": '<symbol id="date" viewBox="-20 -20 40 40">…</symbol>'},
        blocks={},
        cards={},
    )


def _of_rulings() -> list[Any]:
    ruling = answers.Ruling(
        number=1,
        kind="adjudicate",
        side="west",
        told="West loses the game on time.",
        reason="No answer to two mails.",
        by="Chikuzen",
        at=BEGUN,
        chain="3d07be92" * 8,
    )
    question = answers.Question("May I take the bid back?", BEGUN)
    return [answers.Rulings("edo-fencing-club", whole=True, decisions=[ruling], question=None), question]


def _of_clubs() -> list[Any]:
    summary = answers.ClubSummary("edo-fencing-club", "Edo Fencing Club", "approval", 12)
    club = answers.Club(
        **msgspec.structs.asdict(summary),
        about="We play once a week.",
        edition=DEFAULT,
        pace=3,
        on_time_out=OnTimeOut.CLAIM,
        hold=15,
        reaction=24,
        created_at=MADE,
        dissolved_at=None,
        you=answers.ClubStanding("organiser", asked=False, removed=False),
    )
    member = answers.ClubMember("m4q8z2rtvw", "Chikuzen", bot=False, role="organiser", joined_at=MADE)
    join_request = answers.ClubRequest("r6d3h9kfpx", "Ashigaru One", bot=False, asked_at=BEGUN, accepted=None)
    pages = [
        answers.ClubPage([summary], None),
        answers.ClubMembers([member], None),
        answers.ClubRequests([join_request], None),
    ]
    return [club, join_request, member, *pages]


def _of_biddings() -> list[Any]:
    opened = answers.OpenedBids(
        at=BEGUN,
        first=answers.SideBid("west", 3),
        second=answers.SideBid("west", 2),
        seed="8d1f" * 16,
        nonces=["my-own-luck-7", "a1f09c77"],
        tossed=None,
        side="west",
        given=answers.GivenPoints(3, 0),
        game=ID,
    )
    bidding = answers.Bidding(
        id=ID,
        ladder="c7w2m9pdzh",
        state="open",
        you="first",
        opponent=answers.Bidder("second", "Ashigaru One", bot=False),
        commitment=COMMITMENT,
        game_commitment="17be05c2" * 8,
        paired_at=MADE,
        due_at=datetime(2026, 3, 17, 9, 0, tzinfo=UTC),
        bid=answers.SideBid("west", 3),
        opened=opened,
    )
    return [bidding, answers.BiddingPage([], None)]


def _of_ratings() -> list[Any]:
    name = answers.RatedName("m4q8z2rtvw", "Chikuzen", bot=False)
    rating = answers.Rating(None, 1_546_200, 70_100, provisional=False, games=32, at=BEGUN)
    change = answers.RatingChange(
        at=BEGUN,
        edition=DEFAULT,
        side="east",
        score="won",
        opponent=answers.RatedName("r6d3h9kfpx", "Ashigaru One", bot=False),
        game=None,
        points_before=1_534_000,
        points=1_546_200,
        deviation=70_100,
    )
    named = msgspec.structs.asdict(name)
    return [
        answers.RatedPlayer(**named, ratings=[rating]),
        answers.RatingPage([answers.RankedPlayer(**named, rating=rating)], None),
        answers.RatingChanges([change], None),
    ]


def _of_webhooks() -> list[Any]:
    webhook = answers.Webhook(
        id="w4n8t2kpqx7m",
        url="https://hooks.example.org/sekigahara",
        shape="standard",
        types=["game.your-phase", "game.window"],
        game=None,
        created_at=MADE,
        failing_since=None,
        off_at=None,
        off_for=None,
    )
    delivery = answers.Delivery(
        id=f"games_your-phase_{ID}_east_12",
        type="game.your-phase",
        body="{}",
        created_at=BEGUN,
        status="delivered",
        attempts=1,
        next_at=None,
        outcome=None,
        tried_at=BEGUN,
        milliseconds=84,
        answered=204,
        answer="",
    )
    return [webhook, answers.Webhooks([webhook]), delivery, answers.Deliveries([delivery])]


def _record(view: dict[str, Any]) -> answers.RecordSoFar:
    return answers.RecordSoFar(
        format=1,
        game=ID,
        edition=answers.EditionName(id=DEFAULT, digest=DIGEST),
        revision=REVISION,
        commitment=COMMITMENT,
        nonces=answers.Nonces("my-own-luck-7", ""),
        started_at=BEGUN,
        complete=False,
        viewer="public",
        history=[],
        view=view,
    )


def _printed() -> Any:
    """An edition with only the first item of each list, and no set-up; a whole one has hundreds."""
    whole = layered(DEFAULT).whole
    first = {
        field.name: value[:1]
        for field in msgspec.structs.fields(edition_data.Edition)
        if isinstance(value := getattr(whole, field.name), (list, tuple))
    }
    data = msgspec.structs.replace(whole, **first | {"disks": (), "setup": ()})
    edition = answers.PrintedEdition(id=DEFAULT, digest=DIGEST, variant_of=None, chosen=[], data=data)
    return msgspec.to_builtins(edition)
