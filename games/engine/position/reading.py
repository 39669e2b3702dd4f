"""Makes a state out of the text of a position file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from games.engine import core, invariants
from games.engine import decisions as d
from games.engine.actions import Action
from games.engine.chance import PILES, Scripted, Seeded, Source
from games.engine.edition_layers import LayerError
from games.engine.errors import EngineError
from games.engine.events import Event
from games.engine.position import agenda, board, combat
from games.engine.position.mistakes import meant
from games.engine.position.names import PositionNames, mask_of, side_named
from games.engine.position.shape import Agenda, PositionData, PositionError, parse
from games.engine.rules.movement import STACK_MOVES
from games.engine.rules.victory import FORFEITS, POINTS, POINTS_TIE
from games.engine.ruleset import Ruleset
from games.engine.side import EAST, LABELS, NOBODY, SIDES, Side
from games.engine.state import BID_UNSET, LEVELS, NO_LEVEL, TOTAL, Result, State


class Position(Struct, frozen=True):
    """A position that was written by hand.

    Attributes:
        state: a side or chance must answer here, or the game is over.
        events: what happened automatically before that.
        actions: the actions to carry out, in order.
        script: what chance gives first, by pile; after that the seed decides.
    """

    rules: Ruleset
    title: str
    state: State
    events: list[Event]
    actions: list[tuple[Side, Action]]
    script: dict[str, list[str]]
    seed: str

    def source(self, seed: str | None = None) -> Source:
        """A new source of chance, with the position's seed or another."""
        text = self.seed if seed is None else seed
        return Scripted(self.script, Seeded(text.encode()))


def read(text: str, ruleset: Callable[[str, Mapping[str, Any]], Ruleset]) -> Position:
    """The position that a text (TOML) describes.

    Args:
        ruleset: gives the rules of an edition, by its id, with flags chosen for the game; a LookupError means
            there is no such edition, a LayerError that flags cannot be chosen so.

    Raises:
        PositionError: with a sentence for each thing that is wrong.
    """
    data = parse(text)
    try:
        rules = ruleset(data.edition, data.chosen)
    except (LookupError, LayerError) as error:
        raise PositionError([str(error)]) from error
    return _Reader(rules, data).read()


class _Reader:
    """Builds one position; later parts rest on earlier ones, so problems are raised between them."""

    def __init__(self, rules: Ruleset, data: PositionData) -> None:
        self.rules = rules
        self.data = data
        self.names = PositionNames(rules.components)
        pending = data.pending
        if pending is None:
            pending = "movement" if data.combat is None else "fight"
        self.pending = pending
        """The pending decision, with its default."""
        self.word = pending.split(" ")[0] if isinstance(pending, str) else "bid"

    def read(self) -> Position:
        names, data = self.names, self.data
        self._judge_keys()
        s = board.empty(names, data)
        self._week(s)
        self._stop_at_problems()
        board.hold(names, s, data)
        board.take_resources(names, s, data)
        board.tell(names, s, data)
        self._stop_at_problems()
        if data.combat is not None:
            is_over = data.result is not None or self._is_fought(data.agenda)
            s.combat = combat.read(names, s, data.combat, is_over=is_over)
        self._phase(s)
        board.tell_fought(names, s, data)
        self._stop_at_problems()
        s.agenda = self._agenda(s)
        if data.result is not None:
            row = data.result
            self._judge_victory(row.victory)
            s.result = Result(Side.named(row.winner), row.victory, (row.east, row.west))
        script = self._script()
        self._stop_at_problems()
        try:
            state, events = core.carry_on(self.rules, s)
        except EngineError as error:
            raise PositionError([f"what comes next does not fit the position: {error}"]) from error
        self._judge_pending(state)
        self._stop_at_problems()
        try:
            invariants.check(self.rules, state)
        except invariants.InvariantBroken as error:
            raise PositionError(error.violations) from error
        acts = [row if isinstance(row, tuple) else (row.side, row.action) for row in data.actions]
        named = [(Side.named(label), action) for label, action in acts]
        return Position(self.rules, data.title, state, events, named, script, data.chance.seed)

    def _judge_keys(self) -> None:
        """Note keys that nothing asks for, so that no word of a file is passed over."""
        data, names = self.data, self.names
        if data.pending is not None and data.agenda is not None:
            names.wrong("agenda says what comes next, and so does pending: leave one out")
        if data.result is not None and (data.pending is not None or data.agenda is not None):
            names.wrong("result: a game that is over asks nothing; leave out pending and agenda")
        is_bidding = self.word in agenda.IN_BIDDING or data.agenda is not None
        for side, row in zip(SIDES, board.sides(data), strict=True):
            if row.sealed is not None and not is_bidding:
                names.wrong(f"{side.label}.sealed: cards are sealed only while both sides discard and bid")
        if data.combat is not None and not (
            self.word in agenda.COMBAT_WORDS or data.agenda is not None or data.result is not None
        ):
            names.wrong(f'pending is "{self.word}", but a [combat] is being fought')

    def _is_fought(self, written: Agenda | None) -> bool:
        """Whether the fight of the combat is over, and losses, retreat or cards come next."""
        if written is None:
            return self.word not in ("stance", "deploy", "window", "fight")
        words = [entry.split(" ")[0] for entry in written if isinstance(entry, str)]
        return not {"stance", "fight"} & set(words)

    def _stop_at_problems(self) -> None:
        if self.names.problems:
            raise PositionError(self.names.problems)

    def _judge_victory(self, victory: str) -> None:
        """Note a way of winning that this edition does not have."""
        c = self.names.c
        fatal = [block.kind for side in SIDES for block in c.blocks[side] if block.bit & c.fatal_mask[side]]
        disks = [disk.id for disk in c.disks if disk.fatal]
        known = [*fatal, *disks, POINTS, POINTS_TIE, *FORFEITS.values()]
        if victory not in known:
            self.names.wrong(f'result.victory: nobody wins by "{victory}"{meant(victory, known)}')

    def _week(self, s: State) -> None:
        """Where in the week it is; within a turn it is East's, and East went first, unless it is said."""
        data, weeks = self.data, self.rules.edition.flags.weeks
        s.week, s.turn = data.week, agenda.TURNS.index(data.turn)
        s.active, s.first = side_named(data.active), side_named(data.first)
        if self.word not in agenda.OUTSIDE_A_TURN and data.agenda is None and data.result is None:
            s.active = EAST if s.active == NOBODY else s.active
            s.first = s.active if s.first == NOBODY else s.first
        if not 1 <= s.week <= weeks:
            self.names.wrong(f"week: the game has weeks 1 to {weeks}")

    def _phase(self, s: State) -> None:
        """What a side's turn keeps [7.1], R-16."""
        data, names = self.data, self.names
        moving = self.word in ("movement", "move-on") and data.agenda is None and data.result is None
        usual = TOTAL if moving else NO_LEVEL
        s.level = usual if data.level is None else LEVELS.index(data.level)
        moves = STACK_MOVES.get(s.level, 0) if moving else 0
        s.moves_left = moves if data.moves_left is None else data.moves_left
        most = STACK_MOVES.get(s.level, 0)
        if s.moves_left > most:
            names.wrong(f"moves_left: {s.moves_left}, but the level leaves at most {most}")
        s.mustered = data.mustered or bool(data.fresh)
        s.roads_used = names.roads(data.roads_used, "roads_used")
        s.declared = 0 if s.combat is None else 1 << s.combat.location
        if data.declared is not None:
            s.declared = names.locations(data.declared, "declared")
        if data.spent or data.fresh:
            if s.active == NOBODY:
                return names.wrong("spent, fresh: say whose turn it is, in active")
            side = SIDES[s.active]
            here = invariants.on_board(names.c, s, side) | s.at[side][names.c.lost]
            s.fresh = mask_of(names.blocks(side, data.fresh, s.at[side], here, "fresh"))
            s.spent = s.fresh | mask_of(names.blocks(side, data.spent, s.at[side], here, "spent"))
        return None

    def _agenda(self, s: State) -> list[Any]:
        """The agenda after it, as the stack of ``State.agenda``."""
        names, data, word = self.names, self.data, self.word
        said: list[Any] = []
        if data.agenda is None and data.result is None and word not in agenda.IN_BIDDING:
            said = agenda.details(names, str(self.pending))
        if names.problems:
            items: list[Any] = []
        elif data.agenda is not None:
            items = agenda.written(names, data.agenda)
            self._seal(s, d.Pair((), ()))
        elif data.result is not None:
            items = []
        elif word in agenda.IN_BIDDING:
            items = list(agenda.bidding(self.rules, s, self._where(s)))
            self._seal(s, items[0])
        elif s.combat is not None and word in agenda.COMBAT_WORDS:
            details = str(self.pending).split()[1:]
            after = agenda.week_after(self.rules, s)
            fight = d.FightCombats(SIDES[max(s.active, 0)])
            items = [*agenda.combat_items(names, s.combat, word, details), fight, *after]
        elif word in agenda.COMBAT_WORDS:
            names.wrong(f'pending is "{word}", but there is no [combat]')
            items = []
        else:
            details = str(self.pending).split()[1:]
            items = [*agenda.phase_items(names, s, word, details), *agenda.week_after(self.rules, s)]
        if said and items and agenda.contradicts(items[0], word, said):
            names.wrong(f'pending is "{self.pending}", but next is: {agenda.in_words(names, items[0])}')
        return items[::-1]

    def _seal(self, s: State, pair: d.Pair) -> None:
        """What each side has discarded this week, sealed; None while it is still to discard (R-07)."""
        for side, row in zip(SIDES, board.sides(self.data), strict=True):
            queue = pair.queue(side)
            if row.sealed is not None:
                s.sealed[side] = sorted(self.names.cards(side, row.sealed, f"{side.label}.sealed"))
            elif self.data.agenda is None and not (queue and isinstance(queue[0], d.DiscardHalf)):
                s.sealed[side] = []

    def _where(self, s: State) -> dict[Side, str]:
        """How far each side is in discarding and bidding."""
        where: dict[Side, str] = {}
        for side in SIDES:
            tag = self.pending if isinstance(self.pending, str) else self.pending.get(LABELS[side], "bid")
            has_bid = s.bids[side] != BID_UNSET
            where[side] = "done" if has_bid else tag
            if (
                has_bid
                and isinstance(self.pending, dict)
                and self.pending.get(LABELS[side], "done") != "done"
            ):
                self.names.wrong(f"pending: {tag} of {side.label}, but there is a bid of {side.label}")
            if tag == "done" and not has_bid and any(s.hand[side]):
                self.names.wrong(f"pending: {side.label} is done, but there is no {side.label}.bid")
            if tag not in agenda.IN_BIDDING:
                self.names.wrong(f'pending: "{tag}" is none of {", ".join(agenda.IN_BIDDING)}')
        return where

    def _judge_pending(self, state: State) -> None:
        """A pending decision that the file names must be the one that the rules ask for."""
        if self.data.pending is None or self.data.agenda is not None or core.pending_draw(state) is not None:
            return
        decisions = sorted(f"{core.word(x)} of {x.side.label}" for x in core.pending(state))
        for expected in self._decisions():
            if not any(each.startswith(expected) for each in decisions):
                self.names.wrong(
                    f"pending: {expected}; but the rules ask {', '.join(decisions) or 'nothing'}"
                )

    def _decisions(self) -> list[str]:
        """The decisions named as pending, as "losses", or as "losses of west" where the side is given."""
        if isinstance(self.pending, dict):
            pairs = self.pending.items()
            return [f"{tag} of {label}" for label, tag in pairs if tag != "done"]
        tag, *details = self.pending.split()
        if tag not in agenda.DECISIONS:
            return []
        return [f"{tag} of {details[0]}" if details and details[0] in LABELS else tag]

    def _script(self) -> dict[str, list[str]]:
        """What chance gives first; of blocks the lowest copies that are not named yet."""
        script: dict[str, list[str]] = {}
        c, names = self.names.c, self.names
        for pile in PILES:
            side = SIDES[pile.startswith("west")]
            listing = getattr(self.data.chance, pile.replace("-", "_"))
            if pile.endswith("cards"):
                kinds = names.cards(side, listing, f"chance.{pile}")
                script[pile] = [c.cards[side][kind].id for kind in kinds]
            else:
                at = [0] * c.places
                numbers = names.blocks(side, listing, at, c.whole_army[side], f"chance.{pile}")
                script[pile] = [c.blocks[side][number].id for number in numbers]
        return script
