"""How fast the engine and the service are, measured in one run beside other engines and bare psycopg."""
