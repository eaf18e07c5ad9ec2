"""Clients that use a running server as agents do."""
