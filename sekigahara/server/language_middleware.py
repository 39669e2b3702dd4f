"""Which language a request is answered in."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation


class LanguageMiddleware(LocaleMiddleware):
    """Django's own, which asks what a request would like only where there is a choice."""

    def process_request(self, request: HttpRequest) -> None:
        """Choose it, for whatever is said from here on."""
        if len(settings.LANGUAGES) > 1:
            super().process_request(request)
            return
        translation.activate(settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = settings.LANGUAGE_CODE

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say in the head of the answer which it is."""
        if len(settings.LANGUAGES) > 1:
            return super().process_response(request, response)
        response.headers.setdefault("Content-Language", settings.LANGUAGE_CODE)
        return response
