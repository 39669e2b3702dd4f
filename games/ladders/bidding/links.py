"""Links in mails that open a bidding for the recipient, in that browser, and nothing else."""

from sesame.utils import get_token, get_user

from accounts.models.person import Person
from games.ladders.clubs.webhook_events import url
from games.ladders.models.bidding import Bidding


def bidding_link(bidding: Bidding, person: Person) -> str:
    """The address, with the host, where one of the two players bids."""
    token = get_token(person, scope=_scope(bidding, person))
    return url("ladders:bidding-link", bidding.public_id, token)


def followed(public_id: str, token: str) -> Person | None:
    """The player a link was made for; None where it never was one."""
    bidding = Bidding.objects.select_related("first", "second").filter(public_id=public_id).first()
    if bidding is None:
        return None
    return next((player for player in bidding.players if _is_for(bidding, player, token)), None)


def _is_for(bidding: Bidding, player: Person, token: str) -> bool:
    return bool(get_user(token, scope=_scope(bidding, player), update_last_login=False) == player)


def _scope(bidding: Bidding, person: Person) -> str:
    return f"bidding:{bidding.public_id}:{person.email}"
