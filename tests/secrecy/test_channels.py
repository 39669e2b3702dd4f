"""Every channel by which data leaves the service is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from django.http import HttpResponse
from django.urls import include, path

from notifications import registry
from notifications.registry import EventType, Kind, register
from notifications.webhooks import event_types, owners
from sekigahara import urls
from tests.secrecy.channels import API, MAILS, PAGES, WEBHOOKS
from tests.secrecy.exempt import EXEMPT, EXEMPT_MAILS, EXEMPT_WEBHOOKS
from tests.secrecy.routes import Route, routes

SEE = "see channels.py and exempt.py in tests/secrecy"


def strays(found: Iterable[str], *registered: Iterable[str]) -> list[str]:
    """What is found and not registered, or registered and not found, or registered twice."""
    known = Counter(name for names in registered for name in names)
    twice = [name for name, count in known.items() if count > 1]
    return sorted({*found} ^ {*known}) + twice


def test_every_route_is_a_channel_or_holds_nothing_of_games() -> None:
    found = routes()
    assert strays((route.name for route in found), PAGES, API, EXEMPT) == [], SEE
    names = Counter(route.name for route in found)
    assert [name for name, count in names.items() if count > 1] == [], "two routes of one name"


def test_every_kind_of_mail_is_compared_or_holds_nothing_of_games() -> None:
    assert strays((kind.name for kind in registry.kinds()), MAILS, EXEMPT_MAILS) == [], SEE


def told_to_webhooks() -> set[str]:
    """The types of events, of people's and of groups' webhooks."""
    return {each.name for each in (*event_types.types_of(), *owners.groups().types)}


def test_every_event_is_compared_or_holds_nothing_of_games() -> None:
    assert strays(told_to_webhooks(), WEBHOOKS, EXEMPT_WEBHOOKS) == [], SEE


def test_exemptions_have_reasons() -> None:
    reasons = [*EXEMPT.values(), *EXEMPT_MAILS.values(), *EXEMPT_WEBHOOKS.values()]
    assert all(len(reason.split()) > 2 for reason in reasons)


def test_a_new_route_is_noticed() -> None:
    def spy(request: object) -> HttpResponse:
        return HttpResponse("everything")

    inside = ([path("spy/", spy, name="spy")], "spies")
    found = routes([*urls.urlpatterns, path("s/", include(inside)), path("x", spy)])
    assert {Route("spies:spy", "/s/spy/"), Route("/x", "/x")} <= {*found}
    assert strays((route.name for route in found), PAGES, API, EXEMPT) == ["/x", "spies:spy"]


def test_a_new_kind_of_mail_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))
    register(Kind("spies.report", "Report", lambda about, occasion: None))
    assert strays((kind.name for kind in registry.kinds()), MAILS, EXEMPT_MAILS) == ["spies.report"]


def test_a_new_event_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))
    report = EventType("spy.report", "Report", event_types.NoFacts)
    register(
        Kind(
            name="spies.report",
            title=report.title,
            compose=lambda about, occasion: None,
            events=(report,),
            compose_event=lambda about, occasion: None,
        )
    )
    assert strays(told_to_webhooks(), WEBHOOKS, EXEMPT_WEBHOOKS) == ["spy.report"]
