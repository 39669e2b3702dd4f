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


class Rule(Struct, frozen=True):
    """A rule, or a ruling on how rules are read."""

    number: Annotated[str, Meta(description="As problems name it.", examples=["8.6.1", "R-21"])]
    title: str
    text: Annotated[str, Meta(description="What it settles, in a sentence.")]


class Rules(Struct, frozen=True):
    """All rules and rulings."""

    rules: list[Rule]
