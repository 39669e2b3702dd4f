"""The views, by what they are about; thin, all of it through ``access``, the queries and the services."""
