"""Acting through the API: actions, versions, repeated requests, lists, previews, taking back, resigning."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import engine
from games.engine.side import EAST, SIDES, WEST
from games.log import position
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.services.play import MOST_ACTIONS
from tests.kit.calling import Seated, problem_of
from tests.kit.table import Table, do_both_discard, table_where

pytestmark = pytest.mark.django_db

LEVEL = {"type": "level", "level": "minimal", "cards": []}


def length(caller: Seated) -> int:
    return caller.table.game.length


# --- one action ---


def test_an_action_is_carried_out_and_told(table: Table, east: Seated) -> None:
    before = table.version(EAST)
    answer = east.act()
    assert answer.status_code == 201
    done = answer.json()
    assert (done["version"], done["asked"], done["can_undo"]) == (before + 1, None, False)
    assert [event["event"] for event in done["events"]] == ["bid-sealed"]
    assert answer["ETag"] == east.tag(before + 1)
    assert answer["Cache-Control"] == "private, no-store"
    assert east.get(f"{east.game}view/")["ETag"] == answer["ETag"]


@pytest.mark.rule("R-07")
def test_two_seats_bid_from_views_taken_before_either(east: Seated, west: Seated) -> None:
    seen = {caller: caller.get(f"{caller.game}view/")["ETag"] for caller in (east, west)}
    assert [caller.act(tag=seen[caller]).status_code for caller in (east, west)] == [201, 201]


def test_an_illegal_action_names_its_rule() -> None:
    east = Seated(table_where(do_both_discard), EAST)
    hand = engine.view(*position.load(east.table.game), EAST)["mine"]["hand"]
    problem = problem_of(east.act({"type": "discard", "cards": hand}), 422)
    assert (problem["code"], problem["rule"]) == ("discard-count", "6.2")
    assert problem["parameters"]["count"] == len(hand) // 2
    assert "half" in problem["detail"].lower()


def test_player_of_both_sides_acts_for_either(table: Table) -> None:
    Seat.objects.filter(game=table.game, side=WEST).update(player=table.people[EAST])
    east, west = (Seated(table, side) for side in SIDES)
    for seat in (west, east):
        answer = east.post(
            f"{east.game}actions/?as={seat.side.label}",
            table.any_action(seat.side),
            **{"If-Match": seat.tag()},
        )
        assert answer.status_code == 201


def test_player_of_both_sides_acts_for_the_side_of_the_named_version(table: Table) -> None:
    Seat.objects.filter(game=table.game, side=WEST).update(player=table.people[EAST])
    east = Seated(table, EAST)
    bid, headers = table.a_bid(EAST), {"If-Match": east.tag(), "Idempotency-Key": "k"}
    first, again = (east.post(f"{east.game}actions/", bid, **headers) for _ in range(2))
    assert first.status_code == again.status_code == 201  # by now West alone is asked
    assert again.content == first.content


# --- versions ---


@pytest.mark.parametrize("named", ["", "*"], ids=["empty", "any"])
@pytest.mark.parametrize("verb", ["actions", "undo"])
def test_action_without_a_version_is_refused(east: Seated, verb: str, named: str) -> None:
    body = b"" if verb == "undo" else None
    assert problem_of(east.act(body, verb=verb, tag=named), 428)["code"] == "version-required"
    problem_of(east.post(f"{east.game}{verb}/"), 428)


@pytest.mark.parametrize("which", ["older", "newer", "the other seat's", "nobody's", "no tag"])
def test_a_stale_version_is_refused_with_the_current_one(table: Table, east: Seated, which: str) -> None:
    table.submit(EAST)
    version = table.version(EAST)
    named = {
        "older": east.tag(version - 1),
        "newer": east.tag(version + 1),
        "the other seat's": east.tag().replace("east", "west"),
        "nobody's": '"abc"',
        "no tag": "east.3.en",
    }
    problem = problem_of(east.act(table.a_bid(EAST), tag=named[which]), 412)
    assert (problem["code"], problem["parameters"]) == ("stale", {"version": version, "etag": east.tag()})
    assert problem["detail"]
    assert table.version(EAST) == version


@pytest.mark.parametrize("form", ["{}", "W/{}", '"east.1.en", {}'], ids=["strong", "weakened", "several"])
def test_a_version_may_be_named_as_proxies_and_lists_do(east: Seated, form: str) -> None:
    assert east.act(tag=form.format(east.tag())).status_code == 201


def test_the_tag_in_a_refusal_serves_for_the_next_attempt(table: Table, east: Seated) -> None:
    stale = problem_of(east.act(tag='"east.0.en"'), 412)
    assert east.act(tag=stale["parameters"]["etag"]).status_code == 201


# --- repeated requests ---


def test_a_request_repeated_with_its_key_has_the_same_answer(mover: Seated) -> None:
    tag = mover.tag()
    first, again = (mover.act(LEVEL, tag=tag, **{"Idempotency-Key": "first try"}) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert again.content == first.content
    assert again["ETag"] == first["ETag"]
    once = length(mover)
    tag = mover.tag()
    taken, back = (mover.act(b"", verb="undo", tag=tag, **{"Idempotency-Key": "back"}) for _ in range(2))
    assert (taken.status_code, back.status_code, back.content) == (201, 201, taken.content)
    assert length(mover) == once + 1


def test_a_key_serves_one_request(mover: Seated) -> None:
    tag = mover.tag()
    assert mover.act(LEVEL, tag=tag, **{"Idempotency-Key": "k"}).status_code == 201
    before = length(mover)
    other = {**LEVEL, "level": "none"}
    assert problem_of(mover.act(other, tag=tag, **{"Idempotency-Key": "k"}), 422)["code"] == (
        "idempotency-key-reused"
    )
    assert length(mover) == before


@pytest.mark.parametrize("key", ["", "x" * 101, "é", "a\tb", "\x7f"])
@pytest.mark.parametrize("verb", ["actions", "undo"])
def test_a_key_that_is_none_is_a_mistake(east: Seated, verb: str, key: str) -> None:
    before = length(east)
    body = b"" if verb == "undo" else None
    problem = problem_of(east.act(body, verb=verb, **{"Idempotency-Key": key}), 400)
    assert problem["code"] == "malformed-idempotency-key"
    assert (length(east), Receipt.objects.count()) == (before, 0)


@pytest.mark.parametrize("key", ["x", "x" * 100, "a b~!"])
def test_a_key_may_be_of_any_signs(east: Seated, key: str) -> None:
    assert east.act(**{"Idempotency-Key": key}).status_code == 201
    assert Receipt.objects.get().key == key


# --- several actions, and trying out ---


def test_several_actions_are_carried_out_in_order(mover: Seated) -> None:
    before = mover.table.version(mover.side)
    answer = mover.act([LEVEL, {"type": "end-movement"}])
    assert answer.status_code == 201
    assert answer.json()["version"] == before + 2
    assert [event["event"] for event in answer.json()["events"]][:2] == ["level-chosen", "movement-ended"]


def test_list_of_actions_is_carried_out_whole_or_not_at_all(mover: Seated) -> None:
    before = length(mover)
    problem = problem_of(mover.act([LEVEL, {**LEVEL, "level": "none"}]), 409)
    assert problem["parameters"]["index"] == 1
    assert problem["detail"].startswith("Action 2:")
    assert length(mover) == before


def test_refusal_out_of_turn_names_the_action_and_the_pending_decision(mover: Seated) -> None:
    other = Seated(mover.table, mover.side.enemy)
    for verb in ("actions", "preview"):
        problem = problem_of(other.act([LEVEL, {"type": "end-movement"}], verb=verb), 409)
        assert problem["code"] == "not-your-decision"
        assert problem["parameters"] == {"waiting": [mover.side.label], "decision": "level", "index": 0}
        assert (problem["rule"], problem["detail"][:9]) == ("7.1", "Action 1:")


def hand_of(player: Seated) -> list[str]:
    hand: list[str] = engine.view(*position.load(player.table.game), player.side)["mine"]["hand"]
    return hand


def test_a_whole_movement_phase_is_drafted_by_previews_and_sent_at_once(mover: Seated) -> None:
    """A player who knows nothing but the options that each preview returns pays, marches and musters."""
    phase: list[Any] = [{"type": "level", "level": "total", "cards": hand_of(mover)[:2]}]
    for is_next in (is_paid_march, is_march, is_open_muster):
        drafted = mover.act(phase, verb="preview").json()
        assert (drafted["legal"], drafted["barrier"]) == (len(phase), None)
        phase.append(next(filter(is_next, offered(drafted))))
    before = length(mover)
    told = mover.act([*phase, {"type": "end-movement"}], verb="preview").json()
    assert [event["event"] for event in told["events"]][:4] == [
        "level-chosen",
        "stack-moved",
        "stack-moved",
        "mustered",
    ]
    assert length(mover) == before
    done = mover.act([*phase, {"type": "end-movement"}])
    assert done.status_code == 201
    assert [event["event"] for event in done.json()["events"]][:5] == [
        *[event["event"] for event in told["events"]][:4],
        "movement-ended",
    ]


def offered(drafted: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Some of the actions that the options after a preview allow."""
    hand = drafted["view"]["mine"]["hand"]
    for shape in drafted["options"]["answers"]:
        if shape["shape"] == "subset" and shape["least"] == 1:
            yield {**shape["action"], shape["field"]: list(shape["of"][0])[:1]}
        for source in shape.get("sources", ()):
            for row in source["reach"]:
                if row["size"][0] == 1 and not row["leader"] and row["meets"] == "nothing":
                    group = {"blocks": source["blocks"][:1], "path": row["path"]}
                    card = {"force_march": hand[0]} if row["force_march"] else {}
                    yield {"type": "move", "source": source["source"], "groups": [group | card]}


def is_march(action: dict[str, Any]) -> bool:
    return bool(action["type"] == "move") and "force_march" not in action["groups"][0]


def is_paid_march(action: dict[str, Any]) -> bool:
    return bool(action["type"] == "move") and "force_march" in action["groups"][0]


def is_open_muster(action: dict[str, Any]) -> bool:
    return bool(action["type"] == "muster") and "openly" in action


def test_a_list_has_an_end(mover: Seated) -> None:
    problem = problem_of(mover.act([LEVEL] * (MOST_ACTIONS + 1)), 400)
    assert (problem["code"], problem["parameters"]) == ("list-too-long", {"most": MOST_ACTIONS})
    assert problem_of(mover.act([]), 400)["code"] == "no-action"


def test_a_preview_tells_and_does_nothing(mover: Seated) -> None:
    before = length(mover), mover.tag()
    told = mover.post(f"{mover.game}preview/", [LEVEL]).json()
    assert (told["legal"], told["barrier"]) == (1, None)
    assert told["events"][0]["event"] == "level-chosen"
    assert told["view"]["movement"]["level"] == "minimal"
    assert (length(mover), mover.tag()) == before


def test_a_preview_stops_before_what_would_be_shown(mover: Seated) -> None:
    told = mover.post(f"{mover.game}preview/", [LEVEL, {"type": "end-movement"}]).json()
    assert (told["legal"], told["barrier"]) == (2, 1)
    assert [event["event"] for event in told["events"]] == ["level-chosen"]


# --- taking back, giving up ---


def test_an_action_is_taken_back(mover: Seated) -> None:
    before = engine.digest(mover.table.state)
    assert mover.act(LEVEL).json()["can_undo"] is True
    assert mover.get(f"{mover.game}view/").json()["can_undo"] is True
    answer = mover.act({}, verb="undo")
    assert (answer.status_code, answer.json()["asked"]) == (201, "level")
    assert engine.digest(mover.table.state) == before
    assert problem_of(mover.act({}, verb="undo"), 422)["code"] == "not-undoable"


def test_an_action_is_taken_back_once_the_other_agrees(mover: Seated) -> None:
    before = engine.digest(mover.table.state)
    other = Seated(mover.table, mover.side.enemy)
    assert problem_of(mover.act({}, verb="take-back"), 409)["code"] == "nothing-to-take-back"
    mover.act({"type": "level", "level": "none", "cards": []})
    assert mover.table.asked() == [other.side]
    assert mover.get(f"{mover.game}view/").json()["may_ask_to_take_back"] is True
    tag = mover.tag()
    answer = mover.act({}, verb="take-back")
    assert (answer.status_code, answer["ETag"], answer.json()["events"]) == (201, tag, [])
    for caller in (mover, other):
        assert caller.get(caller.game).json()["take_back"] == {"asked_by": mover.side.label}
    assert problem_of(other.act({}, verb="take-back", tag='"x"'), 412)["code"] == "stale"
    assert other.act({}, verb="take-back").json()["asked"] is None
    assert engine.digest(mover.table.state) == before
    assert mover.get(f"{mover.game}history/").json()["changes"][-1]["agreed"] is True
    assert mover.get(mover.game).json()["take_back"] is None


@pytest.mark.parametrize("body", [b"", b"{}"], ids=["no body", "an empty one"])
def test_a_side_resigns(east: Seated, west: Seated, body: bytes) -> None:
    answer = east.post(f"{east.game}resign/", body)
    assert answer.status_code == 201
    assert answer["ETag"] == east.tag()
    assert west.get(west.game).json()["outcome"] == {"winner": "west", "victory": "resignation"}
    assert problem_of(east.post(f"{east.game}resign/", body), 409)["code"] == "game-over"


def test_spectator_cannot_act() -> None:
    table = Table(is_public=True)
    east = Seated(table, EAST)
    for verb in ("actions", "preview", "undo", "resign"):
        problem = problem_of(east.post(f"{east.game}{verb}/?as=public"), 403)
        assert problem["code"] == "no-seat"


def test_game_that_has_not_started_cannot_be_played(east: Seated) -> None:
    created: Any = east.post("games/", {"opponent": {"kind": "open"}}).json()
    game = f"games/{created['id']}/"
    for path in ("view/", "options/", "history/", "moments/1/", "record/"):
        assert problem_of(east.get(game + path), 409)["code"] == "not-begun"
    for verb in ("actions", "preview", "undo", "resign"):
        assert (
            problem_of(east.post(f"{game}{verb}/", **{"If-Match": '"east.0.en"'}), 409)["code"] == "not-begun"
        )
