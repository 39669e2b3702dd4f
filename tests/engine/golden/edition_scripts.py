"""The playthroughs of the other editions: what they have otherwise than Kessen."""

from __future__ import annotations

from tests.engine.golden.script import Script, east, march, west

GMT_FIRST_WEEK = Script(
    "GMT 2016, the first turn: a capital that leads, a siege at Gifu, a card for a Mori block",
    None,
    [
        west("Sealed.", "bid", card="ukita-plain"),
        east("East's plain cards are even, West's odd.", "bid", card="date-plain", wish="first"),
        east("One card, three stack moves.", "level", level="limited", cards=["tokugawa-plain"]),
        east(
            "Edo is no castle here: the capital leads, and shows nobody.",
            "move",
            source="edo",
            groups=[march(["date-three-mon"], "oyama", "utsunomiya")],
        ),
        east(
            "One clan, openly, where it recruits.",
            "muster",
            location="sendai",
            blocks=["date-three-mon", "date-two-mon"],
            openly=True,
        ),
        east(
            "The castle of Gifu stops the march; it is the only place to fight at.",
            "move",
            source="kiyosu",
            groups=[march(["fukushima-daimyo", "fukushima-cavalry", "ii-naomasa"], "gifu")],
        ),
        west("Two fit inside.", "stance", inside=True),
        east("A free daimyo.", "deploy", blocks=["fukushima-daimyo"]),
        east("A wildcard goes with any clan's card.", "deploy", blocks=["ii-naomasa"], card="maeda-special"),
        east("Five impact break no wall; the siege goes on.", "finish"),
        west("A single move costs no card.", "level", level="minimal"),
        west(
            "A card brings a Mori block at every level.", "mori", card="mori-plain", blocks=["mori-three-mon"]
        ),
        west(
            "The capital of Kyoto leads West.",
            "move",
            source="kyoto",
            groups=[march(["mori-two-mon"], "ayabe", "himeji")],
        ),
        west("The Mori box could be drawn on; enough.", "end-movement"),
        west("The besieged may come out in their own phase.", "stance", inside=True),
    ],
    "gmt-2016",
)
GMT_CHALLENGE = Script(
    "GMT 2016, a battle: each earlier cavalry counts double, and a double card brings a wildcard alone",
    """
    edition = "gmt-2016"
    active = "east"
    [east]
    at.gifu = "fukushima-daimyo, fukushima-cavalry x2, ii-naomasa"
    came_from.kiyosu = "all at gifu"
    hand = "fukushima-special x2, date-double, maeda-double"
    [west]
    at.gifu = "ukita-daimyo, ukita-three-mon x2"
    hand = "ukita-plain, west-loyalty"
    [combat]
    location = "gifu"
    [chance]
    seed = "challenge"
    """,
    [
        east("The attacker acts on a tie.", "deploy", blocks=["fukushima-daimyo"]),
        west("West is behind.", "deploy", blocks=["ukita-daimyo"]),
        east(
            "A cavalry attack: one, two for the attack, and one for the clan.",
            "deploy",
            blocks=["fukushima-cavalry-1"],
            card="fukushima-special",
        ),
        west("West catches up.", "deploy", blocks=["ukita-three-mon-1"], card="ukita-plain"),
        east(
            "The second counts the first cavalry for two.",
            "deploy",
            blocks=["fukushima-cavalry-2"],
            card="fukushima-special",
        ),
        west("West has nothing to follow with.", "finish"),
        east(
            "A double card may bring a wildcard alone.", "deploy", blocks=["ii-naomasa"], card="date-double"
        ),
        west("The other double could have brought him too: it refutes the challenge.", "challenge"),
    ],
)
GMT_SIEGE = Script(
    "GMT 2016, a siege: the disk in the castle of Ueda is given in place of a block",
    """
    edition = "gmt-2016"
    active = "east"
    pending = "fight-combats"
    [east]
    at.ueda = "date-daimyo, date-three-mon x2, date-two-mon"
    came_from.saku = "all at ueda"
    hand = "date-plain x2"
    [west]
    at.ueda = "mori-two-mon, mori-firearms"
    hand = "west-loyalty"
    [chance]
    seed = "siege"
    """,
    [
        west("Two blocks fit inside, the disk is not counted.", "stance", inside=True),
        east("A free daimyo.", "deploy", blocks=["date-daimyo"]),
        east("Each counts those before.", "deploy", blocks=["date-three-mon-1"], card="date-plain"),
        east("Ten impact: one unit is lost.", "deploy", blocks=["date-three-mon-2"], card="date-plain"),
        west("Sanada dies for a block; no points hang on him.", "losses", blocks=["sanada"]),
    ],
)
ODD_HANDS = Script(
    "GMT 2011, the second week begins: half of an odd hand is rounded as the player likes",
    """
    edition = "gmt-2011"
    week = 2
    pending = { east = "discard", west = "discard" }
    [east]
    at.edo = "ieyasu, tokugawa-two-mon"
    hand = "tokugawa-plain x2, maeda-plain"
    [west]
    at.osaka = "ishida-mitsunari, ukita-two-mon"
    hand = "ukita-plain, uesugi-plain, west-loyalty"
    [chance]
    seed = "odd"
    """,
    [
        west("West rounds down, sealed, and draws.", "discard", cards=["uesugi-plain"]),
        east(
            "East rounds up; both have discarded, so all is turned over.",
            "discard",
            cards=["tokugawa-plain", "maeda-plain"],
        ),
    ],
)
ISHIDA = Script(
    "Manual, a battle: Ishida falls, and with him the war is lost",
    """
    edition = "manual"
    active = "east"
    [east]
    at.sawayama = "fukushima-daimyo, fukushima-three-mon, fukushima-two-mon, ii-naomasa"
    came_from.gifu = "all at sawayama"
    hand = "fukushima-double, date-double"
    [west]
    at.sawayama = "ishida-mitsunari, otani-two-mon"
    hand = "otani-plain"
    [combat]
    location = "sawayama"
    [chance]
    seed = "ishida"
    """,
    [
        east("The attacker acts on a tie.", "deploy", blocks=["fukushima-daimyo"]),
        west("Ishida is a daimyo, and free.", "deploy", blocks=["ishida-mitsunari"]),
        east(
            "Two blocks of the clan.",
            "deploy",
            blocks=["fukushima-three-mon", "fukushima-two-mon"],
            card="fukushima-double",
        ),
        west("It is not enough.", "deploy", blocks=["otani-two-mon"], card="otani-plain"),
        east("Nothing to challenge with; asked all the same.", "pass"),
        east("Nine impact and a lost battle cost two blocks, and there are two.", "finish"),
    ],
)
