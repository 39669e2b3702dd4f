"""The playthroughs of the Kessen edition."""

from __future__ import annotations

from tests.engine.golden.script import Script, east, march, west

FIRST_WEEK = Script(
    "The first week of a campaign: bids, marches, musters, a siege, a battle, reinforcement",
    None,
    [
        west("West bids first: East learns that it has, and nothing else.", "bid", card="otani-plain"),
        west("Nobody has seen it, so it may be replaced.", "bid", card="mori-plain", wish="second"),
        east("East's plain card beats West's; without a wish East is asked.", "bid", card="date-plain"),
        east("The winner of the bid chooses for both turns of the week.", "order", order="first"),
        east(
            "One card buys three stack moves, a muster in place of one.",
            "level",
            level="limited",
            cards=["date-plain"],
        ),
        east(
            "The castle of Edo leads, and shows nobody; highways all the way.",
            "move",
            source="edo",
            groups=[march(["ieyasu", "tokugawa-three-mon x2"], "hakone", "numazu", "sunpu")],
        ),
        east(
            "The castle of Kanazawa leads too: one block is dropped off, another goes on.",
            "move",
            source="kanazawa",
            groups=[march(["maeda-two-mon"], "kitanosho"), march(["maeda-daimyo"], "kitanosho", "tsuruga")],
        ),
        east(
            "The third move is a muster: one block, hidden.",
            "muster",
            location="edo",
            blocks=["date-two-mon"],
        ),
        west(
            "Any two cards buy total movement.", "level", level="total", cards=["otani-plain", "otani-plain"]
        ),
        west(
            "Five of six leave Osaka: more than four together lose a location, the castle leads.",
            "move",
            source="osaka",
            groups=[
                march(
                    ["ukita-daimyo", "ukita-two-mon", "shimazu-daimyo", "shimazu-firearms", "mori-two-mon"],
                    "kyoto",
                )
            ],
        ),
        west(
            "One clan, openly: both are seen.",
            "muster",
            location="sawayama",
            blocks=["otani-three-mon", "otani-firearms"],
            openly=True,
        ),
        west(
            "A card brings a Mori block to Osaka; its box lies open.",
            "mori",
            card="otani-plain",
            blocks=["mori-three-mon"],
        ),
        west("Kyoto is contested now, and the only place that is: it declares itself.", "end-movement"),
        east("Two blocks fit inside the castle of the disk.", "stance", inside=True),
        west("A free daimyo works in a siege too.", "deploy", blocks=["ukita-daimyo"]),
        west("Less than seven impact breaks no wall; whoever besieged goes on to.", "finish"),
        east("Turn B. A single move costs no card.", "level", level="minimal"),
        east(
            "The castle of Gifu stops the march.",
            "move",
            source="kiyosu",
            groups=[march(["fukushima-daimyo", "fukushima-two-mon", "kuroda-nagamasa"], "gifu")],
        ),
        east("Two places are contested; East begins with Kyoto.", "declare", location="kyoto"),
        east("In their own phase the besieged may stay inside: nothing happens.", "stance", inside=True),
        west("West comes out of Gifu.", "stance", inside=False),
        east("The attacker acts on a tie.", "deploy", blocks=["fukushima-daimyo"]),
        west("A clan card and a block of the clan.", "deploy", blocks=["ukita-two-mon"], card="ukita-plain"),
        east(
            "A wildcard goes with any clan card.", "deploy", blocks=["kuroda-nagamasa"], card="tokugawa-plain"
        ),
        east("West has no card left and was finished for it; East has won.", "finish"),
        west(
            "One for the lost battle: the deployed block goes first, nobody is asked; the last retreats.",
            "retreat",
            to="sawayama",
        ),
        west("No movement: any cards may be exchanged, once.", "level", level="none", cards=["mori-plain"]),
        west("Mori blocks may come at every level, so West is asked.", "end-movement"),
        east("Kyoto holds on.", "stance", inside=True),
        west("Nobody deploys; the week is over, and reinforcement asks both at once.", "finish"),
        west("West had one card, half of it is none: it has drawn and bids.", "bid", card="otani-plain"),
        east(
            "East discards one of three; both sides have discarded, so they are told.",
            "discard",
            cards=["maeda-double"],
        ),
    ],
)
CHALLENGE = Script(
    "A battle with loyalty challenges: one is refuted, one turns two blocks, one passes",
    """
    active = "east"
    [east]
    at.gifu = "fukushima-daimyo, fukushima-three-mon, fukushima-two-mon, tokugawa-cavalry"
    came_from.kiyosu = "all at gifu"
    hand = "fukushima-double, tokugawa-special, east-loyalty"
    [west]
    at.gifu = "ukita-daimyo, ukita-three-mon, ukita-two-mon"
    hand = "ukita-plain x2, mori-plain, west-loyalty"
    [combat]
    location = "gifu"
    [chance]
    seed = "challenge"
    """,
    [
        east("The attacker acts on a tie; a daimyo is free.", "deploy", blocks=["fukushima-daimyo"]),
        west(
            "Now West is behind; this may be challenged.",
            "deploy",
            blocks=["ukita-three-mon"],
            card="ukita-plain",
        ),
        east("East has the initiative, so the window is part of its decision.", "challenge"),
        east(
            "Both blocks of a double card, the second counts the first.",
            "deploy",
            blocks=["fukushima-three-mon", "fukushima-two-mon"],
            card="fukushima-double",
        ),
        west("No other Fukushima card is in East's hand: both turn.", "challenge"),
        east(
            "A cavalry attack; East stays behind, so West is asked apart.",
            "deploy",
            blocks=["tokugawa-cavalry"],
            card="tokugawa-special",
        ),
        west(
            "West has no challenge card and is asked all the same: only one of its two cards was shown.",
            "pass",
        ),
        west(
            "East has nobody left and is finished for it. Its defectors are its losses; one way leads back.",
            "finish",
        ),
    ],
)
SIEGE = Script(
    "A siege: a castle and its disk, taken block by block",
    """
    active = "east"
    pending = "fight-combats"
    [east]
    at.osaka = "ieyasu, tokugawa-three-mon x2, tokugawa-two-mon x2, tokugawa-cavalry"
    came_from.kyoto = "all at osaka"
    hand = "tokugawa-plain x2, tokugawa-double, tokugawa-special"
    [west]
    at.osaka = "ukita-daimyo"
    mori_box = "mori-firearms"
    hand = "west-loyalty"
    [holder]
    osaka = "west"
    [chance]
    seed = "siege"
    """,
    [
        west(
            "The Mori box has joined. Two blocks fit inside; the disk does not count.", "stance", inside=True
        ),
        east("Ieyasu is free.", "deploy", blocks=["ieyasu"]),
        east("No window opens in a siege.", "deploy", blocks=["tokugawa-three-mon-1"], card="tokugawa-plain"),
        east("Each counts those before.", "deploy", blocks=["tokugawa-three-mon-2"], card="tokugawa-plain"),
        east(
            "Two with the double card.",
            "deploy",
            blocks=["tokugawa-two-mon-1", "tokugawa-two-mon-2"],
            card="tokugawa-double",
        ),
        east("No cavalry attack in a siege.", "deploy", blocks=["tokugawa-cavalry"], card="tokugawa-special"),
    ],
)
