"""Run as a program in an installation: makes games in every state, and says where they are.

Everything somebody with a game can come to is there, so that a browser need not play for hours to see it. The
chance of the games is the same each time.
"""

import hashlib
import itertools
import json
from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import django

django.setup()

from django.test import Client  # noqa: E402 - the settings are read by now
from django.urls import reverse  # noqa: E402

from accounts import restrictions  # noqa: E402
from accounts.models.person import LONGEST_PERSON_NAME, Person  # noqa: E402
from accounts.models.restriction import Restricted  # noqa: E402
from games import engine  # noqa: E402
from games.engine.actions import Challenge, Deploy  # noqa: E402
from games.engine.options import Choice  # noqa: E402
from games.engine.orders import planning  # noqa: E402
from games.engine.orders.shapes import (  # noqa: E402
    AskFrom,
    BattleOrders,
    ChallengeFrom,
    LossOrder,
    Orders,
    RetreatOrder,
    Step,
)
from games.ladders import participation, rounds  # noqa: E402
from games.ladders.clubs import announcements, founding, membership  # noqa: E402
from games.ladders.clubs.name_rules import LONGEST_CLUB_NAME  # noqa: E402
from games.ladders.models.club import Club, Membership  # noqa: E402
from games.ladders.models.ladder import (  # noqa: E402
    LONGEST_LADDER_NAME,
    MOST_MISSED,
    Entrant,
)
from games.ladders.models.report import ReportedFor  # noqa: E402
from games.ladders.moderation import reports  # noqa: E402
from games.ladders.statistics import intake  # noqa: E402
from games.log import position  # noqa: E402
from games.management.commands._demo import DEMO_PLAYER, _play_on  # noqa: E402
from games.models.game import ALPHABET, Game, Origin  # noqa: E402
from games.models.seat import Seat  # noqa: E402
from games.reads.briefing import briefing_for  # noqa: E402
from games.reads.turn_links import turn_link  # noqa: E402
from games.services import computers, creation, diary, joining, lobby, orders, play  # noqa: E402
from notifications.delivery import deliver_due  # noqa: E402
from notifications.models import Notification  # noqa: E402
from sekigahara.db import service_time  # noqa: E402
from tests.kit import analyses  # noqa: E402

STATES = ("bid", "movement", "deploy", "losses")
MORE_STATES = ("discard", "level", "declare", "window")
MAILS_SENT = 20
"""Made last: the games above stay as they are."""
TO_PLAY = {
    "a phase on a phone": "level",
    "a phase on a desk": "level",
    "a phase by keyboard": "level",
    "a phase without a connection": "level",
    "a phase put right": "level",
    "a choice of places": "declare",
    "a loyalty window": "window",
    "a round of battle": "deploy",
    "a plan for a battle": "deploy",
    "what happened": "window",
}
"""Games in which tests act, by what they are for, and what somebody is asked in them."""
MOST_ACTIONS = 300
MOST_GAMES = 10


def person(email: str, name: str) -> Person:
    Person.objects.at(email)
    Person.objects.filter(email=email).update(name=name)
    return Person.objects.get(email=email)


_numbers = itertools.count()


def origin() -> Origin:
    """The id and the seed of the next game."""
    seed = hashlib.sha256(b"stage %d" % next(_numbers)).digest()
    return Origin("".join(ALPHABET[byte % len(ALPHABET)] for byte in seed[:10]), seed)


def begun(east: Person, west: Person) -> Game:
    game = lobby.create(
        creator=east,
        edition="kessen",
        side="east",
        opponent=lobby.Anybody(),
        terms=lobby.Terms(is_public=True),
    )
    joining.join(game=game, person=west)
    return game


def seats(game: Game) -> list[Seat]:
    return list(Seat.objects.select_related("game", "player").filter(game=game).order_by("side"))


def played(game: Game) -> Iterator[list[Seat]]:
    """Its seats, again and again, while a computer player takes one action after the other for both."""
    for _action in range(MOST_ACTIONS):
        found = seats(game)
        yield found
        waited_for = [seat for seat in found if seat.asked]
        if not waited_for or not computers.act(min(waited_for, key=lambda seat: seat.pk), DEMO_PLAYER):
            return


def link_where_asked(word: str, east: Person, west: Person) -> str:
    """A link to a seat that is asked that, and has news to read."""
    game = begun(east, west)
    for both in played(game):
        for seat in both:
            if seat.asked == word:
                return turn_link(seat)
    raise SystemExit(f"nobody was asked {word}")


def link_to_the_mori_box(east: Person, west: Person) -> str:
    """A link to a seat that moves and may bring blocks from the Mori box."""
    game = begun(east, west)
    for _east, mover in played(game):
        if mover.asked == "movement":
            return turn_link(mover)
    raise SystemExit("West never moved")


def link_to_a_second_turn(east: Person, west: Person) -> str:
    """A link to a seat that begins its turn after the other side has had its own, and has marched."""
    for _game in range(MOST_GAMES):
        game = begun(east, west)
        first: Seat | None = None
        for both in played(game):
            asked = next((seat for seat in both if seat.asked == "level"), None)
            first = first or asked
            if asked and asked != first:
                news = briefing_for(asked.game, asked.plays, since=asked.looked_at).recap.chapters
                if any(sentence.ways for chapter in news for sentence in chapter.sentences):
                    return turn_link(asked)
                break
    raise SystemExit("nobody moved second after a march")


def link_to_a_fight_to_come(east: Person, west: Person) -> str:
    """A link to a seat that waits, and can plan for a battle that the other side is to declare."""
    game = begun(east, west)
    for both in played(game):
        for declarer, other in itertools.permutations(both):
            if declarer.asked == "declare" and any(each.offers for each in orders.shown(other).battles):
                return turn_link(other)
    raise SystemExit("no fight was to come")


def link_to_a_plan_past_a_window(east: Person, west: Person) -> str:
    """A link to a seat that can deploy two blocks, one after the other, or challenge a deployment."""
    for _game in range(MOST_GAMES):
        game = begun(east, west)
        for both in played(game):
            for seat in both:
                if seat.asked == "deploy" and may_plan_past_a_window(seat):
                    return turn_link(seat)
    raise SystemExit("nobody could deploy past a window")


def may_plan_past_a_window(seat: Seat) -> bool:
    """Whether two single blocks can be deployed while a deployment could be challenged."""
    rules, state = position.load(seat.game)
    if state.combat is None or state.combat.window is None:
        return False
    location = rules.components.locations[state.combat.location]
    steps: list[Step] = []
    for _step in range(2):
        offers = planning.next_offers(rules, state, seat.plays, location, steps)
        single = [
            each.action for each in offers if isinstance(each.action, Deploy) and len(each.action.blocks) == 1
        ]
        if not single:
            return False
        steps.append(Step(single[0].blocks, single[0].card))
    return True


def links_to_a_battle(east: Person, west: Person) -> dict[str, str]:
    """Links to both seats of a game in which one of them can challenge a block of the other in a battle."""
    for _game in range(MOST_GAMES):
        game = begun(east, west)
        for both in played(game):
            if any(seat.asked in ("deploy", "window") and may_challenge(seat) for seat in both):
                return {f"a battle of {each.plays.label} to play": turn_link(each) for each in both}
    raise SystemExit("nobody could challenge anybody")


def may_challenge(seat: Seat) -> bool:
    options = engine.options(*position.load(seat.game), seat.plays)
    shapes = () if options is None else options.shapes
    choices = [shape for shape in shapes if isinstance(shape, Choice)]
    return any(isinstance(offer.action, Challenge) for shape in choices for offer in shape.offers)


def links_to_bid(east: Person, west: Person) -> dict[str, str]:
    """Links to both seats of a game in which both are asked for a bid."""
    game = begun(east, west)
    while {seat.asked for seat in seats(game)} != {"bid"}:
        _play_on(game, 1)
    return {f"bid of {seat.plays.label} to play": turn_link(seat) for seat in seats(game)}


ANNOUNCED = f"""# Friday

We **meet** at eight, *with* dice:

- https://example.org/{"long" * 30}
- {"W" * 200}

> Who comes last opens the window.

    {"code " * 30}
"""


def of_a_club(organiser: Person, guest: Person) -> dict[str, str]:
    """The pages of a club with members, requests and removals, a long name and a long story."""
    about = "We play, and we talk.\n\nMore at https://example.org/" + "long" * 30 + ".\n" + "W" * 200
    open_to_all = founding.ClubTerms("W" * LONGEST_CLUB_NAME, about, Club.Joining.OPEN, pace=3)
    club = founding.found(founder=organiser, terms=open_to_all)
    people = [person(f"ashigaru-{number}@example.org", f"Ashigaru {number}") for number in range(20)]
    for each in [guest, *people[:15]]:
        membership.join(club=club, person=each)
    row = Membership.objects.get(club=club, person=people[0])
    removed = Membership.objects.get(club=club, person=people[1])
    membership.remove(member=removed, by=organiser, reason="Left games.\n\n" + "W" * 200)
    founding.edit(club=club, by=organiser, terms=open_to_all._replace(joining=Club.Joining.APPROVAL))
    for each in people[15:]:
        membership.join(club=club, person=each)
    rules = participation.Rules("W" * LONGEST_LADDER_NAME, "kessen", pace=3)
    begun_at = service_time.now() - timedelta(days=2)  # so that a round is due
    ladder = participation.begin(club=club, by=organiser, rules=rules, now=begun_at)
    for each in [organiser, guest, *people[2:6]]:
        participation.take_part(ladder=ladder, person=each, most=1, now=begun_at)
    rounds.run(service_time.now())
    Entrant.objects.filter(ladder=ladder, person=people[2]).update(missed=MOST_MISSED)
    participation.begin(club=club, by=organiser, rules=rules._replace(name="Nobody yet"), now=begun_at)
    said = announcements.publish(club=club, by=organiser, title=f"{'W' * 60} meets", text=ANNOUNCED)
    announcements.publish(club=club, by=organiser, title="Friday", text="We meet at eight.", ladder=ladder)
    linked = founding.found(founder=organiser, terms=founding.ClubTerms("Friends", joining=Club.Joining.LINK))
    path = f"/clubs/{club.slug}/"
    return {
        "club": path,
        "members": f"{path}members/",
        "member": f"{path}members/{row.public_id}/",
        "requests": f"{path}requests/",
        "announcements": f"{path}announcements/",
        "announcement": f"{path}announcements/{said.public_id}/",
        "announce": f"{path}announcements/new/",
        "club news": announcements.stop_url(row),
        "leave": f"{path}leave/",
        "my clubs": reverse("games:my-clubs"),
        "ladder": f"/ladders/{ladder.public_id}/",
        "desk": f"{path}desk/",
        "club without ladders": f"/clubs/{linked.slug}/",
        "club settings": f"/clubs/{linked.slug}/settings/",
    }


def of_orders(link: str, player: Person) -> dict[str, str]:
    """The pages about the orders of a player in a game in which a battle is fought."""
    seat = Seat.objects.select_related("game").get(game__public_id=link.split("/")[4], player=player)
    shown = orders.shown(seat)
    place = shown.battles[0].location
    given = Orders(
        loyalty=AskFrom(4),
        losses=LossOrder(("maeda", "date")),
        retreat=RetreatOrder({place: ("edo", "kyoto")}, "osaka", 1),
        castles={"edo": "inside", "osaka": "outside"},
        battles={place: BattleOrders(loyalty=ChallengeFrom(7))},
    )
    orders.lay(seat=seat, orders=given, expected_version=shown.version)
    path = f"/games/{seat.game.public_id}/orders/"
    return {
        "my orders": path,
        "orders for a battle": f"{path}{place}/",
        "orders for a game": reverse("games:game-orders", args=[seat.game.public_id]),
        "cancel orders": f"{reverse('games:cancel-orders', args=[seat.game.public_id])}?place={place}",
        "cancel all orders": reverse("games:cancel-orders", args=[seat.game.public_id]),
        "usual orders": reverse("games:usual-orders"),
    }


def of_moderation(moderator: Person, accuser: Person) -> dict[str, str]:
    """The desk of a moderator, with a report, an appeal and restrictions; they are restricted themselves."""
    long = "They insult me in each game.\n\n" + "W" * 200
    Person.objects.filter(pk=moderator.pk).update(is_moderator=True)
    other = Person.objects.create(email="judge@example.org", name="Judge", is_moderator=True)
    rude = person("rude@example.org", "W" * LONGEST_PERSON_NAME)
    reports.report(by=accuser, about=rude, why=ReportedFor.NAME, words=long)
    for each in (rude, moderator):
        restrictions.impose(person=each, what=[Restricted.MESSAGES], days=30, reason=long, by=other)
    appealed = restrictions.in_force(rude).get()
    restrictions.appeal(person=rude, key=appealed.key, words=long)
    return {"moderation": "/moderation/", "restrictions": "/me/restrictions/"}


def send_a_few_mails() -> None:
    """So that pages about mail have something to show. To send all, which nobody reads, would keep each copy
    of the stage busy for half a minute, and what is sent there from its work.
    """
    newest = Notification.objects.order_by("-pk").values_list("pk", flat=True)[:MAILS_SENT]
    Notification.objects.exclude(pk__in=[*newest]).delete()
    deliver_due()


def stage() -> dict[str, object]:
    anna = person(
        "anna@example.org", "Wolfeschlegelsteinhausenbergerdorff Hube"[:LONGEST_PERSON_NAME].strip()
    )
    berta = person("berta@example.org", "B")
    paths = {word: link_where_asked(word, anna, berta) for word in STATES}
    paths |= {f"{name} to play": link_where_asked(word, anna, berta) for name, word in TO_PLAY.items()}
    paths |= links_to_bid(anna, berta)
    paths |= links_to_a_battle(anna, berta)
    paths |= {
        "the Mori box to play": link_to_the_mori_box(anna, berta),
        "a fight to come to play": link_to_a_fight_to_come(anna, berta),
    }
    over = begun(anna, berta)
    _play_on(over, 30)
    for seat in seats(over)[:1]:
        play.resign(seat=seat)
    intake.sum_up()
    over.refresh_from_db()
    analyses.keep_one(over)
    for seat in seats(over):
        diary.write(seat=seat, text="I hope they take the bait at Gifu.\nWhere is Ukita?")
        diary.agree(seat=seat, on=True)
    invited = lobby.create(
        creator=berta, edition="kessen", side="east", opponent=lobby.Invite("anna@example.org")
    )
    waiting = lobby.create(creator=anna, edition="kessen", side="west", opponent=lobby.Anybody())
    free = lobby.create(creator=berta, edition="kessen", side="west", opponent=lobby.Anybody())
    paths |= {
        "over": turn_link(seats(over)[1]),
        "watch": f"/games/{over.public_id}/",
        "history": f"/games/{over.public_id}/history/",
        "verify": f"/games/{over.public_id}/verify/",
        "analysis": f"/games/{over.public_id}/analysis/",
        "war report": f"/games/{over.public_id}/report/",
        "resign": f"/games/{paths['bid'].split('/')[4]}/resign/",
        "invitation": f"/games/{invited.public_id}/invitation/",
        "waiting": f"/games/{waiting.public_id}/",
        "join": f"/games/{free.public_id}/",
        "player": f"/players/{berta.key}/",
        "report": f"/players/{berta.key}/report/",
        **of_a_club(anna, berta),  # before somebody there may write nothing any more
        **of_moderation(anna, berta),
        **of_orders(paths["deploy"], anna),
    }
    paths |= {word: link_where_asked(word, anna, berta) for word in MORE_STATES}
    paths["a plan past a window to play"] = link_to_a_plan_past_a_window(anna, berta)
    paths["a second turn"] = link_to_a_second_turn(anna, berta)
    paths["a second turn to play"] = link_to_a_second_turn(anna, berta)
    send_a_few_mails()
    browser = Client()
    browser.force_login(anna)
    return {"paths": paths, "session": browser.session.session_key}


with mock.patch.object(creation, "new_origin", origin):
    print(json.dumps(stage()))  # noqa: T201 - its caller reads it
