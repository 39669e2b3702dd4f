import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.clubs.name_rules import LONGEST_BASE, LONGEST_FOLDED, LONGEST_NAME
from games.models.game import HOLD, REACTION
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
    """

    class Joining(models.TextChoices):
        OPEN = "open", _("anybody")
        LINK = "link", _("whoever has the link")
        APPROVAL = "approval", _("whoever an organiser lets in")

    name = models.CharField(_("name"), max_length=LONGEST_NAME)
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
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    dissolved_at = models.DateTimeField(_("dissolved at"), null=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name
