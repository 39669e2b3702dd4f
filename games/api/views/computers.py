"""The computer players, which are the same for everyone."""

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.answers import computers as answers
from games.api.endpoint import by_content
from games.api.openapi.operations import for_anybody
from games.api.views.rulebook import Printed
from games.models.seat import key_of_computer
from games.services.computers import COMPUTER_NAMES, LEVELS_BY_NAME, REHEARSING
from games.story.computers import in_full


class Computers(Printed):
    """All computer players."""

    @for_anybody("listComputerPlayers", answer=answers.ComputerPlayers)
    def get(self, request: Request) -> HttpResponse:
        """List the computer players.

        Get the computer players, with the distance of each level from `ashigaru`. Name one in `opponent`
        to create a game."""
        shown = [_shown(name) for name in COMPUTER_NAMES]
        return by_content(request, answers.ComputerPlayers(shown), is_public=True)


def _shown(name: str) -> answers.ComputerPlayer:
    level = LEVELS_BY_NAME.get(name)
    return answers.ComputerPlayer(
        name=name,
        key=key_of_computer(name),
        about=in_full(name),
        elo=None if level is None else level.elo,
        seconds=None if level is None else level.seconds,
        thinks=name in REHEARSING,
    )
