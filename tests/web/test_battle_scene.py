"""The scene of a battle: what stands in it of the side that the viewer does not see."""

from typing import Any

from django.template.loader import render_to_string

from games.rulebook.editions import ruleset
from games.story import Names, attack, fights
from games.web.battle_scene import scene, still
from tests.kit.positions import Table, position

RULES = ruleset("kessen")
NAMES = Names(RULES)
BACK = "of-west back"


def fought() -> Table:
    return position(
        """
        pending = "deploy east"
        east.at.suwa = "ii-naomasa"
        west.at.suwa = "mori-two-mon x2, ukita-two-mon"
        west.known = "ukita-two-mon"
        east.hand = "tokugawa-special"
        west.hand = "mori-plain x3"
        combat.location = "suwa"
        combat.attacker = "east"
        """
    )


def row_of(viewer: str, side: str) -> dict[str, Any]:
    found = scene(RULES, NAMES, fought().view(viewer))
    assert found is not None
    (row,) = [row for row in found["rows"] if row["label"] == side]
    return dict(row)


def test_unknown_blocks_of_the_enemy_stand_there_from_behind_and_known_ones_open() -> None:
    row = row_of("east", "west")
    pictures = [str(each["picture"]) for each in row["hidden"]]
    assert [BACK in picture for picture in pictures] == [False, True, True]
    assert "Ukita" in pictures[0]


def test_enemy_has_the_number_of_its_cards() -> None:
    assert row_of("east", "west")["hand"] == "3 cards in hand"


def test_own_blocks_are_not_shown_from_behind() -> None:
    assert row_of("west", "west")["hidden"] == []


# --- how it began


GROUP = {"blocks": ["tokugawa-two-mon", "tokugawa-two-mon"], "path": ["gifu"]}


def test_attack_says_from_where_and_is_told_until_one_fights() -> None:
    table = position("""
        level = "limited"
        east.at.kiyosu = "tokugawa-two-mon x2"
        east.at.okazaki = "ii-naomasa"
        east.at.suwa = "date-two-mon"
        east.hand = "tokugawa-special"
        west.at.gifu = "ukita-two-mon x3"
        west.hand = "mori-plain"
    """)
    table.play("east", "move", source="kiyosu", groups=[GROUP])
    table.play("east", "end-movement")
    assert [attack(NAMES, table.view(each), table.story(each)) for each in ("east", "west")] == 2 * [
        "East attacks at Gifu with 2 blocks from Kiyosu; West has 3 blocks."
    ]


# --- what moves


def challenged(hand: str) -> Table:
    """East has challenged the block of West that came just now."""
    table = position(
        f"""
        active = "west"
        east.at.suwa = "tokugawa-cavalry x2"
        east.hand = "east-loyalty, tokugawa-special"
        west.at.suwa = "ukita-daimyo, ukita-two-mon x3, otani-two-mon"
        west.hand = "ukita-plain, {hand}"
        combat.location = "suwa"
        combat.east.impact = 30
        combat.west.deployed = "ukita-two-mon"
        """
    )
    table.play("west", "deploy", blocks="ukita-two-mon", card="ukita-plain")
    table.play("east", "challenge")
    return table


def moved(table: Table, viewer: str, fresh: int) -> dict[str, list[str]]:
    """By side, what moves among its fighters, its cards and those it has shown."""
    (fight,) = fights(table.story(viewer), fresh)
    found = scene(RULES, NAMES, table.view(viewer), fight)
    assert found is not None
    assert found["has_picture"] is bool(fresh)
    return {
        row["label"]: [
            look.strip()
            for look in [
                *(each["look"] for each in row["fighters"]),
                *(look for _card, look in row["cards"]),
                *(look for _card, look in row["shown"]),
            ]
            if "at-" in look
        ]
        for row in found["rows"]
    }


def test_challenged_block_that_is_loyal_shakes_and_the_card_that_shows_it_comes() -> None:
    table = challenged("ukita-special, otani-plain")
    assert moved(table, "west", 2) == {"east": ["came at-0"], "west": ["shaken at-0", "came at-1"]}
    assert moved(table, "west", 3) == {
        "east": ["came at-1"],
        "west": ["shaken at-1", "came at-0", "came at-2"],
    }, "seen together with the deployment"


def test_block_that_defects_crosses_over() -> None:
    assert moved(challenged("otani-plain"), "east", 2) == {
        "east": ["turned crossed at-1", "came at-0"],
        "west": [],
    }


def test_picture_plays_from_its_first_frame_where_a_script_can_end_it() -> None:
    table = challenged("otani-plain")
    (fight,) = fights(table.story("east"), 2)
    battle = scene(RULES, NAMES, table.view("east"), fight)
    page = {
        plays: render_to_string("games/_battle.html", {"battle": battle, "plays": plays}) for plays in (0, 1)
    }
    assert ('"battle plays"' in page[1], '"battle plays"' in page[0]) == (True, False)
    assert "data-picture" in page[0]


def test_nothing_moves_that_is_not_new() -> None:
    assert moved(challenged("otani-plain"), "east", 0) == {"east": [], "west": []}


def test_picture_begins_at_the_impact_before_what_it_shows() -> None:
    table = challenged("otani-plain")
    (fight,) = fights(table.story("east"), 2)
    assert fight.impact_before({"east": 32, "west": 2}) == {"east": 30, "west": 5}
    (fight,) = fights(table.story("east"), 0)
    assert fight.impact_before({"east": 32, "west": 2}) == {"east": 32, "west": 2}


# --- how it ended


def ended() -> Table:
    table = position(
        """
        active = "east"
        east.at.suwa = "tokugawa-cavalry x2"
        east.hand = "tokugawa-special"
        west.at.suwa = "ukita-two-mon"
        west.hand = "mori-plain"
        combat.location = "suwa"
        combat.east.impact = 8
        """
    )
    while table.pending and table.pending[0][1] == "deploy":
        table.play(table.pending[0][0], "finish")
    return table


def test_still_says_who_won_by_how_much_and_who_was_lost() -> None:
    table = ended()
    (fight,) = fights(table.story("east"), len(table.told("east")))
    found = still(RULES, NAMES, fight)
    assert found is not None
    assert found["sentences"] == ["East won the battle of Suwa, impact 8 to 0."]
    rows = [(row["name"], row["impact"], row["has_won"], row["said"]) for row in found["rows"]]
    assert rows == [("East", 8, True, "lost no blocks"), ("West", 0, False, "lost 1 block")]
    assert "Ukita" in "".join(found["rows"][1]["lost"])


def retreated(met: str) -> Table:
    """West has lost one of its three blocks, and went to Kōfu, where it met some of East's."""
    table = position(
        f"""
        active = "east"
        east.at.suwa = "tokugawa-cavalry x2"
        east.at.kiso = "date-two-mon"
        east.at.saku = "date-two-mon"
        {met}
        west.at.suwa = "ukita-two-mon x2"
        combat.location = "suwa"
        combat.east.impact = 3
        """
    )
    while table.pending:
        side, asked = table.pending[0]
        match asked:
            case "deploy":
                table.play(side, "finish")
            case "losses":
                table.play(side, "losses", blocks="ukita-two-mon")
            case "retreat":
                table.play(side, "retreat", to="kofu")
            case _:
                break
    return table


def row_of_beaten(table: Table, viewer: str) -> dict[str, Any]:
    events = table.story(viewer)
    found = still(RULES, NAMES, fights(events, len(events))[0])
    assert found is not None
    assert found["sentences"][1].startswith("West retreated from Suwa to Kōfu with ")
    return dict(found["rows"][1])


def test_still_shows_where_the_beaten_went_from_behind_to_their_enemy() -> None:
    table = retreated("")
    for viewer, is_open in (("east", False), ("west", True)):
        row = row_of_beaten(table, viewer)
        assert (row["said"], row["where"]) == ("lost 1 block", "retreated to Kōfu")
        (picture,) = row["went"]
        assert ("Ukita" in picture, BACK in picture) == (is_open, not is_open)


def test_still_counts_who_was_overrun_on_the_way_among_the_lost() -> None:
    table = retreated('east.at.kofu = "tokugawa-two-mon x4"')
    row = row_of_beaten(table, "east")
    assert row["said"] == "lost 1 block; 1 block overrun"
    assert [("Ukita" in picture) for picture in row["lost"]] == [True, True]
    assert "went" not in row
    events = table.story("east")
    found = still(RULES, NAMES, fights(events, len(events))[0])
    assert found is not None
    assert found["sentences"][2].startswith("East overran West at Kōfu and destroyed ")


def test_still_leaves_who_is_not_chosen_yet_open() -> None:
    events = [event for event in ended().story("east") if event["event"] != "blocks-lost"]
    found = still(RULES, NAMES, fights(events, len(events))[0])
    assert found is not None
    assert [row["said"] for row in found["rows"]] == ["lost no blocks", ""]


def test_end_of_a_fight_that_is_not_new_has_no_still() -> None:
    assert still(RULES, NAMES, fights(ended().story("east"), 0)[0]) is None
    assert still(RULES, NAMES, None) is None


def test_second_fight_of_a_week_at_a_place_is_called_so() -> None:
    first = ended().story("east")
    attack = {"event": "combat-declared", "side": "west", "location": "suwa", "attacker": "west"}
    elsewhere = [{**event, "location": "gifu"} if "location" in event else event for event in first]
    week = {"event": "week-began", "week": 2, "castles": [5, 4], "resources": [2, 3]}
    second = still(RULES, NAMES, fights([*first, attack, *elsewhere, attack, *first], len(first))[-1])
    assert second is not None
    assert second["sentences"][-1] == "It was the second fight there that week."
    next_week = still(RULES, NAMES, fights([*first, attack, week, *first], len(first))[-1])
    assert next_week is not None
    assert len(next_week["sentences"]) == 1


def test_who_lost_a_battle_is_not_said_to_lose_no_block_before_they_choose() -> None:
    table = position(
        """
        active = "east"
        east.at.suwa = "tokugawa-cavalry, ii-naomasa"
        east.hand = "tokugawa-special"
        west.at.suwa = "mori-two-mon"
        west.hand = "mori-plain"
        combat.location = "suwa"
        combat.attacker = "east"
        """
    )
    table.play("east", "finish")
    table.play("west", "finish")
    assert table.pending == [("east", "losses")]
    (fight,) = fights(table.story("west"), 9)
    found = still(RULES, NAMES, fight)
    assert found is not None
    assert {row["label"]: row["said"] for row in found["rows"]} == {"east": "", "west": "lost no blocks"}
