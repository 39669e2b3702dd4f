"""Bringing games about through the API: creating, inviting, joining, declining, calling off."""

from typing import Any

import pytest

from accounts.models.person import Block, Person
from games.models.game import Game
from games.models.seat import Invitation
from games.rulebook.editions import edition_ids
from games.services import lobby
from games.services.lobby import INVITATIONS_TO
from notifications.models import Notification
from tests.kit.calling import Caller, caller_at, problem_of

pytestmark = pytest.mark.django_db

ANNA, BERTA = "anna@example.org", "berta@example.org"
INVITE = {"side": "east", "opponent": {"kind": "invite", "email": BERTA}}
OPEN = {"opponent": {"kind": "open"}}


def created(caller: Caller, wanted: dict[str, Any]) -> Any:
    answer = caller.post("games/", wanted)
    assert answer.status_code == 201, answer.content
    return answer.json()


# --- creating ---


def test_nameless_person_cannot_invite() -> None:
    nameless = caller_at(ANNA, is_named=False)
    assert problem_of(nameless.post("games/", INVITE), 422)["code"] == "nameless"
    assert not Game.objects.exists()
    assert nameless.post("games/", OPEN).status_code == 201


def test_a_game_is_created_and_says_where_it_is(anna: Caller) -> None:
    answer = anna.post("games/", OPEN)
    assert answer.status_code == 201
    told = answer.json()
    assert answer["Location"] == f"http://testserver/api/v1/games/{told['id']}/"
    assert anna.get(answer["Location"]).json() == told
    assert (told["status"], told["public"], told["seat"]["asked"]) == ("waiting", False, None)
    assert Game.objects.get(public_id=told["id"]).creator == Person.objects.at(ANNA)


@pytest.mark.parametrize("side", ["east", "west"])
def test_against_a_computer_player_it_begins_at_once(anna: Caller, side: str) -> None:
    opponent = {"kind": "computer", "computer": "ashigaru"}
    told = created(anna, {"side": side, "opponent": opponent, "nonce": "luck", "public": True})
    assert (told["status"], told["public"], told["seat"]["side"]) == ("running", True, side)
    assert told["players"][side]["kind"] == "person"
    assert told["players"]["west" if side == "east" else "east"]["name"] == "ashigaru"
    assert Caller().get(f"games/{told['id']}/record/").json()["nonces"][side] == "luck"


def test_one_may_play_both_sides(anna: Caller) -> None:
    told = created(anna, {"side": "west", "opponent": {"kind": "myself"}})
    assert told["status"] == "running"
    assert told["seat"]["side"] == "east"
    assert anna.get(f"games/{told['id']}/?as=west").json()["seat"]["side"] == "west"


def test_a_side_may_be_left_to_chance(anna: Caller) -> None:
    told = created(anna, {**OPEN, "side": "random"})
    assert told["chance"]["sides"] == "to-be-drawn"
    against = {"opponent": {"kind": "computer", "computer": "random"}, "side": "random"}
    begun = [created(anna, against) for _ in range(20)]
    assert {each["chance"]["sides"] for each in begun} == {"drawn"}
    assert {each["seat"]["side"] for each in begun} == {"east", "west"}


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_tells_its_edition_and_the_rules_it_is_played_by(anna: Caller, edition: str) -> None:
    told = created(anna, {**OPEN, "edition": edition})["edition"]
    printed = Caller().get(f"editions/{edition}/").json()
    assert told == {
        "id": edition,
        "name": printed["data"]["name"],
        "digest": printed["digest"],
        "flags": printed["data"]["flags"],
        "chosen": [],
    }


def test_a_game_tells_the_rules_that_were_chosen_for_it(anna: Caller) -> None:
    flags = {"discard_rounding": "choice", "disk_points": 0, "mori_double_brings_two": True}
    told = created(anna, {**OPEN, "edition": "kessen", "flags": flags})["edition"]
    assert (told["id"], told["name"]) == ("kessen", "Kessen")
    assert told["chosen"] == ["discard_rounding", "disk_points"], "Kessen has the third anyway"
    own = Caller().get("editions/kessen/").json()
    assert told["flags"] == own["data"]["flags"] | flags
    pinned = Caller().get(f"editions/{told['digest']}/").json()
    assert pinned["digest"] == told["digest"] != own["digest"]
    assert (pinned["chosen"], own["chosen"]) == (told["chosen"], [])
    assert pinned["data"] == own["data"] | {"flags": told["flags"]}
    (row,) = anna.get("games/").json()["games"]
    assert row["edition"] == told


@pytest.mark.parametrize(
    ("wanted", "status", "code"),
    [
        ({"opponent": {"kind": "open", "email": BERTA}}, 400, "malformed-body"),
        ({**OPEN, "nonce": "é"}, 400, "malformed-body"),
        ({**OPEN, "nonce": "x" * 65}, 400, "malformed-body"),
        ({**OPEN, "nonce": "x\n"}, 422, "bad-nonce"),
        ({**OPEN, "seed": "00"}, 400, "malformed-body"),
        ({**OPEN, "flags": []}, 400, "malformed-body"),
        ({**OPEN, "flags": {"disk_points": 1}}, 400, "malformed-body"),
        ({**OPEN, "flags": {"disk_points": False}}, 400, "malformed-body"),
        ({**OPEN, "flags": {"disk_leadership": 0}}, 400, "malformed-body"),
        ({**OPEN, "flags": {"discard_rounding": None}}, 400, "malformed-body"),
        ({**OPEN, "flags": {"weeks": 7}}, 400, "malformed-body"),
        ({**OPEN, "edition": "../kessen"}, 422, "unknown-edition"),
        ({"opponent": {"kind": "computer", "computer": "samurai\x00"}}, 422, "unknown-computer"),
        ({"opponent": {"kind": "invite", "email": "nobody"}}, 422, "not-an-address"),
        ({"opponent": {"kind": "invite", "email": "a@b.org\nBcc: c@d.org"}}, 422, "not-an-address"),
        ({"opponent": {"kind": "invite", "email": ANNA.upper()}}, 422, "own-address"),
        ({"opponent": {"kind": "invite", "email": "x" * 250 + "@b.org"}}, 400, "malformed-body"),
    ],
)
def test_invalid_new_game_is_refused(anna: Caller, wanted: Any, status: int, code: str) -> None:
    problem = problem_of(anna.post("games/", wanted), status)
    assert problem["code"] == code
    assert problem["detail"]
    assert not Game.objects.exists()
    assert not Person.objects.exclude(email=ANNA).exists()


def test_unknown_edition_is_refused_with_the_known_ones(anna: Caller) -> None:
    problem = problem_of(anna.post("games/", {**OPEN, "edition": "first"}), 422)
    assert problem["parameters"] == {"edition": "first", "known": edition_ids()}


def test_an_address_is_sent_so_many_invitations(anna: Caller) -> None:
    for _ in range(INVITATIONS_TO.most):
        created(anna, INVITE)
    answer = anna.post("games/", INVITE)
    assert problem_of(answer, 429)["code"] == "too-many"
    assert 0 < int(answer["Retry-After"]) <= INVITATIONS_TO.seconds
    assert Game.objects.count() == INVITATIONS_TO.most


def test_a_person_makes_so_many_games(monkeypatch: pytest.MonkeyPatch, anna: Caller, berta: Caller) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=1))
    created(anna, OPEN)
    answer = anna.post("games/", {"opponent": {"kind": "myself"}})
    problem = problem_of(answer, 429)
    assert problem["code"] == "too-many"
    assert problem["detail"]
    assert int(answer["Retry-After"]) == problem["parameters"]["seconds"] <= lobby.GAMES.seconds
    assert Game.objects.count() == 1
    assert anna.get("games/").status_code == 200
    created(berta, OPEN)


def test_invitations_are_counted_by_address_too(monkeypatch: pytest.MonkeyPatch, anna: Caller) -> None:
    monkeypatch.setattr(lobby, "INVITATIONS_FROM", lobby.INVITATIONS_FROM._replace(most=1))
    created(anna, INVITE)
    other = caller_at("carla@example.org")
    assert problem_of(other.post("games/", INVITE), 429)["code"] == "too-many"
    created(other, OPEN)


# --- joining ---


@pytest.mark.parametrize("wanted", [OPEN, INVITE], ids=["open", "invited"])
def test_a_seat_is_taken_and_the_game_begins(anna: Caller, berta: Caller, wanted: dict[str, Any]) -> None:
    game = f"games/{created(anna, {**wanted, 'side': 'west'})['id']}/"
    answer = berta.post(f"{game}join/", {"nonce": "mine"})
    assert answer.status_code == 200
    told = answer.json()
    assert (told["status"], told["seat"]["side"], told["seat"]["asked"]) == ("running", "east", "bid")
    assert berta.get(game).json() == told
    assert berta.get(f"{game}record/").json()["nonces"]["east"] == "mine"
    assert problem_of(berta.post(f"{game}join/"), 409)["code"] == "not-open"


def test_open_game_looks_taken_to_a_blocked_person(anna: Caller, berta: Caller) -> None:
    taken, kept = (created(anna, OPEN)["id"] for _ in range(2))
    assert caller_at("carla@example.org").post(f"games/{taken}/join/").status_code == 200
    Block.objects.create(person=Person.objects.at(ANNA), blocked=Person.objects.at(BERTA))

    def told(game: str) -> list[tuple[int, bytes]]:
        answers = [
            berta.get(f"games/{game}/"),
            *(berta.post(f"games/{game}/join/", body) for body in ({}, {"nonce": "x\n"}, {"seat": "east"})),
            berta.post(f"games/{game}/decline/", {"block": True}),
            berta.get("games/?list=open"),
        ]
        return [(answer.status_code, answer.content.replace(game.encode(), b"")) for answer in answers]

    assert told(kept) == told(taken)
    assert Game.objects.get(public_id=kept).status == Game.Status.WAITING


@pytest.mark.parametrize("body", [{"nonce": "é"}, {"nonce": None}, [], "x", {"seat": "east"}])
def test_a_malformed_joining_takes_no_seat(anna: Caller, berta: Caller, body: Any) -> None:
    game = f"games/{created(anna, OPEN)['id']}/"
    assert problem_of(berta.post(f"{game}join/", body), 400)["code"] == "malformed-body"
    assert Game.objects.get().status == Game.Status.WAITING


# --- declining and calling off ---


@pytest.mark.parametrize("block", [False, True])
def test_an_invitation_is_declined(anna: Caller, berta: Caller, block: bool) -> None:
    game = f"games/{created(anna, INVITE)['id']}/"
    answer = berta.post(f"{game}decline/", {"block": block})
    assert (answer.status_code, answer.json()["status"]) == (200, "called-off")
    assert Invitation.objects.get().declined_at is not None
    assert Block.objects.filter(person__email=BERTA, blocked__email=ANNA).exists() is block
    assert anna.get(game).json()["status"] == "called-off"
    assert problem_of(berta.post(f"{game}join/"), 409)["code"] == "not-open"
    assert problem_of(berta.post(f"{game}decline/"), 409)["code"] == "not-open"


def test_blocked_inviter_is_not_told_and_sends_no_mail(anna: Caller, berta: Caller) -> None:
    before = created(anna, INVITE)
    berta.post(f"games/{before['id']}/decline/", {"block": True})
    mails = Notification.objects.count()
    after = created(anna, INVITE)
    for key in ("status", "invited", "players", "seat"):
        assert after[key] == before[key]
    assert Notification.objects.count() == mails
    assert berta.get("games/?list=invitations").json()["games"] == []


@pytest.mark.parametrize("wanted", [OPEN, INVITE], ids=["open", "invited"])
def test_a_game_is_called_off_by_who_made_it(anna: Caller, berta: Caller, wanted: dict[str, Any]) -> None:
    game = f"games/{created(anna, wanted)['id']}/"
    assert problem_of(berta.post(f"{game}call-off/"), 409)["code"] == "not-yours"
    answer = anna.post(f"{game}call-off/")
    assert (answer.status_code, answer.json()["status"]) == (200, "called-off")
    assert problem_of(anna.post(f"{game}call-off/"), 409)["code"] == "not-open"
    assert anna.get("games/").json()["games"] == []


# --- challenging by key, and playing again ---


def by_key(caller: Caller, key: str) -> Any:
    return caller.post("games/", {"opponent": {"kind": "player", "key": key, "note": "Shall we?"}})


def test_player_is_challenged_by_key_and_no_address_is_told(anna: Caller, berta: Caller) -> None:
    key = berta.get("me/").json()["key"]
    assert problem_of(by_key(anna, key), 422)["code"] == "may-not-be-challenged"
    assert berta.send("PATCH", "me/", {"challenges_from": "anyone"}).json()["challenges_from"] == "anyone"
    told = by_key(anna, key).json()
    assert (told["invited"], told["challenged"], told["note"]) == (None, key, "Shall we?")
    assert BERTA not in anna.get(f"games/{told['id']}/").content.decode()
    (row,) = berta.get("games/?list=invitations").json()["games"]
    assert (row["id"], row["challenged"], row["note"]) == (told["id"], None, "Shall we?")
    assert berta.post(f"games/{told['id']}/join/", {}).json()["status"] == "running"


@pytest.mark.parametrize("key", ["", "0" * 12, "\0", "computer-nobody"])
def test_unknown_key_is_answered_like_somebody_who_may_not_be_challenged(anna: Caller, key: str) -> None:
    assert problem_of(by_key(anna, key), 422)["code"] == "may-not-be-challenged"


def test_nobody_challenges_by_their_own_key_or_without_a_name(anna: Caller) -> None:
    assert problem_of(by_key(anna, anna.get("me/").json()["key"]), 422)["code"] == "own-address"
    nameless = caller_at("carla@example.org", is_named=False)
    assert problem_of(by_key(nameless, "0" * 12), 422)["code"] == "nameless"


def test_key_of_a_computer_player_begins_a_game(anna: Caller) -> None:
    (computer, *_others) = anna.get("computers/").json()["computers"]
    told = by_key(anna, computer["key"]).json()
    assert (told["status"], told["players"]["east"] or told["players"]["west"]) != ("waiting", None)
    assert computer["key"] in {player["key"] for player in told["players"].values()}


def test_two_have_a_rematch_by_two_requests(anna: Caller, berta: Caller) -> None:
    game = f"games/{created(anna, {**OPEN, 'side': 'east', 'pace': 3})['id']}/"
    berta.post(f"{game}join/", {})
    assert problem_of(anna.post(f"{game}rematch/", {}), 409)["code"] == "still-running"
    anna.post(f"{game}resign/", {})
    offered = anna.post(f"{game}rematch/", {"nonce": "luck"})
    assert offered.status_code == 201
    new = offered.json()
    assert offered["Location"].endswith(f"/api/v1/games/{new['id']}/")
    assert (new["status"], new["seat"]["side"], new["pace"], new["invited"]) == ("waiting", "west", 3, None)
    for caller in (anna, berta):
        assert caller.get(game).json()["rematch"] == new["id"]
        assert caller.get("games/").json()["games"][-1]["rematch"] in (new["id"], None)
    assert caller_at("carla@example.org").get(game).status_code == 404
    begun = berta.post(f"{game}rematch/", {})
    assert (begun.json()["id"], begun.json()["status"]) == (new["id"], "running")
    assert anna.post(f"{game}rematch/", {}).json()["id"] == new["id"]
