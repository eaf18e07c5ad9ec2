"""Stores and speakers: the dialect of the public client `wontopos`, one operation a module."""
