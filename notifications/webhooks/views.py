"""Pages of the webhooks of a person or a group: the list, a new one, and each with its deliveries.

The caller that mounts these pages decides who may see them, and where they are: see ``urls.pages``.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from notifications.webhooks import event_types, services
from notifications.webhooks.addresses import AddressError, checked
from notifications.webhooks.models import LONGEST_URL, Delivery, Webhook
from notifications.webhooks.owners import Owner
from notifications.webhooks.queue import DELIVERIES_KEPT
from sekigahara.errors.exceptions import RefusalError, or_404

_HOURS = services.OVERLAP // timedelta(hours=1)
"""For which the secret before signs too."""

Params = ParamSpec("Params")


class WebhookForm(forms.Form):
    """A new webhook."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy(
            "It begins with https://. For Discord copy it from the settings of the channel."
        ),
        max_length=LONGEST_URL,
        widget=forms.URLInput({"autocomplete": "off"}),
    )
    shape = forms.ChoiceField(
        label=gettext_lazy("In which form?"),
        choices=Webhook.Shape.choices,
        initial=Webhook.Shape.STANDARD,
        widget=forms.RadioSelect,
    )

    def __init__(self, owner: Owner, data: Any = None) -> None:
        titles = event_types.titles(owner)
        super().__init__(data, initial={"types": list(titles)})
        self.fields["types"] = forms.MultipleChoiceField(
            label=gettext_lazy("Which events?"),
            choices=list(titles.items()),
            widget=forms.CheckboxSelectMultiple,
        )
        if not owner.group:
            topics = [(topic.id, topic.title) for topic in event_types.topics_of(owner)]
            self.fields["topic"] = forms.ChoiceField(
                label=gettext_lazy("Which games?"),
                choices=[("", gettext_lazy("All games that I play")), *topics],
                required=False,
            )

    def clean_url(self) -> str:
        """The address, if webhooks may go there."""
        url: str = self.cleaned_data["url"]
        try:
            checked(url)
        except AddressError as error:
            raise forms.ValidationError(str(error), error.code) from None
        return url


class Shelf(NamedTuple):
    """Whose webhooks pages are about, and where.

    Attributes:
        base: the path of the list; the other pages are below it.
        whose: what people know a group as; empty for a person's own.
        up: the path of the page above.
    """

    owner: Owner
    base: str
    up: str
    whose: str = ""


def of_webhook(
    view: Callable[Concatenate[HttpRequest, Shelf, Webhook, Params], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Call a view with the webhook that its address names, which must be of the shelf."""

    @wraps(view)
    def page(
        request: HttpRequest, shelf: Shelf, key: str, *args: Params.args, **kwargs: Params.kwargs
    ) -> HttpResponse:
        webhook = or_404(services.webhook_of(shelf.owner, key))
        return view(request, shelf, webhook, *args, **kwargs)

    return page


@require_safe
def webhooks(request: HttpRequest, shelf: Shelf) -> HttpResponse:
    """All there are."""
    found = [_titled(webhook) for webhook in services.webhooks_of(shelf.owner)]
    context = {"shelf": shelf, "webhooks": found, "most": services.MOST_WEBHOOKS_OF_ONE}
    return render(request, "notifications/webhooks.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, shelf: Shelf) -> HttpResponse:
    """Make one, whose secret is in this very answer and never again."""
    form = WebhookForm(shelf.owner, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            webhook = services.create(owner=shelf.owner, **form.cleaned_data)
        except RefusalError as error:
            form.add_error(None, str(error))
        else:
            return _secret(request, shelf, webhook, webhook.secret, is_new=True)
    status = 400 if form.is_bound else 200
    context = {"shelf": shelf, "form": form}
    return render(request, "notifications/new_webhook.html", context, status=status)


@of_webhook
@require_safe
def webhook(request: HttpRequest, shelf: Shelf, webhook: Webhook) -> HttpResponse:
    """One, and its log."""
    deliveries = [_logged(delivery) for delivery in services.log_of(webhook)]
    context = {
        "shelf": shelf,
        **_titled(webhook),
        "deliveries": deliveries,
        "most": DELIVERIES_KEPT,
        "hours": _HOURS,
    }
    return render(request, "notifications/webhook.html", context)


@of_webhook
@require_POST
def trial(request: HttpRequest, shelf: Shelf, webhook: Webhook) -> HttpResponse:
    """Send it a test."""
    try:
        services.send_trial(webhook=webhook)
    except RefusalError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("A test is on its way. Look again in a moment."))
    return redirect(_page(shelf, webhook))


@of_webhook
@require_POST
def rotate(request: HttpRequest, shelf: Shelf, webhook: Webhook) -> HttpResponse:
    """Change its secret, which is in this very answer and never again."""
    rotations = _number(request, "rotations")
    secret = services.rotate(webhook=webhook, rotations=rotations)
    if secret is None:
        messages.error(request, _("The secret was changed already, and shown once. You can change it again."))
        return redirect(_page(shelf, webhook))
    return _secret(request, shelf, webhook, secret, is_new=False)


@of_webhook
@require_POST
def switch_on(request: HttpRequest, shelf: Shelf, webhook: Webhook) -> HttpResponse:
    """Switch it on again."""
    services.switch_on(webhook=webhook)
    messages.success(request, _("The webhook is switched on."))
    return redirect(_page(shelf, webhook))


@of_webhook
@require_POST
def delete(request: HttpRequest, shelf: Shelf, webhook: Webhook) -> HttpResponse:
    """Delete it."""
    services.delete(webhook=webhook)
    messages.success(request, _("The webhook is deleted."))
    return redirect(shelf.base)


@of_webhook
@require_POST
def redeliver(request: HttpRequest, shelf: Shelf, webhook: Webhook, message_id: str) -> HttpResponse:
    """Send one of its messages again."""
    delivery = or_404(services.delivery_of(webhook, message_id))
    try:
        is_sent = services.redeliver(delivery=delivery, attempts=_number(request, "attempts"))
    except RefusalError as error:
        messages.error(request, str(error))
    else:
        if is_sent:
            messages.success(request, _("It is sent again. Look again in a moment."))
    return redirect(_page(shelf, webhook))


def _page(shelf: Shelf, webhook: Webhook) -> str:
    """Where a webhook has its page."""
    return f"{shelf.base}{webhook.key}/"


def _secret(
    request: HttpRequest, shelf: Shelf, webhook: Webhook, secret: str, *, is_new: bool
) -> HttpResponse:
    context = {"shelf": shelf, "webhook": webhook, "secret": secret, "is_new": is_new, "hours": _HOURS}
    return render(request, "notifications/webhook_secret.html", context)


def _titled(webhook: Webhook) -> dict[str, object]:
    return {"webhook": webhook, "titles": [event_types.title_of(name) for name in webhook.types]}


def _logged(delivery: Delivery) -> dict[str, object]:
    is_late = delivery.status == Delivery.Status.WAITING and bool(delivery.outcome)
    return {
        "delivery": delivery,
        "title": event_types.title_of(delivery.type),
        "next_at": delivery.due_at if is_late else None,
        "may_repeat": delivery.attempts > delivery.earlier and delivery.webhook.off_at is None,
    }


def _number(request: HttpRequest, name: str) -> int:
    """A number from one of our forms; -1, which matches nothing, if it was tampered with."""
    sent = request.POST.get(name, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 6 else -1
