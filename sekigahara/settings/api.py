"""The API: its address, access from other sites, and the metadata of its schema."""

API_PATH = "/api/v1/"
# Of whatever is no page. Drawings add their own colours.
NARROW_POLICY = "default-src 'none'; frame-ancestors 'none'"

# Programs on other sites may use the API, with a token but never with a session, and standings of ladders.
CORS_URLS_REGEX = r"^/(api/|oauth/(token|revoke)/|ladders/[^/]+/(standings|crosstable)\.)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_HEADERS = [
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "prefer",
]
CORS_EXPOSE_HEADERS = [
    "Deprecation",
    "ETag",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
]

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    # A view without permissions of its own is closed to everyone.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": None,
    "EXCEPTION_HANDLER": "games.api.exception_handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Sekigahara",
    "DESCRIPTION": "Play the block wargame Sekigahara. Start at `/api/`: `/api/guide.txt` is a guide "
    "with a complete turn, and `/api/errors/` explains each error code.",
    "VERSION": "1",
    "LICENSE": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": ["games.api.openapi.document.complete"],
}
