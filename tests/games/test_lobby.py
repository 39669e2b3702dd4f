"""How a game comes about, and how it does not."""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from accounts.models.block import Block
from accounts.models.person import Person
from games import editions, queries
from games.access import Visitor, viewer_of
from games.editions import UnknownEditionError, edition_ids, ruleset
from games.engine.actions import Bid, encode
from games.engine.chance import Seeded
from games.engine.edition_layers import OPTIONAL
from games.engine.side import EAST, NOBODY, WEST, Side
from games.models.edition import EditionText
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.log import Entry
from games.models.seat import Seat
from games.services import chronicle, lobby, play, position, record
from games.services.errors import Conflict, Limited, Refused, Unacceptable
from games.services.lobby import Anybody, Computer, Invite, Myself, Opponent
from games.services.waiting import STARTED
from games.story import Names, refusal
from notifications.models import Notification

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


@pytest.fixture
def ieyasu() -> Person:
    return Person.objects.at("ieyasu@example.org")


@pytest.fixture
def mitsunari() -> Person:
    return Person.objects.at("mitsunari@example.org")


def a_game(creator: Person, opponent: Opponent, side: lobby.SideWanted = "east", nonce: str = "") -> Game:
    return lobby.create(creator=creator, edition="kessen", side=side, opponent=opponent, nonce=nonce)


def players(game: Game) -> list[Person | str | None]:
    """Who is at East's seat and at West's; a computer player by its name."""
    seats = Seat.objects.select_related("player").filter(game=game).order_by("side")
    return [seat.player or seat.computer or None for seat in seats]


def mails_to(person: Person) -> list[tuple[str, str]]:
    rows = Notification.objects.filter(recipient=person).order_by("pk")
    return [(row.kind, row.about) for row in rows]


def has_nothing_of_a_game(game: Game) -> bool:
    game = Game.objects.get(pk=game.pk)
    untouched = not (game.length or game.version or game.position or bytes(game.head) or game.started_at)
    return untouched and not Entry.objects.filter(game=game).exists()


# ---- who sits where


@pytest.mark.parametrize(("side", "seat"), [("east", EAST), ("west", WEST)])
def test_the_creator_has_the_side_they_want(ieyasu: Person, side: lobby.SideWanted, seat: Side) -> None:
    game = a_game(ieyasu, Computer("ashigaru"), side)
    assert players(game)[seat] == ieyasu
    assert players(game)[seat.enemy] == "ashigaru"


def test_chance_gives_either_side(ieyasu: Person) -> None:
    """Of twenty games a fair coin gives one side all in one of half a million runs."""
    games = [a_game(ieyasu, Anybody(), "random") for _ in range(20)]
    assert {players(game).index(ieyasu) for game in games} == {EAST, WEST}


def test_an_open_game_begins_when_somebody_joins(ieyasu: Person, mitsunari: Person) -> None:
    game = a_game(ieyasu, Anybody())
    assert (game.status, players(game)) == (Game.Status.WAITING, [ieyasu, None])
    assert has_nothing_of_a_game(game)
    assert mails_to(ieyasu) == []
    seat = lobby.join(game=game, person=mitsunari)
    begun = Game.objects.get(pk=game.pk)
    assert (begun.status, players(game)) == (Game.Status.RUNNING, [ieyasu, mitsunari])
    assert seat.side == WEST
    assert begun.started_at is not None
    assert mails_to(ieyasu) == [(STARTED, f"{game.public_id}.east")]
    assert mails_to(mitsunari) == [(STARTED, f"{game.public_id}.west")]


def test_a_game_against_a_computer_begins_at_once(ieyasu: Person) -> None:
    game = a_game(ieyasu, Computer("ashigaru"))
    assert (game.status, game.version) == (Game.Status.RUNNING, 1)
    assert mails_to(ieyasu) == [(STARTED, f"{game.public_id}.east")]


def test_who_plays_both_sides_begins_at_once(ieyasu: Person) -> None:
    game = a_game(ieyasu, Myself())
    assert (game.status, players(game)) == (Game.Status.RUNNING, [ieyasu, ieyasu])
    viewer = viewer_of(Visitor(ieyasu), game.public_id)
    assert (viewer.label, [other.side for other in viewer.others]) == ("east", [WEST])


def test_a_game_of_an_edition_there_is_not_is_not_made(ieyasu: Person) -> None:
    with pytest.raises(UnknownEditionError):
        lobby.create(creator=ieyasu, edition="nosuch", side="east", opponent=Anybody())
    assert not Game.objects.exists()


# ---- editions, and rules chosen for a game


FLIPPED: dict[str, dict[Any, Any]] = {
    "discard_rounding": {"down": "choice", "choice": "down"},
    "special_bonus_per_earlier": {1: 2, 2: 1},
    "double_and_wildcard": {"with-clan-block": "alone", "alone": "with-clan-block"},
    "disk_leadership": {True: False, False: True},
    "disk_points": {0: 2, 2: 0},
    "mori_double_brings_two": {True: False, False: True},
}
"""Of every flag that can be chosen: what an edition does not have."""


def test_every_flag_that_can_be_chosen_is_tried_here() -> None:
    assert {flag: set(values) for flag, values in FLIPPED.items()} == {
        flag: set(values) for flag, values in OPTIONAL.items()
    }


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_is_played_by_its_edition(ieyasu: Person, edition: str) -> None:
    game = lobby.create(creator=ieyasu, edition=edition, side="east", opponent=Myself())
    assert game.edition == edition
    assert position.rules_of(game).edition == ruleset(edition).edition
    assert queries.pinned(game.edition_text_id).chosen == {}


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_is_played_by_the_rules_chosen_for_it(ieyasu: Person, edition: str) -> None:
    own = msgspec.structs.asdict(ruleset(edition).edition.flags)
    flags = {flag: others[own[flag]] for flag, others in FLIPPED.items()}
    game = lobby.create(creator=ieyasu, edition=edition, side="east", opponent=Myself(), flags=flags)
    played = position.rules_of(game)
    assert msgspec.structs.asdict(played.edition.flags) == own | flags
    assert game.edition_text_id != ruleset(edition).digest
    pinned = queries.pinned(game.edition_text_id)
    assert (pinned.chosen, pinned.whole, pinned.own) == (flags, played.edition, ruleset(edition).edition)


def test_what_the_edition_has_anyway_is_no_choice(ieyasu: Person) -> None:
    """So the same rules have the same text, whoever filled in what."""
    for flags in ({}, {"disk_points": 2}, {"disk_points": 2, "disk_leadership": True}):
        game = lobby.create(creator=ieyasu, edition="kessen", side="east", opponent=Anybody(), flags=flags)
        assert game.edition_text_id == ruleset("kessen").digest
    assert EditionText.objects.count() == 1


def test_the_same_choices_are_the_same_text_in_whatever_order(ieyasu: Person) -> None:
    orders: list[dict[str, Any]] = [
        {"disk_points": 0, "disk_leadership": False},
        {"disk_leadership": False, "special_bonus_per_earlier": 1, "disk_points": 0},
    ]
    games = [
        lobby.create(creator=ieyasu, edition="kessen", side="east", opponent=Anybody(), flags=flags)
        for flags in orders
    ]
    assert games[0].edition_text_id == games[1].edition_text_id


@pytest.mark.parametrize(
    ("flags", "code", "told"),
    [
        ({"weeks": 8}, "no-such-flag", "“weeks” is no rule that players may choose."),
        ({"disk_model": "in-castle"}, "no-such-flag", "These are: discard_rounding, "),
        ({"disk_points": 1}, "bad-flag", "The rule “disk_points” cannot be chosen so."),
        ({"disk_points": False}, "bad-flag", "It can be one of these: 0, 2."),
        ({"disk_leadership": 1}, "bad-flag", "It can be one of these: false, true."),
        ({"discard_rounding": "up"}, "bad-flag", "It can be one of these: down, choice."),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_words_and_makes_no_game(
    ieyasu: Person, flags: dict[str, Any], code: str, told: str
) -> None:
    with pytest.raises(Unacceptable) as refused:
        lobby.create(creator=ieyasu, edition="kessen", side="east", opponent=Anybody(), flags=flags)
    assert refused.value.code == code
    assert told in refusal(Names(ruleset("kessen")), refused.value)
    assert not Game.objects.exists()


def test_a_game_keeps_its_rules_when_the_file_is_corrected(
    ieyasu: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = {"disk_points": 0}
    game = lobby.create(creator=ieyasu, edition="kessen", side="east", opponent=Myself(), flags=flags)
    corrected = editions.edition_text("kessen").replace('name   = "Kessen"', 'name   = "Kessen, corrected"')
    monkeypatch.setattr(editions, "edition_text", lambda _edition: corrected)
    later = lobby.create(creator=ieyasu, edition="kessen", side="east", opponent=Myself(), flags=flags)
    names = [queries.pinned(each.edition_text_id).whole.name for each in (game, later)]
    assert names == ["Kessen", "Kessen, corrected"]


# ---- invitations


@pytest.mark.parametrize("address", ["mitsunari@example.org", " Mitsunari@Example.ORG "])
def test_somebody_known_is_invited_whatever_case_is_written(
    ieyasu: Person, mitsunari: Person, address: str
) -> None:
    game = a_game(ieyasu, Invite(address))
    assert (game.status, players(game)) == (Game.Status.WAITING, [ieyasu, None])
    assert mails_to(mitsunari) == [(lobby.INVITATION, f"{game.public_id}.west")]
    assert [each.seat.game for each in queries.invitations_of(mitsunari)] == [game]
    assert has_nothing_of_a_game(game)


def test_somebody_never_heard_of_is_invited_like_anybody(ieyasu: Person) -> None:
    game = a_game(ieyasu, Invite("nobody-yet@example.org"), "west")
    person = Person.objects.get(email="nobody-yet@example.org")
    assert mails_to(person) == [(lobby.INVITATION, f"{game.public_id}.east")]
    lobby.join(game=game, person=person)
    assert players(game) == [person, ieyasu]


@pytest.mark.parametrize("address", ["ieyasu@example.org", " IEYASU@example.org"])
def test_nobody_invites_themselves(ieyasu: Person, address: str) -> None:
    with pytest.raises(Unacceptable, match="own-address"):
        a_game(ieyasu, Invite(address))
    assert not Game.objects.exists()


def test_only_the_invited_takes_the_seat(ieyasu: Person, mitsunari: Person) -> None:
    game = a_game(ieyasu, Invite(mitsunari.email))
    for other in (Person.objects.at("kobayakawa@example.org"), ieyasu):
        with pytest.raises(Conflict, match="not-open"):
            lobby.join(game=game, person=other)
    assert has_nothing_of_a_game(game)
    lobby.join(game=game, person=mitsunari)
    assert players(game) == [ieyasu, mitsunari]
    assert not queries.invitations_of(mitsunari).exists()


def test_to_whom_it_was_sent_may_say_no(ieyasu: Person, mitsunari: Person) -> None:
    game = a_game(ieyasu, Invite(mitsunari.email))
    lobby.decline(game=game, person=mitsunari)
    assert Game.objects.get(pk=game.pk).status == Game.Status.CALLED_OFF
    assert mails_to(ieyasu) == [(lobby.DECLINED, f"{game.public_id}.east")]
    assert not queries.invitations_of(mitsunari).exists()
    assert not Block.objects.exists()
    for again in (lobby.decline, lobby.join):
        with pytest.raises(Conflict, match="not-open"):
            again(game=game, person=mitsunari)
    assert len(mails_to(ieyasu)) == 1
    assert has_nothing_of_a_game(game)


def test_nobody_says_no_for_somebody_else(ieyasu: Person, mitsunari: Person) -> None:
    game = a_game(ieyasu, Invite(mitsunari.email))
    for other in (Person.objects.at("kobayakawa@example.org"), ieyasu):
        with pytest.raises(Conflict, match="not-invited"):
            lobby.decline(game=game, person=other, block=True)
    assert Game.objects.get(pk=game.pk).status == Game.Status.WAITING
    assert not Block.objects.exists()


def test_an_open_game_is_not_declined(ieyasu: Person, mitsunari: Person) -> None:
    with pytest.raises(Conflict, match="not-invited"):
        lobby.decline(game=a_game(ieyasu, Anybody()), person=mitsunari)


def outcome_for_creator(ieyasu: Person, mitsunari: Person) -> object:
    """Everything an invitation leads to that the inviting side could notice, but for names and times."""
    mailed = len(mails_to(ieyasu))
    game = Game.objects.get(pk=a_game(ieyasu, Invite(mitsunari.email)).pk)
    seat = queries.seats_of(ieyasu).get(game=game)
    viewer = viewer_of(Visitor(ieyasu), game.public_id)
    invitation = Invitation.objects.get(seat__game=game)
    return (
        (game.status, game.is_public, game.version, game.length, game.nonces),
        (seat.side, seat.version, seat.asked, seat.waiting_since, seat.changed_at),
        (viewer.label, viewer.others, chronicle.record_of(game, EAST)["history"]),
        (invitation.declined_at, mails_to(ieyasu)[mailed:]),
    )


def test_who_blocked_somebody_hears_no_more_from_them_and_nobody_is_told(
    ieyasu: Person, mitsunari: Person
) -> None:
    welcome = outcome_for_creator(ieyasu, mitsunari)
    game = Game.objects.latest("pk")
    lobby.decline(game=game, person=mitsunari, block=True)
    lobby.decline(game=a_game(ieyasu, Invite(mitsunari.email)), person=mitsunari, block=True)
    mailed = mails_to(mitsunari)
    blocked = outcome_for_creator(ieyasu, mitsunari)
    assert blocked == welcome
    assert mails_to(mitsunari) == mailed
    assert not queries.invitations_of(mitsunari).exists()
    assert Block.objects.count() == 1


def test_who_was_blocked_is_told_no_more_than_who_was_declined(ieyasu: Person, mitsunari: Person) -> None:
    declined = a_game(ieyasu, Invite(mitsunari.email))
    blocked = a_game(ieyasu, Invite(mitsunari.email))
    lobby.decline(game=declined, person=mitsunari)
    lobby.decline(game=blocked, person=mitsunari, block=True)
    assert [kind for kind, _about in mails_to(ieyasu)] == [lobby.DECLINED] * 2


def test_a_block_is_against_one_and_one_way_only(ieyasu: Person, mitsunari: Person) -> None:
    lobby.decline(game=a_game(ieyasu, Invite(mitsunari.email)), person=mitsunari, block=True)
    other = Person.objects.at("kobayakawa@example.org")
    theirs, back = a_game(other, Invite(mitsunari.email)), a_game(mitsunari, Invite(ieyasu.email))
    assert [each.seat.game for each in queries.invitations_of(mitsunari)] == [theirs]
    assert [each.seat.game for each in queries.invitations_of(ieyasu)] == [back]


def test_nobody_invites_without_end(ieyasu: Person) -> None:
    for number in range(lobby.INVITATIONS.most):
        a_game(ieyasu, Invite(f"daimyo-{number}@example.org"))
    with pytest.raises(Limited):
        a_game(ieyasu, Invite("one-more@example.org"))
    assert Game.objects.count() == lobby.INVITATIONS.most
    assert not Person.objects.filter(email="one-more@example.org").exists()


def test_who_may_invite_nobody_any_more_uses_nothing_up_for_others(ieyasu: Person, mitsunari: Person) -> None:
    for number in range(lobby.INVITATIONS.most):
        a_game(ieyasu, Invite(f"daimyo-{number}@example.org"))
    for _time in range(lobby.INVITATIONS_TO.most):
        with pytest.raises(Limited):
            a_game(ieyasu, Invite(mitsunari.email))
    a_game(Person.objects.at("kobayakawa@example.org"), Invite(mitsunari.email))
    assert len(mails_to(mitsunari)) == 1


@pytest.mark.parametrize("opponent", [Anybody(), Myself()], ids=["open", "myself"])
def test_nobody_makes_games_without_end(
    ieyasu: Person, mitsunari: Person, monkeypatch: pytest.MonkeyPatch, opponent: Opponent
) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=2))
    for _time in range(2):
        a_game(ieyasu, opponent)
    for refused in (opponent, Anybody(), Invite(mitsunari.email)):
        with pytest.raises(Limited) as limited:
            a_game(ieyasu, refused)
        assert 0 < limited.value.seconds <= lobby.GAMES.seconds
    assert Game.objects.count() == 2
    a_game(mitsunari, opponent)


def a_refused_game(ieyasu: Person, mitsunari: Person, nonce: str) -> None:
    with pytest.raises(Refused):
        lobby.create(
            creator=ieyasu,
            edition="kessen",
            side="east",
            opponent=Invite(mitsunari.email),
            nonce=nonce,
            sender="192.0.2.7",
        )


@pytest.mark.parametrize("why", ["enough games", "bad nonce"])
def test_a_game_that_is_refused_uses_nothing_up_for_others(
    ieyasu: Person, mitsunari: Person, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    for name in ("INVITATIONS_FROM", "INVITATIONS_TO"):
        monkeypatch.setattr(lobby, name, getattr(lobby, name)._replace(most=2))
    with monkeypatch.context() as patched:
        if why == "enough games":
            patched.setattr(lobby, "GAMES", lobby.GAMES._replace(most=0))
        for _time in range(3):
            a_refused_game(ieyasu, mitsunari, "no nonce" if why == "bad nonce" else "")
    lobby.create(
        creator=Person.objects.at("kobayakawa@example.org"),
        edition="kessen",
        side="east",
        opponent=Invite(mitsunari.email),
        sender="192.0.2.7",
    )
    assert len(mails_to(mitsunari)) == 1


def test_what_makes_no_game_uses_up_no_game(ieyasu: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=1))
    for opponent, nonce in ((Invite(ieyasu.email), ""), (Anybody(), "no nonce")):
        with pytest.raises(Unacceptable):
            a_game(ieyasu, opponent, nonce=nonce)
    a_game(ieyasu, Anybody())


def test_from_one_place_nobody_invites_without_end_under_many_names() -> None:
    def invite(number: int, sender: str) -> None:
        lobby.create(
            creator=Person.objects.at(f"puppet-{number}@example.org"),
            edition="kessen",
            side="east",
            opponent=Invite(f"daimyo-{number}@example.org"),
            sender=sender,
        )

    for number in range(lobby.INVITATIONS_FROM.most):
        invite(number, "192.0.2.7")
    with pytest.raises(Limited):
        invite(-1, "192.0.2.7")
    assert Game.objects.count() == lobby.INVITATIONS_FROM.most
    invite(-1, "192.0.2.8")


# ---- joining, calling off


def test_the_second_to_join_is_too_late(ieyasu: Person, mitsunari: Person) -> None:
    game = a_game(ieyasu, Anybody())
    lobby.join(game=game, person=mitsunari)
    length = Game.objects.get(pk=game.pk).length
    for person in (Person.objects.at("kobayakawa@example.org"), mitsunari, ieyasu):
        with pytest.raises(Conflict, match="not-open"):
            lobby.join(game=game, person=person)
    assert players(game) == [ieyasu, mitsunari]
    assert Game.objects.get(pk=game.pk).length == length


@pytest.mark.parametrize("nonce", ["", "no nonce"])
@pytest.mark.parametrize("by_creator", [True, False], ids=["by the creator", "of the creator"])
def test_to_who_was_blocked_an_open_game_is_like_one_somebody_else_has_taken(
    ieyasu: Person, mitsunari: Person, by_creator: bool, nonce: str
) -> None:
    taken, game = a_game(ieyasu, Anybody()), a_game(ieyasu, Anybody())
    lobby.join(game=taken, person=Person.objects.at("kobayakawa@example.org"))
    pair = (ieyasu, mitsunari) if by_creator else (mitsunari, ieyasu)
    Block.objects.create(person=pair[0], blocked=pair[1])
    mailed = mails_to(ieyasu)
    told = []
    for tried in (taken, game):
        with pytest.raises(Conflict) as refused:
            lobby.join(game=tried, person=mitsunari, nonce=nonce)
        told.append((refused.value.code, refused.value.parameters))
    assert told == [("not-open", {})] * 2
    assert (players(game), mails_to(ieyasu)) == ([ieyasu, None], mailed)
    assert has_nothing_of_a_game(game)
    lobby.join(game=game, person=Person.objects.at("kobayakawa@example.org"))


@pytest.mark.parametrize("by_creator", [True, False], ids=["by the creator", "of the creator"])
def test_a_block_keeps_nobody_from_a_seat_they_are_invited_to(
    ieyasu: Person, mitsunari: Person, by_creator: bool
) -> None:
    pair = (ieyasu, mitsunari) if by_creator else (mitsunari, ieyasu)
    Block.objects.create(person=pair[0], blocked=pair[1])
    game = a_game(ieyasu, Invite(mitsunari.email))
    lobby.join(game=game, person=mitsunari)
    assert players(game) == [ieyasu, mitsunari]


def test_nobody_joins_their_own_game(ieyasu: Person) -> None:
    game = a_game(ieyasu, Anybody())
    with pytest.raises(Conflict, match="own-game"):
        lobby.join(game=game, person=ieyasu)
    assert has_nothing_of_a_game(game)


def test_a_game_whose_creator_is_gone_is_not_begun_with_an_empty_seat(
    ieyasu: Person, mitsunari: Person
) -> None:
    game = a_game(ieyasu, Anybody())
    ieyasu.delete()
    with pytest.raises(Conflict, match="not-open"):
        lobby.join(game=game, person=mitsunari)


def test_who_made_a_game_may_call_it_off_until_it_begins(ieyasu: Person, mitsunari: Person) -> None:
    game = a_game(ieyasu, Anybody())
    with pytest.raises(Conflict, match="not-yours"):
        lobby.call_off(game=game, person=mitsunari)
    lobby.call_off(game=game, person=ieyasu)
    assert Game.objects.get(pk=game.pk).status == Game.Status.CALLED_OFF
    for act in (lobby.call_off, lobby.join):
        with pytest.raises(Conflict, match="not-open"):
            act(game=game, person=ieyasu)
    begun = a_game(ieyasu, Myself())
    with pytest.raises(Conflict, match="not-open"):
        lobby.call_off(game=begun, person=ieyasu)


def test_an_invitation_to_a_game_that_was_called_off_is_gone(ieyasu: Person, mitsunari: Person) -> None:
    game = a_game(ieyasu, Invite(mitsunari.email))
    lobby.call_off(game=game, person=ieyasu)
    assert not queries.invitations_of(mitsunari).exists()
    with pytest.raises(Conflict):
        lobby.join(game=game, person=mitsunari)


ACTS: dict[str, Callable[[Seat], object]] = {
    "submit": lambda seat: play.submit(seat=seat, bodies=[encode(Bid("east-loyalty"))], expected_version=0),
    "preview": lambda seat: play.preview(seat=seat, bodies=[encode(Bid("east-loyalty"))]),
    "undo": lambda seat: play.undo(seat=seat, expected_version=0),
    "resign": lambda seat: play.resign(seat=seat),
    "load": lambda seat: position.load(seat.game),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
@pytest.mark.parametrize("called_off", [False, True], ids=["not begun", "called off"])
def test_of_a_game_that_is_not_played_there_is_nothing_to_do_or_see(
    ieyasu: Person, act: Callable[[Seat], object], called_off: bool
) -> None:
    game = a_game(ieyasu, Anybody())
    if called_off:
        lobby.call_off(game=game, person=ieyasu)
    seat = Seat.objects.select_related("game").get(game=game, side=EAST)
    with pytest.raises(Conflict, match="not-begun"):
        act(seat)
    assert chronicle.changes_seen(seat.game, NOBODY) == []
    assert has_nothing_of_a_game(game)


# ---- nonces


def test_what_both_add_is_bound_into_the_log_and_into_chance(ieyasu: Person, mitsunari: Person) -> None:
    game = a_game(ieyasu, Anybody(), "west", nonce="sekigahara-1600")
    lobby.join(game=game, person=mitsunari, nonce="b2xk+/=_.")
    begun = Game.objects.get(pk=game.pk)
    assert begun.nonces == ["b2xk+/=_.", "sekigahara-1600"]
    east, west = begun.nonces
    identity = f"{begun.public_id}|{begun.edition_text_id}|{begun.revision}|{begun.commitment}|{east}|{west}"
    first = Entry.objects.get(game=begun, seq=1)
    genesis = hashlib.sha256(identity.encode()).digest()
    assert record.link(genesis, None, bytes(first.salt), first.body) == bytes(first.chain)
    source = Seeded(bytes(begun.seed), begun.public_id, ("b2xk+/=_.", "sekigahara-1600"))
    assert vars(position.chance_of(begun)) == vars(source)


def test_with_another_nonce_chance_is_another(ieyasu: Person) -> None:
    game = a_game(ieyasu, Myself())
    hands = set()
    for nonce in ("", "a", "b"):
        game.nonces = ["", nonce]
        picks = [position.chance_of(game).pick("east-cards", n, [1] * 50, []) for n in range(5)]
        hands.add(tuple(picks))
    assert len(hands) == 3


@pytest.mark.parametrize("nonce", ["a|b", "a b", "ä", "x" * 65, "a\n", "\0"])
def test_what_could_be_read_two_ways_is_no_nonce(ieyasu: Person, mitsunari: Person, nonce: str) -> None:
    with pytest.raises(Unacceptable) as refused:
        a_game(ieyasu, Anybody(), nonce=nonce)
    assert (refused.value.code, refused.value.parameters) == ("bad-nonce", {"most": 64})
    assert not Game.objects.exists()
    game = a_game(ieyasu, Anybody(), nonce="x" * 64)
    with pytest.raises(Unacceptable):
        lobby.join(game=game, person=mitsunari, nonce=nonce)
    assert players(game) == [ieyasu, None]
    assert has_nothing_of_a_game(game)


def test_two_games_are_dealt_differently(ieyasu: Person) -> None:
    games = [a_game(ieyasu, Myself()) for _ in range(2)]
    assert games[0].public_id != games[1].public_id
    assert games[0].commitment != games[1].commitment
    assert position.load(games[0]).state.hand != position.load(games[1]).state.hand
