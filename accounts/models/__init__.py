"""What is stored about people. Classes are imported from their own modules."""

from accounts.models import api_token, block, person

__all__ = ["api_token", "block", "person"]
