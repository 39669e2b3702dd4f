"""Sealed bids of two paired players for their sides."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.person import Person
from games.engine.side import Side
from games.ladders.bidding.auction import Bid
from games.ladders.models.season import Match, Season
from games.models.game import SIDE_CHOICES, Origin, new_public_id


class Bidding(models.Model):
    """A pairing whose two players make sealed bids for sides; its game begins when both bids are opened.

    While it is open it counts as a game of both. No one sees the other's bid before it is opened, nor whether
    there is one.

    Attributes:
        public_id: its name in addresses.
        round: of the ladder in which it was paired; 0 outside rounds.
        first, second: the players. Their order is fixed here, and matters only to the coin.
        due_at: bids that are missing by then count as none; see ``auction``.
        seed: of the coin; secret until the bids are open.
        commitment: its SHA-256, shown from the start.
        game_seed: of the game that follows, which has the bidding's id; secret until the game is over. Empty
            in biddings that releases up to 0.2 opened; their coins used no nonces, their games other ids.
        first_side, second_side: the side each bids for; null until they have bid.
        first_points, second_points: what each would give for it.
        first_nonce, second_nonce: what each adds to the randomness of the coin and of the game.
        is_reminded: players without a bid were reminded.
        opened_at: when the bids were opened and the game began.
        called_off_at: when it was cancelled because one of the two left the ladder.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="biddings")
    round = models.PositiveIntegerField(_("round"))
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    paired_at = models.DateTimeField(_("paired at"))
    due_at = models.DateTimeField(_("until"))
    seed = models.BinaryField(_("secret seed"), max_length=32)
    commitment = models.CharField(_("SHA-256 of the seed"), max_length=64)
    game_seed = models.BinaryField(_("secret seed of the game"), max_length=32, default=b"", db_default=b"")
    first_side = models.PositiveSmallIntegerField(_("side the first wants"), null=True, choices=SIDE_CHOICES)
    first_points = models.PositiveSmallIntegerField(_("points the first bids"), default=0)
    first_nonce = models.CharField(
        _("nonce of the first"), max_length=64, blank=True, default="", db_default=""
    )
    second_side = models.PositiveSmallIntegerField(
        _("side the second wants"), null=True, choices=SIDE_CHOICES
    )
    second_points = models.PositiveSmallIntegerField(_("points the second bids"), default=0)
    second_nonce = models.CharField(
        _("nonce of the second"), max_length=64, blank=True, default="", db_default=""
    )
    is_reminded = models.BooleanField(_("reminded"), default=False)
    opened_at = models.DateTimeField(_("opened at"), null=True)
    called_off_at = models.DateTimeField(_("called off at"), null=True)
    match = models.OneToOneField(Match, on_delete=models.CASCADE, null=True, related_name="bidding")

    WAITING = models.Q(opened_at=None, called_off_at=None)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opened_at=None) | models.Q(called_off_at=None),
                name="bidding_opened_or_called_off",
            ),
            models.CheckConstraint(
                condition=models.Q(opened_at=None, match=None)
                | models.Q(opened_at__isnull=False, match__isnull=False),
                name="bidding_opened_into_a_match",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(opened_at=None, called_off_at=None),
                name="biddings_waiting",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_waiting(self) -> bool:
        """Whether bids can still be made."""
        return self.opened_at is None and self.called_off_at is None

    @property
    def players(self) -> tuple[Person, Person]:
        """The first and the second."""
        return self.first, self.second

    @property
    def bids(self) -> tuple[Bid | None, Bid | None]:
        """The bids of the first and the second player; None for one who has not bid."""
        return _bid(self.first_side, self.first_points), _bid(self.second_side, self.second_points)

    @property
    def nonces(self) -> tuple[str, str]:
        """What the first and the second player add to the randomness of the coin; empty for none."""
        return self.first_nonce, self.second_nonce

    @property
    def check_ins(self) -> tuple[str | None, str | None]:
        """The nonces with which the first and the second check in to the game; None for who has not bid."""
        first, second = (
            None if bid is None else nonce for bid, nonce in zip(self.bids, self.nonces, strict=True)
        )
        return first, second

    @property
    def origin(self) -> Origin:
        """The id and the seed of the game that follows.

        Raises:
            ValueError: a release up to 0.2 opened it.
        """
        if not self.game_seed:
            raise ValueError("no seed of the game")
        return Origin(self.public_id, bytes(self.game_seed))

    def opponent_of(self, person: Person) -> Person:
        """The other one of the two players."""
        return self.second if person.pk == self.first_id else self.first

    def bid_of(self, person: Person) -> Bid | None:
        """The bid of one of the two players."""
        return self.bids[0 if person.pk == self.first_id else 1]

    def place_of(self, person: Person) -> int | None:
        """0 for the first, 1 for the second, None for anyone else."""
        return {self.first_id: 0, self.second_id: 1}.get(person.pk)

    def keep(self, place: int, bid: Bid | None, nonce: str = "") -> None:
        """Write a bid into the fields of the first (0) or the second (1); the caller saves them."""
        side, points = (None, 0) if bid is None else (int(bid.side), bid.points)
        if place == 0:
            self.first_side, self.first_points, self.first_nonce = side, points, nonce
        else:
            self.second_side, self.second_points, self.second_nonce = side, points, nonce


def _bid(side: int | None, points: int) -> Bid | None:
    return None if side is None else Bid(Side(side), points)
