"""What streams have to tell, read for all that are due at once."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import connections
from django.utils import timezone

from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from games.api.streams import game_stream, person_stream
from games.api.streams.events import News
from games.api.streams.game_stream import GameStream
from games.api.streams.listener import Stream
from games.api.streams.person_stream import PersonStream


def look(streams: Sequence[Stream]) -> Mapping[Stream, News]:
    """What there is to tell each, beginning with whether its token is still good. Leaves no connection."""
    try:
        persons = _persons(each.token for each in streams)
        lost = [each for each in streams if each.token is not None and each.token not in persons]
        news: dict[Stream, News] = dict.fromkeys(lost, game_stream.closed("token-unknown"))
        good = [each for each in streams if each not in news]
        games = [each for each in good if isinstance(each, GameStream)]
        people = [each for each in good if isinstance(each, PersonStream)]
        news.update(game_stream.look(games, persons))
        news.update(person_stream.look(people))
        return news
    finally:
        connections.close_all()


def _persons(tokens: Iterable[str | None]) -> dict[str, Person]:
    """By token, whose it is: those that were neither revoked nor have expired."""
    wanted = {token for token in tokens if token is not None}
    if not wanted:
        return {}
    found = ApiToken.objects.select_related("user").filter(pk__in=wanted)
    now = timezone.now()
    return {each.pk: each.user for each in found if each.expiry is None or each.expiry > now}
