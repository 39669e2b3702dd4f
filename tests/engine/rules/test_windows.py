"""When a side is asked whether it challenges: folded, by itself, or not at all [8.6.1], R-17, R-29."""

from typing import Any

import pytest

from games.engine import EAST, NOBODY, WEST, apply
from games.engine.actions import Silence, encode, parse, parse_body
from games.engine.errors import Malformed, NotYourDecision
from games.engine.ruleset import REVISION
from games.engine.undo import can_take_back
from tests.kit.cases import cases
from tests.kit.editions import ruleset_of
from tests.kit.positions import Table, position

REVISION_1 = ruleset_of("kessen", 1)


def field(west_hand: str, rest: str = "", revision: int = REVISION) -> Table:
    """East attacks with three Tokugawa blocks and is asked to deploy; West has two blocks."""
    return position(
        f"""
        east.at.suwa = "tokugawa-two-mon x2, ieyasu, tokugawa-three-mon"
        east.hand = "tokugawa-plain x3, date-plain"
        west.at.suwa = "mori-two-mon x2"
        west.hand = "{west_hand}"

        [combat]
        location = "suwa"
        {rest}
        """,
        ruleset_of("kessen", revision),
    )


def answers(p: Table, side: str) -> list[dict[str, Any]]:
    return [row["action"] for row in p.choices(side)]


PASSES = [{"type": "pass"}, {"type": "pass", "rest_of_battle": True}]


@pytest.mark.rule("8.6.1", "R-29")
def test_a_window_is_folded_into_the_challengers_own_turn() -> None:
    """East takes the lead: West, to deploy now, may in the same decision challenge or pass."""
    p = field("mori-plain, west-loyalty")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "deploy")]
    offered = answers(p, "west")
    assert {"type": "challenge"} in offered
    assert all(answer in offered for answer in (*PASSES, {"type": "finish"}))
    assert p.allows("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert p.view("west")["combat"]["window"] == {
        "deployer": "east",
        "card": "tokugawa-plain",
        "kinds": ["tokugawa-two-mon"],
        "impact": 2,
    }
    assert p.view("east")["combat"]["window"] is None, "it would tell of a sealed pass"
    assert p.view()["combat"]["window"] is None


@pytest.mark.rule("8.6.1", "R-17")
@cases(
    "answer",
    ("passing", {"type": "pass"}),
    ("deploying", {"type": "deploy", "blocks": ["mori-two-mon"], "card": "mori-plain"}),
)
def test_a_folded_window_closes_with_any_answer(answer: dict[str, Any]) -> None:
    """West passes or deploys: the earlier deployment of East cannot be challenged any more."""
    p = field("mori-plain, west-loyalty")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    p.play("west", **answer)
    if answer["type"] == "pass":
        assert p.pending == [("west", "deploy")]
        assert p.refuses("west", "no-window", "challenge").rule == "8.6.1"
        p.refuses("west", "no-window", "pass")
        assert {"type": "challenge"} not in answers(p, "west")
    else:
        p.refuses("west", "not-your-decision", "challenge")
        assert p.view("west")["combat"]["window"] is None


@pytest.mark.rule("8.6.1", "8.5")
def test_finishing_in_a_folded_window_lets_the_deployment_stand() -> None:
    """West finishes instead of challenging: East goes on, and its first block was never challenged."""
    p = field("mori-plain, west-loyalty")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    p.play("west", "finish")
    assert p.pending == [("east", "deploy")]
    assert p.view("west")["combat"]["window"] is None


@pytest.mark.rule("8.6.1", "R-29")
def test_a_window_of_its_own_where_the_initiative_stays() -> None:
    """East deploys and is still behind: West is asked only whether it challenges."""
    p = field("mori-plain, west-loyalty", "west.impact = 9")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window")]
    assert answers(p, "west") == [*PASSES, {"type": "challenge"}]
    p.refuses("east", "not-your-decision", "finish")
    p.play("west", "pass")
    assert p.pending == [("east", "deploy")]


@pytest.mark.rule("8.6.1", "8.5")
def test_a_window_of_its_own_for_a_side_that_has_nothing_left_to_deploy() -> None:
    """East takes the lead; West's only block is deployed, but it may still challenge."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x2"
        east.hand = "tokugawa-plain, date-plain"
        west.at.suwa = "mori-two-mon"
        west.hand = "west-loyalty"

        [combat]
        location = "suwa"
        west.deployed = "mori-two-mon with mori-plain"
        east.impact = 1
        """
    )
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.impact == (3, 2)
    assert p.pending == [("west", "window")]
    p.play("west", "challenge")
    assert p.impact == (1, 4)


@pytest.mark.rule("R-29", "8.6.1")
@cases(
    "hand asked",
    ("a challenge in the hand", "west-loyalty", True),
    ("no challenge, but a card: asked all the same", "mori-plain", True),
    ("no card at all: not asked", "", False),
)
def test_a_window_is_asked_while_the_opponent_has_a_card(hand: str, asked: bool) -> None:
    """Whether West is asked tells nothing of what it holds."""
    p = field(hand, "west.impact = 9\nwest.finished = true")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window") if asked else ("east", "deploy")]
    if hand == "mori-plain":
        assert answers(p, "west") == PASSES
        assert p.refuses("west", "no-challenge-card", "challenge").rule == "8.6.1"


@pytest.mark.rule("R-29")
def test_a_window_looks_the_same_with_and_without_a_challenge_in_the_hand() -> None:
    """Two games that differ only in West's hand: East and the public see one and the same position."""
    seen = []
    for hand in ("west-loyalty", "mori-plain"):
        p = field(hand, "west.impact = 9")
        p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
        seen.append((p.view("east"), p.view(), p.told("east"), p.told("public")))
    assert seen[0] == seen[1]


@pytest.mark.rule("8.6.1")
@pytest.mark.parametrize("revision", [1, 2])
def test_silence_in_a_window_of_its_own_is_a_pass(revision: int) -> None:
    """West does not answer in time: everybody is told so, and the game goes on as after a pass."""
    p, passed = (field("mori-plain, west-loyalty", "west.impact = 9", revision) for _ in range(2))
    for each in (p, passed):
        each.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    turned = apply(p.rules, p.state, WEST, Silence())
    passed.play("west", "pass")
    assert turned.state == passed.state
    told = [event.seen_by(NOBODY) for event in turned.events]
    assert told == [{"event": "window-lapsed", "side": "west", "location": "suwa"}]
    assert not can_take_back(Silence(), turned.events, turned.state, WEST)


@pytest.mark.rule("8.6.1")
def test_silence_answers_nothing_else() -> None:
    """No folded window, no decision of another kind, and none of the other side."""
    p = field("mori-plain, west-loyalty")
    with pytest.raises(NotYourDecision, match="another-decision"):
        apply(p.rules, p.state, EAST, Silence())
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    with pytest.raises(NotYourDecision, match="another-decision"):
        apply(p.rules, p.state, WEST, Silence())
    with pytest.raises(NotYourDecision, match="not-your-decision"):
        apply(p.rules, p.state, EAST, Silence())


def test_silence_is_no_action_of_a_player() -> None:
    """A log may hold it, but nobody can send it."""
    body = encode(Silence())
    assert parse_body(body) == Silence()
    with pytest.raises(Malformed, match="malformed-action"):
        parse(body)


@pytest.mark.rule("8.2.4", "8.6.1")
def test_no_window_after_a_free_daimyo() -> None:
    """Ieyasu deploys without a card and takes the lead: West deploys next and has nothing to challenge."""
    p = field("mori-plain, west-loyalty")
    p.play("east", "deploy", blocks="ieyasu")
    assert p.pending == [("west", "deploy")]
    assert p.view("west")["combat"]["window"] is None
    assert p.refuses("west", "no-window", "challenge").rule == "8.6.1"


@pytest.mark.rule("R-17", "8.6.3")
def test_the_window_of_a_double_comes_after_its_second_block() -> None:
    """East deploys two blocks with one card: one window, for both."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x3"
        east.hand = "tokugawa-double"
        west.at.suwa = "mori-two-mon"
        west.hand = "west-loyalty"

        [combat]
        location = "suwa"
        west.impact = 9
        """
    )
    p.play("east", "deploy", blocks="tokugawa-two-mon x2", card="tokugawa-double")
    window = p.view("west")["combat"]["window"]
    assert (window["kinds"], window["impact"]) == (["tokugawa-two-mon"] * 2, 5)


@pytest.mark.rule("R-29", "8.6.1")
def test_revision_1_lets_a_side_pass_for_the_rest_of_the_battle() -> None:
    """West passes for good: it is asked no window any more, in this battle, and East is not told why."""
    p = field("west-loyalty, mori-plain", "west.impact = 9", revision=1)
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    p.play("west", "pass", rest_of_battle=True)
    assert p.told("east") == []
    assert p.view("west")["combat"]["passing"] is True
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("east", "deploy")]
    assert p.view("west")["combat"]["window"] is None


@pytest.mark.rule("R-29", "8.6.1")
@pytest.mark.parametrize("for_good", [False, True])
def test_every_window_is_asked(for_good: bool) -> None:
    """Since revision 2 also after a pass for the rest of the battle, which is a pass and no more."""
    p = field("west-loyalty, mori-plain", "west.impact = 9")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    p.play("west", "pass", rest_of_battle=for_good)
    assert p.view("west")["combat"]["passing"] is False
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window")]
    assert p.allows("west", "challenge")


@pytest.mark.rule("R-29", "8.6.1")
def test_a_position_of_revision_1_is_read_and_asked_by_revision_2() -> None:
    """What its file says of passing counts no more."""
    p = field("west-loyalty", "west.impact = 9\nwest.passing = true")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window")]


@pytest.mark.rule("R-29", "R-28", "8.6.1")
@cases(
    "hand shown asked",
    ("its only card was shown", "mori-plain", "mori-plain", False),
    ("both were shown", "mori-plain, ukita-double", "mori-plain, ukita-double", False),
    ("one of two alike was shown", "mori-plain x2", "mori-plain", True),
    ("one card is left to guess at", "mori-plain, west-loyalty", "mori-plain", True),
    ("a challenge was shown, by a written position", "west-loyalty", "west-loyalty", True),
)
@pytest.mark.parametrize("revision", [1, 2])
def test_no_window_where_every_card_was_shown(hand: str, shown: str, asked: bool, revision: int) -> None:
    """What refuted a challenge is no challenge itself. In revision 1 numbers alone counted."""
    p = field(hand, "west.impact = 9", revision)
    for kind in [name for name in p.hand("west") if name in shown.split(", ")]:
        number = p.c.card_index[1][kind]
        p.state.shown[1][number] = min(shown.count(kind), p.state.hand[1][number])
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window") if asked or revision == 1 else ("east", "deploy")]


@pytest.mark.rule("R-29", "8.6.1")
@pytest.mark.parametrize("revision", [1, 2])
def test_no_window_where_every_challenge_lies_open(revision: int) -> None:
    """All loyalty challenges of West's deck were discarded or played before everybody's eyes."""
    p = field("mori-plain", "west.impact = 9", revision)
    s, kind = p.state, p.c.loyalty[1]
    s.discards[1][kind], s.deck[1][kind] = s.deck[1][kind] - 1, 1
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window")], "one is still to be drawn, or held"
    p.play("west", "pass")
    s = p.state
    s.discards[1][kind], s.deck[1][kind] = s.discards[1][kind] + 1, 0
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window") if revision == 1 else ("east", "deploy")]


@pytest.mark.rule("R-29")
@pytest.mark.parametrize("revision", [1, 2])
def test_a_pass_for_good_looks_like_a_pass(revision: int) -> None:
    """Just after the pass, the other side and the public cannot tell which of the two it was."""
    seen = []
    for for_good in (False, True):
        p = field("west-loyalty, mori-plain", "west.impact = 9", revision)
        p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
        p.play("west", "pass", rest_of_battle=for_good)
        seen.append((p.view("east"), p.view(), p.told("east"), p.told("public")))
    assert seen[0] == seen[1]


@pytest.mark.rule("R-29")
def test_revision_1_asks_again_in_the_next_battle() -> None:
    """West passed for the rest of the battle at Suwa; at Sunpu it is asked again."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x2"
        east.at.sunpu = "tokugawa-two-mon x2"
        east.hand = "tokugawa-plain x2"
        west.at.suwa = "mori-two-mon"
        west.at.sunpu = "mori-two-mon"
        west.hand = "mori-plain"

        [combat]
        location = "suwa"
        west.passing = true
        """,
        REVISION_1,
    )
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.view("west")["combat"]["window"] is None
    p.play("west", "finish")
    p.play("east", "finish")
    assert p.view()["combat"]["location"] == "sunpu"
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.allows("west", "pass")
