"""The models of people and their tokens. Import each class from its own module."""

from accounts.models import api_token, person, restriction, signed_in_browser
