"""Reads a drawing back: what a person sees at each location."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element


class Place(NamedTuple):
    """One location as drawn.

    Attributes:
        name: as written beside it.
        title: what is said of it.
        stacks: the number on the blocks of each side.
        pips: how many dots those blocks have.
        moved: the sides of which some blocks are marked as moved.
        capital, castle, resource, disk: whose colour the sign has, or None where there is no such sign.
        disk_sign: what the sign of a disk shows: `keep` or `person`; None where there is none.
        besieged: whether a wall is drawn around who is inside.
        crests: of the clans that recruit there.
        href: where it leads.
    """

    name: str
    title: str
    stacks: dict[str, int]
    pips: dict[str, int]
    moved: set[str]
    capital: str | None
    castle: str | None
    resource: str | None
    disk: str | None
    disk_sign: str | None
    besieged: bool
    crests: list[str]
    href: str | None


def sheets(board: str) -> list[Element]:
    """The wide and the tall drawing of a board."""
    return list(ElementTree.fromstring(board))


def places(sheet: Element) -> dict[str, Place]:
    """Every location of a drawing, by the name written beside it."""
    found = [_place(group) for group in drawn(sheet, "g") if group.get("class") == "place"]
    return {place.name: place for place in found}


def drawn(element: Element, tag: str) -> list[Element]:
    """The elements of a kind, whatever their namespace: within a page none has to be said."""
    return element.findall(f".//{{*}}{tag}")


def crests(element: Element) -> list[str]:
    """The clans whose crests are drawn."""
    return [use.get("href", "").rpartition("#")[2] for use in drawn(element, "use")]


def classes(element: Element) -> set[str]:
    return {word for part in element.iter() for word in part.get("class", "").split()}


def lines(sheet: Element, cls: str) -> int:
    """How many straight lines there are in the paths of a class."""
    return sum(path.get("d", "").count("L") for path in drawn(sheet, "path") if path.get("class") == cls)


def words(element: Element) -> list[str]:
    """All that is written or said."""
    return [text for part in element.iter() if (text := part.text)]


def _place(group: Element) -> Place:
    name = next(text for text in drawn(group, "text") if text.get("class") == "name")
    link = next(iter(drawn(group, "a")), None)
    stacks = {_side(stack): stack for stack in _of(group, "stack")}
    return Place(
        name=str(name.text),
        title=str(drawn(group, "title")[0].text),
        stacks={side: int(str(_one(stack, "count").text)) for side, stack in stacks.items()},
        pips={side: len(list(_of(stack, "pip"))) for side, stack in stacks.items()},
        moved={side for side, stack in stacks.items() if list(_of(stack, "spent"))},
        capital=_whose(group, "capital"),
        castle=_whose(group, "castle"),
        resource=_whose(group, "resource"),
        disk=_whose(group, "disk"),
        disk_sign=next((sign for sign in ("keep", "person") if list(_of(group, sign))), None),
        besieged=bool(list(_of(group, "besieged"))),
        crests=crests(group),
        href=None if link is None else link.get("href"),
    )


def _of(element: Element, cls: str) -> list[Element]:
    return [part for part in element.iter() if cls in part.get("class", "").split()]


def _one(element: Element, cls: str) -> Element:
    (found,) = _of(element, cls)
    return found


def _side(element: Element) -> str:
    return next(word[3:] for word in element.get("class", "").split() if word.startswith("of-"))


def _whose(group: Element, cls: str) -> str | None:
    found = _of(group, cls)
    return _side(found[0]) if found else None
