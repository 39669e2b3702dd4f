"""What is known of a request below the views: the current one, and whether it may be refused."""
