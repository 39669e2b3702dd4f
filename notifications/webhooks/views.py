"""A person's webhooks: the list, a new one, and each with what became of its messages."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from notifications.webhooks import events, queries, services
from notifications.webhooks.addresses import AddressError
from notifications.webhooks.errors import WebhookError
from notifications.webhooks.forms import WebhookForm
from notifications.webhooks.models import Delivery, Webhook
from notifications.webhooks.queue import KEPT

Params = ParamSpec("Params")


def of_webhook(
    view: Callable[Concatenate[HttpRequest, Webhook, Params], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Call a view with the webhook that its address names, which must be of whoever is signed in."""

    @never_cache
    @login_required
    @wraps(view)
    def page(request: HttpRequest, key: str, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        webhook = queries.webhook_of(_person(request), key)
        if webhook is None:
            raise Http404
        return view(request, webhook, *args, **kwargs)

    return page


@never_cache
@login_required
@require_safe
def webhooks(request: HttpRequest) -> HttpResponse:
    """All there are."""
    found = [_told(webhook) for webhook in queries.webhooks_of(_person(request))]
    context = {"webhooks": found, "most": services.MOST_OF_ONE_PERSON}
    return render(request, "notifications/webhooks.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make one, whose secret is in this very answer and never again."""
    person = _person(request)
    form = WebhookForm(person, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            webhook = services.create(person=person, **form.cleaned_data)
        except (WebhookError, AddressError) as error:
            form.add_error(None, str(error))
        else:
            return _secret(request, webhook, webhook.secret, is_new=True)
    status = 400 if form.is_bound else 200
    return render(request, "notifications/new_webhook.html", {"form": form}, status=status)


@of_webhook
@require_safe
def webhook(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """One, and its log."""
    deliveries = [_logged(delivery) for delivery in queries.log_of(webhook)]
    context = {**_told(webhook), "deliveries": deliveries, "most": KEPT}
    return render(request, "notifications/webhook.html", context)


@of_webhook
@require_POST
def trial(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Send it a test."""
    try:
        services.send_trial(webhook=webhook)
    except WebhookError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("A test is on its way. Look again in a moment."))
    return redirect("notifications:webhook", webhook.key)


@of_webhook
@require_POST
def rotate(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Change its secret, which is in this very answer and never again."""
    rotations = _number(request, "rotations")
    secret = services.rotate(webhook=webhook, rotations=rotations)
    if secret is None:
        messages.error(request, _("The secret was changed already, and shown once. You can change it again."))
        return redirect("notifications:webhook", webhook.key)
    return _secret(request, webhook, secret, is_new=False)


@of_webhook
@require_POST
def switch_on(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Switch it on again."""
    services.switch_on(webhook=webhook)
    messages.success(request, _("The webhook is switched on."))
    return redirect("notifications:webhook", webhook.key)


@of_webhook
@require_POST
def delete(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Delete it."""
    services.delete(webhook=webhook)
    messages.success(request, _("The webhook is deleted."))
    return redirect("notifications:webhooks")


@of_webhook
@require_POST
def redeliver(request: HttpRequest, webhook: Webhook, message_id: str) -> HttpResponse:
    """Send one of its messages again."""
    delivery = queries.delivery_of(webhook, message_id)
    if delivery is None:
        raise Http404
    try:
        is_sent = services.redeliver(delivery=delivery, attempts=_number(request, "attempts"))
    except WebhookError as error:
        messages.error(request, str(error))
    else:
        if is_sent:
            messages.success(request, _("It is sent again. Look again in a moment."))
    return redirect("notifications:webhook", webhook.key)


def _secret(request: HttpRequest, webhook: Webhook, secret: str, *, is_new: bool) -> HttpResponse:
    hours = int(services.OVERLAP.total_seconds() // 3600)
    context = {"webhook": webhook, "secret": secret, "is_new": is_new, "hours": hours}
    return render(request, "notifications/webhook_secret.html", context)


def _told(webhook: Webhook) -> dict[str, object]:
    return {"webhook": webhook, "titles": [events.title_of(name) for name in webhook.types]}


def _logged(delivery: Delivery) -> dict[str, object]:
    is_late = delivery.status == Delivery.Status.WAITING and bool(delivery.outcome)
    return {
        "delivery": delivery,
        "title": events.title_of(delivery.type),
        "next_at": delivery.due_at if is_late else None,
        "may_repeat": delivery.attempts > delivery.earlier and delivery.webhook.off_at is None,
    }


def _number(request: HttpRequest, name: str) -> int:
    """A number that a form of ours holds; -1, which fits nothing, where it was tampered with."""
    told = request.POST.get(name, "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 6 else -1


def _person(request: HttpRequest) -> Model:
    return cast("Model", request.user)  # login_required has seen to it
