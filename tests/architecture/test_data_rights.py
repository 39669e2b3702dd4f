"""Whatever is stored about a person is told to them, and is thought of when they close their account.

A model that gets a field leading to people fails here until both is decided:

* it is told by a part of the export, `register_export("name", rows_of, "app.Model.field")` in the app's
  `ready`, or stands in NOT_TOLD with a reason;
* it stands in WHEN_CLOSED: "deleted", by the app's farewell (`accounts.closing.register_farewell`), or "kept"
  with a reason. That it is so is proved in tests/accounts/test_closing.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db.models import ForeignKey, ManyToManyField

from accounts import export
from accounts.models.person import Person

NOT_TOLD = {
    "accounts.Block.blocked": "who blocked somebody is not told them",
    "ladders.Report.reported": "it would tell them who reported them",
    "accounts.SignInRequest.guest": "a guest is nobody who could be told; the request is told to its person",
    "notifications.Naming.person": "it is part of a message to somebody else, and told to them",
    "notifications.Delivery.named": "it is part of a message to somebody else's webhook, and told to them",
    "oauth2_provider.IDToken.user": "there are none: no program is let in in that way",
    "oauth2_provider.DeviceGrant.user": "there are none: no program is let in in that way",
}

WHEN_CLOSED = {
    "accounts.ApiToken.user": "deleted",
    "oauth2_provider.Application.user": "deleted",
    "oauth2_provider.AccessToken.user": "deleted",
    "oauth2_provider.RefreshToken.user": "deleted",
    "oauth2_provider.Grant.user": "deleted",
    "oauth2_provider.IDToken.user": "kept: there are none, as no program is told who somebody is in that way",
    "oauth2_provider.DeviceGrant.user": "kept: there are none, as devices without a browser are not let in",
    "accounts.Block.person": "deleted",
    "accounts.Block.blocked": "deleted",
    "accounts.Restriction.person": "kept: what is left, for a hash of the address; the row names nobody",
    "accounts.Restriction.by": "kept: the restriction holds on; the row names nobody",
    "accounts.SignInRequest.person": "deleted",
    "accounts.SignedInBrowser.person": "deleted",
    "accounts.SignInRequest.guest": "kept: a guest has no account to close; the row goes within a week",
    "games.Game.creator": "kept: that a side began the game is part of it; the row names nobody",
    "games.Seat.player": "kept: the opponent's game and both ratings need to know whose seats are the same's",
    "games.SeatChange.person": "kept: who had a seat is the opponent's too; its seal opens no more",
    "games.Invitation.person": "deleted",
    "games.Rematch.by": "kept: that a game was to be played again is the other's too; the row names nobody",
    "games.Receipt.person": "deleted",
    "games.MailReply.person": "deleted",
    "games.Message.author": "kept: that something was written is the other's too; text and name are gone",
    "games.Note.author": "deleted",
    "games.UsualOrders.person": "deleted",
    "notifications.Notification.recipient": "deleted",
    "notifications.Naming.person": "deleted",
    "notifications.Delivery.named": "deleted",
    "notifications.Muted.person": "deleted",
    "notifications.Wanted.person": "deleted",
    "notifications.MailRhythm.person": "deleted",
    "notifications.PushDevice.person": "deleted",
    "notifications.Webhook.person": "deleted",
    "ladders.Membership.person": "deleted",
    "ladders.ClubDigest.person": "deleted",
    "ladders.JoinRequest.person": "deleted",
    "ladders.JoinRequest.decided_by": "kept: that it was decided is the other's; the row names nobody",
    "ladders.Removal.person": "deleted",
    "ladders.Player.person": "kept: the ratings of others rest on theirs; the row names nobody",
    "ladders.Entrant.person": "deleted",
    "ladders.Match.east": "kept: the opponent's result is theirs too; the row names nobody",
    "ladders.Match.west": "kept: the opponent's result is theirs too; the row names nobody",
    "ladders.Bidding.first": "kept: how the sides of a game were found is the opponent's too; names nobody",
    "ladders.Bidding.second": "kept: how the sides of a game were found is the opponent's too; names nobody",
    "ladders.Challenge.challenger": "kept: that they were challenged is the opponent's too; names nobody",
    "ladders.Challenge.challenged": "kept: that it was answered is the opponent's too; names nobody",
    "ladders.Line.person": "kept: it follows from matches, and others' places from it; the row names nobody",
    "ladders.Ruling.arbiter": "kept: it is part of a game that others play; the row names nobody",
    "ladders.Ruling.newcomer": "kept: who sat where is part of the opponent's game; the row names nobody",
    "ladders.Ruling.former": "kept: who sat where is part of the opponent's game; the row names nobody",
    "ladders.Report.reporter": "kept: what others have done is still to be judged; the row names nobody",
    "ladders.Report.reported": "kept: what is not judged yet, for whoever comes back; the row names nobody",
    "ladders.Report.decided_by": "kept: that it was decided holds on; the row names nobody",
    "ladders.ClubAnnouncement.author": "kept: what was announced holds on; the row names nobody",
    "ladders.StandInSearch.person": "deleted",
    "ladders.StandInSearch.arbiter": "deleted",
    "ladders.StandInSearch.asked": "deleted",
    "ladders.RulingRequest.asker": "deleted",
    "ladders.RulingRequest.readers": "deleted",
    "ladders.ClubGame.readers": "deleted",
    "ladders.ClubInvitation.person": "deleted",
    "ladders.ClubInvitation.by": "kept: whoever was invited may still come; the row names nobody",
    "ladders.Removal.by": "kept: that somebody was removed holds on; the row names nobody",
}


def fields_to_people() -> Iterator[str]:
    """Every field of a model of ours that leads to a person, as ``app.Model.field``."""
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, ForeignKey | ManyToManyField) and field.related_model is Person:
                yield f"{model._meta.label}.{field.name}"


def test_everything_about_a_person_is_told_to_them() -> None:
    assert {*fields_to_people()} == export.exported_fields() | {*NOT_TOLD}
    assert not export.exported_fields() & {*NOT_TOLD}


def test_everything_about_a_person_is_thought_of_when_they_leave() -> None:
    assert {*fields_to_people()} == {*WHEN_CLOSED}


def test_reasons_are_given_for_data_not_exported_or_kept() -> None:
    reasons = [*NOT_TOLD.values(), *(told for told in WHEN_CLOSED.values() if told != "deleted")]
    assert all(len(reason.split()) > 3 for reason in reasons)
    assert all(told == "deleted" or told.startswith("kept: ") for told in WHEN_CLOSED.values())
