"""Stores and speakers: the HTTP API of the public client `wontopos`, one module for each operation."""
