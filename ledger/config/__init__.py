"""Settings, addresses, the entry points of the server, the home page, health checks, the log and failover."""
