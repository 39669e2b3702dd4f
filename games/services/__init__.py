"""The only writers. Each verb is one durable transaction; what it tells the world it tells after commit."""
