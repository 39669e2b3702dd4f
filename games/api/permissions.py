"""Permissions that do not depend on the object."""

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.authentication import HasScope
from accounts.models.person import Person
from games.api.seat_authentication import SeatHolder


class HasScopeOrWatches(HasScope):
    """Requests without a token may read. Views decide what they may see."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        is_nobody = not isinstance(request.user, (Person, SeatHolder))
        return (is_nobody and request.method in SAFE_METHODS) or super().has_permission(request, view)
