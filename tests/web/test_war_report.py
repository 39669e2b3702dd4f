"""The report of a finished game with both diaries: when it is there, for whom, and what it says."""

import re
from datetime import datetime
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from markdown_it import MarkdownIt

from accounts import closing, restrictions
from accounts.models.person import Person
from accounts.models.restriction import Restricted
from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders.arbitration.verbs.open import Open
from games.ladders.models.club import ClubGame
from games.log import diary_chain
from games.models.note import Note
from games.models.seat import Seat
from games.services import diary, lobby, play
from games.services.war_report import escaped
from sekigahara.errors.exceptions import Conflict, Forbidden
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit import analyses
from tests.kit.calling import Caller, Seated, token_of
from tests.kit.table import Table
from tests.web.browsers import by_link, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

BAIT = "I hope he takes the bait at Gifu."
EVIL = (
    "# Big\n<script>alert(1)</script> [here](https://example.org/x)\n"
    "- www.example.org @you #12 &lt; `x` *x* 1|2"
)


def played(*, is_public: bool = True) -> Table:
    """A game of some weeks in which both wrote, which West has resigned."""
    table = Table(3, is_public=is_public)
    diary.write(seat=table.seat(EAST), text=BAIT)
    table.play_on(lambda state: state.week > 1)
    diary.write(seat=table.seat(WEST), text=EVIL)
    play.resign(seat=table.seat(WEST))
    diary.write(seat=table.seat(EAST), text="Well played.")
    return table


def share(table: Table, *sides: Side, how: str = "yes") -> None:
    for side in sides:
        signed_in(table.people[side]).post(f"/games/{table.game.public_id}/diary/", {"share": how})


def addresses(table: Table) -> list[str]:
    return [f"/games/{table.game.public_id}/{page}" for page in ("report/", "report.md")]


def statuses(table: Table) -> set[int]:
    browsers = [signed_in(person) for person in table.people] + [Client()]
    return {each.get(address).status_code for each in browsers for address in addresses(table)}


def page_of(table: Table, side: Side) -> str:
    return text(signed_in(table.people[side]).get(f"/games/{table.game.public_id}/"))


# ---- when it is there


def test_link_of_a_mail_agrees_to_nothing_before_its_player_signs_in() -> None:
    table = played()
    share(table, EAST)
    browser = by_link(table.seat(WEST))
    answer = browser.post(f"/games/{table.game.public_id}/diary/", {"share": "yes"})
    assert answer["Location"].startswith("/sign-in/")
    assert statuses(table) == {404}


def test_report_is_there_once_both_agree_and_as_long_as_they_do() -> None:
    table = played()
    assert statuses(table) == {404}
    share(table, EAST)
    assert statuses(table) == {404}
    assert "has not agreed yet" in page_of(table, EAST)
    assert "would like to show both diaries" in page_of(table, WEST)
    share(table, WEST)
    assert statuses(table) == {200}
    assert "The report, with both diaries" in text(Client().get(f"/games/{table.game.public_id}/"))
    share(table, EAST, how="no")
    assert statuses(table) == {404}


def test_nobody_agrees_before_the_end_or_writes_while_both_diaries_are_shown() -> None:
    table = Table()
    with pytest.raises(Conflict, match="no-report"):
        diary.agree(seat=table.seat(EAST), on=True)
    play.resign(seat=table.seat(WEST))
    share(table, *SIDES)
    with pytest.raises(Conflict, match="diary-is-shown"):
        diary.write(seat=table.seat(EAST), text=BAIT)
    share(table, WEST, how="no")
    diary.write(seat=table.seat(EAST), text=BAIT)


def test_restricted_player_does_not_agree() -> None:
    table = played()
    moderator = PersonFactory.named("Ashigaru Moderator")
    moderator.is_moderator = True
    what = [Restricted.MESSAGES]
    restrictions.impose(person=table.people[EAST], what=what, days=7, reason="Insults.", by=moderator)
    with pytest.raises(Forbidden, match="restricted"):
        diary.agree(seat=table.seat(EAST), on=True)
    diary.agree(seat=table.seat(EAST), on=False)


def test_report_of_a_private_game_is_for_its_players() -> None:
    table = played(is_public=False)
    share(table, *SIDES)
    for address in addresses(table):
        assert signed_in(table.people[EAST]).get(address).status_code == 200
        assert signed_in(PersonFactory.named("Ashigaru One")).get(address).status_code == 404
        assert Client().get(address).status_code == 404
    address = f"games/{table.game.public_id}/report/"
    assert Seated(table, EAST).get(address).status_code == 200
    assert Caller(token_of(PersonFactory.named("Ashigaru One"))).get(address).status_code == 404
    assert Caller().get(address).status_code == 401


@pytest.mark.parametrize("is_bot", [True, False])
def test_person_alone_agrees_in_a_game_against_a_program(is_bot: bool) -> None:
    person = Person.objects.at("east@example.org")
    if is_bot:
        bot = Person.objects.at("bot@example.org")
        Person.objects.filter(pk=bot.pk).update(is_bot=True)
        game = GameFactory.create(creator=person, joins=bot)
    else:
        game = GameFactory.create(creator=person, opponent=lobby.Computer("random"))
    play.resign(seat=Seat.objects.select_related("game", "player").get(game=game, player=person))
    browser = signed_in(person)
    assert browser.get(f"/games/{game.public_id}/report/").status_code == 404, "nobody has agreed"
    assert "Show my diary" in text(browser.get(f"/games/{game.public_id}/"))
    browser.post(f"/games/{game.public_id}/diary/", {"share": "yes"})
    assert browser.get(f"/games/{game.public_id}/report/").status_code == 200


def test_report_goes_with_the_account_of_either() -> None:
    table = played()
    share(table, *SIDES)
    closing.close(person=table.people[WEST])
    assert {Client().get(address).status_code for address in addresses(table)} == {404}
    assert Seat.objects.filter(game=table.game, shares_diary=True).count() == 1
    assert "has not agreed yet" not in page_of(table, EAST)


# ---- what it says


def test_report_has_weeks_with_boards_and_both_voices_where_they_belong() -> None:
    table = played()
    analyses.keep_one(table.game)
    share(table, *SIDES)
    page = text(Client().get(addresses(table)[0]))
    marks = ("<h2>Week 1", BAIT, "<h2>Week 2", "# Big", "<h2>Afterwards", "Well played.")
    places = [page.index(each) for each in marks]
    assert places == sorted(places)
    assert page.count('class="drawing wide"') == 2
    assert "A turning point: East, turn A." in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; [here](https://example.org/x)" in page
    assert "<script>alert" not in page
    assert 'href="https://example.org' not in page
    for side, count in ((EAST, "2 notes, all as they were"), (WEST, "1 note, as it was")):
        head = diary.head_of(table.seat(side), diary.notes_of(table.seat(side)).last())
        assert head in page
        assert count in page


def test_reader_of_the_report_can_compute_both_chains() -> None:
    table = played()
    share(table, *SIDES)
    page = text(Client().get(addresses(table)[0]))
    heads = re.findall(r"<code>([0-9a-f]{64})</code>", page)
    for side in SIDES:
        first, last = heads[2 * side : 2 * side + 2]
        told = (
            rf'class="voice {side.label}" data-head="([^"]*)">.*?datetime="([^"]*)".*?<p>(.*?)</p>\s*</blockq'
        )
        for game_head, at, html in re.findall(told, page, re.DOTALL):
            words = unescape(html.replace("<br>", "\n"))
            first = diary_chain.next_head(first, game_head, words, datetime.fromisoformat(at))
        assert first == last


def test_report_says_that_a_note_was_changed() -> None:
    table = played()
    share(table, *SIDES)
    Note.objects.filter(side=WEST).update(text=Note.sealed("I knew it"))
    assert diary_chain.fault_of(table.game) == (WEST, 1)
    page = text(Client().get(addresses(table)[0]))
    assert "was changed: note 1 is not what was written then" in page
    assert "2 notes, all as they were" in page


def test_markdown_makes_nothing_of_the_words_of_players() -> None:
    table = played()
    Person.objects.filter(pk=table.people[WEST].pk).update(name="*Mitsunari* [x]")
    share(table, *SIDES)
    answer = Client().get(addresses(table)[1])
    assert answer["Content-Type"] == "text/markdown; charset=utf-8"
    told = answer.content.decode()
    assert r"> **\*Mitsunari\* \[x\]**" in told
    assert [line for line in told.splitlines() if line.startswith("#")] == [
        "# East won",
        "## Week 1",
        "## Week 2",
        "## Afterwards",
    ]
    quoted = "\n".join(line[2:] for line in told.splitlines() if line.startswith("> ") and "**" not in line)
    assert not re.search(r"(?<!\\)[<\[\]`*|&#@]|https?://\w|www\.\w", quoted)
    assert "Week" in told


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# x", r"\# x"),
        ("    code", "code"),
        ("---", r"\---"),
        ("===", r"\==="),
        ("1. x", r"1\. x"),
        ("+ x", r"\+ x"),
        ("> x", r"\> x"),
        ("![x](y)", r"!\[x\](y)"),
        ("#12", "\\#\u200c12"),
        ("@you", "\\@\u200cyou"),
        ("https://a.example", "https:\u200c//a.\u200cexample"),
        ("100. x", r"100\. x"),
        ("12) x", r"12\) x"),
        ("GH-12", "GH\u200c-12"),
        ("www.1a.example", "www\u200c.1a.\u200cexample"),
        (":white_check_mark:", "\\:\u200cwhite\\_check\\_mark:"),
        ("8d1afcc86913", "8d1afc\u200cc86913"),
        ("Kiso, 3.5 points (or more): good", "Kiso, 3.5 points (or more): good"),
    ],
)
def test_line_is_escaped(line: str, expected: str) -> None:
    assert escaped(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        *(
            "100. x",
            "1234567890. x",
            "12)",
            "1.",
            "- x",
            "* * *",
            "___",
            "+",
            "# x",
            "#",
            "===",
            "> x",
            "```",
        ),
        *(
            "~~~",
            "    x",
            "|a|b|",
            "|-|-|",
            "<b>x</b>",
            "<!-- x",
            "&amp; &#35;",
            "[a]: /x",
            "[a](/x)",
            "![a](/x)",
        ),
        *("<https://a.example>", "a@b.example", "*a* _b_ **c** __d__ ~~e~~ `f`", "a\\", "\\# a", "a\\\\*b*"),
    ],
)
def test_line_is_read_by_a_parser_of_markdown_as_the_text_it_is(line: str) -> None:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    paragraph, inline, _end = parser.parse(f"{escaped(line)}\n")
    assert paragraph.type == "paragraph_open"
    assert {each.type for each in inline.children or ()} == {"text"}
    read = "".join(each.content for each in inline.children or ())
    assert read.replace("\u200c", "") == " ".join(line.split())


# ---- who reads the diary of a game that runs


def test_nobody_else_reads_the_diary_of_a_running_game() -> None:
    table, club = Table(is_public=True), ClubFactory.create()
    arbiter = PersonFactory.named("Ashigaru Arbiter")
    MembershipFactory.create(club=club, person=arbiter, role=Role.ARBITER)
    ClubGame.objects.create(club=club, game=table.game)
    diary.write(seat=table.seat(EAST), text=BAIT)
    opened = Open(reason="To see for myself.").decide(game=table.game, by=arbiter, nonce="1")
    page, west = f"/games/{table.game.public_id}/", Seated(table, WEST)
    pages = [page, f"{page}history/", f"{page}moments/1/", f"{page}record.json", *addresses(table)]
    desk = f"/clubs/{club.slug}/desk/{table.game.public_id}/"
    pages += [desk, f"{desk}opened/{opened.public_id}/", reverse("accounts:data-everything")]
    assert signed_in(arbiter).get(pages[-2]).status_code == 200
    for who in (signed_in(table.people[WEST]), signed_in(arbiter), Client()):
        for address in pages:
            for viewpoint in ("", "?as=east", "?as=public"):
                assert BAIT not in text(who.get(address + viewpoint))
    assert west.get(f"{west.game}diary/").json()["notes"] == []
    assert west.get(f"{west.game}diary/?as=east").status_code == 404
    assert Caller().get(f"games/{table.game.public_id}/diary/").status_code == 403
    assert BAIT in text(signed_in(table.people[EAST]).get(page))


def test_notes_of_a_program_are_not_shown_without_its_owner() -> None:
    table = played()
    west = table.people[WEST]
    Person.objects.filter(pk=west.pk).update(is_bot=True)
    share(table, EAST)
    assert statuses(table) == {200}
    assert "alert(1)" not in text(Client().get(addresses(table)[0]))
    share(table, WEST)
    assert "alert(1)" in text(Client().get(addresses(table)[0]))


def test_browser_keeps_no_page_with_a_diary_or_messages() -> None:
    table = played()
    moments = {side: table.game.notes.get(side=side, number=1).version for side in SIDES}
    for side, number in moments.items():
        browser = signed_in(table.people[side])
        for page in ("history/", f"moments/{number}/"):
            answer = browser.get(f"/games/{table.game.public_id}/{page}")
            assert "no-store" in answer["Cache-Control"], page
    answer = Client().get(f"/games/{table.game.public_id}/history/")
    assert "no-store" not in answer["Cache-Control"]


# ---- through the API


def test_program_agrees_reads_the_report_and_takes_it_back() -> None:
    table = played(is_public=False)
    east, west = (Seated(table, side) for side in SIDES)

    def agree(caller: Seated, *, mine: bool) -> object:
        return caller.send("PUT", f"{caller.game}diary/", {"mine": mine}).json()["sharing"]

    assert agree(east, mine=True) == {"mine": True, "theirs": False, "shown": False}
    assert west.get(f"{west.game}diary/").json()["sharing"] == {"mine": False, "theirs": True, "shown": False}
    assert west.get(f"{west.game}report/").status_code == 404
    assert agree(west, mine=True) == {"mine": True, "theirs": True, "shown": True}
    report = east.get(f"{east.game}report/").json()
    assert (report["ending"], report["page"]) == ("East won", f"http://testserver{addresses(table)[0]}")
    notes = [line for week in report["weeks"] for line in week["lines"] if line["side"]]
    assert [(line["side"], line["text"]) for line in notes] == [
        ("east", BAIT),
        ("west", EVIL),
        ("east", "Well played."),
    ]
    for diary_told in report["diaries"]:
        head = diary_told["first_head"]
        for line in (line for line in notes if line["side"] == diary_told["side"]):
            at = datetime.fromisoformat(line["written_at"])
            head = diary_chain.next_head(head, line["game_head"], line["text"], at)
        assert (head, diary_told["fault"]) == (diary_told["head"], 0)
    served = signed_in(table.people[WEST]).get(addresses(table)[1])
    assert report["markdown"] == served.content.decode()
    agree(west, mine=False)
    assert east.get(f"{east.game}report/").status_code == 404


def test_pass_of_a_page_agrees_to_nothing() -> None:
    """The page may have been opened by a mail that was forwarded."""
    table = Table()
    page = text(by_link(table.seat(EAST)).get(f"/games/{table.game.public_id}/"))
    found = re.search(r'data-pass="([^"]+)"', page)
    assert found is not None
    play.resign(seat=table.seat(WEST))
    caller = Caller(Authorization=f"Seat {unescape(found[1])}")
    answer = caller.send("PUT", f"games/{table.game.public_id}/diary/", {"mine": True})
    assert answer.status_code == 401
    assert not table.seat(EAST).shares_diary
