"""The world of the table of permissions, with more going on in it: for requests that are made up."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

from django.db import transaction

from games.engine.actions import encode
from games.ladders import participation, seasons, starting
from games.ladders.challenges import negotiation
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.ladders.tables import updating
from games.models.game import Game
from games.simulation.league import check_in_all
from tests.factories.people import PersonFactory
from tests.ladders.rating_games import begun, ended, fold_all
from tests.permissions.world import World, person

SEATED = ("player", "opponent")
"""The roles of East and West."""


class Answer(NamedTuple):
    """What somebody may do in a game.

    Attributes:
        game: its id.
        role: whose answer it is.
        tag: names the version that was looked at.
        action: the body.
    """

    game: str
    role: str
    tag: str
    action: Any


class Peopled(World):
    """There are matches that are played and that are over, a table, ratings, and challenges of each state."""

    def __init__(self) -> None:
        super().__init__()
        of_challenges = Ladder.objects.get(public_id=self.value("games-api:ladder-challenges", "ladder"))
        self._challenge(of_challenges)
        ladder = self._paired()
        routes = ("ladder", "ladder-matches", "seasons", "season-standings", "season-crosstable")
        self.values = {**self.values, **{f"games-api:{each} ladder": ladder.public_id for each in routes}}
        ended(begun(PersonFactory.named("Ashigaru Two"), PersonFactory.named("Ashigaru Three")), days=1)
        fold_all()

    def _paired(self) -> Ladder:
        """A ladder whose members are paired: one game is over, and one is played."""
        rules = participation.Rules("Paired", "kessen", pace=3)
        now = self.club.created_at
        ladder = participation.begin(club=self.club, by=person("organiser"), rules=rules, now=now)
        for role in ("player", "opponent", "member"):
            participation.take_part(ladder=ladder, person=person(role), most=2, now=now)
        with transaction.atomic():
            season = seasons.current(ladder, now)
            for number, other in enumerate(("opponent", "member"), start=1):
                players = (person("player"), person(other))
                starting.begin(ladder=ladder, season=season, players=players, number=number, now=now)
        check_in_all()
        ended(Game.objects.get(pk=Match.objects.get(season=season, round=1).game_id), days=1)
        updating.keep_due()
        return ladder

    def _challenge(self, ladder: Ladder) -> None:
        """One challenge is declined, and one is open; neither is of those who play."""
        now = ladder.created_at
        for role in ("member", "arbiter", "organiser"):
            participation.take_part(ladder=ladder, person=person(role), most=1, now=now)
        for below, above in (("arbiter", "member"), ("organiser", "arbiter")):
            made = negotiation.challenge(ladder=ladder, by=person(below), opponent=person(above), now=now)
            if above == "member":
                negotiation.decline(challenge=made, by=person(above), now=now)

    def others(self, name: str) -> list[str]:
        """All that stands anywhere for a parameter of that name."""
        return sorted({told for key, told in self.values.items() if key.rpartition(" ")[2] == name})

    def answers(self, chooser: random.Random) -> list[Answer]:
        """One to each thing that a game asks."""
        return [
            Answer(
                table.game.public_id,
                SEATED[side],
                f'"{side.label}.{table.version(side)}.en"',
                json.loads(encode(table.options(side).sample(chooser))),
            )
            for table in (self.table, *self.tables.values())
            for side in table.asked()
        ]
