"""What is printed."""

from typing import Annotated

from msgspec import Meta, Struct

from games.engine.edition_data import Edition

VariantOf = Annotated[
    str | None,
    Meta(
        description="The id of the edition that it changes a few things of; null for none.",
        examples=["gmt-2016"],
    ),
]


class EditionSummary(Struct, frozen=True):
    """An edition that can be played."""

    id: str
    name: str
    digest: str
    variant_of: VariantOf


class Editions(Struct, frozen=True):
    """All editions."""

    editions: list[EditionSummary]


class PrintedEdition(Struct, frozen=True):
    """Everything that is printed in an edition: board, blocks, cards, and how sure each fact is."""

    id: str
    digest: str
    variant_of: VariantOf
    chosen: Annotated[
        list[str],
        Meta(
            description="Flags in `data` that were chosen for a game; none where the edition is asked for "
            "by its id."
        ),
    ]
    data: Edition


class RuleDifference(Struct, frozen=True):
    """Something in which editions differ that bears on a rule."""

    name: Annotated[
        str,
        Meta(
            description="A flag of editions, or what else is different in what is printed.",
            examples=["disk_points"],
        ),
    ]
    title: str
    editions: Annotated[dict[str, str], Meta(description="By the id of each edition, what holds in it.")]


class Rule(Struct, frozen=True):
    """A rule, or a ruling on how rules are read where they leave something open."""

    number: Annotated[str, Meta(description="As problems name it.", examples=["8.6.1", "R-21"])]
    title: str
    text: Annotated[str, Meta(description="What it settles, in a sentence or two.")]
    url: Annotated[str, Meta(description="Where people read it.")]
    differences: list[RuleDifference]
    because: Annotated[
        str,
        Meta(description="Of a ruling, why there is one: `silence`, `ambiguity`, `conflict` or `secrecy`."),
    ] = ""
    reason: Annotated[str, Meta(description="The same in a sentence.")] = ""
    rules: Annotated[
        tuple[str, ...], Meta(description="Of a ruling, the numbers of the rules it reads.")
    ] = ()


class Rules(Struct, frozen=True):
    """All rules and rulings."""

    rules: list[Rule]
