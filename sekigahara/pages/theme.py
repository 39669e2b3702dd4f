"""Light or dark pages: as a browser's own setting says, unless its visitor chooses one of them. And the
board: a print, unless its visitor likes it plain.

A choice is a cookie, so that it needs no account. A visitor who never chooses gets no cookie.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt  # noqa: TID251 - said below
from django.views.decorators.http import require_POST

COOKIE = "theme"
"""After the prefix that the settings give all cookies. Earlier releases gave this one none."""
BOARD_COOKIE = "board"
CHOICES = {COOKIE: ("light", "dark"), BOARD_COOKIE: ("plain",)}
"""What a cookie may say. Without it pages follow the browser, and the board is a print."""
THEME_KEPT_FOR = 365 * 24 * 60 * 60  # seconds


# Without a token in every page: that would be a cookie for every visitor, and a forged request could only
# change the colours.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep what a visitor chose in a cookie, and lead back to where it was chosen on its page.

    A page whose address holds a secret does not say where it is; from there one is led to the first page.
    Anything else than what it may say means what is usual, and deletes the cookie.
    """
    cookie = BOARD_COOKIE if BOARD_COOKIE in request.POST else COOKIE
    back = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = redirect(f"{back if is_ours else '/'}#theme")
    chosen = request.POST.get(cookie, "")
    if chosen not in CHOICES[cookie]:
        for name in {cookie, f"{settings.COOKIE_PREFIX}{cookie}"}:
            response.delete_cookie(name, samesite="Lax")
        return response
    response.set_cookie(
        f"{settings.COOKIE_PREFIX}{cookie}",
        chosen,
        max_age=THEME_KEPT_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def offer(request: HttpRequest) -> dict[str, str]:
    """For every template: the chosen theme as `theme`, and `plain` as `board_look`; empty for none."""
    return {"theme": _chosen(request, COOKIE), "board_look": _chosen(request, BOARD_COOKIE)}


def _chosen(request: HttpRequest, cookie: str) -> str:
    chosen = request.COOKIES.get(f"{settings.COOKIE_PREFIX}{cookie}") or request.COOKIES.get(cookie, "")
    return chosen if chosen in CHOICES[cookie] else ""
