"""The pages of webhooks: a person's, below ``/me/webhooks/``, and how others have the same for a group."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse

from notifications.webhooks import views
from notifications.webhooks.owners import Owner
from notifications.webhooks.views import Shelf

PageView = Callable[..., HttpResponse]


def pages(open_shelf: Callable[[PageView], PageView], below: str = "") -> list[URLPattern]:
    """The list of webhooks and the pages below it.

    Args:
        open_shelf: a decorator that checks who is signed in, and calls the view with the request, their
            shelf, and the rest of the address.
        below: the beginning of the addresses.
    """
    return [
        path(below, open_shelf(views.webhooks), name="webhooks"),
        path(f"{below}new/", open_shelf(views.new), name="new-webhook"),
        path(f"{below}<slug:key>/", open_shelf(views.webhook), name="webhook"),
        path(f"{below}<slug:key>/test/", open_shelf(views.trial), name="webhook-trial"),
        path(f"{below}<slug:key>/secret/", open_shelf(views.rotate), name="webhook-secret"),
        path(f"{below}<slug:key>/on/", open_shelf(views.switch_on), name="webhook-on"),
        path(f"{below}<slug:key>/delete/", open_shelf(views.delete), name="webhook-delete"),
        path(
            f"{below}<slug:key>/deliveries/<slug:message_id>/",
            open_shelf(views.redeliver),
            name="webhook-redeliver",
        ),
    ]


def _own(view: PageView) -> PageView:
    """For a signed-in person, with their own webhooks."""

    @login_required
    @wraps(view)
    def page(request: HttpRequest, **parts: Any) -> HttpResponse:
        base, up = reverse("notifications:webhooks"), reverse("accounts:me")
        return view(request, Shelf(Owner(request.user.pk), base, up), **parts)

    return page


urlpatterns = pages(_own)
