"""The models of people and their tokens. Import each class from its own module."""

from accounts.models import api_token, block, person, sign_in_request

__all__ = ["api_token", "block", "person", "sign_in_request"]
