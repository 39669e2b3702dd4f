"""A movement phase as a reply writes it, which becomes a draft: nothing is done before its player agrees.

::

    Osaka-Kyoto all; Sawayama-Tsuruga 2 Otani, Ukita daimyo with Otani plain
    Gifu-Kiyosu Shimazu three-mon / Gifu-Sawayama all led by Shimazu daimyo
    4 a; end

Each part, in a line of its own or after a semicolon, is a stack move, one of the answers that the mail
numbers, or the end. A stack move has the way in full, and the blocks that go it; the card of a force march
comes after "with", a leader after "led by". A slash parts groups that leave one place for different ones.
Kinds of dashes do not matter. A name that fits blocks of several kinds is refused, unless all of them go.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import engine, story
from games.engine import actions as a
from games.engine import core, information_barrier
from games.engine.decisions import MoveStacks
from games.engine.errors import EngineError
from games.engine.grave_actions import grave_reasons
from games.engine.options import Choice, Options, Subset
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State
from games.replies.reading import MisfitError, new_paragraphs, plain, read_answer
from games.story.answers import possible
from games.story.consequences import MEETINGS
from games.story.marching import THEN
from games.story.names import Names, Seen
from games.story.numbered import numbered

END_IN_WORDS = "end"
ALL_OF_THEM = "all"
MOST_PARTS = 30
"""Of one reply. No movement phase has as many."""
_PARTS = re.compile(r"[;\n]+")
_BLOCKS = re.compile(r"\s*(?:,|\+|&|\band\b)\s*")
_TERMS = re.compile(r"(?P<blocks>.*?)(?: with (?P<card>.+?))?(?: led by (?P<leader>.+))?")


class MarchDraft(NamedTuple):
    """A movement phase, or a part of it, that can be played.

    Attributes:
        actions: in order.
        lines: what each is, and what it meets, as far as that is known.
    """

    actions: list[a.Action]
    lines: list[str]


def is_marching(text: str) -> bool:
    """Whether a reply is more than one of the printed answers: it has a way, several parts, or the end."""
    first = (new_paragraphs(text) or [""])[0]
    return len(_parts(first)) > 1 or "-" in plain(first) or plain(first) == END_IN_WORDS


def read_march(rules: Ruleset, state: State, side: Side, text: str) -> MarchDraft:
    """The draft that a reply writes.

    Args:
        rules, state: of the game.
        side: that moves.
        text: of the reply, with all that it quotes.

    Raises:
        MisfitError: it cannot be read, is grave, or the rules refuse it.
    """
    first, *others = new_paragraphs(text) or [""]
    if any(letter.isdigit() or letter in "-;" for other in others for letter in plain(other)):
        raise MisfitError("several", _("It could be read in more than one way: write the moves alone."))
    parts = _parts(first)
    if not parts:
        raise MisfitError("empty", _("There was nothing above the quotation."))
    if len(parts) > MOST_PARTS:
        raise MisfitError("too-much", _("It has too many moves."))
    drafter = _Drafter(rules, state, side)
    for number, part in enumerate(parts, start=1):
        if drafter.add(part, [plain(each) for each in parts[number:]]):
            break
    return MarchDraft(drafter.actions, drafter.lines)


def _parts(paragraph: str) -> list[str]:
    return [part.strip() for part in _PARTS.split(paragraph) if plain(part)]


class _Drafter:
    """Carries out one part after the other, on a position of its own."""

    def __init__(self, rules: Ruleset, state: State, side: Side) -> None:
        self.rules, self.state, self.side = rules, state, side
        self.names = Names(rules)
        self.actions: list[a.Action] = []
        self.lines: list[str] = []
        self._part = ""
        options = engine.options(rules, state, side)
        answers = [] if options is None else possible(self.names, engine.view(rules, state, side), options)
        self._numbered = numbered(answers)

    def add(self, part: str, rest: Sequence[str]) -> bool:
        """Do one part. A last one, whose result nobody can know yet, is only named.

        Args:
            rest: what follows.

        Returns:
            Whether that is done too: the end of a phase that has ended by itself.

        Raises:
            MisfitError: it cannot be read or done.
        """
        self._part = part
        action, words = self._action(plain(part))
        try:
            if grave_reasons(self.rules, self.state, self.side, action):
                raise MisfitError(
                    "grave", _("“%(part)s” is grave: give that on the page.") % {"part": self._part}
                )
            turned = engine.apply(self.rules, self.state, self.side, action)
        except EngineError as error:
            values = {"part": self._part, "reason": story.refusal(self.names, error)}
            raise MisfitError("illegal", _("“%(part)s”: %(reason)s") % values) from None
        learns = information_barrier.learns(self.rules, action, turned.events, turned.state, self.side)
        is_over = not any(decision == MoveStacks(self.side) for decision in core.pending(turned.state))
        has_ended = is_over and rest == [END_IN_WORDS]
        if learns and rest and not has_ended:
            text = _("“%(part)s” shows you something new: end with it, and go on when you know.")
            raise MisfitError("too-much", text % {"part": self._part})
        self.actions.append(action)
        self.lines.append(words)
        if not learns:
            self.state = turned.state
        return has_ended

    def _action(self, text: str) -> tuple[a.Action, str]:
        if text == END_IN_WORDS:
            return a.EndMovement(), _("End the movement phase")
        if text[0].isdecimal():
            read = read_answer(self._numbered, text)
            return read.action, read.words
        return self._move(text)

    # ---- stack moves

    def _move(self, text: str) -> tuple[a.Move, str]:
        ways = [self._way(group) for group in text.split("/")]
        sources = {places[0] for places, _rest in ways}
        if len(sources) > 1:
            raise MisfitError("several", _("“%(part)s” leaves more than one place.") % {"part": self._part})
        row = self._row(sources.pop())
        left, groups, leaders, said = list(row["blocks"]), [], [], []
        for places, rest in ways:
            terms = _TERMS.fullmatch(rest)
            found = terms.groupdict() if terms else {"blocks": rest, "card": None, "leader": None}
            blocks = self._chosen_blocks(found["blocks"] or "", left)
            left = [block for block in left if block not in blocks]
            card = self._card(found["card"]) if found["card"] else None
            leaders += [self._leader(found["leader"], row)] if found["leader"] else []
            groups.append(a.Group(tuple(blocks), tuple(places[1:]), card))
            met = self._met(row, groups[-1], is_led=bool(found["leader"]))
            said.append(", ".join(filter(None, (*self._said(places, blocks, card), met))))
        if len(leaders) > 1:
            raise MisfitError("several", _("“%(part)s” has more than one leader.") % {"part": self._part})
        move = a.Move(row["source"], tuple(groups), leaders[0] if leaders else None)
        return move, "; ".join(said + [self._led(each) for each in leaders])

    def _way(self, group: str) -> tuple[list[str], str]:
        """The places of a way, and what follows it."""
        known = {plain(self.names.place(place)): place for place in self.rules.components.locations}
        name = "|".join(re.escape(each) for each in sorted(known, key=len, reverse=True))
        found = re.match(rf"\s*({name})((?:\s*-\s*(?:{name}))+)(?=\s|:|$):?\s*(.*?)\s*$", group)
        if found is None:
            raise MisfitError(
                "unknown", _("“%(part)s” names no way from place to place.") % {"part": self._part}
            )
        places = [found[1], *re.findall(rf"-\s*({name})", found[2])]
        return [known[place] for place in places], found[3]

    def _row(self, source: str) -> Seen:
        row = next((row for row in _sources(self._options()) if row["source"] == source), None)
        if row is None:
            raise MisfitError("illegal", _("“%(part)s”: no block may leave there.") % {"part": self._part})
        return row

    def _options(self) -> Options | None:
        return engine.options(self.rules, self.state, self.side)

    def _chosen_blocks(self, words: str, left: Sequence[str]) -> list[str]:
        chosen: list[str] = []
        for item in _BLOCKS.split(words):
            count, name = _counted(item)
            rest = [block for block in left if block not in chosen]
            if not name and count != ALL_OF_THEM:
                raise MisfitError(
                    "unknown", _("“%(part)s” does not say which blocks go.") % {"part": self._part}
                )
            fitting = [block for block in rest if not name or name in self._names_of(block)]
            chosen += self._some(fitting, count, self.names.block, item)
        return chosen

    def _names_of(self, block: str) -> set[str]:
        clan = self.names.clan_of(block)
        return {plain(self.names.block(block)), *([plain(self.names.clan(clan))] if clan else [])}

    def _card(self, words: str) -> str:
        hand = engine.view(self.rules, self.state, self.side)["mine"]["hand"]
        fitting = [card for card in hand if {*words.split()} <= {*plain(self.names.card(card)).split()}]
        return self._some(fitting, "1", self.names.card, words)[0]

    def _leader(self, words: str, row: Seen) -> str:
        fitting = [block for block in row["leaders"] if words in self._names_of(block)]
        return self._some(fitting, "1", self.names.block, words)[0]

    def _said(self, places: Sequence[str], blocks: Iterable[str], card: str | None) -> Iterator[str]:
        way = THEN.join(self.names.place(place) for place in places)
        yield _("%(way)s: %(blocks)s") % {"way": way, "blocks": self.names.blocks(blocks)}
        if card is not None:
            yield _("with %(card)s for a force march") % {"card": self.names.card(card)}

    def _met(self, row: Seen, group: a.Group, *, is_led: bool) -> str:
        """What a group meets where it arrives; empty for nothing, or where that is not known beforehand."""
        for each in row["reach"]:
            least, most = each["size"]
            terms = (tuple(each["path"]), each["force_march"], each["leader"])
            is_same = terms == (group.path, group.force_march is not None, is_led)
            if is_same and least <= len(group.blocks) <= most and each["meets"] != "nothing":
                return str(MEETINGS[each["meets"]])
        return ""

    def _led(self, leader: str) -> str:
        return _("led by %(leader)s, who is shown") % {"leader": self.names.block(leader)}

    def _some(self, fitting: list[str], count: str, kind: Callable[[str], str], item: str) -> list[str]:
        """So many of those that fit a name, if it does not matter which.

        Raises:
            MisfitError: there are not so many, or they differ.
        """
        number = len(fitting) if count == ALL_OF_THEM else int(count or 1)
        values = {"part": self._part, "item": item}
        if not 0 < number <= len(fitting):
            raise MisfitError("unknown", _("“%(part)s”: “%(item)s” is not there.") % values)
        if number < len(fitting) and len({kind(each) for each in fitting}) > 1:
            raise MisfitError("several", _("“%(part)s”: “%(item)s” could be different ones.") % values)
        return fitting[:number]


def _sources(options: Options | None) -> list[Seen]:
    """Whence stacks may move, with what may leave and how far."""
    shapes = [] if options is None else options.shapes
    routes = [shape for shape in shapes if not isinstance(shape, Choice | Subset)]
    return [row for route in routes for row in route.describe()["sources"]]


def _counted(item: str) -> tuple[str, str]:
    """A number or "all", and a name; the number of a name alone is empty."""
    first, _space, rest = item.partition(" ")
    return (first, rest.strip()) if first.isdecimal() or first == ALL_OF_THEM else ("", item.strip())
