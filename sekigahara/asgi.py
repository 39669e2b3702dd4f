"""The ASGI application. Started with `uvicorn sekigahara.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")

application = get_asgi_application()
