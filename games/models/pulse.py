from django.db import models
from django.utils.translation import gettext_lazy as _


class Pulse(models.Model):
    """A single row with the time at which the service was last known to be up.

    Attributes:
        at: when clocks were last checked. Deadlines are extended by longer gaps.
    """

    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_pulse")]

    def __str__(self) -> str:
        return self.at.isoformat()
