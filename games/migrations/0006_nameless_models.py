"""No model is named for people any more: nothing shows such a name."""

from django.db import migrations

MODELS = (
    "analysis",
    "editiontext",
    "game",
    "invitation",
    "mailreply",
    "message",
    "note",
    "outage",
    "pulse",
    "receipt",
    "rematch",
    "seat",
    "seatorders",
    "usualorders",
)


class Migration(migrations.Migration):
    dependencies = [("games", "0005_indexes_of_0_3_0")]
    operations = [
        *(migrations.AlterModelOptions(model, {}) for model in MODELS),
        migrations.AlterModelOptions("entry", {"ordering": ["game", "seq"]}),
        migrations.AlterModelOptions("seatchange", {"ordering": ["game", "number"]}),
    ]
