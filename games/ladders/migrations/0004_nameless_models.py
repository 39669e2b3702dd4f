"""No model is named for people any more: nothing shows such a name."""

from django.db import migrations

MODELS = (
    "bidding",
    "challenge",
    "challengerules",
    "club",
    "clubannouncement",
    "clubdigest",
    "clubgame",
    "clubinvitation",
    "editiontally",
    "entrant",
    "gamesummary",
    "joinrequest",
    "ladder",
    "line",
    "match",
    "membership",
    "player",
    "ratedgame",
    "ratingchange",
    "ratingfold",
    "ratingstanding",
    "removal",
    "report",
    "ruling",
    "rulingrequest",
    "season",
    "sideadvantage",
    "standinsearch",
)


class Migration(migrations.Migration):
    dependencies = [("ladders", "0003_tables_of_0_3_0")]
    operations = [
        *(migrations.AlterModelOptions(model, {}) for model in MODELS),
        migrations.AlterModelOptions("ladderentry", {"ordering": ["ladder", "number"]}),
    ]
