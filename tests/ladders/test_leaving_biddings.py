"""Who closes their account while bids are awaited: it is foretold, and the other one is told, alone."""

import pytest

from games.ladders import personal_data
from games.ladders.bidding import sealed_bids as service
from games.ladders.bidding.sealed_bids import BIDDING_CALLED_OFF
from games.ladders.models.bidding import Bidding
from games.ladders.models.season import Season
from notifications.models import Notification
from tests.factories.ladders import BiddingFactory

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def of_pairings(bidding: Bidding) -> list[str]:
    return [sentence for sentence in personal_data.foretell(bidding.first) if "pairing" in sentence]


def test_closing_an_account_foretells_cancelled_pairings_in_one_sentence() -> None:
    bidding = BiddingFactory.create()
    assert of_pairings(bidding) == [
        "1 pairing that waits for bids for sides is cancelled; your opponent is notified."
    ]
    Bidding.objects.create(
        season=Season.objects.get(),
        round=2,
        first=bidding.second,
        second=bidding.first,
        paired_at=bidding.paired_at,
        due_at=bidding.due_at,
        seed=b"another seed",
        commitment="c0" * 32,
        game_seed=b"a seed of the game",
    )
    assert of_pairings(bidding) == [
        "2 pairings that wait for bids for sides are cancelled; your opponents are notified."
    ]
    Bidding.objects.update(called_off_at=bidding.due_at)
    assert of_pairings(bidding) == []


def test_only_the_other_is_told() -> None:
    bidding = BiddingFactory.create()
    service.call_off_of(bidding.first, bidding.paired_at)  # the account is open still, and mail would go out
    owed = Notification.objects.filter(kind=BIDDING_CALLED_OFF)
    assert [row.recipient_id for row in owed] == [bidding.second_id]
