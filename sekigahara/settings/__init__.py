"""The settings of one of the two sizes the service comes in, named by SEKIGAHARA_SIZE: embedded or full.

Everything that differs between installations comes from the environment:

SEKIGAHARA_SIZE   embedded (the default): one process, SQLite; full: PostgreSQL, Redis, Celery
SEKIGAHARA_HOME   embedded: the folder of database, mail and secret key, which others lose their rights to;
                  .sekigahara in the project's folder
SECRET_KEY        signs links, and seals the secrets of webhooks in the database; full: required, embedded:
                  made once and kept in SEKIGAHARA_HOME
SECRET_KEY_FALLBACKS  keys of before, separated by commas, that still open what they signed or sealed; a day
                  after a change the webhooks need them no more; none
SITE_URL          where people reach the service, as https://games.example.org; full: required
ALLOWED_HOSTS     further host names, separated by commas
DATABASE_URL      full: required, as postgres://user:password@host:5432/name
DATABASE_POOL     the most requests one process works on at a time, each with a connection of its own; 3
REDIS_URL         full: required, as redis://host:6379/0
REDIS_PREFIX      full: put before every key, where several installations share one Redis; sekigahara:
EMAIL_URL         as submission://user:password@host:587; full: required, embedded: files in SEKIGAHARA_HOME
EMAIL_FROM        the sender of the service's mail; Sekigahara <sekigahara@ the host of SITE_URL>
TRUST_FORWARDED_FOR  1 where all requests come through a proxy that adds the client at the end of
                  X-Forwarded-For; limits then count clients, else all who come through the proxy as one; 0
HTTPS_REDIRECT    full, where SITE_URL is https: send who comes by http on to https; 1
HSTS_SECONDS      full, where SITE_URL is https: for how long browsers that were here come by https alone; a
                  year, 0 for not at all
HSTS_SUBDOMAINS   full: 1 where that holds for every host below the one of SITE_URL too; 0
STREAMS           the most event streams one process keeps open, each an open file of the system; 500
STREAM_BEAT       seconds between the signs of life on each, less than what a proxy cuts off as silent; 15
WEBHOOK_TEST_ADDRESSES  for development: addresses with ports, as 127.0.0.1:9000, separated by commas, that
                  webhooks may go to although they are not public, and by http; none
LOG_LEVEL         of the service's own messages; INFO
"""

from environs import env, validate

if env.str("SEKIGAHARA_SIZE", "embedded", validate=validate.OneOf(["embedded", "full"])) == "full":
    from sekigahara.settings.full import *
else:
    from sekigahara.settings.embedded import *
