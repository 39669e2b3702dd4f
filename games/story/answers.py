"""The possible answers to a decision, each with what it costs and what is known of its outcome.

``possible`` depends on the view and the options alone. So the numbers that a mail has printed lead back to
the same answers for as long as these are the same.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import actions as a
from games.engine.grave import GraveReason
from games.engine.options import Choice, Offer, Options, Subset
from games.story.consequences import (
    LEVEL_WORDS,
    ORDER_WORDS,
    WITHOUT_A_CARD,
    cards_for_a_block,
    challenging,
    coming_out,
    ending_movement,
    fighting_at,
    mustering,
    passing,
    passing_for_good,
    staying_inside,
    stopping,
    tiers_of_losses,
)
from games.story.decisions import may_challenge
from games.story.grave import warning
from games.story.names import Names, Seen, cards_between, listing
from games.story.situation import at_place, enemy_of

TAPS: dict[str, a.Action] = {
    "first": a.Order("first"),
    "second": a.Order("second"),
    "inside": a.Stance(inside=True),
    "outside": a.Stance(inside=False),
    "finish": a.Finish(),
    "pass": a.Pass(),
    "pass-rest": a.Pass(rest_of_battle=True),
    "challenge": a.Challenge(),
}
"""The answers that one tap gives, by the word that forms and addresses have for them."""

CHEAPEST_FIRST = ("plain", "special", "double")
"""The types of cards that deploy."""


class AnswerItem(NamedTuple):
    """Something to choose.

    Attributes:
        name: its id.
        copies: how many there are.
        words: what one of them is.
        warns: what it leads to to choose it, if that is grave.
    """

    name: str
    copies: int
    words: str
    warns: str = ""

    @property
    def line(self) -> str:
        """All of it in one line."""
        if not self.warns:
            return self.words
        return _("%(item)s. Grave: %(warning)s") % {"item": self.words, "warning": self.warns}


class Items(NamedTuple):
    """Several things to choose for an answer.

    Attributes:
        build: the action from the ids of what is chosen.
        least, most: how many.
        rows: what there is, in the order in which it must be chosen where there is one.
    """

    build: Callable[[tuple[str, ...]], a.Action]
    least: int
    most: int
    rows: Sequence[AnswerItem]


class Answer(NamedTuple):
    """A possible answer.

    Attributes:
        action: complete, unless there are ``items``.
        words: what is done, with a capital and without a full stop.
        cost: what is spent, in a few words; empty for nothing.
        outcome: sentences on what comes of it, as far as the side knows.
        warns: why it is grave; empty if it is not.
        items: what must be chosen for it.
    """

    action: a.Action
    words: str
    cost: str = ""
    outcome: str = ""
    warns: str = ""
    items: Items | None = None

    @property
    def tap(self) -> str:
        """The word for it in forms and addresses, if one tap gives it; empty otherwise."""
        return next((word for word, action in TAPS.items() if action == self.action), "")

    @property
    def sentence(self) -> str:
        """What is done, and what it costs."""
        if not self.cost:
            return _("%(answer)s.") % {"answer": self.words}
        return _("%(answer)s (%(cost)s).") % {"answer": self.words, "cost": self.cost}

    @property
    def rest(self) -> str:
        """What follows its sentence in a line: the outcome, and a warning."""
        grave = _("Grave: %(warning)s") % {"warning": self.warns} if self.warns else ""
        return " ".join(part for part in (self.outcome, grave) if part)

    @property
    def line(self) -> str:
        """All of it in one line."""
        return f"{self.sentence} {self.rest}".rstrip()


def possible(names: Names, seen: Seen, options: Options) -> list[Answer]:
    """The possible answers in a fixed order, the grave ones last.

    Stack moves are not among them (``games.story.marching``), nor deployments of a block that is like
    another. What to do with a bid that wins is asked when it has won.

    Args:
        names: of the edition.
        seen: the view of the side that decides.
        options: what it may answer.
    """
    speaker = _Speaker(names, seen, options)
    found = [answer for shape in options.shapes for answer in speaker.answers(shape)]
    found = [answer for answer in found if not (isinstance(answer.action, a.Bid) and answer.action.wish)]
    if options.decision == "deploy":
        found = _deployments_in_order(names, found)
    if options.decision == "level":
        found.sort(key=lambda answer: isinstance(answer.action, a.Level) and answer.action.level == "none")
    return sorted(found, key=lambda answer: bool(answer.warns))


class _Speaker:
    """Puts the answers of a decision into words."""

    def __init__(self, names: Names, seen: Seen, options: Options) -> None:
        self.names, self.seen, self.options = names, seen, options

    def answers(self, shape: object) -> Iterator[Answer]:
        """The answers of a shape; none of a route."""
        if isinstance(shape, Choice):
            for offer in shape.offers:
                answer = self._offered(offer)
                yield answer._replace(warns=self._warnings(offer.warns))
        elif isinstance(shape, Subset):
            yield self._of_subset(shape)

    def _warnings(self, reasons: Iterable[GraveReason], *units: str) -> str:
        found = (warning(self.names, self.seen["viewer"], reason, units) for reason in reasons)
        return " ".join(dict.fromkeys(found))

    def _offered(self, offer: Offer) -> Answer:
        action = offer.action
        if isinstance(action, a.Deploy):
            return self._deployment(action, offer)
        if isinstance(action, a.Challenge):
            return self._challenge(action)
        said = self._said(action)
        return Answer(action, str(said[0]), "", str(said[1]))

    def _said(self, action: a.Action) -> tuple[str | Promise, str | Promise]:
        names, seen = self.names, self.seen
        match action:
            case a.Bid(card):
                values = {"card": names.card(card), "number": names.printed(card).bid}
                return _("Bid %(card)s, worth %(number)d") % values, ""
            case a.Declare(location):
                forces = _("%(forces)s.") % {"forces": fighting_at(names, seen, location)}
                return _("Fight at %(place)s") % {"place": names.place(location)}, forces
            case a.Order(order=word) | a.Level(level=word):
                return (ORDER_WORDS | LEVEL_WORDS)[word]
            case a.Stance(inside):
                said = staying_inside(seen) if inside else coming_out()
            case a.Pass(for_good):
                can = may_challenge(self.options)
                said = passing_for_good(names.rules) if for_good else passing(may_challenge=can)
            case a.EndMovement():
                can = any(not isinstance(shape, Choice | Subset) for shape in self.options.shapes)
                said = ending_movement(seen, can_move=can)
            case _:
                said = stopping(seen)
        return said

    def _challenge(self, action: a.Action) -> Answer:
        said = challenging()
        combat = self.seen["combat"]
        left = combat["impact"][enemy_of(self.seen)] - combat["window"]["impact"]
        more = _("Their impact is %(left)d without it.") % {"left": left}
        return Answer(action, said.words, _("your challenge card"), f"{said.outcome} {more}")

    def _deployment(self, action: a.Deploy, offer: Offer) -> Answer:
        names, combat = self.names, self.seen["combat"]
        mine, theirs = self.seen["viewer"], enemy_of(self.seen)
        blocks = listing(names.block(block) for block in action.blocks)
        values = {
            "impact": offer.notes["impact"],
            "mine": combat["impact"][mine] + offer.notes["impact"],
            "theirs": combat["impact"][theirs],
        }
        if combat["siege"]:
            outcome = _("Impact %(impact)d; then it is %(mine)d.") % values
        else:
            outcome = _("Impact %(impact)d; then yours is %(mine)d, theirs %(theirs)d.") % values
            outcome = f"{outcome} {self._if_challenged(action, offer)}"
        cost = names.card(action.card) if action.card else _("without a card")
        return Answer(action, _("Deploy %(blocks)s") % {"blocks": blocks}, cost, outcome)

    def _if_challenged(self, action: a.Deploy, offer: Offer) -> str:
        if not action.card:
            return str(WITHOUT_A_CARD)
        if not offer.may_show:
            return _("If it is challenged, you have no card to answer with, and it fights for them.")
        cards = listing(self.names.card(card) for card in offer.may_show)
        return _("If it is challenged, you can show %(cards)s.") % {"cards": cards}

    # ---- several things at once

    def _of_subset(self, shape: Subset) -> Answer:
        action = shape.build(())
        answer = self._about(shape, action)._replace(warns=self._warnings(shape.warns.always))
        total = sum(tier.total() for tier in shape.tiers)
        if shape.least == shape.most == total or not shape.most:
            chosen = tuple(name for tier in shape.tiers for name in tier.items) if shape.most else ()
            return answer._replace(action=shape.build(chosen))
        return answer._replace(items=Items(shape.build, shape.least, shape.most, self._rows(shape)))

    def _about(self, shape: Subset, action: a.Action) -> Answer:
        cards = cards_between(shape.least, shape.most)
        outcome: str | Promise = ""
        match action:
            case a.Discard():
                words = _("Discard %(cards)s") % {"cards": cards}
                outcome = _("They are shown when both sides have chosen.")
            case a.Level(level):
                words, outcome = map(str, LEVEL_WORDS[level])
            case a.Losses():
                words = _("Lose %(number)d of these") % {"number": shape.most}
                outcome = _("The other side sees what is lost.")
            case a.Retreat(to):
                words, outcome = self._retreat(shape, to)
            case a.Muster(location, openly=openly):
                first = next(name for tier in shape.tiers for name in tier.items)
                clans = self.names.clan(self.names.clan_of(first)) if openly else ""
                words = _("Muster at %(way)s") % {"way": mustering(self.names, location, clans)}
            case a.Mori(card):
                place = self.names.place(self.names.rules.edition.mori.location)
                words = _("Bring blocks from the Mori box to %(place)s") % {"place": place}
                return Answer(action, words, self.names.card(card))
            case _:  # a new decision that is answered by a set needs words above
                raise TypeError(f"no words for a set that becomes a {type(action).__name__}")
        return Answer(action, words, "", str(outcome))

    def _retreat(self, shape: Subset, to: str | None) -> tuple[str, str]:
        if to is None:
            return _("Stay in the castle"), _("All your blocks withdraw into it.")
        here = at_place(self.names, self.seen, to)
        there = _("There: %(what)s.") % {"what": here} if here else _("Nothing is there.")
        outcome = " ".join([there, *self._who_stays(shape)])
        return _("Retreat to %(place)s") % {"place": self.names.place(to)}, outcome

    def _who_stays(self, shape: Subset) -> Iterator[str]:
        if shape.most:
            yield ngettext(
                "Up to %(most)d block can stay in the castle.",
                "Up to %(most)d blocks can stay in the castle.",
                shape.most,
            ) % {"most": shape.most}
        yield from (text for text in [self._warnings(shape.warns.none)] if text)
        yield from (self._warnings([*reasons], unit) for unit, reasons in shape.warns.left_out.items())

    def _rows(self, shape: Subset) -> list[AnswerItem]:
        rows, room = [], shape.most
        tiers = tiers_of_losses(self.seen) if isinstance(shape.build(()), a.Losses) else []
        is_one_enough = bool(shape.tiers) and shape.tiers[0].total() >= room
        for number, tier in enumerate(shape.tiers):
            if room <= 0:
                break
            label = "" if is_one_enough or number >= len(tiers) else tiers[number]
            for name, count in tier.items.items():
                warns = self._warnings(shape.warns.chosen.get(name, ()), name)
                rows.append(AnswerItem(name, count, self._item(name, label), warns))
            room -= tier.total()
        return sorted(rows, key=lambda row: bool(row.warns))

    def _item(self, name: str, label: str) -> str:
        names = self.names
        if names.is_disk(name):
            return _("the disk of %(name)s, in place of a block") % {"name": names.disk(name)}
        if names.is_card(name):
            values = {"card": names.card(name), "number": names.printed(name).bid}
            return _("%(card)s (bids %(number)d)") % values
        hand = (names.printed(card) for card in self.seen["mine"]["hand"])
        fits = sum(card.clan == names.clan_of(name) for card in hand)
        use = cards_for_a_block(self.seen["mine"]["hand"], fits)
        return f"{names.block(name)} ({'; '.join(part for part in (use, label.lower()) if part)})"


def _deployments_in_order(names: Names, answers: Sequence[Answer]) -> list[Answer]:
    """Deployments: without a card, the cheapest card for each kind of block, doubles, dearer cards. Then to
    stop. What answers the other side comes first if that can be challenged, and last if it cannot.

    Of blocks that are alike only the first is named.
    """
    answers_first = any(isinstance(answer.action, a.Challenge) for answer in answers)
    known: set[tuple[str | None, tuple[str, ...]]] = set()
    kinds: set[str] = set()
    ranked = []
    for answer in sorted(answers, key=lambda answer: _price_of(names, answer.action)):
        action = answer.action
        if not isinstance(action, a.Deploy):
            ranked.append((4 if isinstance(action, a.Finish) else 0 if answers_first else 5, answer))
            continue
        alike = tuple(sorted(names.kind(block) for block in action.blocks))
        if (action.card, alike) in known:
            continue
        known.add((action.card, alike))
        is_single = action.card is not None and len(alike) == 1
        ranked.append((2 if len(alike) > 1 else 3 if is_single and alike[0] in kinds else 1, answer))
        kinds |= {alike[0]} if is_single else set()
    return [answer for _rank, answer in sorted(ranked, key=lambda pair: pair[0])]


def _price_of(names: Names, action: a.Action) -> tuple[int, int]:
    if not isinstance(action, a.Deploy) or action.card is None:
        return -1, 0
    card = names.printed(action.card)
    return CHEAPEST_FIRST.index(card.type), card.bid
