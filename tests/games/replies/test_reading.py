"""What a reply says: one of the printed answers, or nothing."""

from __future__ import annotations

import pytest

from games.engine import actions as a
from games.replies.reading import MisfitError, example, new_paragraphs, read_answer
from games.story.answers import Answer, AnswerItem, Items
from games.story.numbered import Numbered, numbered
from tests.kit.searches import given, st

PASS = Answer(a.Pass(), "Let it stand")
CHALLENGE = Answer(a.Challenge(), "Challenge its loyalty", "your challenge card", "It may fail.")
GRAVE = Answer(a.Retreat("kyoto"), "Retreat to Kyoto", warns="You may lose.")
ROWS = [AnswerItem("ishida", 2, "Ishida"), AnswerItem("mori", 1, "Mori", "Grave indeed.")]
DISCARD = Answer(a.Discard(()), "Discard cards", items=Items(a.Discard, 0, 2, ROWS))
LOSSES = Answer(a.Losses(()), "Lose these", items=Items(a.Losses, 1, 1, ROWS[:1]))
ONE = numbered([PASS, CHALLENGE, DISCARD, GRAVE])
TWO = numbered([LOSSES, DISCARD])


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("1", a.Pass()),
        (" #1. ", a.Pass()),
        ("2!", a.Challenge()),
        ("2.", a.Challenge()),
        ("let it  STAND.", a.Pass()),
        ("pass", a.Pass()),
        ("challenge", a.Challenge()),
        ("Challenge its loyalty (your challenge card).", a.Challenge()),
        ("2. Challenge its loyalty", None),
        ("3 a", a.Discard(("ishida",))),
        ("3: a, a", a.Discard(("ishida", "ishida"))),
        ("3 a b", a.Discard(("ishida", "ishida"))),
        ("3) c and a", a.Discard(("ishida", "mori"))),
        ("3\na", a.Discard(("ishida",))),
        ("a", a.Discard(("ishida",))),
        ("none", a.Discard(())),
        ("3 none", a.Discard(())),
        ("Discard cards: c", a.Discard(("mori",))),
        ("4", a.Retreat("kyoto")),
        ("3", None),
        ("3 d", None),
        ("3 c c", None),
        ("3 a b c", None),
        ("3 ab", None),
        ("1 2", None),
        ("1 or 2", None),
        ("not 1", None),
        ("1.5", None),
        ("-1", None),
        ("0", None),
        ("1\n2", None),
        ("1\n\n2", None),
        ("1\n\nchallenge", None),
        ("1\n\nAnna", a.Pass()),
        ("1\n\nBest regards,\nAnna 1", a.Pass()),
        ("1\n-- \n2", a.Pass()),
        ("Hello,\n\n1", None),
        ("> 1", None),
        ("", None),
        ("resign", None),
    ],
)
def test_reply_is_one_answer_or_none(text: str, action: a.Action | None) -> None:
    assert read(ONE, text) == action


@pytest.mark.parametrize("text", ["a", "none", "lose these", "1 c", "1 none"])
def test_letters_alone_count_where_one_answer_has_letters(text: str) -> None:
    assert read(TWO, text) is None
    assert read(TWO, "1 a") == a.Losses(("ishida",))


def read(answers: Numbered, text: str) -> a.Action | None:
    try:
        return read_answer(answers, text).action
    except MisfitError:
        return None


@pytest.mark.parametrize(("text", "is_grave"), [("1", False), ("3 a", False), ("3 c", True), ("4", True)])
def test_grave_answers_are_known_for_grave(text: str, is_grave: bool) -> None:
    assert read_answer(ONE, text).is_grave == is_grave


def test_words_say_what_is_chosen() -> None:
    assert read_answer(ONE, "3 c a").words == "Discard cards: Mori and Ishida"


@pytest.mark.parametrize(
    "quotation",
    [
        "On Fri, 27 Nov 2026 at 10:00, Sekigahara <reply+00@in.example.org> wrote:\n> 2",
        "On Fri, 27 Nov 2026 at 10:00, Sekigahara <reply+0123456789abcdef@in.example.org>\nwrote:\n\n> 2",
        "Am Fr., 27. Nov. 2026 um 10:00 schrieb Sekigahara <a@b.org>:\n\n> 2",
        "Le ven. 27 nov. 2026 à 10:00, Sekigahara <a@b.org> a écrit :\n> 2",
        "2026-11-27 10:00 GMT+01:00 Sekigahara <a@b.org>:\n> 2",
        "-----Original Message-----\nFrom: a@b.org\nSent: x\nTo: c@d.org\nSubject: y\n\n2",
        "From: Sekigahara <a@b.org>\nSent: Friday\nTo: c@d.org\nSubject: y\n\n2",
        "Sent from my iPhone\n\n> 2",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_what_is_above_the_quotation_counts(quotation: str, end: str) -> None:
    assert read(ONE, f"1\n\n{quotation}\n".replace("\n", end)) == a.Pass()
    assert read(ONE, f"{quotation}\n".replace("\n", end)) is None


def test_example_can_be_sent_as_it_is() -> None:
    assert read(ONE, example(ONE)) == a.Discard(("ishida",))
    assert example(numbered([GRAVE])) == ""
    assert example(numbered([PASS, CHALLENGE])) == "1"


WRITTEN = st.one_of(
    st.text(),
    st.text(alphabet="0123456789 abcno:,.;#)\n>-"),
    st.lists(st.sampled_from(["1", "2", "3", "4", "a", "b", "none", "pass", "and", "\n", "> "])).map(
        " ".join
    ),
)


@given(WRITTEN)
def test_nothing_is_ever_played_that_was_not_printed(text: str) -> None:
    for answers in (ONE, TWO):
        action = read(answers, text)
        if isinstance(action, a.Discard | a.Losses):
            names = action.cards if isinstance(action, a.Discard) else action.blocks
            assert {*names} <= {"ishida", "mori"}
            assert names.count("ishida") <= 2
            assert names.count("mori") <= 1
        else:
            assert action in (None, PASS.action, CHALLENGE.action, GRAVE.action)


@given(st.text(alphabet="\n>-_: OnFrom1", max_size=6000))
def test_any_text_has_paragraphs_or_none(text: str) -> None:
    assert all(part.strip() == part != "" for part in new_paragraphs(text))
