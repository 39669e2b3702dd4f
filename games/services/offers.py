"""Offers: the origin of a game that does not exist yet, so that its commitment precedes the first nonce.

Nothing is stored. A person gets the offer sealed, with the commitment to its seed, and sends it back with
their nonce when they create the game. It can be used once, because the id of a game is unique.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from cryptography.fernet import InvalidToken

from games.models.game import Origin
from games.services import creation
from notifications.webhooks import sealing
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Unacceptable

OFFER_LIFETIME = timedelta(days=1)
PURPOSE = b"sekigahara: offers of games"


class GameOffer(NamedTuple):
    """An offer of a game.

    Attributes:
        origin: of the game.
        text: the origin sealed, to send back when the game is created.
        expires_at: until when it can be used.
    """

    origin: Origin
    text: str
    expires_at: datetime


def make() -> GameOffer:
    """Make an offer for a game that somebody may create."""
    return seal(creation.new_origin())


def seal(origin: Origin) -> GameOffer:
    """Make an offer for the game with an origin."""
    now = service_time.now().replace(microsecond=0)
    text = f"{origin.public_id} {origin.seed.hex()}".encode()
    sealed = sealing.box(PURPOSE).encrypt_at_time(text, int(now.timestamp()))
    return GameOffer(origin, sealed.decode(), now + OFFER_LIFETIME)


def opened(text: str) -> GameOffer:
    """The offer that was sealed.

    Raises:
        Unacceptable: ``offer-expired``: it is older than ``OFFER_LIFETIME``, or was not made here.
    """
    box, token = sealing.box(PURPOSE), text.encode()
    seconds, now = int(OFFER_LIFETIME.total_seconds()), int(service_time.now().timestamp())
    try:
        public_id, seed = box.decrypt_at_time(token, seconds, now).decode().split(" ")
    except InvalidToken:
        raise Unacceptable("offer-expired") from None
    made_at = datetime.fromtimestamp(box.extract_timestamp(token), tz=UTC)
    return GameOffer(Origin(public_id, bytes.fromhex(seed)), text, made_at + OFFER_LIFETIME)
