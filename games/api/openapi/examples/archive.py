"""Examples of responses about finished games."""

from datetime import UTC, datetime
from typing import Any

from games.api import answers
from games.rulebook.editions import DEFAULT

ID = "k7m2p9qrst"
ENDED = datetime(2026, 4, 18, 20, 5, tzinfo=UTC)
NEXT = "https://games.example.org/api/v1/archive/?edition=kessen&limit=25&cursor=W3siYXQiOiIyMDI2LTA0LTE4"


def of_archive() -> list[Any]:
    """One example of each class."""
    game = answers.ArchivedGame(
        id=ID,
        edition=DEFAULT,
        ended_at=ENDED,
        outcome=answers.Outcome("east", "points"),
        week=7,
        days=34,
        actions=248,
        rated=True,
        players=answers.Players(
            answers.Player("person", "Chikuzen", bot=False, character=None),
            answers.Player("person", "Mariko", bot=False, character=None),
        ),
        club=answers.ClubOfGame("edo-fencing-club", "Edo Fencing Club"),
        season=answers.ArchivedSeason("m4q8z2rtvw", 3),
    )
    balance = answers.Balance(east=54, west=46, share=540, low=443, high=634)
    statistics = answers.EditionStatistics(
        edition=DEFAULT,
        games=104,
        balance=balance,
        victories=[answers.VictoryCount("points", 41, 35), answers.VictoryCount("ieyasu", 0, 9)],
        weeks=[answers.WeekCount(1, 4), answers.WeekCount(7, 100)],
        median_days=31,
        days=[answers.DaysCount(14, 29, 47), answers.DaysCount(30, 59, 57)],
        places=[answers.PlaceCount("kyoto", 61, 40), answers.PlaceCount("kiyosu", 58, 0)],
        actions=25_800,
        east_lost=1_040,
        west_lost=1_112,
    )
    luck = answers.SideLuck(answers.Luck(0.8, 1.1), [answers.WeekLuck(2, answers.Luck(0.8, 1.1))])
    moved = {"event": "level-chosen", "side": "east", "level": "minimal", "cards": [], "exchanged": False}
    point = answers.TurningPoint(
        moment=87,
        week=4,
        turn="B",
        side="east",
        known=answers.ChanceDifference(0.11, 0.02),
        hindsight=answers.ChanceDifference(0.06, 0.03),
        played=[moved],
        preferred=[{**moved, "level": "none"}],
        reasons=[answers.AnalysisReason("points", -1.0, 2.9, "", "", "")],
        price=answers.AnalysisReason("cards", 4.1, 3.2, "", "", ""),
        rehearsals=60,
    )
    analysis = answers.GameAnalysis("ready", 100, answers.BothLuck(luck, luck), [point])
    listed = answers.StatisticsList([answers.EditionCount(DEFAULT, 104, balance)])
    return [analysis, answers.ArchivePage([game], NEXT), statistics, listed]
