"""Every refusal says what is wrong and what to do instead."""

import pytest

from games.engine import EngineError, Side, actions
from games.engine.actions import Action
from games.engine.errors import GameIsOver, Illegal, Malformed, NotYourDecision
from games.rulebook.editions import ruleset
from games.rulebook.rules import rule_text
from games.simulation.fuzz import Fuzzed
from games.story import Names, refusal
from games.story.refusals import QUOTED_CHARACTERS
from sekigahara.errors.codes.actions import ACTION_CODES
from sekigahara.errors.codes.clubs import CLUB_CODES
from sekigahara.errors.codes.combat import COMBAT_CODES
from sekigahara.errors.codes.declaration import Code
from sekigahara.errors.codes.games import GAME_CODES
from sekigahara.errors.codes.ladders import LADDER_CODES
from sekigahara.errors.codes.movement import MOVEMENT_CODES
from sekigahara.errors.exceptions import Stale
from tests.kit.positions import position

REFUSALS = [*ACTION_CODES, *GAME_CODES, *LADDER_CODES, *CLUB_CODES, *MOVEMENT_CODES, *COMBAT_CODES]
KESSEN = ruleset("kessen")
NAMES = Names(KESSEN)

SAID: list[tuple[EngineError, str]] = [
    (
        Illegal("road-used", "7.3.1", start="edo", end="oyama"),
        "The road from Edo to Oyama has already been used in this phase. Take another way.",
    ),
    (
        Illegal("card-not-in-hand", "7.1", card="date-plain"),
        "You do not have a plain card of the Date in hand for this. Choose from the cards in your hand.",
    ),
    (
        Illegal("too-many-blocks", "8.4.2", card="date-plain"),
        (
            "A plain card of the Date cannot deploy that many blocks: "
            "a double deploys two, any other card one. Choose fewer blocks."
        ),
    ),
    (
        Illegal("level-cost", "7.1", level="total", cost=2),
        "The cost of total movement is 2 cards. Pay exactly that.",
    ),
    (
        Illegal("level-cost", "7.1", level="minimal", cost=0),
        "The cost of minimal movement is no card. Pay exactly that.",
    ),
    (Illegal("loss-count", "8.7.1", count=1), "You must lose exactly 1 block here."),
    (Illegal("loss-count", "8.7.1", count=3), "You must lose exactly 3 blocks here."),
    (
        Illegal("block-not-available", "7.2", block="tokugawa-two-mon-3"),
        "Tokugawa two-mon is not in your recruitment box. Muster blocks that are there.",
    ),
    (
        Illegal("block-not-available", "8.8.4", block="ieyasu"),
        "Tokugawa Ieyasu is not in this combat. Choose from your blocks that are.",
    ),
    (
        Malformed("unknown-block", "7.2", block="tokugawa-two-mon"),
        "You have no block “tokugawa-two-mon”. Name one that your view of the game lists.",
    ),
    (
        NotYourDecision("not-your-decision", "8.8.1", waiting=["west"], decision="retreat"),
        "You have nothing to decide now. The game waits for West to decide this: Choose where to retreat.",
    ),
    (
        NotYourDecision("not-your-decision", "", waiting=[], decision=""),
        "You have nothing to decide now. The game waits for nobody to decide this: nothing",
    ),
    (
        NotYourDecision("another-decision", "8.7.2", decision="losses"),
        "This does not answer the pending decision. Choose the blocks to lose.",
    ),
    (GameIsOver("game-over", "2", victory="ieyasu"), "This game is over. No further actions are possible."),
    (
        Illegal("no-road", "7.3.1", start="edo", end="osaka", index=1),
        "Action 2: No road leads from Edo to Osaka. Name every location on the way, in order.",
    ),
]


@pytest.mark.parametrize(("error", "sentence"), SAID, ids=[error.code for error, _ in SAID])
def test_a_refusal_in_words(error: EngineError, sentence: str) -> None:
    assert refusal(NAMES, error) == sentence


def test_a_refusal_of_the_services_in_words() -> None:
    assert refusal(NAMES, Stale(7)).startswith("Your decision has changed since you last looked.")
    too_long = Malformed("list-too-long", most=50)
    assert refusal(NAMES, too_long).startswith("A request can hold at most 50 actions.")


# ---- what every code says


@pytest.mark.parametrize("code", REFUSALS, ids=lambda code: code.name)
def test_a_refusal_is_one_sentence_or_two(code: Code) -> None:
    for text in code.texts():
        # A decision stands there as a whole sentence.
        assert text.endswith((".", "{decision}"))
        assert text.count(". ") <= 1


def test_another_text_for_a_rule_names_a_rule_there_is() -> None:
    rules = [rule for code in (*MOVEMENT_CODES, *COMBAT_CODES) for rule in code.variants]
    assert len(rules) > 4
    assert all(rule_text(rule) is not None for rule in rules)


# ---- what is really refused


def refused_in(count: int, monkeypatch: pytest.MonkeyPatch) -> list[EngineError]:
    """What the engine refuses of the fuzzer's illegal actions, in so many games."""
    refused: list[EngineError] = []
    judge = Fuzzed._refusal

    def listening(self: Fuzzed, side: Side, action: Action) -> EngineError | None:
        error = judge(self, side, action)
        if error is not None:
            refused.append(error)
        return error

    monkeypatch.setattr(Fuzzed, "_refusal", listening)
    for number in range(count):
        for _ in Fuzzed(KESSEN, f"refusals/{number}").play():
            pass
    return refused


def test_every_refusal_of_an_illegal_action_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = refused_in(12, monkeypatch)
    assert len({error.code for error in refused}) > 15
    for error in refused:
        text = refusal(NAMES, error)
        assert "%" not in text
        assert not text[0].islower()


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'{"type": {}}', b'{"type": "charge"}', b'{"type": "bid", "card": 7}', b"\xff"]
)
def test_malformed_action_is_told_why(body: bytes) -> None:
    with pytest.raises(Malformed) as caught:
        actions.parse(body)
    text = refusal(NAMES, caught.value)
    assert text.startswith("This is not a valid action: ")
    assert len(text) > 50


def test_a_move_that_names_a_block_twice_or_goes_too_far_says_so() -> None:
    table = position('pending = "movement"\nlevel = "total"\neast.at.edo = "tokugawa-two-mon x2"')
    twice = [{"blocks": ["tokugawa-two-mon-1"], "path": [end]} for end in ("oyama", "hakone")]
    error = table.refuses("east", "block-twice", "move", source="edo", groups=twice)
    assert refusal(NAMES, error) == "Tokugawa two-mon is named twice. Name each block once."
    far = [{"blocks": ["tokugawa-two-mon-1"], "path": ["hakone", "numazu", "sunpu", "hamamatsu", "okazaki"]}]
    error = table.refuses("east", "too-far", "move", source="edo", groups=far)
    assert refusal(NAMES, error).startswith("Okazaki is 2 locations too far for these blocks. Stop earlier,")


def test_blocks_that_are_too_many_for_one_road_are_not_advised_to_stop_earlier() -> None:
    table = position("east.at.oyama = 'tokugawa-two-mon x5'")
    error = table.march_refused("east", "too-far", "oyama", "utsunomiya")
    assert refusal(NAMES, error) == (
        "As they are, these blocks are too many to take even one road: Utsunomiya is 1 location too far. "
        "Move fewer together, or add a leader or a force march if there is none yet: each gains one location."
    )


def test_a_second_challenge_is_told_of_the_rule_against_it() -> None:
    table = position(
        """
        east.at.suwa = "tokugawa-two-mon x3"
        east.hand = "tokugawa-plain x2"
        west.at.suwa = "mori-two-mon"
        west.hand = "west-loyalty x2"
        combat = { location = "suwa" }
        """
    )
    table.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    table.play("west", "challenge")
    error = table.refuses("west", "no-window", "challenge")
    assert error.rule == "R-17"
    assert "each deployment can be challenged only once" in refusal(NAMES, error)


# ---- what players invent


@pytest.mark.parametrize("name", ["", "tokaido", "x" * 100_000, "a\x00\u202eb\ud800", "%(card)s", "東"])
def test_a_name_nobody_knows_is_quoted_short_and_harmless(name: str) -> None:
    errors = [
        Malformed("unknown-block", "7.2", block=name),
        Malformed("unknown-card", "6.3", card=name),
        Malformed("unknown-location", "4.1", location=name),
        Illegal("block-not-available", "8.2.3", block=name),
        Illegal("card-does-not-fit", "8.2.2", card=name),
        Illegal("not-a-retreat", "8.8.2", to=name),
        Illegal("too-far", "7.3.3", path=("edo", name), missing=1),
        Malformed("malformed-action", reason=name),
    ]
    for error in errors:
        text = refusal(NAMES, error)
        assert text.isprintable()
        assert text.encode()
        assert len(text) < QUOTED_CHARACTERS + 250
        assert "".join(letter for letter in name if letter.isprintable())[:50] in text
