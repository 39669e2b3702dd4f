"""Beginning a game in a browser: creating, inviting, answering, joining, calling off."""

import re
import uuid
import zoneinfo
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape

from accounts.limits import waiting_time
from accounts.models.block import Block
from accounts.models.person import Person
from games import queries
from games.editions import DEFAULT, edition_ids
from games.engine.edition_layers import OPTIONAL
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.seat import Seat
from games.rulebook import rulebook
from games.services import forgetting, lobby, position
from games.story.editions import about
from games.turn_links import invitation_link
from notifications.delivery import deliver_due
from notifications.models import Notification

pytestmark = pytest.mark.django_db

INVITE = {"edition": "kessen", "opponent": "invite", "side": "west"}


@pytest.fixture
def creator() -> Person:
    """Another one in each test: limits are counted in a cache that outlives it."""
    return Person.objects.at(f"creator-{uuid.uuid4()}@example.org")


@pytest.fixture
def friend(creator: Person) -> str:
    """The address of who is invited."""
    return creator.email.replace("creator", "friend")


@pytest.fixture
def browser(creator: Person) -> Client:
    client = Client()
    client.force_login(creator)
    return client


def create(browser: Client, **changes: str) -> Game:
    response = browser.post("/games/new/", INVITE | {"email": f"{uuid.uuid4()}@example.org"} | changes)
    assert response.status_code == 302, response.content.decode()
    return Game.objects.get(public_id=response["Location"].split("/")[2])


def mailed_path(address: str) -> str:
    """The path of the link in the newest mail to an address."""
    deliver_due()
    text = [str(sent.body) for sent in mail.outbox if sent.to == [address]][-1]
    link = re.search(r"http://testserver(/[ti]/\S+)", text)
    assert link, text
    return link[1]


def test_an_invitation_is_accepted_from_the_mail_without_an_account(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    guest = Client()
    arrived = guest.get(mailed_path(friend))
    assert arrived["Location"] == f"/games/{game.public_id}/invitation/"
    assert arrived["Referrer-Policy"] == "no-referrer"
    assert "Accept" in guest.get(arrived["Location"]).content.decode()
    accepted = guest.post(arrived["Location"], {"answer": "accept"})
    assert accepted["Location"] == f"/games/{game.public_id}/"
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert guest.get(accepted["Location"]).status_code == 200
    assert guest.get("/me/").status_code == 302, "a link of one game must not sign anybody in"
    assert Seat.objects.get(game=game, side=0).player == Person.objects.get(email=friend)


def test_who_has_no_name_is_asked_for_one_where_others_are_about_to_see_it(
    browser: Client, creator: Person, friend: str
) -> None:
    field = 'name="name"'
    assert field in browser.get("/games/new/").content.decode()
    create(browser, email=friend, name="Chikuzen")
    assert field not in browser.get("/games/new/").content.decode()
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    assert "Chikuzen" in str(mail.outbox[-1].subject)
    assert field in guest.get(page).content.decode()
    refused = guest.post(page, {"answer": "accept", "name": "win.example.com"})
    assert refused.status_code == 400
    assert "Leave out addresses" in refused.content.decode()
    guest.post(page, {"answer": "accept", "name": "Bungo"})
    named = Person.objects.filter(name__in=("Chikuzen", "Bungo"))
    assert set(named) == {creator, Person.objects.get(email=friend)}


def test_a_name_is_not_changed_by_the_way(browser: Client, creator: Person, friend: str) -> None:
    Person.objects.filter(pk=creator.pk).update(name="Chikuzen")
    create(browser, email=friend, name="Bungo")
    creator.refresh_from_db()
    assert creator.name == "Chikuzen"


def test_who_takes_a_seat_may_say_their_name(browser: Client, friend: str) -> None:
    game = create(browser, opponent="open")
    guest = Client()
    guest.force_login(Person.objects.at(friend))
    assert 'name="name"' in guest.get(f"/games/{game.public_id}/").content.decode()
    refused = guest.post(f"/games/{game.public_id}/join/", {"name": "a@b.org"}, follow=True)
    assert "Leave out addresses" in refused.content.decode()
    assert Seat.objects.filter(game=game, player=None).exists()
    guest.post(f"/games/{game.public_id}/join/", {"name": "Bungo"})
    assert Seat.objects.get(game=game, player__email=friend).played_by == "Bungo"


def test_following_the_link_alone_answers_nothing(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    scanner = Client()
    scanner.get(mailed_path(friend), follow=True)
    game.refresh_from_db()
    assert game.status == Game.Status.WAITING


def test_who_declines_and_blocks_is_invited_no_more_and_the_other_cannot_tell(
    browser: Client, friend: str
) -> None:
    first = create(browser, email=friend)
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    answered = guest.post(page, {"answer": "block"}, follow=True)
    assert "You declined" in answered.content.decode()
    assert Block.objects.count() == 1
    assert "was declined" in browser.get(f"/games/{first.public_id}/").content.decode()
    second = create(browser, email=friend)
    assert "invitation is on its way" in browser.get(f"/games/{second.public_id}/").content.decode()
    invited = Person.objects.get(email=friend)
    assert Notification.objects.filter(recipient=invited, kind="games.invitation").count() == 1
    guest.force_login(invited)
    assert second.public_id not in guest.get("/games/").content.decode()


def test_who_takes_a_block_back_finds_what_was_sent_meanwhile_and_is_mailed_again(
    browser: Client, friend: str
) -> None:
    create(browser, email=friend)
    guest = Client()
    guest.post(guest.get(mailed_path(friend))["Location"], {"answer": "block"})
    meanwhile = create(browser, email=friend)
    invited = Person.objects.get(email=friend)
    guest.force_login(invited)
    assert meanwhile.public_id not in guest.get("/games/").content.decode()
    button = re.search(r'action="(/me/blocks/.+?)"', guest.get("/me/").content.decode())
    assert button
    guest.post(button[1])
    assert meanwhile.public_id in guest.get("/games/").content.decode()
    create(browser, email=friend)
    assert Notification.objects.filter(recipient=invited, kind="games.invitation").count() == 2


def test_an_answered_invitation_says_so_on_the_second_click(browser: Client, friend: str) -> None:
    create(browser, email=friend)
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    guest.post(page, {"answer": "accept"})
    again = guest.post(page, {"answer": "decline"}, follow=True).content.decode()
    assert "answered already" in again
    assert "the game has begun" in again


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"email": ""}, "Write the address"),
        ({"email": "no address"}, "valid email"),
        ({"email": "MINE"}, "your own address"),
        ({"opponent": "the devil"}, "valid choice"),
        ({"edition": "none"}, "valid choice"),
        ({"side": "north"}, "valid choice"),
        ({"nonce": "a b"}, "letters, digits"),
        ({"nonce": "x" * 65}, "64 characters"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_is_lost(
    browser: Client, creator: Person, changes: dict[str, str], told: str
) -> None:
    given = INVITE | {"public": "on", "email": "friend@example.org"} | changes
    given["email"] = given["email"].replace("MINE", creator.email.upper())
    response = browser.post("/games/new/", given)
    page = response.content.decode()
    assert response.status_code == 400
    assert told in page
    assert 'name="public" id="id_public" checked' in page.replace("  ", " ")
    assert not Game.objects.exists()


# ---- which edition, and by which rules

RULES = {"disk_points": "0", "disk_leadership": "false", "discard_rounding": "down"}
"""The last is as Kessen has it anyway."""


def checked(page: str, name: str) -> list[str]:
    """The values of the radio buttons of that name that are chosen."""
    buttons = [button for button in re.findall(r"<input [^>]*>", page) if f'name="{name}"' in button]
    return [re.findall(r'value="(.*?)"', button)[0] for button in buttons if "checked" in button]


def test_every_edition_can_be_chosen_and_says_what_it_is(browser: Client) -> None:
    page = browser.get("/games/new/").content.decode()
    assert checked(page, "edition") == [DEFAULT]
    for edition in edition_ids():
        assert about(edition)
        assert escape(about(edition)) in page
        assert create(browser, opponent="myself", edition=edition).edition == edition


def test_every_rule_that_may_be_chosen_is_on_the_form_in_words_with_who_has_it_so(browser: Client) -> None:
    page = browser.get("/games/new/").content.decode()
    for flag, values in OPTIONAL.items():
        assert checked(page, flag) == [""], "as the edition has it"
        assert escape(rulebook().differences[flag].title) in page
        buttons = re.findall(rf'<label><input [^>]*name="{flag}" value="(.*?)"', page)
        assert buttons == ["", *(str(value).lower() for value in values)]
    said = "Half of an odd hand is rounded down or up, as its player likes."
    assert f'{said} <span class="hint">So in GMT 2011.</span>' in page
    assert '<span class="hint">So in Kessen, GMT 2016 and Manual.</span>' in page


def test_rules_are_chosen_for_a_game(browser: Client) -> None:
    game = create(browser, opponent="myself", **RULES)
    flags = position.rules_of(game).edition.flags
    assert (flags.disk_points, flags.disk_leadership, flags.discard_rounding) == (0, False, "down")
    assert queries.pinned(game.edition_text_id).chosen == {"disk_points": 0, "disk_leadership": False}


def test_a_wrong_rule_is_refused_and_what_was_filled_in_is_kept_in_view(browser: Client) -> None:
    given = {"opponent": "open", "side": "west", "edition": "gmt-2016", "nonce": "my-luck", **RULES}
    refused = browser.post("/games/new/", given | {"mori_double_brings_two": "perhaps"})
    page = refused.content.decode()
    assert refused.status_code == 400
    assert "valid choice" in page
    for name, value in given.items():
        assert checked(page, name) == [value] or f'value="{value}"' in page
    assert page.count("<details open>") == 2
    assert not Game.objects.exists()


def seen_by_who_may_join(browser: Client, friend: str, **changes: str) -> dict[str, str]:
    """The pages and the mail that tell of a game before it begins."""
    invited, free = create(browser, email=friend, **changes), create(browser, opponent="open", **changes)
    stranger, guest = Client(), Client()
    stranger.force_login(Person.objects.at(f"stranger-{friend}"))
    pages = {
        "waiting": browser.get(f"/games/{invited.public_id}/"),
        "join": stranger.get(f"/games/{free.public_id}/"),
        "unknown": Client().get(f"/games/{free.public_id}/"),
        "open": stranger.get("/games/open/"),
        "mine": browser.get("/games/"),
        "invitation": guest.get(mailed_path(friend), follow=True),
    }
    told = {name: page.content.decode() for name, page in pages.items()}
    assert all(game.commitment in told[name] for name, game in (("waiting", invited), ("join", free)))
    assert invited.commitment in told["invitation"]
    letter = [sent for sent in mail.outbox if sent.to == [friend]][-1]
    html = letter.alternatives[0][0]  # type: ignore[attr-defined]
    return told | {"mail as text": str(letter.body), "mail as page": str(html)}


def test_the_edition_is_named_wherever_a_game_is_told_of(browser: Client, friend: str) -> None:
    for name, page in seen_by_who_may_join(browser, friend, edition="gmt-2011").items():
        assert "GMT 2011" in page, name
        assert "changed rule" not in page, name
        assert "/editions/gmt-2011/" in page, name


def test_changed_rules_are_told_before_anybody_accepts_them(browser: Client, friend: str) -> None:
    seen = seen_by_who_may_join(browser, friend, **RULES)
    digest = Game.objects.values_list("edition_text", flat=True).distinct().get()
    for name, page in seen.items():
        assert "with 2 changed rules" in page, name
        assert f"/editions/{digest}/" in page, name
        if name not in ("open", "mine"):
            title = rulebook().differences["disk_points"].title
            assert re.search(rf"{title}: (<b>)?none", page), name
    assert Client().get(f"/editions/{digest}/").status_code == 200


# ---- chance of one's own


def test_who_accepts_an_invitation_may_add_their_own_chance(browser: Client, friend: str) -> None:
    game = create(browser, email=friend, side="east", nonce="of-east")
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    assert "<details><summary>Add your own chance" in guest.get(page).content.decode()
    refused = guest.post(page, {"answer": "accept", "nonce": "of west!", "name": "Bungo"})
    assert refused.status_code == 400
    for kept in ('value="of west!"', "<details open><summary>Add your own chance", 'value="Bungo"'):
        assert kept in refused.content.decode()
    assert not Person.objects.filter(name="Bungo").exists()
    guest.post(page, {"answer": "accept", "nonce": "of-west", "name": "Bungo"})
    game.refresh_from_db()
    assert (game.status, game.nonces) == (Game.Status.RUNNING, ["of-east", "of-west"])


def test_to_decline_needs_no_chance(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    guest = Client()
    guest.post(guest.get(mailed_path(friend))["Location"], {"answer": "decline", "nonce": "of west!"})
    game.refresh_from_db()
    assert game.status == Game.Status.CALLED_OFF


def test_who_takes_an_open_seat_may_add_their_own_chance(browser: Client, friend: str) -> None:
    game = create(browser, opponent="open", side="west", nonce="of-west")
    guest = Client()
    guest.force_login(Person.objects.at(friend))
    assert "Add your own chance" in guest.get(f"/games/{game.public_id}/").content.decode()
    join = f"/games/{game.public_id}/join/"
    refused = guest.post(join, {"nonce": "x" * 65, "name": "Bungo"})
    assert refused.status_code == 400
    for kept in (f'value="{"x" * 65}"', "64 characters", 'value="Bungo"'):
        assert kept in refused.content.decode()
    guest.post(join, {"nonce": "of-east", "name": "Bungo"})
    game.refresh_from_db()
    assert (game.status, game.nonces) == (Game.Status.RUNNING, ["of-east", "of-west"])


def is_put_off(response: Any) -> bool:
    """Whether a game was not made now, and it is told when it can be."""
    seconds = int(response["Retry-After"])
    told = f"no game was made. Try again in {waiting_time(seconds)}."
    return response.status_code == 429 and 0 < seconds <= 24 * 60 * 60 and told in response.content.decode()


def test_the_limit_of_invitations_is_told_with_the_time(browser: Client) -> None:
    for number in range(lobby.INVITATIONS.most):
        create(browser, email=f"friend-{number}@example.org")
    assert is_put_off(browser.post("/games/new/", INVITE | {"email": "friend@example.org"}))


def test_who_has_made_enough_games_is_told_when_to_make_another_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, browser: Client, creator: Person, friend: str
) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=1))
    lobby.create(creator=creator, edition="kessen", side="east", opponent=lobby.Myself())
    given = INVITE | {"email": friend, "public": "on", "nonce": "my-luck", "once": "of the form"}
    response = browser.post("/games/new/", given)
    assert is_put_off(response)
    page = response.content.decode()
    for kept in (f'value="{friend}"', 'value="my-luck"', 'name="public" id="id_public" checked'):
        assert kept in page
    assert re.search(r'value="west"[^>]* checked', page)
    assert 'value="of the form"' not in page
    assert Game.objects.count() == 1


def test_who_invites_is_counted_by_where_they_are_too(
    monkeypatch: pytest.MonkeyPatch, browser: Client, friend: str
) -> None:
    monkeypatch.setattr(lobby, "INVITATIONS_FROM", lobby.INVITATIONS_FROM._replace(most=1))
    create(browser, email=friend)
    other = Client()
    other.force_login(Person.objects.at("puppet@example.org"))
    assert is_put_off(other.post("/games/new/", INVITE | {"email": friend}))


def test_an_open_game_is_joined_once(browser: Client) -> None:
    game = create(browser, opponent="open", email="")
    others = []
    for number in range(2):
        client = Client()
        client.force_login(Person.objects.at(f"other-{number}@example.org"))
        others.append(client)
    for client in others:
        assert game.public_id in client.get("/games/open/").content.decode()
    assert game.public_id not in browser.get("/games/open/").content.decode()
    page = f"/games/{game.public_id}/"
    assert "Take the seat" in others[0].get(page).content.decode()
    assert others[0].post(f"{page}join/")["Location"] == page
    late = others[1].post(f"{page}join/", follow=True)
    assert "was faster" in late.content.decode()
    assert others[1].get(page).status_code == 404


def test_a_stranger_signs_in_to_join_and_comes_back(browser: Client) -> None:
    game = create(browser, opponent="open", email="")
    page = Client().get(f"/games/{game.public_id}/").content.decode()
    assert f"/sign-in/?next=/games/{game.public_id}/" in page


def test_against_a_computer_and_against_oneself_the_game_begins_at_once(browser: Client) -> None:
    computer = create(browser, opponent="computer", computer="ashigaru", email="")
    myself = create(browser, opponent="myself", email="")
    assert {computer.status, myself.status} == {Game.Status.RUNNING}
    assert "Sit down on" in browser.get(f"/games/{myself.public_id}/").content.decode()


def test_a_game_nobody_joined_is_called_off_by_its_creator_alone(browser: Client) -> None:
    game = create(browser)
    stranger = Client()
    stranger.force_login(Person.objects.at("stranger@example.org"))
    path = f"/games/{game.public_id}/call-off/"
    assert stranger.post(path).status_code == 404
    assert "called off" in browser.post(path, follow=True).content.decode()
    guest = Client()
    assert "called off" in guest.get(mailed_path_of_invitation(game), follow=True).content.decode()


def mailed_path_of_invitation(game: Game) -> str:
    """The link somebody still has in an old mail."""
    invitation = Invitation.objects.select_related("seat__game", "person").get(seat__game=game)
    return invitation_link(invitation).removeprefix("http://testserver")


# ---- second clicks, and other paths there


def test_a_form_sent_twice_makes_one_game(browser: Client, friend: str) -> None:
    form = browser.get("/games/new/").content.decode()
    once = re.search(r'name="once" value="([\w-]+)"', form)
    assert once
    sent = INVITE | {"email": friend, "once": once[1]}
    first = browser.post("/games/new/", sent)
    again = browser.post("/games/new/", sent, follow=True)
    game = Game.objects.get()
    assert first["Location"] == f"/games/{game.public_id}/"
    assert again.redirect_chain == [("/games/", 302)]
    assert "This game was begun already." in again.content.decode()
    assert Notification.objects.filter(kind="games.invitation").count() == 1


def test_a_form_that_was_refused_can_be_sent_again(browser: Client, creator: Person, friend: str) -> None:
    once = "of the form"
    refused = browser.post("/games/new/", INVITE | {"email": creator.email, "once": once})
    assert refused.status_code == 400
    fresh = re.search(r'name="once" value="([\w-]+)"', refused.content.decode())
    assert fresh
    assert fresh[1] != once
    browser.post("/games/new/", INVITE | {"email": friend, "once": fresh[1]})
    assert Game.objects.count() == 1


def test_an_invitation_accepted_twice_leads_to_the_game_twice(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    for _click in range(2):
        assert guest.post(page, {"answer": "accept"})["Location"] == f"/games/{game.public_id}/"


@pytest.mark.parametrize("answer", ["", "yes", "ACCEPT", "resign", "<b>"])
def test_what_is_no_answer_to_an_invitation_answers_nothing(
    browser: Client, friend: str, answer: str
) -> None:
    game = create(browser, email=friend)
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    assert guest.post(page, {"answer": answer})["Location"] == page
    game.refresh_from_db()
    assert game.status == Game.Status.WAITING
    assert "Accept, and begin" in guest.get(page).content.decode()


def test_an_old_invitation_opens_no_seat_but_mails_a_link_to_it(browser: Client, friend: str) -> None:
    """Also after the seat's links were made void: an invitation is none of them."""
    game = create(browser, email=friend)
    guest = Client()
    invitation = mailed_path(friend)
    guest.post(guest.get(invitation)["Location"], {"answer": "accept"})
    late = Client()
    page = late.get(invitation, follow=True).content.decode()
    assert "the game has begun" in page
    assert late.get(f"/games/{game.public_id}/").status_code == 302
    late.post(f"/games/{game.public_id}/invitation/", {"answer": "accept"})
    assert late.get(f"/games/{game.public_id}/").status_code == 302
    sent = late.post("/link/expired/", follow=True)
    assert "on its way" in sent.content.decode()
    fresh = mailed_path(friend)
    assert fresh.startswith("/t/")
    assert Client().get(fresh, follow=True).status_code == 200


def test_who_is_invited_and_signed_in_finds_the_invitation_everywhere(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    guest = Client()
    guest.force_login(Person.objects.at(friend))
    assert "invites you to a game" in guest.get("/games/").content.decode()
    assert guest.get(f"/games/{game.public_id}/")["Location"] == f"/games/{game.public_id}/invitation/"
    guest.post(f"/games/{game.public_id}/invitation/", {"answer": "accept"})
    assert guest.get(f"/games/{game.public_id}/").status_code == 200
    assert "invites you" not in guest.get("/games/").content.decode()


def test_an_invitation_speaks_to_who_is_invited_in_their_time(browser: Client, friend: str) -> None:
    create(browser, email=friend)
    Person.objects.filter(email=friend).update(zone="Asia/Tokyo")
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    guest.post(page, {"answer": "accept"})
    begun = Game.objects.get().started_at
    assert begun is not None
    there = date_format(timezone.localtime(begun, zoneinfo.ZoneInfo("Asia/Tokyo")), "DATETIME_FORMAT")
    assert there in guest.get("/games/").content.decode()


def test_no_token_opens_an_invitation_but_its_own(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    path = mailed_path(friend)
    other = create(browser, email=f"other-{friend}")
    for tried in (
        path[:-3] + "xx/",
        path.replace(game.public_id, other.public_id),
        path.replace(game.public_id, "nosuchgame"),
    ):
        guest = Client()
        refused = guest.get(tried)
        assert refused["Location"] == "/link/unknown/"
        assert refused["Referrer-Policy"] == "no-referrer"
        assert guest.get(f"/games/{game.public_id}/invitation/")["Location"].startswith("/sign-in/")


def test_who_waits_reads_whom_they_invited_or_the_address_to_share(browser: Client, friend: str) -> None:
    invited = create(browser, email=friend)
    assert friend in browser.get(f"/games/{invited.public_id}/").content.decode()
    shared = create(browser, opponent="open", email="")
    page = browser.get(f"/games/{shared.public_id}/").content.decode()
    assert f"<code>http://testserver/games/{shared.public_id}/</code>" in page
    assert "The fingerprint (SHA-256)" in page


def test_both_read_in_their_own_time_until_when_a_game_waits(
    browser: Client, creator: Person, friend: str
) -> None:
    game = create(browser, email=friend)
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    readers = {"Asia/Tokyo": (browser, f"/games/{game.public_id}/"), "America/Lima": (guest, page)}
    for zone, (client, path) in readers.items():
        Person.objects.filter(email=creator.email if client is browser else friend).update(zone=zone)
        until = timezone.localtime(game.created_at + forgetting.OPEN_FOR, zoneinfo.ZoneInfo(zone))
        assert date_format(until, "DATETIME_FORMAT") in client.get(path).content.decode(), zone


def test_the_link_to_a_game_that_was_forgotten_says_so(browser: Client, creator: Person, friend: str) -> None:
    game = create(browser, email=friend)
    path = mailed_path(friend)
    Game.objects.update(created_at=game.created_at - forgetting.OPEN_FOR)
    forgetting.forget_unbegun()
    told = Client().get(path, follow=True)
    assert told.status_code == 404
    assert "never began and is gone" in told.content.decode()
    assert browser.get(f"/games/{game.public_id}/").status_code == 404
    assert browser.post(f"/games/{game.public_id}/call-off/").status_code == 404


def test_a_game_is_called_off_once_and_a_second_click_says_the_same(browser: Client) -> None:
    game = create(browser)
    for _click in range(2):
        told = browser.post(f"/games/{game.public_id}/call-off/", follow=True)
        assert "The game was called off." in told.content.decode()
    assert "No game came about" in browser.get(f"/games/{game.public_id}/").content.decode()


def test_a_game_that_has_begun_is_not_called_off(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    guest = Client()
    guest.post(guest.get(mailed_path(friend))["Location"], {"answer": "accept"})
    told = browser.post(f"/games/{game.public_id}/call-off/", follow=True)
    assert told.redirect_chain == [(f"/games/{game.public_id}/", 302)]
    assert "you may resign it" in told.content.decode()


def test_a_second_click_on_a_free_seat_leads_to_the_game_too(browser: Client) -> None:
    game = create(browser, opponent="open", email="")
    guest = Client()
    guest.force_login(Person.objects.at("guest@example.org"))
    for _click in range(2):
        assert guest.post(f"/games/{game.public_id}/join/")["Location"] == f"/games/{game.public_id}/"


def test_whose_session_ended_before_they_took_the_seat_comes_back_to_its_page(browser: Client) -> None:
    game = create(browser, opponent="open", email="")
    path = f"/games/{game.public_id}/join/"
    assert Client().post(path)["Location"] == f"/sign-in/?next={path}"
    guest = Client()
    guest.force_login(Person.objects.at("guest@example.org"))
    assert "Take the seat" in guest.get(path, follow=True).content.decode()


def test_to_a_blocked_person_an_open_game_is_like_one_somebody_else_has_taken(
    browser: Client, creator: Person
) -> None:
    blocked, other = Person.objects.at("blocked@example.org"), Client()
    other.force_login(Person.objects.at("other@example.org"))
    taken, kept = (create(browser, opponent="open", email="") for _ in range(2))
    other.post(f"/games/{taken.public_id}/join/")
    Block.objects.create(person=creator, blocked=blocked)

    def told(game: Game) -> list[tuple[int, str]]:
        guest, path = Client(), f"/games/{game.public_id}/"
        guest.force_login(blocked)
        answers = [
            guest.get(path),
            guest.get(f"{path}join/", follow=True),
            guest.post(f"{path}join/", {"name": "Bungo"}, follow=True),
            guest.get(f"{path}invitation/"),
            guest.get("/games/open/"),
        ]
        own = re.compile(rf'{game.public_id}|(?<=name="csrfmiddlewaretoken" value=")\w+')
        return [(answer.status_code, own.sub("", answer.content.decode())) for answer in answers]

    assert told(kept) == told(taken)
    assert Seat.objects.filter(game=kept, player=None).exists()


def test_a_blocked_person_does_not_find_the_open_games_of_who_blocked_them(
    browser: Client, creator: Person
) -> None:
    game = create(browser, opponent="open", email="")
    blocked = Person.objects.at("blocked@example.org")
    Block.objects.create(person=creator, blocked=blocked)
    guest = Client()
    guest.force_login(blocked)
    assert game.public_id not in guest.get("/games/open/").content.decode()
    assert guest.get(f"/games/{game.public_id}/").status_code == 404
    assert "was faster" in guest.post(f"/games/{game.public_id}/join/", follow=True).content.decode()
