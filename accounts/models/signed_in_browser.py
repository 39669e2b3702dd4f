"""The browsers in which people are signed in."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy

from sekigahara.requests.browser_names import LONGEST_KIND, in_words


class SignedInBrowser(models.Model):
    """A browser in which a person is signed in, for them to see and to end. It is noted when it is used.

    Attributes:
        session: with which it is deleted. Earlier releases delete sessions without looking here, so the
            database does not insist; rows without a session count as absent.
        begun_at: when the person signed in there.
        used_on: the day of its last use, in UTC.
        kind: browser and system, parted by a slash; either may be empty. Nothing else of it is kept.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, db_constraint=False, related_name="browser"
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="browsers")
    begun_at = models.DateTimeField(gettext_lazy("signed in at"))
    used_on = models.DateField(gettext_lazy("last used"))
    kind = models.CharField(gettext_lazy("kind of browser"), max_length=LONGEST_KIND, blank=True)

    class Meta:
        ordering = ["-used_on", "-begun_at"]

    def __str__(self) -> str:
        """The kind in words."""
        return in_words(self.kind)

    @property
    def key(self) -> str:
        """Its name on its person's page."""
        return salted_hmac("accounts.browser", self.session_id).hexdigest()[:16]
