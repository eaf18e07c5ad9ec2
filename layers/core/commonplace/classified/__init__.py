"""Classified memory, a tool a module: written at the level of the session, read at or below it."""
