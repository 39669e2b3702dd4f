"""Clubs, their members, requests to join, removals and games."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.clubs.name_rules import LONGEST_BASE, LONGEST_CLUB_NAME, LONGEST_FOLDED
from games.models.clocks import HOLD, REACTION
from games.models.game import Game, new_public_id
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT
from sekigahara.db import service_time

LONGEST_SLUG = LONGEST_BASE + 12
LONGEST_ABOUT = 4000


def new_link() -> str:
    """The length of a link's secret in an address: 192 bits."""
    return secrets.token_urlsafe(24)


class Club(models.Model):
    """A club: people who play under one name. Its row is locked while anything of it or its members changes.

    Attributes:
        folded: the name in the form that must be unique: ``name_rules.folded``.
        slug: its place in addresses, made of its first name and kept.
        about: plain text.
        joining: who may become a member.
        link: the secret part of the link by which one joins; only organisers see it.
        dissolved_at: from then on nobody is a member or joins; games stay. Null while the club exists.
        edition, pace, on_time_out, hold, reaction: the defaults for games made in the club.
        is_private: only its members know of it, and watch its games.
    """

    class Joining(models.TextChoices):
        OPEN = "open", _("anybody")
        LINK = "link", _("whoever has the link")
        APPROVAL = "approval", _("whoever an organiser lets in")

    name = models.CharField(_("name"), max_length=LONGEST_CLUB_NAME)
    folded = models.CharField(_("name as it is compared"), max_length=LONGEST_FOLDED, unique=True)
    slug = models.SlugField(_("part of the address"), max_length=LONGEST_SLUG, unique=True)
    about = models.TextField(_("about"), max_length=LONGEST_ABOUT, blank=True)
    joining = models.CharField(_("who may join"), max_length=10, choices=Joining, default=Joining.APPROVAL)
    link = models.CharField(_("secret of the link"), max_length=32, default=new_link, editable=False)
    edition = models.CharField(_("edition"), max_length=40, default=DEFAULT)
    pace = models.PositiveSmallIntegerField(_("days to answer"), null=True)
    on_time_out = models.CharField(_("when time is over"), max_length=10, default=OnTimeOut.NOTHING)
    hold = models.PositiveSmallIntegerField(_("minutes of the hold"), default=HOLD, db_default=HOLD)
    reaction = models.PositiveSmallIntegerField(
        _("hours to react"), null=True, default=REACTION, db_default=REACTION
    )
    is_private = models.BooleanField(_("private"), default=False, db_default=False)
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    dissolved_at = models.DateTimeField(_("dissolved at"), null=True)

    def __str__(self) -> str:
        return self.name

    @property
    def has_link(self) -> bool:
        """Whether people come by its link. There is no other way to a private club."""
        return self.is_private or self.joining == self.Joining.LINK


class Membership(models.Model):
    """Someone is a member of a club. This is public.

    Attributes:
        public_id: its name in addresses; people have none of their own.
        person: the membership is deleted together with the person.
        role: what they may do in the club.
        wants_news: whether they are mailed its announcements, and the news of its ladders.
        stands_in: whether they are willing to take over games of others (``arbitration.stand_ins``).
        stand_in_asked_at: when they were last asked to; null for never.
    """

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        ARBITER = "arbiter", _("arbiter")
        MEMBER = "member", _("member")

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined at"), default=service_time.now)
    wants_news = models.BooleanField(_("wants news by mail"), default=True, db_default=True)
    stands_in = models.BooleanField(_("stands in for others"), default=False, db_default=False)
    stand_in_asked_at = models.DateTimeField(_("asked to stand in at"), null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "person"], name="member_once")]
        indexes = [models.Index(fields=["club", "role"], name="members_by_role")]

    def __str__(self) -> str:
        return self.public_id


class JoinRequest(models.Model):
    """Someone asks to become a member. It is deleted when they withdraw it, and kept when it is decided.

    Attributes:
        public_id: its name in addresses.
        person: deleted together with the person.
        is_accepted: the decision; null while it is pending.
        decided_by: the organiser; null where the club became open meanwhile, or that person was deleted.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_requests"
    )
    asked_at = models.DateTimeField(_("asked at"), default=service_time.now)
    is_accepted = models.BooleanField(_("accepted"), null=True)
    decided_at = models.DateTimeField(_("decided at"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "person"],
                condition=models.Q(is_accepted__isnull=True),
                name="asks_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(is_accepted__isnull=True, decided_at__isnull=True)
                | models.Q(is_accepted__isnull=False, decided_at__isnull=False),
                name="decided_with_its_time",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class ClubInvitation(models.Model):
    """An organiser has invited an address to a club. It is deleted when it is used, or too old.

    Attributes:
        public_id: its name in the mail's link.
        person: at the address; deleted together with the person.
        by: who invited them; null once that person is deleted.
        invited_at: when it was mailed.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_invitations"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    invited_at = models.DateTimeField(_("invited at"), default=service_time.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "person"], name="invited_once")]

    def __str__(self) -> str:
        return self.public_id


LONGEST_REMOVAL_REASON = 500


class Removal(models.Model):
    """Someone was removed from a club and may not join again. It is deleted when an organiser allows it.

    Attributes:
        public_id: its name in addresses.
        person: deleted together with the person.
        by: the organiser who did it; null once that person is deleted.
        reason: shown to the removed person and to organisers.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="removals")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="removals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=LONGEST_REMOVAL_REASON)
    removed_at = models.DateTimeField(_("removed at"), default=service_time.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "person"], name="removed_once")]

    def __str__(self) -> str:
        return self.public_id


class ClubGame(models.Model):
    """A game that belongs to a club, whose arbiters can rule on it. This is public.

    Ladder games belong to their club from the start, like those that members create there.

    Attributes:
        head: chain hash of the latest ruling, hex; empty before the first. So the latest cannot be removed
            unnoticed.
        reported: the status last reported to the club's webhooks; empty for none.
        sleeping_told_at: when its arbiters were last notified that a win has long gone unclaimed.
        missed_told_at: when its organisers were last notified that no one is free to rule.
        readers: arbiters who know what a side hides, from questions that were deleted with their askers.
        is_for_members: in a private club, whether its members may watch it; elsewhere the game says whether
            everybody may.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="in_club")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_games")
    head = models.CharField(_("chain hash of the latest ruling"), max_length=64, blank=True)
    reported = models.CharField(_("reported"), max_length=12, blank=True)
    sleeping_told_at = models.DateTimeField(_("told that a win goes unclaimed"), null=True)
    missed_told_at = models.DateTimeField(_("told that nobody is free to decide"), null=True)
    readers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", verbose_name=_("readers"))
    is_for_members = models.BooleanField(_("for members"), default=False, db_default=False)

    class Meta:
        indexes = [
            models.Index(
                fields=["reported"], condition=~models.Q(reported="over"), name="club_games_to_report"
            )
        ]

    def __str__(self) -> str:
        return self.game.public_id


class ClubDigest(models.Model):
    """The latest digest of somebody who leads a club or rules on its games.

    Attributes:
        person: the row is deleted together with the person, and once they have no such role.
        next_at: when we look next whether there is anything new for them.
        since, until: the digest names those who joined after one and up to the other.
        told: the keys of what waited for them at that time, each with whether that was new.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_digest"
    )
    next_at = models.DateTimeField(_("next digest"), db_index=True)
    since = models.DateTimeField(_("names members since"))
    until = models.DateTimeField(_("written at"))
    told = models.JSONField(_("what it tells of"), default=dict)

    def __str__(self) -> str:
        return f"{self.person_id} {self.until}"
