"""The table of countable branches of an edition is complete and consistent."""

import json
from collections import Counter

import pytest

from games.engine.actions import encode
from games.rulebook.editions import edition_ids, ruleset
from games.simulation import arena, coverage
from games.simulation.series import Pairing, play_one
from games.simulation.tally import BranchTally
from tests.games.simulation.playing import KESSEN, RANDOM


@pytest.mark.parametrize("edition", edition_ids())
def test_related_branches_have_consistent_counts(edition: str) -> None:
    for number in range(10):
        counts = Counter(play_one(Pairing(edition, RANDOM, "alike"), number).coverage)
        assert counts["battle.began"] == counts["battle.won-by-attacker"] + counts["battle.won-by-defender"]
        assert counts["siege.began"] == counts["siege.held"] + counts["siege.won"]
        assert (
            counts["challenge.folded"] + counts["challenge.in-window"]
            == counts["challenge.refuted"] + counts["challenge.succeeded"]
        )
        assert (
            counts["decision.stance"]
            == counts["stance.inside"]
            + counts["stance.outside"]
            + counts["stance.inside-in-own-phase"]
            + counts["stance.sortie"]
        )
        moves = counts["move.one-group"] + counts["move.two-ways"] + counts["move.drop-off"]
        musters = counts["muster.open"] + counts["muster.hidden"]
        mori = sum(counts[f"mori.{how}"] for how in coverage.BRANCHES["mori"][:3])
        assert moves + musters + mori <= counts["decision.movement"]
        assert counts["overrun.by-mover"] + counts["overrun.of-mover"] <= sum(
            counts[f"overrun.of-{side}"] for side in ("east", "west")
        )
        levels = ("none", "minimal", "limited", "total")
        assert counts["decision.level"] == sum(counts[f"level.{level}"] for level in levels)
        assert sum(count for key, count in counts.items() if key.startswith("victory.")) == 1


def test_decisions_are_counted_as_often_as_actions_were_taken() -> None:
    tally = BranchTally(KESSEN)
    record = arena.record(KESSEN, arena.seat(KESSEN, RANDOM, "count"), "count", tally.add)
    types = Counter(json.loads(encode(outcome))["type"] for side, outcome in record.log if side is not None)
    decisions = {key: n for key, n in tally.counts.items() if key.startswith("decision.")}
    assert sum(decisions.values()) == sum(types.values())
    assert decisions["decision.declare"] == types["declare"]
    events = Counter(event.kind for event in record.events)
    assert tally.counts["overrun.of-east"] + tally.counts["overrun.of-west"] == events["overrun"]
    assert tally.counts["siege.began"] == events["siege-began"]
    assert set(tally.counts) == set(coverage.table(KESSEN.edition))


def branches(edition: str) -> set[str]:
    """The keys of an edition's table that are no piece's and no victory's."""
    keys = coverage.table(ruleset(edition).edition)
    assert len(keys) == len(set(keys))
    return {key for key in keys if not key.startswith(("deployed-block.", "lost-", "victory."))}


def test_the_table_follows_the_pieces_of_the_edition() -> None:
    of_pieces = {
        edition: {key for key in coverage.table(ruleset(edition).edition) if key not in branches(edition)}
        for edition in edition_ids()
    }
    points = {"victory.east-points", "victory.west-points", "victory.west-ieyasu", "victory.east-hideyori"}
    assert points <= set.intersection(*of_pieces.values())
    assert "victory.east-ishida-mitsunari" not in of_pieces["kessen"]
    assert of_pieces["manual"] - of_pieces["kessen"] == {"victory.east-ishida-mitsunari"}
    assert of_pieces["gmt-2011"] == of_pieces["gmt-2016"]
    assert {key for key in of_pieces["gmt-2016"] if key.startswith("lost-")} == {
        *("lost-disk.hideyori", "lost-disk.sanada"),
        *("lost-block.ieyasu", "lost-block.ii-naomasa", "lost-block.ishida-mitsunari"),
    }


@pytest.mark.parametrize(
    ("edition", "other", "only_there", "only_in_the_other"),
    [
        (
            "kessen",
            "manual",
            {"mori.double-brings-two", "move.led-by-daimyo", "deploy.double-wildcard-with-clan-block"},
            {"move.led-by-capital", "move.led-by-hidden-daimyo", "deploy.double-wildcard-alone"},
        ),
        (
            "manual",
            "gmt-2016",
            {"move.led-by-disk", "move.led-by-hidden-daimyo"},
            {"move.led-by-daimyo", "siege.disk-for-block"},
        ),
        ("gmt-2016", "gmt-2011", set(), {"discard.rounded-down", "discard.rounded-up"}),
    ],
)
def test_the_table_follows_the_flags(
    edition: str, other: str, only_there: set[str], only_in_the_other: set[str]
) -> None:
    assert branches(edition) - branches(other) == only_there
    assert branches(other) - branches(edition) == only_in_the_other


def test_table_names_branches_of_single_editions() -> None:
    every = {f"{group}.{branch}" for group, ways in coverage.BRANCHES.items() for branch in ways}
    assert set(coverage.ONLY_WHERE) <= every
    assert set.union(*map(branches, edition_ids())) == every
