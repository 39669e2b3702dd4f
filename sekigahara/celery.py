"""The Celery app. Workers are started with `celery -A sekigahara worker`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")

app = Celery("sekigahara")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
