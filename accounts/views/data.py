"""A person's rights to their data: downloading it, and having it deleted."""

import tempfile
from collections.abc import AsyncIterator
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from accounts import closing, export, rate_limits
from accounts.freshness import is_fresh, status_of
from accounts.models.person import Person
from accounts.pages import cleared, for_person

PIECE = 64 * 1024  # bytes
IN_MEMORY = 2**20
"""Bytes of an archive; one that is larger is written to a file without a name."""


class Download(FileResponse):
    """A file that an asynchronous server also sends piece by piece; Django's would be read whole first."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        source: Any = self.file_to_stream
        while piece := source.read(PIECE):
            yield piece


class CloseForm(forms.Form):
    """The confirmation that a person means it."""

    sure = forms.BooleanField(
        label=gettext_lazy("I want to close my account for good, and have read what will happen."),
        error_messages={"required": gettext_lazy("Tick this to say that you mean it.")},
    )


@for_person
@require_safe
def data(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - a view's
    """The page about stored data."""
    return _page(request)


@for_person
@require_GET
def everything(request: HttpRequest, person: Person) -> HttpResponse:
    """Everything stored about the person, as one JSON document."""
    if wait := rate_limits.hit(export.EXPORTS, str(person.pk)):
        return _too_many(request, wait)
    headers = {"Content-Disposition": 'attachment; filename="sekigahara-data.json"'}
    return HttpResponse(export.document(person), content_type="application/json", headers=headers)


@for_person
@require_GET
def archive(request: HttpRequest, person: Person) -> HttpResponse:
    """Everything stored about the person, with the records of their games, as a ZIP file."""
    if wait := rate_limits.hit(export.EXPORTS, str(person.pk)):
        return _too_many(request, wait)
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the response closes it
    export.archive(person, file)
    file.seek(0)
    sent = Download(file, as_attachment=True, filename="sekigahara-data.zip", content_type="application/zip")
    return cast("HttpResponse", sent)  # middleware reads and sets only headers


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what closing the account would lead to, ask for a fresh sign-in and for confirmation,
    and close it."""
    fresh = is_fresh(request)
    form = CloseForm(request.POST if request.method == "POST" and fresh else None)
    if form.is_valid():
        closing.close(person=person)
        logout(request)
        messages.success(
            request, _("Your account is closed, and your data are deleted. Thank you for playing.")
        )
        return cleared(request, redirect("/"))
    context = {"form": form, "foretold": closing.foretold(person), "is_fresh": fresh}
    return render(request, "accounts/close.html", context, status=status_of(request, form))


def _too_many(request: HttpRequest, wait: int) -> HttpResponse:
    values = {"time": rate_limits.waiting_time(wait)}
    messages.error(
        request, _("You have downloaded your data too often today. Try again in %(time)s.") % values
    )
    response = _page(request, status=429)
    response["Retry-After"] = str(wait)
    return response


def _page(request: HttpRequest, status: int = 200) -> HttpResponse:
    return render(request, "accounts/data.html", {"most": export.EXPORTS.most}, status=status)
