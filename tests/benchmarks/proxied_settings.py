"""The product's settings, with pages compressed as the proxy of `deploy/examples/nginx.conf` does."""

from sekigahara.settings import *  # noqa: F403 - the product's settings, behind a proxy
from sekigahara.settings import MIDDLEWARE

MIDDLEWARE = ["django.middleware.gzip.GZipMiddleware", *MIDDLEWARE]
