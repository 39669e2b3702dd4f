from django.db import models
from django.utils.translation import gettext_lazy as _


class Pulse(models.Model):
    """The one row that says until when the service is known to have been up.

    Attributes:
        at: when the clocks were last checked. While nothing checks them, nobody's time runs.
    """

    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_pulse")]

    def __str__(self) -> str:
        return self.at.isoformat()
