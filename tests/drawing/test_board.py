"""The drawn board: all that a view tells of places is on it, and nothing that it does not tell."""

import copy
import re
from typing import Any

import msgspec
import pytest

from games.drawing.board import board_svg
from games.drawing.layout import TALL, layout
from games.drawing.places import PIPS
from games.engine import EAST, NOBODY, WEST, new_game, view
from games.engine.edition_data import RoadData
from games.rulebook.editions import edition_ids, ruleset
from tests.drawing.reading import classes, drawn, lines, places, sheets, words
from tests.engine.golden import recording
from tests.kit.edition_edits import change, change_all, edited
from tests.kit.positions import position

RULES = ruleset("kessen")
NAMES = {location.name: location for location in RULES.edition.locations}

CROWDED = position("""
    pending = "movement"
    level = "limited"
    active = "west"
    east.at.edo = "ieyasu, tokugawa-two-mon x2"
    east.at.tanabe = "maeda-two-mon"
    east.at.kyoto = "date-two-mon x2, date-cavalry"
    west.at.tanabe = "mori-three-mon, mori-cavalry"
    west.at.gifu = "ukita-two-mon x3"
    west.mori_box = "mori-daimyo"
    control.takeda = "west"
    roads_used = "kyoto - ayabe, kyoto - osaka"
""")


def public(text: str) -> dict[str, Any]:
    return position(text).view()


def walk(name: str, every: int) -> list[dict[int, dict[str, Any]]]:
    """What each viewer knows, at some positions of a recorded game."""
    played = recording.read(name)
    found = []
    for number, (state, _events) in enumerate(recording.positions(played)):
        if number % every == 0:
            seen = {viewer: view(played.rules, state, viewer) for viewer in (EAST, WEST, NOBODY)}
            found.append(msgspec.to_builtins(seen))
    return found


@pytest.mark.parametrize("name", ["ashigaru-1", "points-for-west"])
def test_the_board_of_a_game_shows_what_the_view_tells_of_every_place(name: str) -> None:
    for step in walk(name, 23):
        seen = step[NOBODY]
        for sheet in sheets(board_svg(RULES, seen)):
            found = places(sheet)
            assert found.keys() == NAMES.keys()
            for title, location in NAMES.items():
                told = seen["locations"].get(location.id, {})
                place = found[title]
                assert place.stacks == {s: told[s]["count"] for s in ("west", "east") if s in told}
                assert place.pips == {s: min(len(told[s].get("known", ())), PIPS) for s in place.stacks}
                assert place.moved == {s for s in place.stacks if told[s].get("spent")}
                assert place.castle == castle_of(told)
                assert place.besieged == ("besieged" in told)
                assert place.resource == ((told["resource"] or "nobody") if "resource" in told else None)
                assert (place.disk is None) == ("disk" not in told)
                assert place.crests == list(location.recruitment)


def castle_of(told: dict[str, Any]) -> str | None:
    """Whose castle stands there: a printed one, or a disk that is one in the usual edition."""
    sides = {disk.id: disk.side for disk in RULES.edition.disks}
    return told.get("castle") or sides.get(told.get("disk", ""))


@pytest.mark.parametrize("edition", edition_ids())
def test_the_board_of_every_edition_has_what_is_printed_there(edition: str) -> None:
    rules = ruleset(edition)
    disks = {disk.location: disk.side for disk in rules.edition.disks}
    for sheet in sheets(board_svg(rules, view(rules, new_game(rules).state, NOBODY))):
        found = places(sheet)
        for location in rules.edition.locations:
            place = found[location.name]
            assert place.capital == location.capital
            is_castle = location.castle or (place.disk and place.disk_sign == "keep")
            assert (place.castle is not None) == bool(is_castle)
            assert (place.resource is not None) == location.resource
            assert place.disk == disks.get(location.id)
            assert place.crests == list(location.recruitment)
            sides = {"east": "East", "west": "West"}
            capital = f"capital of {sides[location.capital]}" if location.capital else "capital"
            assert (capital in place.title) == (location.capital is not None)


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.flag("disk_model", "destructible-castle")
def test_a_disk_that_is_a_castle_is_drawn_and_said_otherwise_than_one_inside_of_a_castle(
    edition: str,
) -> None:
    rules = ruleset(edition)
    sign, said = {
        "in-castle": ("person", ", in the castle"),
        "destructible-castle": ("keep", ", a castle of its own"),
    }[rules.edition.flags.disk_model]
    names = {location.id: location.name for location in rules.edition.locations}
    disks = {names[disk.location]: disk.name for disk in rules.edition.disks}
    for sheet in sheets(board_svg(rules, view(rules, new_game(rules).state, NOBODY))):
        found = places(sheet)
        assert {name: place.disk_sign for name, place in found.items() if place.disk_sign} == dict.fromkeys(
            disks, sign
        )
        for name, disk in disks.items():
            assert f"disk of {disk}{said}" in found[name].title


def test_everybody_sees_the_same_board() -> None:
    """What a side alone knows, which of its blocks are where, is not on it at all."""
    for step in walk("ieyasu-slain-in-battle", 7):
        assert board_svg(RULES, step[EAST]) == board_svg(RULES, step[WEST]) == board_svg(RULES, step[NOBODY])


def test_equal_views_give_equal_bytes() -> None:
    seen = CROWDED.view("west")
    again = dict(reversed(copy.deepcopy(seen).items()))
    assert board_svg(RULES, seen) == board_svg(RULES, again)


def test_a_place_says_in_words_what_it_shows() -> None:
    found = places(sheets(board_svg(RULES, CROWDED.view("west")))[0])
    assert found["Edo"].title == "Edo: castle of East; resource location of East; East: 3 blocks"
    assert found["Tanabe"].title.startswith("Tanabe: castle of East; besieged; East: 1 block")
    assert found["Himeji"].title == "Himeji"
    assert "disk of Toyotomi Hideyori" in found["Osaka"].title
    assert found["Kiso"].title == "Kiso: unclaimed resource location"
    assert found["Takeda"].title == "Takeda: resource location of West"


def test_known_and_moved_blocks_are_marked_and_said() -> None:
    seen = public("""
        pending = "movement"
        active = "west"
        spent = "all at gifu"
        west.at.gifu = "ukita-two-mon x2, ukita-cavalry"
        west.at.osaka = "mori-two-mon"
        west.known = "ukita-cavalry at gifu"
    """)
    for sheet in sheets(board_svg(RULES, seen)):
        gifu = places(sheet)["Gifu"]
        assert (gifu.stacks, gifu.pips, gifu.moved) == ({"west": 3}, {"west": 1}, {"west"})
        assert gifu.title.endswith("West: 3 blocks, known are Ukita cavalry, 3 have moved")


@pytest.mark.parametrize(("siege", "said"), [(False, "battle now"), (True, "siege now")])
def test_a_running_combat_is_where_the_swords_are(siege: bool, said: str) -> None:
    seen = position(f"""
        east.at.ueda = "tokugawa-two-mon x2"
        west.at.ueda = "sanada-masayuki"
        combat.location = "ueda"
        combat.siege = {str(siege).lower()}
    """).view()
    for sheet in sheets(board_svg(RULES, seen)):
        assert {"fight", "swords"} <= classes(sheet)
        assert places(sheet)["Ueda"].title.endswith(said)
    assert all("swords" not in classes(sheet) for sheet in sheets(board_svg(RULES, CROWDED.view())))


WINDOWS = {"xMidYMin slice": (0, 0.44), "xMidYMid slice": (0.28, 0.72), "xMidYMax slice": (0.56, 1)}
"""What of a tall sheet is in sight, from its top, where a page has room for less than half of it."""


def part(seen: dict[str, Any], *marked: str) -> tuple[str | None, dict[str, float]]:
    """How the tall sheet is cut where some places are marked, and how far down each place is drawn."""
    wide, tall = sheets(board_svg(RULES, seen, marked=marked, in_part=True))
    assert "preserveAspectRatio" not in wide.attrib
    cut = tall.get("preserveAspectRatio")
    assert ("part" in classes(tall)) == (cut is not None)
    height = float(tall.attrib["viewBox"].split()[3])
    down = {
        name.id: layout(RULES.edition, TALL).places[name.id].y / height for name in RULES.edition.locations
    }
    return cut, down


@pytest.mark.parametrize("road", RULES.edition.roads, ids=lambda road: f"{road.a}-{road.b}")
def test_a_tall_board_that_is_cut_keeps_what_is_marked_in_sight(road: RoadData) -> None:
    cut, down = part(CROWDED.view(), road.a, road.b)
    assert cut is not None
    first, last = WINDOWS[cut]
    assert all(first < down[end] < last for end in (road.a, road.b))


def test_the_board_is_not_cut_if_marked_places_are_too_far_apart() -> None:
    assert part(CROWDED.view(), "yamagata", "osaka")[0] is None


def test_an_unmarked_board_is_cut_around_fights_or_its_middle() -> None:
    siege = public(
        'east.at.osaka = "date-two-mon"\nwest.at.osaka = "mori-two-mon"\ncombat.location = "osaka"'
    )
    assert part(siege)[0] == "xMidYMax slice"
    contested = {at: row for at, row in CROWDED.view()["locations"].items() if {"east", "west"} <= row.keys()}
    cut, down = part(CROWDED.view())
    assert contested
    first, last = WINDOWS[cut or ""]
    assert all(first < down[at] < last for at in contested)
    assert part(public(""))[0] == "xMidYMid slice"


def test_no_board_is_cut_unasked() -> None:
    for sheet in sheets(board_svg(RULES, CROWDED.view(), marked=["edo"])):
        assert "preserveAspectRatio" not in sheet.attrib
        assert "part" not in classes(sheet)


def test_used_roads_are_marked() -> None:
    for sheet in sheets(board_svg(RULES, CROWDED.view())):
        assert lines(sheet, "used") == 2


def test_roads_and_highways_are_told_apart() -> None:
    highways = sum(road.highway for road in RULES.edition.roads)
    for sheet in sheets(board_svg(RULES, CROWDED.view())):
        assert lines(sheet, "highway") == lines(sheet, "highway-middle") == highways
        assert lines(sheet, "road") == len(RULES.edition.roads) - highways


def test_a_linked_place_can_be_tapped_and_the_others_cannot() -> None:
    linked = board_svg(RULES, CROWDED.view(), link=lambda place: "?from=edo&to=x" if place == "edo" else None)
    for sheet in sheets(linked):
        found = places(sheet)
        assert found["Edo"].href == "?from=edo&to=x"
        assert [place.name for place in found.values() if place.href] == ["Edo"]
        assert sheet.get("role") == "group", "links inside an image would not be found"
    assert all(sheet.get("role") == "img" for sheet in sheets(board_svg(RULES, CROWDED.view())))


def test_marked_places_are_pointed_out() -> None:
    one, two = (board_svg(RULES, CROWDED.view(), marked=marked) for marked in ([], ["edo", "gifu"]))
    assert one.count('class="marked"') == 0
    assert two.count('class="marked"') == 4, "two places on two sheets"


def test_boxes_and_weeks_stand_beside_the_board() -> None:
    seen = public("""
        week = 3
        west.recruitment = "otani-two-mon x2"
        west.mori_box = "mori-three-mon x3"
    """)
    for sheet in sheets(board_svg(RULES, seen)):
        told = words(sheet)
        assert "Week 3 of 8" in told
        assert "Recruitment: West: 2 blocks; East: 0 blocks" in told
        assert "Mori box: West: 3 blocks" in told


def test_names_of_an_edition_are_text_whatever_is_in_them() -> None:
    rules = edited(change('"edo", castle', '"Edo"', "\"<b>Ō & 'x'</b>\""))
    for sheet in sheets(board_svg(rules, position("", rules).view())):
        assert "<b>Ō & 'x'</b>" in places(sheet)
        assert not drawn(sheet, "b")


def test_a_clan_without_a_crest_has_its_initial() -> None:
    """Its crest is looked for by its id, which another edition may choose as it likes."""
    rules = edited(change_all('"otani"', '"no-crest"'), change_all("Otani", "Ōtani"))
    for sheet in sheets(board_svg(rules, position("", rules).view())):
        assert "Ō" in words(sheet)
        assert places(sheet)["Sawayama"].crests == []


def test_nothing_in_a_drawing_is_forbidden_by_our_own_policy() -> None:
    board = board_svg(RULES, CROWDED.view("east"), link=lambda place: f"?at={place}")
    assert "style=" not in board
    assert "<script" not in board
    assert not re.search(r"<[^>]* on[a-z]+=", board)
