"""Sentences about bidding for sides: the rule, the bids, and the result."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders.bidding import auction
from games.ladders.bidding.auction import BY_POINTS, MOST_POINTS, Bid, winner_with_bid
from games.ladders.bidding.sealed_bids import coin_of
from games.ladders.models.bidding import Bidding
from games.ladders.models.season import Match
from games.models.game import Game


def rule() -> list[str]:
    """How sides are bid for, in three sentences."""
    return [
        _(
            "Name the side you want, and how many victory points you would give the other player for it, "
            "from 0 to %(most)d; both bids stay sealed until both are in or the time is over."
        )
        % {"most": MOST_POINTS},
        _(
            "If you want different sides, each of you gets theirs without a handicap; if you want the same "
            "one, the higher bid gets it, the other player gets that many points, and a coin decides between "
            "equal bids; a player who has not bid takes the side that is left, without a handicap."
        ),
        _("Points given count only if the game is decided by points: they are added then, and compared."),
    ]


def side_name(side: Side) -> str:
    """East or West."""
    return _("East") if side is EAST else _("West")


def handicap(points: tuple[int, int]) -> str:
    """The handicap of a game, for both players from the start; empty if there is none."""
    for side in SIDES:
        if points[side]:
            text = ngettext(
                "%(side)s begins with %(count)d victory point given by bidding: it counts only if the game "
                "is decided by points.",
                "%(side)s begins with %(count)d victory points given by bidding: they count only if the game "
                "is decided by points.",
                points[side],
            )
            return text % {"side": side_name(side), "count": points[side]}
    return ""


def handicap_in_short(points: tuple[int, int]) -> str:
    """The points given by bidding in a few words, for a line of a list; empty where none were given."""
    for side in SIDES:
        if points[side]:
            text = ngettext("%(count)d point to %(side)s", "%(count)d points to %(side)s", points[side])
            return text % {"side": side_name(side), "count": points[side]}
    return ""


def story(bidding: Bidding) -> Iterator[str]:
    """The bids and the result of an opened bidding, in sentences."""
    names = [str(each) for each in bidding.players]
    for name, one in zip(names, bidding.bids, strict=True):
        yield _bid(name, one)
    if auction.is_for_the_coin(*bidding.bids):
        winner = names[coin_of(bidding)]
        if bidding.bids[0] is None:
            yield _("Neither has bid, so the coin was tossed for East: %(name)s gets it.") % {"name": winner}
        else:
            yield _("Both bids are the same, so the coin was tossed: %(name)s gets the side.") % {
                "name": winner
            }
    if bidding.match is not None:
        yield _("%(east)s plays East, and %(west)s West.") % {
            "east": bidding.match.east,
            "west": bidding.match.west,
        }
        yield handicap(bidding.match.handicap) or _("There is no handicap.")


def made(own: Bid) -> str:
    """A player's own bid."""
    text = ngettext(
        "%(side)s, for %(count)d victory point", "%(side)s, for %(count)d victory points", own.points
    )
    return text % {"side": side_name(own.side), "count": own.points}


def _bid(name: str, bid: Bid | None) -> str:
    if bid is None:
        return _("%(name)s did not bid.") % {"name": name}
    text = ngettext(
        "%(name)s wanted %(side)s, for %(count)d victory point.",
        "%(name)s wanted %(side)s, for %(count)d victory points.",
        bid.points,
    )
    return text % {"name": name, "side": side_name(bid.side), "count": bid.points}


def notes_on(game: Game, view: dict[str, Any]) -> list[str]:
    """Sentences about the points given in a game; none where none were.

    Once the game is over they also say what the points have changed, unless an arbiter has decided the game
    otherwise: then the decision says what counts.

    Args:
        game: any game.
        view: any view of it: the points at the end are public.
    """
    match = Match.objects.filter(Match.WITH_HANDICAP, game=game).first() if game.is_rated else None
    if match is None:
        return []
    notes = [handicap(match.handicap)]
    if not game.is_over or match.victory not in ("", game.victory):
        return notes
    if game.victory in BY_POINTS:
        points = view["result"]["points"]
        score = points["east"], points["west"]
        notes.append(_settled(winner_with_bid(*score, match.handicap), match.handicap, score))
    else:
        notes.append(_("The game was not decided by points, so the points given do not count."))
    return notes


def _settled(winner: Side, points: tuple[int, int], score: tuple[int, int]) -> str:
    """Who wins in the ladder where points given were added at the end.

    Args:
        winner: by the points with those given.
        points: given to East and to West.
        score: East's and West's of the game.
    """
    east, west = (score[side] + points[side] for side in SIDES)
    words = {"winner": side_name(winner), "east": east, "west": west}
    if winner is WEST and east == west:
        text = _(
            "With the points given both have %(east)d, and West wins ties: %(winner)s wins in the ladder."
        )
    else:
        text = _("With the points given East has %(east)d and West %(west)d: %(winner)s wins in the ladder.")
    return text % words
