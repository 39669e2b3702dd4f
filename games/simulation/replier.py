"""A person of a rehearsal who answers mails by replies, as far as one can."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.utils import make_msgid

import msgspec

from games import engine
from games.engine import Ruleset, information_barrier
from games.engine import actions as a
from games.engine.state import State
from games.log import position
from games.models.mail_reply import MailReply
from games.replies.marching import END_IN_WORDS
from games.replies.reading import NOTHING_CHOSEN
from games.replies.receiving import REPLY, YES
from games.replies.tokens import reply_address
from games.simulation.visitor import Visit, Visitor, described, plain
from games.story.answers import possible
from games.story.marching import THEN
from games.story.names import Names
from games.story.numbered import Numbered, numbered
from notifications import inbound
from notifications.models import Notification


class Replier(Visitor):
    """A person who replies with a line of the mail, or a movement phase in words and then "yes" to its draft.

    What a reply cannot say they do on the page: grave answers, and whatever was not played.
    """

    _address = ""
    _draft = 0

    def read(self, mail: Notification) -> None:
        """Read a mail about the game, and remember where it is answered."""
        self._draft = 0
        if mail.kind == REPLY:
            reply = MailReply.objects.get(pk=int(mail.occasion))
            if reply.outcome != MailReply.Outcome.DRAFT:
                self._address = ""
                return
            self._draft = reply.pk
        self._address = reply_address(self.seat(), self._draft)

    def come(self, now: datetime) -> Visit:
        """Answer the last mail by one reply; on the page if that is not possible."""
        seat = self.seat()
        text = self._text() if self._address and seat.asked else ""
        if not text:
            return super().come(now)
        visit = Visit(seat.plays, now, is_reply=True)
        self._look(seat, visit)
        self._send(text)
        visit.entries += range(seat.game.length + 1, self.seat().game.length + 1)
        self.visits.append(visit)
        return visit

    def _send(self, text: str) -> None:
        reply = EmailMessage()
        reply["From"], reply["To"] = self.person.email, self._address
        reply["Message-ID"] = make_msgid(domain="mail.example.org")
        reply.set_content(text)
        self._address = ""
        inbound.take(reply, sender=self.person.email, recipients=[str(reply["To"])])

    # ---- what a reply says

    def _text(self) -> str:
        """A reply that does what the person would; empty if there is none."""
        if self._draft:
            return YES
        seat = self.seat()
        rules, state = position.load(seat.game)
        names = Names(rules)
        options = engine.options(rules, state, seat.plays)
        if options is None:
            return ""
        lines = numbered(possible(names, engine.view(rules, state, seat.plays), options))
        if options.decision == "movement":
            return "\n".join(self._phase(rules, state, lines))
        return line_for(names, lines, self._choice(rules, state))

    def _phase(self, rules: Ruleset, state: State, lines: Numbered) -> Iterator[str]:
        """The moves of a phase, up to its end or the first that shows something new."""
        side = self.seat().plays
        while True:
            action = self._choice(rules, state)
            if isinstance(action, a.EndMovement):
                yield END_IN_WORDS
                return
            part = (
                move_in_words(Names(rules), action)
                if isinstance(action, a.Move)
                else line_for(Names(rules), lines, action)
            )
            if not part:
                return
            yield part
            turned = engine.apply(rules, state, side, action)
            if information_barrier.learns(rules, action, turned.events, turned.state, side):
                return
            state = turned.state
            if (options := engine.options(rules, state, side)) is None or options.decision != "movement":
                return

    def _choice(self, rules: Ruleset, state: State) -> a.Action:
        side = self.seat().plays
        seen = plain(engine.view(rules, state, side))
        return a.parse(json.dumps(self._player.choose(seen, described(rules, state, side))))


def line_for(names: Names, lines: Numbered, action: a.Action) -> str:
    """The number of the line that gives an answer, with its letters; empty if none does, or it is grave."""
    letters = {item.name: letter for letter, item in lines.items.items()}
    for number, answer, _rest in lines.lines:
        if answer.items is None:
            if _essence(names, answer.action) == _essence(names, action):
                return "" if answer.warns else str(number)
            continue
        known = {row.name: row for row in answer.items.rows}
        chosen = [known[name] for name in _ids(action) if name in known]
        is_possible = answer.items.least <= len(chosen) <= answer.items.most
        if is_possible and answer.items.build(tuple(row.name for row in chosen)) == action:
            is_grave = answer.warns or any(row.warns for row in chosen)
            words = [str(number), *([letters[row.name] for row in chosen] or [NOTHING_CHOSEN])]
            return "" if is_grave else " ".join(words)
    return ""


def _essence(names: Names, action: a.Action) -> object:
    """What of an action the lines tell apart: no blocks that are alike, and nothing to be done later."""
    match action:
        case a.Deploy(blocks, card):
            return sorted(names.kind(block) for block in blocks), card
        case a.Bid(card):
            return a.Bid(card)
    return action


def _ids(action: a.Action) -> list[str]:
    """The blocks or cards in an action."""
    values = msgspec.to_builtins(action).values()
    return [each for value in values if isinstance(value, list | tuple) for each in value]


def move_in_words(names: Names, move: a.Move) -> str:
    """A stack move as a reply writes it."""
    ways = []
    for group in move.groups:
        way = THEN.join(names.place(place) for place in (move.source, *group.path))
        blocks = ", ".join(names.block(block) for block in group.blocks)
        card = f" with {names.card(group.force_march)}" if group.force_march else ""
        ways.append(f"{way} {blocks}{card}")
    return " / ".join(ways) + (f" led by {names.block(move.leader)}" if move.leader else "")
