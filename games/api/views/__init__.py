"""The views, one module per subject. They only call ``access``, queries and services."""
