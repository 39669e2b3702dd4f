"""Twins are answered alike by mail: what replies do, the mails that come of them, and when these come."""

from __future__ import annotations

from random import Random

import pytest

from games import engine
from games.engine import Side
from games.engine import actions as a
from games.engine.grave_actions import grave_reasons
from games.engine.side import EAST, WEST
from games.models.mail_reply import MailReply
from games.replies import receiving
from games.replies.marching import END_IN_WORDS
from games.replies.reading import read_answer
from games.replies.receiving import YES
from games.rulebook.editions import ruleset
from games.simulation.replier import line_for, move_in_words
from games.story.answers import possible
from games.story.names import Names
from games.story.numbered import numbered
from tests.kit.random_play import a_list, lively, offered_to
from tests.secrecy.letters import AsReply
from tests.secrecy.memory import LeakError
from tests.secrecy.originals import chance
from tests.secrecy.pair import REPLIES, Driver, Pair, Watching
from tests.secrecy.script import Script

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

PAUSE = 300
"""Minutes before each reply in vain: a day may have only some that are answered."""
DECISIONS = 12
"""Of the viewer: as many as are tried in vain and twice."""
REFUSED = (
    AsReply("99"),
    AsReply("I have no idea, sorry"),
    AsReply("1 zz"),
    AsReply(""),
    AsReply("Edo-Kyoto all; end"),
    AsReply("1", to="first"),
)
"""A wrong number, a text that says nothing, letters that are not there, nothing, a move that cannot be, and
an answer to a stale mail."""


def answered_by_mail(viewer: Side, edition: str, decisions: int) -> dict[str, int]:
    """How often what was compared, of a game in which the viewer replies."""
    rules, seed = ruleset(edition), f"replies/{viewer}"
    random = Random(seed)
    script = Script(rules, chance(seed))
    pair = Pair(edition, Watching(viewer, ["none"], 0), seed, script)
    try:
        pair.tell(Driver.read_mail)
        done = 0
        while done < decisions and script.state.result is None:
            side = random.choice(engine.pending(script.state)).side
            if side == viewer:
                reply(pair, viewer, done, random)
                done += 1
            else:
                pair.act(side, a_list(rules, script.state, side, random), is_quiet=True)
        return pair.compare()
    finally:
        pair.close()


def reply(pair: Pair, viewer: Side, number: int, random: Random) -> None:
    """Let the viewer answer what they are asked, where they can by a reply, at times after one in vain."""
    if number % 2 == 0:
        wrong = REFUSED[number // 2 % len(REFUSED)]
        pair.tell(lambda driver: driver.reply(wrong, MailReply.Outcome.REFUSED), PAUSE, is_quiet=True)
        pair.tell(Driver.read_mail, is_quiet=True)
    action = lively(offered_to(pair.script.rules, pair.script.state, viewer), random)
    words, action = in_words(pair.script, viewer, action)
    if words and isinstance(action, a.Move | a.EndMovement):
        pair.tell(lambda driver: driver.reply(AsReply(words), MailReply.Outcome.DRAFT), is_quiet=True)
        pair.tell(Driver.read_mail, is_quiet=True)
        pair.act(viewer, [action], reply=AsReply(YES, to="draft"), is_quiet=True)
    elif words:
        pair.act(viewer, [action], reply=AsReply(words), is_quiet=True)
    else:
        pair.act(viewer, [action], by_program=True)
    pair.tell(Driver.read_mail, is_quiet=True)


def in_words(script: Script, side: Side, action: a.Action) -> tuple[str, a.Action]:
    """An action as a reply says it, or one that is much the same; empty if it cannot."""
    rules, state = script.rules, script.state
    names, options = Names(rules), offered_to(rules, state, side)
    if grave_reasons(rules, state, side, action):
        return "", action
    if isinstance(action, a.Move):
        return move_in_words(names, action), action
    if isinstance(action, a.EndMovement):
        return END_IN_WORDS, action
    lines = numbered(possible(names, engine.view(rules, state, side), options))
    words = line_for(names, lines, action)
    return words, read_answer(lines, words).action if words else action


@pytest.mark.parametrize(
    ("viewer", "edition", "decisions"),
    [
        (WEST, "gmt-2016", DECISIONS),
        pytest.param(EAST, "kessen", 8 * DECISIONS, marks=pytest.mark.overnight),
    ],
)
def test_twins_are_answered_alike(viewer: Side, edition: str, decisions: int) -> None:
    heard = answered_by_mail(viewer, edition, decisions)
    assert heard[REPLIES] > decisions
    assert heard["games.reply"] > decisions / 2
    assert heard["games.your-phase"] > decisions / 3


@pytest.mark.overnight
def test_a_leak_in_an_answer_to_a_reply_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = receiving._refuse

    def refuse(reply: MailReply, reason: str) -> None:
        honest(reply, f"{reason} {reply.seat.game.length}")

    monkeypatch.setattr(receiving, "_refuse", refuse)
    with pytest.raises(LeakError):
        answered_by_mail(EAST, "kessen", 3 * DECISIONS)
