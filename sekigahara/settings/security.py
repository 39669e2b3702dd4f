"""Browser security (content security policy, cookies) and trusted proxy headers."""

from environs import env

# Only our own files, and no script or style inside a page.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "img-src": ["'self'"],
        "style-src": ["'self'"],
        "script-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}
# "no-referrer" everywhere would make browsers send "Origin: null" with every form, which the protection
# against forged requests refuses. Pages whose address is secret set it themselves.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60  # seconds
SESSION_COOKIE_SAMESITE = "Lax"  # a link in a mail must find the session
CSRF_COOKIE_HTTPONLY = True

# Where webhooks may go although it is not public. For development: each is a hole in the wall.
WEBHOOK_TEST_ADDRESSES: list[str] = env.list("WEBHOOK_TEST_ADDRESSES", [])

# Only a trusted proxy knows where a request comes from; without a proxy anyone can forge the header.
TRUST_FORWARDED_FOR = env.bool("TRUST_FORWARDED_FOR", False)
