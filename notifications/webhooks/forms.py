"""What people fill in for a webhook. The form checks; services write."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from notifications.webhooks import event_types
from notifications.webhooks.addresses import AddressError, checked
from notifications.webhooks.models import LONGEST_URL, Webhook
from notifications.webhooks.owners import Owner


class WebhookForm(forms.Form):
    """A new webhook."""

    url = forms.CharField(
        label=_("Address"),
        help_text=_("It begins with https://. For Discord copy it from the settings of the channel."),
        max_length=LONGEST_URL,
        widget=forms.URLInput({"autocomplete": "off"}),
    )
    shape = forms.ChoiceField(
        label=_("What is posted?"),
        choices=Webhook.Shape.choices,
        initial=Webhook.Shape.STANDARD,
        widget=forms.RadioSelect,
    )

    def __init__(self, owner: Owner, data: Any = None) -> None:
        titles = event_types.titles(owner)
        super().__init__(data, initial={"types": list(titles)})
        self.fields["types"] = forms.MultipleChoiceField(
            label=_("Of what?"), choices=list(titles.items()), widget=forms.CheckboxSelectMultiple
        )
        if not owner.group:
            topics = [(topic.id, topic.title) for topic in event_types.topics_of(owner)]
            self.fields["topic"] = forms.ChoiceField(
                label=_("Of which games?"), choices=[("", _("All that I play")), *topics], required=False
            )

    def clean_url(self) -> str:
        """The address, if webhooks may go there."""
        url: str = self.cleaned_data["url"]
        try:
            checked(url)
        except AddressError as error:
            raise forms.ValidationError(str(error), error.code) from None
        return url
