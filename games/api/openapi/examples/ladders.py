"""Examples of responses about ladders."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from games.api import answers
from games.ladders.tables.standings import TieBreak
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT

ID = "k7m2p9qrst"
BEGUN = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)
ENDED = BEGUN + timedelta(days=40)


def of_ladders() -> list[Any]:
    """One example of each class."""
    season = answers.Season(3, BEGUN, BEGUN + timedelta(days=91))
    summary = answers.LadderSummary(ID, "Free pairing", "edo-fencing-club", "free", DEFAULT, None)
    ladder = answers.Ladder(
        **msgspec.structs.asdict(summary),
        pace=3,
        on_time_out=OnTimeOut.CLAIM,
        hold=15,
        reaction=24,
        season_days=91,
        hours_between=24,
        bidding=True,
        round=190,
        next_round_at=BEGUN + timedelta(days=8),
        challenges=None,
        created_at=BEGUN - timedelta(days=182),
        season=season,
        you=answers.LadderEntry(2, BEGUN, absent=False),
    )
    return [
        ladder,
        answers.LadderPage([summary], None),
        answers.SeasonPage([season], None),
        *_of_tables(season),
    ]


def _of_tables(season: answers.Season) -> list[Any]:
    one = answers.LadderPlayer("m4q8z2rtvw", "Chikuzen", bot=False)
    other = answers.LadderPlayer(None, "former player 2", bot=False)
    line = answers.StandingsLine(
        wins=11,
        ties=1,
        losses=3,
        position=1,
        place=1,
        player=one,
        rank=None,
        points=23,
        tie_breaks={str(each): value for each, value in zip(TieBreak, (1, 96, 11, 4), strict=True)},
    )
    tie_breaks = [answers.TieBreak(str(each), each.explanation) for each in TieBreak]
    met = answers.Meeting(wins=1, ties=0, losses=0, position=17, player=other)
    row = answers.CrosstableRow(1, one, [met])
    match = answers.LadderMatch(
        game=ID,
        season=season.number,
        round=189,
        east=one,
        west=other,
        paired_at=BEGUN,
        ended_at=ENDED,
        result="east",
        victory="points",
        given=answers.GivenPoints(0, 3),
    )
    challenge = answers.Challenge(
        id="c3n8w5vkhd",
        ladder=ID,
        season=season.number,
        challenger=other,
        challenged=one,
        state="unanswered",
        made_at=BEGUN,
        answer_by=BEGUN + timedelta(days=5),
        ended_at=None,
        game=None,
    )
    rank = answers.Rank(1, "9c41d07be2a8f635", one, refusal="out-of-reach")
    return [
        challenge,
        answers.Challenges([challenge], None),
        answers.MyChallenges(
            [answers.MyChallenge(**msgspec.structs.asdict(challenge), you="challenged")], None
        ),
        answers.Ranking(ID, [rank], None),
        answers.SeasonStandings(ID, season, tie_breaks, [line], None),
        answers.Crosstable(ID, season, [row], None),
        answers.LadderMatches([match], None),
    ]
