"""The settings of the size named by SEKIGAHARA_SIZE: embedded or full.

Environment variables hold everything that differs between installations. Their defaults come last:

SEKIGAHARA_SIZE   one process on SQLite (embedded), or PostgreSQL, Redis and Celery (full); embedded
SEKIGAHARA_HOME   embedded: the folder of database, mail and secret key, made readable only for its owner;
                  .sekigahara in the project's folder
SECRET_KEY        signs links, and encrypts the secrets of webhooks in the database and what the cache holds;
                  full: required, embedded: generated once and stored in SEKIGAHARA_HOME
SECRET_KEY_FALLBACKS  previous keys, separated by commas, that still verify and decrypt; a day after a change,
                  or after `manage.py reseal`, nothing that is stored needs them; none
SITE_URL          the public address of the service, such as https://games.example.org; full: required
ALLOWED_HOSTS     additional host names, separated by commas; none
DATABASE_URL      such as postgres://user:password@host:5432/name; full: required
DATABASE_OWNER_URL  full: the same database as the role that owns its tables, for `migrate` alone; without it
                  the role of DATABASE_URL owns them
DATABASE_REPLICA_URL  full: a streaming replica of the same database, past any pooler, that says which games
                  the archive lists (deploy/SCALING.md); none
DATABASE_POOLER   full: transaction if DATABASE_URL leads to a pooler in this mode, such as PgBouncer's
                  (deploy/SCALING.md); session
DATABASE_POOL     the number of requests one process handles at a time, each with its own connection; 3
REDIS_URL         such as redis://:password@host:6379/0; full: required
REDIS_PREFIX      full: a prefix of every key, for several installations on one Redis; sekigahara:
EMAIL_URL         such as submission://user:password@host:587; full: required, embedded: files in
                  SEKIGAHARA_HOME
EMAIL_FROM        the sender of the service's mail; Sekigahara <sekigahara@ the host of SITE_URL>
MAIL_PROVIDER     a provider in place of EMAIL_URL, by its name in django-anymail, such as postmark; none
ANYMAIL_...       what django-anymail is told of it, such as ANYMAIL_POSTMARK_SERVER_TOKEN; always
                  ANYMAIL_WEBHOOK_SECRET, two random words with a colon between
OPERATOR_EMAIL    addresses, separated by commas, which are told once a day while mail fails; none
INBOUND_DOMAIN    a domain whose mail comes to the service: reports by which it knows what could not be
                  delivered, and replies of players (deploy/README.md, "Mail that comes back"); none
PUSH_KEY          the private key that proves to push services that it is the service which notifies devices:
                  32 random bytes in base64url; another one ends the notifications of every device until its
                  owner comes by; full: none, and then there are no notifications, embedded: generated once
                  and stored in SEKIGAHARA_HOME
PUSH_SUBJECT      where push services find who is responsible, https: or mailto:; the host of SITE_URL if that
                  is https, otherwise EMAIL_FROM
TRUST_FORWARDED_FOR  1 if all requests come through a proxy that adds the client at the end of
                  X-Forwarded-For; rate limits then count clients, otherwise everyone behind the proxy as
                  one. The proxy compresses what the API answers, otherwise the service does; 0
HTTPS_REDIRECT    full, if SITE_URL is https: redirect pages from http to https, refuse the API by http; 1
HSTS_SECONDS      full, if SITE_URL is https: for how long browsers use only https after a visit, 0 for not at
                  all; a year
HSTS_SUBDOMAINS   full: 1 to include every subdomain of the host of SITE_URL; 0
STREAMS           the number of event streams one process keeps open, each an open file of the system; 500
STREAM_BEAT       seconds between signs of life on each, less than the idle timeout of proxies; 15
LIMIT_...         how often something may be done, such as LIMIT_PAGES=600/60 for 600 in 60 seconds; the
                  table in deploy/README.md lists all of them with their defaults
REQUEST_TIMEOUT   seconds for a client to send a request, head or body, at most twice as many; then its
                  connection is closed; 15
UNFINISHED_BODIES  the bytes that one process holds of all requests whose bodies are not complete; longer ones
                  are then answered 503; 33554432
STATEMENT_TIMEOUT  full: the seconds that the database has for one statement of a web process; then the
                  request is answered 503; 20
WEBHOOK_TEST_ADDRESSES  for development: addresses with ports, such as 127.0.0.1:9000, separated by commas,
                  that webhooks may have although they are not public, also by http; none
METRICS_TOKEN     opens `/metrics` to requests that send it as a bearer token, and has figures counted; none,
                  and then there is no such address
SENTRY_DSN        where errors are reported to, by the package sentry-sdk, which is optional; none
LOG_LEVEL         of the service's own messages; INFO
LOG_FORMAT        json for one line of JSON an event, with the ids of requests and jobs, or text; full: json,
                  embedded: text
"""

from environs import env, validate

if env.str("SEKIGAHARA_SIZE", "embedded", validate=validate.OneOf(["embedded", "full"])) == "full":
    from sekigahara.settings.full import *
else:
    from sekigahara.settings.embedded import *
