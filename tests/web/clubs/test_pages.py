"""The pages of clubs."""

import re

import pytest
from django.test import Client

from accounts.models.person import LONGEST_PERSON_NAME, Person
from games.ladders import participation
from games.ladders.clubs import membership
from games.ladders.clubs.founding import CLUBS_FOUNDED_A_DAY
from games.ladders.clubs.name_rules import LONGEST_CLUB_NAME
from games.ladders.models.club import Club, JoinRequest, Removal
from games.web.clubs import pages as club_pages
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.ladders import NOW, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.clubs import member, roles
from tests.web.browsers import read, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

FORM = {
    "name": "Edo Club",
    "about": "We play.\n\nSee https://example.org/edo and <b>come</b>.",
    "joining": "approval",
    "edition": "gmt-2016",
    "pace": "3",
    "on_time_out": "claim",
    "hold": "20",
    "reaction": "12",
}


@pytest.fixture
def organiser() -> Person:
    return PersonFactory.named("Organiser One")


@pytest.fixture
def browser(organiser: Person) -> Client:
    return signed_in(organiser)


# --- founding and the list


def test_a_club_is_founded_and_shown_as_it_was_filled_in(browser: Client) -> None:
    done = browser.post("/clubs/new/", FORM)
    assert done["Location"] == "/clubs/edo-club/invite/"
    page = text(Client().get("/clubs/edo-club/"))
    assert "<p>We play.</p>" in page
    assert '<a href="https://example.org/edo" rel="nofollow">https://example.org/edo</a>' in page
    assert "&lt;b&gt;come&lt;/b&gt;" in page
    assert "3 days for each decision" in page
    assert "the opponent may claim the win" in page
    assert "nobody answers within 12 hours counts as a pass" in page
    assert "Orders answer a separate loyalty window after 20 minutes" in page
    assert "Organisers decide who joins." in page
    assert "Organiser One" in page
    assert "organiser-one@" not in page


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * (LONGEST_CLUB_NAME + 1)),
        ("name", "Come to example.org"),
        ("name", "turned \u202e around"),
        ("name", "\u3164"),
        ("name", "\ufdfa" * LONGEST_CLUB_NAME),
        ("about", "x" * 4001),
        ("joining", "force"),
        ("edition", "nosuchedition"),
        ("pace", "4"),
        ("on_time_out", "death"),
        ("hold", "61"),
        ("hold", "-1"),
        ("reaction", "13"),
    ],
)
def test_wrong_value_is_explained_at_its_field(browser: Client, field: str, value: str) -> None:
    answer = browser.post("/clubs/new/", {**FORM, field: value})
    assert answer.status_code == 400
    assert "errorlist" in text(answer)
    assert not Club.objects.exists()


def test_a_name_that_is_taken_is_said_at_its_field(browser: Client) -> None:
    ClubFactory.create(founder__name="Organiser Two", name="EDO CLUB")
    answer = browser.post("/clubs/new/", FORM)
    assert answer.status_code == 400
    assert "Another club has this name" in read(answer)


def test_the_form_sent_twice_leads_to_the_same_club(browser: Client) -> None:
    assert {browser.post("/clubs/new/", FORM)["Location"] for _click in range(2)} == {
        "/clubs/edo-club/invite/"
    }
    assert Club.objects.count() == 1


def test_limit_of_new_clubs_says_when_to_try_again(browser: Client) -> None:
    for number in range(CLUBS_FOUNDED_A_DAY.most):
        browser.post("/clubs/new/", {**FORM, "name": f"Club {number}"})
    answer = browser.post("/clubs/new/", FORM)
    assert answer.status_code == 429
    assert re.search(r"That was enough for now\. Try again in \d+ (hour|minute)s?\.\s*<", text(answer))


def test_nameless_founder_chooses_a_name_with_the_club() -> None:
    nameless = Person.objects.at("nameless@example.org")
    visitor = signed_in(nameless)
    assert 'name="own-name"' in text(visitor.get("/clubs/new/"))
    assert visitor.post("/clubs/new/", {**FORM, "own-name": ""}).status_code == 400
    assert visitor.post("/clubs/new/", {**FORM, "own-name": "Ashigaru One"}).status_code == 302
    assert roles(Club.objects.get()) == {"Ashigaru One": "organiser"}


def test_the_list_is_searched_and_paged(organiser: Person, browser: Client) -> None:
    assert "There is no club yet." in text(browser.get("/clubs/"))
    kinds = [Club(name=f"Club {n:02}", folded=f"club {n:02}", slug=f"club-{n}") for n in range(30)]
    Club.objects.bulk_create(kinds)
    first, second = text(browser.get("/clubs/")), text(browser.get("/clubs/?page=2"))
    assert ("Club 00" in first, "Club 29" in first) == (True, False)
    assert ("Club 00" in second, "Club 29" in second) == (False, True)
    found = text(browser.get("/clubs/?name=cLUB 1"))
    assert re.findall(r">(Club \d\d)<", found) == [f"Club {n}" for n in range(10, 20)]
    assert "?name=club&amp;page=2" in text(browser.get("/clubs/?name=club"))
    assert "No club has “<i>” in its name." in read(browser.get("/clubs/?name=<i>"))
    for strange in ("?page=99", "?page=x", "?name=" + "x" * 200, "?name=%00"):
        assert browser.get(f"/clubs/{strange}").status_code == 200


def test_my_clubs_are_where_my_games_are(organiser: Person, browser: Client) -> None:
    assert "My clubs" not in text(browser.get("/games/"))
    ClubFactory.create(founder=organiser, name="Edo Club")
    for path in ("/games/", "/clubs/"):
        assert "My clubs" in text(browser.get(path))
        assert '<a href="/clubs/edo-club/" title="Edo Club"' in text(browser.get(path))
    assert "My clubs" not in text(signed_in(PersonFactory.named("Ashigaru One")).get("/clubs/"))


def test_the_longest_names_are_shown_whole(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser, name="W" * LONGEST_CLUB_NAME)
    MembershipFactory.create(
        club=club, person__name="Wolfeschlegelsteinhausenbergerdorff Hube"[:LONGEST_PERSON_NAME]
    )
    MembershipFactory.create(club=club, person__name="<script>")
    page = text(Client().get(f"/clubs/{club.slug}/"))
    assert "W" * LONGEST_CLUB_NAME in page
    assert "Wolfeschlegelsteinhausenbergerdorff Hube" in page
    assert "&lt;script&gt;" in page
    assert "<script>" not in page


# --- joining


def test_one_joins_an_open_club_and_leaves_it() -> None:
    club = ClubFactory.create(name="Edo Club")
    visitor = signed_in(PersonFactory.named("Ashigaru One"))
    assert "Everybody can see who is a member." in text(visitor.get("/clubs/edo-club/"))
    for _click in range(2):
        assert "You are a member of this club." in text(visitor.post("/clubs/edo-club/join/", follow=True))
    assert "Leave the club?" in text(visitor.get("/clubs/edo-club/leave/"))
    for _click in range(2):
        assert visitor.post("/clubs/edo-club/leave/")["Location"] == "/clubs/edo-club/"
    assert roles(club) == {"Organiser One": "organiser"}


def test_leave_page_says_that_ladders_are_left_too() -> None:
    ladder, visitor = ChallengeLadderFactory.create(players=2), signed_in(PersonFactory.numbered(2))
    page = f"/clubs/{ladder.club.slug}/leave/"
    assert "you lose your place" in text(visitor.get(page))
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=NOW)
    assert "you lose your place" not in text(visitor.get(page))


def test_a_stranger_signs_in_to_join_and_comes_back() -> None:
    ClubFactory.create(name="Edo Club")
    assert 'name="next" value="/clubs/edo-club/' in text(Client().get("/clubs/edo-club/"))


def test_nameless_person_may_give_a_name_on_joining() -> None:
    club = ClubFactory.create(name="Edo Club")
    visitor = signed_in(Person.objects.at("nameless@example.org"))
    assert 'name="name"' in text(visitor.get("/clubs/edo-club/"))
    wrong = visitor.post("/clubs/edo-club/join/", {"name": "at example.org"})
    assert (wrong.status_code, len(roles(club))) == (400, 1)
    assert "Leave out addresses" in text(wrong)
    visitor.post("/clubs/edo-club/join/", {"name": "Ashigaru One"})
    assert roles(club)["Ashigaru One"] == "member"


def test_followed_link_joins_after_one_click() -> None:
    club = ClubFactory.create(joining=Club.Joining.LINK, name="Edo Club")
    guest = PersonFactory.named("Ashigaru One")
    visitor = signed_in(guest)
    assert (
        "<button" not in text(visitor.get("/clubs/edo-club/")).partition("<main")[2].partition("</main>")[0]
    )
    followed = visitor.get(f"/clubs/edo-club/join/{club.link}/")
    assert (followed["Location"], followed["Referrer-Policy"]) == ("/clubs/edo-club/", "no-referrer")
    assert "no-store" in followed["Cache-Control"]
    arrived = text(visitor.get(followed["Location"]))
    assert 'action="/clubs/edo-club/join/"' in arrived
    assert club.link not in arrived
    assert len(roles(club)) == 1, "mail scanners follow links"
    visitor.post("/clubs/edo-club/join/")
    assert roles(club)["Ashigaru One"] == "member"


def test_a_link_is_void_once_it_was_renewed(organiser: Person, browser: Client) -> None:
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.LINK, name="Edo Club")
    late, early = (signed_in(PersonFactory.named(f"Ashigaru {name}")) for name in ("Late", "Early"))
    early.get(f"/clubs/edo-club/join/{club.link}/")
    assert club.link in text(browser.get("/clubs/edo-club/invite/"))
    for _click in range(2):
        browser.post("/clubs/edo-club/link/", {"old": club.link})
    renewed = Club.objects.get().link
    assert renewed != club.link
    assert renewed in text(browser.get("/clubs/edo-club/invite/"))
    assert "This link no longer works." in text(late.get(f"/clubs/edo-club/join/{club.link}/", follow=True))
    for visitor in (early, late):
        refused = visitor.post("/clubs/edo-club/join/", follow=True)
        assert "You need the current link of this club to join it." in text(refused)
    assert len(roles(club)) == 1


def test_nobody_but_organisers_is_shown_the_link(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.LINK, name="Edo Club")
    MembershipFactory.create(club=club, person__name="Arbiter One", role=Role.ARBITER)
    for visitor in (
        Client(),
        signed_in(PersonFactory.named("Arbiter One")),
        signed_in(PersonFactory.named("Ashigaru One")),
    ):
        for path in ("", "members/", "settings/", "requests/", "invite/"):
            assert club.link not in text(visitor.get(f"/clubs/edo-club/{path}"))


# --- what organisers do


def test_request_is_accepted_or_declined(organiser: Person, browser: Client) -> None:
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL, name="Edo Club")
    one, two = PersonFactory.named("Ashigaru One"), PersonFactory.named("Ashigaru Two")
    visitor = signed_in(one)
    assert "You asked to join." in text(visitor.post("/clubs/edo-club/join/", follow=True))
    second = JoinRequestFactory.create(club=club, person=two)
    assert "2 people ask to join." in text(browser.get("/clubs/edo-club/"))
    page = text(browser.get("/clubs/edo-club/requests/"))
    assert "Ashigaru One" in page
    assert "@example.org" not in page.partition("<main")[2]
    first = JoinRequest.objects.get(person=one)
    for _click in range(2):
        said = browser.post(f"/clubs/edo-club/requests/{first.public_id}/", {"answer": "accept"}, follow=True)
        assert "Ashigaru One is a member now." in text(said)
    assert (
        browser.post(f"/clubs/edo-club/requests/{second.public_id}/", {"answer": "maybe"}).status_code == 302
    )
    said = browser.post(f"/clubs/edo-club/requests/{second.public_id}/", {"answer": "decline"}, follow=True)
    assert "Ashigaru Two was not let in." in text(said)
    said = browser.post(f"/clubs/edo-club/requests/{second.public_id}/", {"answer": "accept"}, follow=True)
    assert "already decided this request the other way" in text(said)
    assert roles(club) == {"Organiser One": "organiser", "Ashigaru One": "member"}


def test_withdrawn_request_is_reported(organiser: Person, browser: Client) -> None:
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL, name="Edo Club")
    guest = PersonFactory.named("Ashigaru One")
    request = JoinRequestFactory.create(club=club, person=guest)
    signed_in(guest).post("/clubs/edo-club/leave/")
    said = browser.post(f"/clubs/edo-club/requests/{request.public_id}/", {"answer": "accept"}, follow=True)
    assert "The request has been withdrawn." in text(said)


def test_the_last_organiser_is_told_what_to_do_first(organiser: Person, browser: Client) -> None:
    club = ClubFactory.create(founder=organiser, name="Edo Club")
    own = f"/clubs/edo-club/members/{member(club, organiser).public_id}/"
    said = text(browser.post("/clubs/edo-club/leave/", follow=True))
    assert "Appoint another one on its members page" in said
    refused = browser.post(own, {"what": "role", "role": "member"})
    assert refused.status_code == 400
    assert "Appoint another one on its members page" in text(refused)


def test_roles_are_changed_and_a_club_is_handed_over(organiser: Person, browser: Client) -> None:
    club = ClubFactory.create(founder=organiser, name="Edo Club")
    member = MembershipFactory.create(club=club, person__name="Ashigaru One")
    path = f"/clubs/edo-club/members/{member.public_id}/"
    assert path in text(browser.get("/clubs/edo-club/members/"))
    said = browser.post(path, {"what": "role", "role": "arbiter"}, follow=True)
    assert "Ashigaru One: arbiter." in text(said)
    assert browser.post(path, {"what": "role", "role": "shogun"}).status_code == 400
    assert browser.post(path, {"what": "coup"}).status_code == 400
    for _click in range(2):
        assert browser.post(path, {"what": "hand-over"})["Location"] == "/clubs/edo-club/"
    assert roles(club) == {"Organiser One": "member", "Ashigaru One": "organiser"}


def test_a_member_is_removed_with_a_reason_and_allowed_back(organiser: Person, browser: Client) -> None:
    club = ClubFactory.create(founder=organiser, name="Edo Club")
    guest = PersonFactory.named("Ashigaru One")
    path = f"/clubs/edo-club/members/{MembershipFactory.create(club=club, person=guest).public_id}/"
    assert browser.post(path, {"what": "remove", "reason": ""}).status_code == 400
    for _click in range(2):
        sure = {"what": "remove", "nonce": "n", "reason": "Left games.", "sure": "yes"}
        done = browser.post(path, sure)
        assert done["Location"] == "/clubs/edo-club/members/"
    visitor = signed_in(guest)
    assert "You were removed from this club." in text(visitor.get("/clubs/edo-club/"))
    assert "You were removed from this club." in text(visitor.post("/clubs/edo-club/join/", follow=True))
    assert "Left games." in text(browser.get("/clubs/edo-club/requests/"))
    removal = f"/clubs/edo-club/removals/{Removal.objects.get().public_id}/"
    for _click in range(2):
        assert browser.post(removal)["Location"] == "/clubs/edo-club/requests/"
    visitor.post("/clubs/edo-club/join/")
    assert "Ashigaru One" in roles(club)


def test_settings_show_what_is_and_keep_what_is_sent(organiser: Person, browser: Client) -> None:
    browser.post("/clubs/new/", FORM)
    page = text(browser.get("/clubs/edo-club/settings/"))
    assert 'value="Edo Club"' in page
    assert 'name="hold" value="20"' in page
    for field in ("joining", "edition", "pace", "on_time_out", "reaction"):
        (radio,) = re.findall(rf'<input type="radio" name="{field}"[^>]*checked[^>]*>', page)
        assert f'value="{FORM[field]}"' in radio
    changed = {**FORM, "name": "Osaka Club", "pace": "", "joining": "open", "reaction": "never", "hold": ""}
    assert browser.post("/clubs/edo-club/settings/", changed)["Location"] == "/clubs/edo-club/settings/"
    page = text(Client().get("/clubs/edo-club/"))
    assert "<h1>Osaka Club</h1>" in page
    assert "There is no clock" in page
    assert "Orders answer a separate loyalty window after 20 minutes" in page
    ClubFactory.create(founder__name="Organiser Two", name="Kyoto Club")
    taken = browser.post("/clubs/edo-club/settings/", {**changed, "name": "KYOTO club"})
    assert (taken.status_code, "Another club has this name" in text(taken)) == (400, True)


def test_many_members_are_on_several_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_pages, "MEMBERS_SHOWN", 2)
    monkeypatch.setattr(club_pages, "MEMBERS_A_PAGE", 3)
    ClubFactory.create(name="Edo Club", members=4)
    assert "All 5 members" in text(Client().get("/clubs/edo-club/"))
    assert "page 1 of 2" in text(Client().get("/clubs/edo-club/members/"))
    assert "Ashigaru 4" in text(Client().get("/clubs/edo-club/members/?page=2"))


def test_a_club_whose_people_are_all_forgotten_is_still_shown(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser, name="Edo Club")
    membership.join(club=club, person=PersonFactory.named("Ashigaru One"))
    Person.objects.all().delete()
    assert "This club has no members any more." in text(Client().get("/clubs/edo-club/"))
    assert "This club has no members any more." in text(Client().get("/clubs/edo-club/members/"))
    assert "0 members" in text(Client().get("/clubs/"))
