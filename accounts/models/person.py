"""People, the blocks between them, and their requests for sign-in links."""

import secrets
import zoneinfo
from collections.abc import Iterable
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.look_alikes import looks
from accounts.name_rules import validate_name
from accounts.zones import zone_named
from sekigahara.db import service_time

LONGEST_ADDRESS = 254
LONGEST_PERSON_NAME = 40
LONGEST_GOAL = 500
MOST_UNSEEN = 2
"""Someone who lets this many games pass their first deadline unseen is set aside in open games."""
KEY_DIGITS = 12
SALT_DIGITS = 32
NETWORK_DIGITS = 16


def new_salt() -> str:
    """A secret of 128 bits."""
    return secrets.token_hex(SALT_DIGITS // 2)


def new_key() -> str:
    """A random public key, which says nothing about anybody."""
    return secrets.token_hex(KEY_DIGITS // 2)


class RandomDigits(models.Func):
    """Random hexadecimal digits, at most 32, made by the database: for rows that were there before a column,
    and for those that processes of an earlier release add during an upgrade.
    """

    output_field = models.CharField()
    template = "substr(lower(hex(randomblob(16))), 1, %(expressions)s)"

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[str | int, ...]]:
        """The digits of a random UUID; the 13th and the 17th are not random."""
        return self.as_sql(
            compiler, connection, template="left(replace(gen_random_uuid()::text, '-', ''), %(expressions)s)"
        )


def normalized(email: str) -> str:
    """An email address as it is stored: without differences in case."""
    return email.strip().lower()


def validate_address(email: str) -> None:
    """Refuse an address that is too long in its stored form: some capitals become two letters.

    Raises:
        ValidationError: code ``address-too-long``.
    """
    if len(email) <= LONGEST_ADDRESS < len(normalized(email)):
        raise ValidationError(_("This address is too long."), "address-too-long")


class People(BaseUserManager["Person"]):
    """Finds people by their address, and creates them."""

    def at(self, email: str) -> "Person":
        """The person at an address, created unconfirmed where nobody is known there.

        It takes the same two statements either way, so that its time does not reveal which it was.
        """
        new = Person(email=normalized(email))
        new.set_unusable_password()
        self.bulk_create([new], ignore_conflicts=True)
        return self.get(email=new.email)


class ChallengesFrom(models.TextChoices):
    """Who may challenge a person to a game by their name or key."""

    MET = "met", _("people I have met in a game, and members of my clubs")
    ANYONE = "anyone", _("anyone")
    NOBODY = "nobody", _("nobody")


class PageShows(models.TextChoices):
    """What the page of a person shows to those who never met them and share no club with them.

    Lists of ratings and of ladders, the archive and the members of a club are public whatever is chosen: of
    those who play there, the choice covers only their page.
    """

    ALL = "all", _("everything: ratings, games, clubs, and how I play in time")
    GAMES = "games", _("ratings and games")
    NOTHING = "nothing", _("only my name")


class Person(AbstractBaseUser):
    """A person, identified only by an email address: there are no passwords.

    Someone who was only invited, or only asked for a sign-in link, is a person too, so that known and unknown
    addresses are treated alike. So is a guest, who has no address and is known only to one browser
    (``accounts.guests``).

    Attributes:
        email: lower case; of a guest, a word that is no address.
        name: what others see; empty until the person chooses one.
        zone: the time zone of dates, such as ``Asia/Tokyo``.
        language: of pages and mails.
        is_bot: whether a program plays for them. They declare it themselves, and may withdraw it. Its only
            effect is that it is shown with their name, in all their games at once.
        run_by: of a bot, who runs it, in its own words; empty if it does not say.
        bot_editions: of a bot, the ids of the editions that it plays, separated by spaces; empty for all.
        salt: a secret from which follows what opens their seals in registers of games. It goes with the
            account.
        key: what programs know them by, everywhere the same, and never a credential. See ``public_key``.
        confirmed_at: when they first followed a link that only their mailbox held.
        closed_at: when they closed their account. What others share with them still needs the row; nothing in
            it identifies them, and ``email`` is a word that is no address.
        guest_seen_at: of a guest, when they last came, to the day; null for everybody else.
        guest_sender: of a guest, a hash of where they came from when they began, by which guests take turns;
            empty for everybody else.
        challenges_from: who may challenge them.
        page_shows: what their page shows to strangers.
        takes_messages: whether the people they play with may write to them.
        is_moderator: whether they judge reports and restrict people on the whole site.
        bounced_at: when mail to their address last came back; null while it gets there as far as we know. See
            ``notifications.bounces``.
        password: never a usable one. Changing it ends every session and link of the person.
        time_away: holidays and weekends off (``accounts.time_away``); empty for none.
        calendar_at: when the address of their calendar was made (``games.reads.calendar_address``); null
            for none.
        unseen_games: how many of their games outside ladders passed their first deadline before they looked,
            since they last said that they are here.
        waiting: how many games waited for the person when they were read; None if nobody counted.
        is_organiser: whether they were an organiser of a club when the games were counted.
    """

    waiting: int | None = None
    is_organiser = False

    email = models.EmailField(_("e-mail address"), max_length=LONGEST_ADDRESS, unique=True)
    name = models.CharField(_("name"), max_length=LONGEST_PERSON_NAME, blank=True, validators=[validate_name])
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=16, default=settings.LANGUAGE_CODE)
    is_bot = models.BooleanField(_("is a bot"), default=False)
    run_by = models.CharField(
        _("run by"),
        max_length=LONGEST_PERSON_NAME,
        blank=True,
        validators=[validate_name],
        default="",
        db_default="",
    )
    bot_editions = models.CharField(
        _("editions that the bot plays"), max_length=200, blank=True, default="", db_default=""
    )
    key = models.CharField(
        _("public key"),
        max_length=KEY_DIGITS,
        default=new_key,
        db_default=RandomDigits(models.Value(KEY_DIGITS)),
        editable=False,
    )
    salt = models.CharField(
        _("secret salt"),
        max_length=SALT_DIGITS,
        default=new_salt,
        db_default=RandomDigits(models.Value(SALT_DIGITS)),
        editable=False,
    )
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True)
    closed_at = models.DateTimeField(_("closed at"), null=True)
    guest_seen_at = models.DateTimeField(_("last visit of a guest"), null=True)
    guest_sender = models.CharField(
        _("sender of a guest"), max_length=16, blank=True, default="", db_default="", editable=False
    )

    time_away = models.TextField(_("time away"), blank=True, default="", db_default="")
    calendar_at = models.DateTimeField(_("address of the calendar made at"), null=True)
    unseen_games = models.PositiveSmallIntegerField(
        _("games that passed their first deadline unseen"), default=0, db_default=0, editable=False
    )
    challenges_from = models.CharField(
        _("who may challenge me"),
        max_length=8,
        choices=ChallengesFrom,
        default=ChallengesFrom.MET,
        db_default=ChallengesFrom.MET.value,
    )
    page_shows = models.CharField(
        _("what my page shows to strangers"),
        max_length=8,
        choices=PageShows,
        default=PageShows.GAMES,
        db_default=PageShows.GAMES.value,
    )
    takes_messages = models.BooleanField(_("takes messages in games"), default=True, db_default=True)
    is_moderator = models.BooleanField(_("is a moderator"), default=False, db_default=False)
    bounced_at = models.DateTimeField(_("last mail that came back"), null=True, editable=False)

    objects: ClassVar[People] = People()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key"], name="one_person_a_key")]
        indexes = [
            models.Index(
                fields=["guest_seen_at"],
                condition=models.Q(guest_seen_at__isnull=False),
                name="guests_by_visit",
            ),
            models.Index(fields=["key"], condition=models.Q(is_bot=True), name="bots"),
        ]

    def __str__(self) -> str:
        if self.closed_at is not None:
            return str(_("a former player"))
        if self.is_guest:
            return str(_("a guest"))
        name = self.name or str(_("nameless"))
        return str(_("%(name)s (bot)") % {"name": name}) if self.is_bot else name

    @property
    def is_active(self) -> bool:  # type: ignore[override] # Django's own is a field or a constant
        """Whether the account is open. Without it the person has no session, no link and no mail.

        A guest has none of these either: one browser holds their seats, and nothing else is theirs.
        """
        return self.closed_at is None and not self.is_guest

    @property
    def has_page(self) -> bool:
        """Whether there is a page about them. Nobody gets a name before they followed a link that only their
        mailbox held, so that those who were merely invited have none.
        """
        return self.is_active and bool(self.name)

    @property
    def is_in_pool_of_bots(self) -> bool:
        """Whether this is a bot that anyone may challenge."""
        return self.is_bot and self.challenges_from == ChallengesFrom.ANYONE and self.has_page

    @property
    def is_set_aside(self) -> bool:
        """Whether they can neither join nor offer open games, until they say that they are here."""
        return self.unseen_games >= MOST_UNSEEN

    @property
    def is_guest(self) -> bool:
        """Whether this is somebody who plays without an address."""
        return self.guest_seen_at is not None

    @property
    def counts_as(self) -> str:
        """Whose part of a budget they use: their own, or that which all guests from one sender share."""
        return f"guests from {self.guest_sender}" if self.guest_sender else str(self.pk)

    @property
    def public_key(self) -> str | None:
        """The key by which programs know them; None once their account is closed."""
        return None if self.closed_at is not None else self.key

    @property
    def tzinfo(self) -> zoneinfo.ZoneInfo:
        """Their time zone; UTC if the machine no longer has it."""
        return zone_named(self.zone)

    @property
    def reads(self) -> str:
        """Their language; the installation's default if it is no longer available."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def distinct_names(people: Iterable[Person]) -> dict[int, str]:
    """The names of people who are listed together.

    Several former players are numbered in the order in which they left, so that their numbers do not change
    when the next one leaves. Of several whose names look alike, whoever came
    first keeps the plain one.

    Returns:
        The names by primary key.
    """
    names = {person.pk: person for person in people}
    former = sorted((person.closed_at, pk) for pk, person in names.items() if person.closed_at is not None)
    called = {pk: str(person) for pk, person in names.items()}
    if len(former) > 1:
        for number, (_closed_at, pk) in enumerate(former, start=1):
            called[pk] = _("former player %(number)d") % {"number": number}
    seen: dict[str, int] = {}
    for pk in sorted(called):
        number = seen[looks(called[pk])] = seen.get(looks(called[pk]), 0) + 1
        if number > 1:
            called[pk] = _("%(name)s (%(number)d)") % {"name": called[pk], "number": number}
    return called


class Block(models.Model):
    """A person blocks invitations from another person, who is not informed.

    Neither of them is shown the other's open games. Both see these games when they are not signed in, so a
    block can be guessed.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(_("created at"), default=service_time.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.person_id} blocks {self.blocked_id}"

    @property
    def key(self) -> str:
        """Its name on its person's page. The primary key would reveal when others block someone."""
        return salted_hmac("accounts.block", str(self.pk), algorithm="sha256").hexdigest()[:16]


class SignInRequest(models.Model):
    """What somebody wanted when they asked for a sign-in link, for the browser in which they open it.

    Attributes:
        person: to whose address the link is mailed.
        key: the end of the link, which names this request.
        goal: the page to open after signing in, as a path of this site; empty for the usual one.
        guest: whose games are to become the person's; null for nobody's, or once the guest is gone.
        is_by_guest: whether there was a guest to be kept.
        network: where it was asked for, as a keyed hash; empty for a member, or with an invitation.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(_("key"), max_length=16, unique=True)
    goal = models.CharField(_("goal"), max_length=LONGEST_GOAL, blank=True)
    guest = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    is_by_guest = models.BooleanField(_("asked by a guest"), default=False)
    network = models.CharField(_("network"), max_length=NETWORK_DIGITS, default="", db_default="")
    created_at = models.DateTimeField(_("created at"), default=service_time.now)

    class Meta:
        indexes = [
            models.Index(
                fields=["network", "created_at"], condition=~models.Q(network=""), name="requests_of_network"
            )
        ]

    def __str__(self) -> str:
        return self.key
