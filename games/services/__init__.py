"""The only modules that write. Each verb is one durable transaction; it notifies after the commit."""
