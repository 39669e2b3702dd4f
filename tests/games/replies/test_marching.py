"""A movement phase that is written in a reply: what it can say, and that only "yes" to its draft plays it."""

from __future__ import annotations

import pytest

from games import engine, story
from games.engine import actions as a
from games.engine.decisions import ChooseLevel
from games.engine.side import Side
from games.log import position
from games.models.mail_reply import MailReply
from games.notices.addressed import seat_of
from games.notices.turns import asking, briefing_of
from games.replies.marching import MarchDraft, read_march
from games.replies.reading import MisfitError
from games.replies.receiving import MOST_DRAFTS
from games.services import play
from games.services.waiting import YOUR_PHASE
from games.story.marching import THEN, marching
from notifications.registry import Message
from tests.games.replies.test_receiving import mailed, refusals
from tests.kit.replying import reply_to, take
from tests.kit.searches import HealthCheck, given, settings, st
from tests.kit.table import Table, on_the_march
from tests.web.test_every_decision import latest

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def march() -> tuple[Table, Side]:
    return on_the_march()


def asked_by(table: Table, side: Side) -> Message:
    """The mail that asks a side for its decision."""
    seat = seat_of(table.seat(side).reference)
    assert seat is not None
    mail = asking(YOUR_PHASE, seat, briefing_of(seat), "Your decision")
    assert mail is not None
    return mail


MAEDA = ("maeda-daimyo", "maeda-two-mon-1", "maeda-firearms")
ALL = ("tokugawa-three-mon-4", *MAEDA)
KYOTO = ("tokugawa-two-mon-1", "tokugawa-two-mon-2")


def stack(*groups: a.Group, source: str = "kanazawa", leader: str | None = None) -> a.Move:
    return a.Move(source, groups, leader)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("Kanazawa-Kitanosho all; end", [stack(a.Group(ALL, ("kitanosho",))), a.EndMovement()]),
        (f"KANAZAWA {THEN} kitanosho: all", [stack(a.Group(ALL, ("kitanosho",)))]),
        (
            "Kanazawa-Kitanosho 3 Maeda\n7 c d\nEnd.",
            [
                stack(a.Group(MAEDA, ("kitanosho",))),
                a.Muster("aoba", ("date-three-mon-3", "date-two-mon-4"), openly=True),
                a.EndMovement(),
            ],
        ),
        ("Kanazawa-Toyama all Maeda", [stack(a.Group(MAEDA, ("toyama",)))]),
        ("Kanazawa-Toyama Maeda two-mon", [stack(a.Group(MAEDA[1:2], ("toyama",)))]),
        ("Kyoto-Sawayama 2 Tokugawa two-mon", [stack(a.Group(KYOTO, ("sawayama",)), source="kyoto")]),
        (
            "Kanazawa-Kitanosho Maeda daimyo / Kanazawa-Toyama all",
            [stack(a.Group(MAEDA[:1], ("kitanosho",)), a.Group((ALL[0], *MAEDA[1:]), ("toyama",)))],
        ),
        (
            "Kanazawa-Kitanosho-Tsuruga-Sawayama all with Date plain",
            [stack(a.Group(ALL, ("kitanosho", "tsuruga", "sawayama"), "date-plain"))],
        ),
        ("end", [a.EndMovement()]),
    ],
)
def test_movement_is_read_as_it_was_written(
    march: tuple[Table, Side], text: str, actions: list[a.Action]
) -> None:
    assert read(march, text).actions == actions


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Kanazawa-Kitanosho", "unknown"),
        ("Kanazawa all", "unknown"),
        ("Kanazawa-Atlantis all", "unknown"),
        ("Kanazawa-Kitanosho 2 Maeda", "several"),
        ("Kanazawa-Kitanosho 2", "unknown"),
        ("Kanazawa-Kitanosho 9 Maeda", "unknown"),
        ("Kanazawa-Kitanosho 0 Maeda", "unknown"),
        ("Kanazawa-Kitanosho all, all", "unknown"),
        ("Kanazawa-Osaka all", "illegal"),
        ("Sawayama-Kyoto all", "illegal"),
        ("Kanazawa-Kitanosho all; Kanazawa-Toyama all", "illegal"),
        ("Kanazawa-Toyama Maeda daimyo / Kyoto-Osaka all", "several"),
        ("Kanazawa-Kitanosho-Tsuruga-Sawayama all", "illegal"),
        ("Kanazawa-Kitanosho all with Maeda plain", "unknown"),
        ("Kyoto-Osaka Tokugawa two-mon", "grave"),
        ("end; Kanazawa-Kitanosho all", "too-much"),
        ("; ".join(["Kanazawa-Kitanosho all"] * 40), "too-much"),
        ("Kanazawa-Kitanosho all\n\nand 2 more", "several"),
    ],
)
def test_movement_that_cannot_be_meant_so_is_refused(march: tuple[Table, Side], text: str, code: str) -> None:
    with pytest.raises(MisfitError) as refused:
        read(march, text)
    assert refused.value.code == code, refused.value.sentence


def read(march: tuple[Table, Side], text: str) -> MarchDraft:
    table, side = march
    return read_march(*position.load(table.game), side, text)


def test_mail_prints_an_example_that_can_be_sent_as_it_is(march: tuple[Table, Side]) -> None:
    table, side = march
    names = story.Names(position.rules_of(table.game))
    example = marching(names, table.view(side), table.options(side)).example
    assert example.endswith(" all; end")
    assert f"reply with lines such as “{example}”" in asked_by(table, side).text
    assert read(march, example).actions[-1] == a.EndMovement()


def test_draft_is_shown_and_played_by_yes_to_that_mail_alone(march: tuple[Table, Side]) -> None:
    table, side = march
    mail, length = asked_by(table, side), table.game.length
    take(reply_to(mail, "Kanazawa-Kitanosho all; end"))
    draft = mailed(table, side)
    assert table.game.length == length
    blocks = "Tokugawa three-mon, Maeda daimyo, Maeda two-mon and Maeda firearms"
    assert draft.text.startswith(
        "This is your draft; nothing of it is done yet. Reply with “yes” to play it.\n"
        f"Kanazawa{THEN}Kitanosho: {blocks}\nEnd the movement phase\n"
    )
    take(reply_to(mail, "yes"))
    assert refusals(table)[-1] == "Your reply was not played. It is none of the possible answers."
    assert table.game.length == length
    take(reply_to(draft, "Yes!"))
    assert latest(table, side) == a.EndMovement()
    played = MailReply.objects.get(outcome=MailReply.Outcome.PLAYED)
    assert played.words == f"Kanazawa{THEN}Kitanosho: {blocks}; End the movement phase"


def test_yes_plays_the_draft_that_it_answers_and_not_a_later_one(march: tuple[Table, Side]) -> None:
    table, side = march
    mail = asked_by(table, side)
    take(reply_to(mail, "Kanazawa-Kitanosho all"))
    first = mailed(table, side)
    take(reply_to(first, "Kanazawa-Toyama all"))
    second = mailed(table, side)
    take(reply_to(first, "yes"))
    assert latest(table, side) == stack(a.Group(ALL, ("kitanosho",)))
    take(reply_to(second, "yes"))
    assert latest(table, side) == stack(a.Group(ALL, ("kitanosho",)))
    assert refusals(table)[-1] == "Your reply was not played. The game had gone on before it came."


def test_movement_goes_on_by_mail_after_a_part_of_it(march: tuple[Table, Side]) -> None:
    table, side = march
    take(reply_to(asked_by(table, side), "Kanazawa-Kitanosho all"))
    take(reply_to(mailed(table, side), "yes"))
    mail = mailed(table, side)
    assert mail.text.startswith(f"Your reply was played: Kanazawa{THEN}Kitanosho: ")
    assert "reply with lines such as" in mail.text


def test_drafts_are_counted_by_the_day(march: tuple[Table, Side]) -> None:
    table, side = march
    mail = asked_by(table, side)
    for _ in range(MOST_DRAFTS + 1):
        take(reply_to(mail, "Kanazawa-Kitanosho all"))
    assert MailReply.objects.filter(outcome=MailReply.Outcome.DRAFT).count() == MOST_DRAFTS


def test_phase_that_ends_with_its_only_move_may_be_ended_in_words_too() -> None:
    table = Table()
    table.play_on(until=lambda state: type(engine.pending(state)[0]) is ChooseLevel)
    (side,) = table.asked()
    table.submit(side, b'{"type":"level","level":"minimal"}')
    example = marching(
        story.Names(position.rules_of(table.game)), table.view(side), table.options(side)
    ).example
    draft = read((table, side), example)
    assert [type(action) for action in draft.actions] == [a.Move]
    with pytest.raises(MisfitError):
        read((table, side), f"{example}; {example}")


# ---- whatever is written

WORDS = (
    *("Kanazawa", "Kitanosho", "Toyama", "Tsuruga", "Kyoto", "Osaka", "Edo", "-", THEN, " ", "; ", "\n", "/"),
    *("all", "2", "1 ", "Maeda", "Maeda daimyo", "Tokugawa two-mon", " with ", "Date plain", " led by "),
    *("end", "7 c", "3", ":", ",", " and ", "²", "٣"),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=14).map("".join)))
def test_what_is_read_is_always_legal(march: tuple[Table, Side], text: str) -> None:
    table, side = march
    try:
        draft = read(march, text)
    except MisfitError:
        return
    bodies = [a.encode(action) for action in draft.actions]
    assert play.preview(seat=table.seat(side), bodies=bodies).legal == len(bodies)
