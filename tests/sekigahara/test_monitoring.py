"""Alerts and dashboard of deploy/monitoring: that they read what `/metrics` tells, and when alerts fire."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from django.test import Client
from pytest_django import Settings

from accounts.models.person import Person
from games.services import outages
from notifications.delivery import deliver_due
from notifications.services import TRIAL, Announcement, announce
from sekigahara.db import service_time
from sekigahara.requests import figures
from tests.sekigahara.test_metrics import HEADERS, TOKEN

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "monitoring"
ALERTS = FOLDER / "alerts.yml"

FIRING = {
    "ClocksLate": [("sekigahara_clocks_age_seconds", "0+60x30")],
    "MailLate": [('sekigahara_queue_oldest_seconds{queue="mail"}', "0+60x30")],
    "ManyErrors": [
        ('sekigahara_request_seconds_count{kind="page",status="2xx"}', "0+98x30"),
        ('sekigahara_request_seconds_count{kind="page",status="5xx"}', "0+2x30"),
    ],
    "QueueGrows": [('sekigahara_queue_length{queue="webhooks"}', "0+10x30")],
    "GameStopped": [("sekigahara_stopped_games", "0x10 1x20")],
    "MuchMemory": [('sekigahara_resident_bytes{process="web",instance="one"}', "3e9x30")],
}
QUIET = [
    ("sekigahara_clocks_age_seconds", "30x30"),
    ('sekigahara_queue_oldest_seconds{queue="mail"}', "0 300 0 300x27"),
    ('sekigahara_request_seconds_count{kind="page",status="2xx"}', "0+998x30"),
    ('sekigahara_request_seconds_count{kind="page",status="5xx"}', "0+2x30"),
    ('sekigahara_request_seconds_count{kind="monitor",status="5xx"}', "0+900x30"),
    ('sekigahara_queue_length{queue="webhooks"}', "400-1x30"),
    ("sekigahara_stopped_games", "0x30"),
    ('sekigahara_resident_bytes{process="web",instance="one"}', "5e8x30"),
]


def anchor_of(heading: str) -> str:
    """As GitHub spells it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def rules() -> list[dict[str, object]]:
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    found: list[dict[str, object]] = group["rules"]
    return found


@pytest.mark.django_db
def test_every_figure_that_is_read_is_told(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    outages.go_on(service_time.now())
    person = Person.objects.at("someone@example.org")
    announce([Announcement(TRIAL, str(person.pk), "1", person.pk)])
    deliver_due()
    figures.request_seconds.labels("page", "2xx").observe(0.1)
    figures.database_seconds.labels("page").inc(0.1)
    told = Client().get("/metrics", headers=HEADERS).text
    known = set(re.findall(r"^(sekigahara_\w+)", told, re.MULTILINE))
    for file in FOLDER.iterdir():
        read = set(re.findall(r"sekigahara_\w+", file.read_text(encoding="utf-8")))
        assert read, file.name
        assert read <= known, file.name
    shown = set(re.findall(r"sekigahara_\w+", (FOLDER / "dashboard.json").read_text(encoding="utf-8")))
    families = set(re.findall(r"^# TYPE (sekigahara_\w+)", told, re.MULTILINE))
    unread = [each for each in families if not any(name.startswith(each) for name in shown)]
    assert not [each for each in unread if not each.endswith("_created")], "the dashboard shows everything"


def test_every_alert_leads_to_the_entry_of_the_runbook_that_names_it() -> None:
    for rule in rules():
        annotations = rule["annotations"]
        assert isinstance(annotations, dict)
        assert set(annotations) == {"symptom", "runbook_url"}
        guide, _hash, anchor = annotations["runbook_url"].partition("#")
        text = (FOLDER.parents[1] / guide).read_text(encoding="utf-8")
        parts = re.split("^## ", text, flags=re.MULTILINE)
        (entry,) = [each for each in parts if anchor_of(each.partition("\n")[0]) == anchor]
        assert f"the alert `{rule['alert']}`" in entry
    assert {rule["alert"] for rule in rules()} == set(FIRING)


def test_panels_of_the_dashboard_have_a_place_and_a_question_each() -> None:
    panels = json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))["panels"]
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len({panel["id"] for panel in panels}) == len(panels)
    assert all(target["expr"] for panel in panels for target in panel["targets"])


def promtool(*arguments: str) -> None:
    done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.services
@pytest.mark.parametrize("alert", [*FIRING, ""])
def test_alert_fires_when_it_must_and_no_other_does(tmp_path: Path, alert: str) -> None:
    promtool("check", "rules", str(ALERTS))
    series = dict(QUIET) | dict(FIRING.get(alert, []))
    query = 'count by (alertname) (ALERTS{alertstate="firing"})'
    samples = [{"labels": f'{{alertname="{alert}"}}', "value": 1}] if alert else []
    test = {
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in series.items()],
        "promql_expr_test": [{"expr": query, "eval_time": "29m", "exp_samples": samples}],
    }
    file = tmp_path / "test.yml"
    file.write_text(json.dumps({"rule_files": [str(ALERTS)], "tests": [test]}), encoding="utf-8")
    promtool("test", "rules", str(file))
