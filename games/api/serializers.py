from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.editions import edition_ids


class NewGame(serializers.Serializer[dict[str, Any]]):
    """What a game is created from."""

    edition = serializers.CharField()
    east_email = serializers.EmailField()
    west_email = serializers.EmailField()

    def validate_edition(self, edition: str) -> str:
        if edition not in edition_ids():
            raise serializers.ValidationError(_("There is no such edition."), "unknown-edition")
        return edition
