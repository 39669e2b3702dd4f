"""Where the ``type`` of a problem document leads: a page for each code, and one of all of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sekigahara.errors.codes import Code, codes
from sekigahara.errors.problems import TITLES


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All codes, by the status they come with."""
    all_codes = codes().values()
    statuses = sorted({status for code in all_codes for status in code.statuses})
    groups = [(_titled(each), [code for code in all_codes if each in code.statuses]) for each in statuses]
    return render(request, "sekigahara/codes.html", {"groups": groups})


@never_cache
@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """One of them."""
    found: Code | None = codes().get(code)
    if found is None:
        raise Http404
    context = {"code": found, "titles": [_titled(status) for status in found.statuses]}
    return render(request, "sekigahara/code.html", context)


def _titled(status: int) -> str:
    return _("%(status)d: %(title)s") % {"status": status, "title": TITLES[status]}
